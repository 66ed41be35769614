/// A coding key, as a mapping stores it.
struct CodingKeyName: Sendable {
    /// The property that it names.
    var property: String
    var key: String
}

extension Mapping {
    /// Creates a mapping from the coding keys that a `Codable` type already has.
    ///
    /// ```swift
    /// struct Book: Model, Codable {
    ///     var title: String
    ///     var pageCount: Int
    ///     var cache: Int?
    ///
    ///     enum CodingKeys: String, CodingKey, CaseIterable {
    ///         case title
    ///         case pageCount = "page_count"
    ///     }
    ///
    ///     static let mapping = Mapping(codingKeys: CodingKeys.self)
    /// }
    /// ```
    ///
    /// A case names a property and gives it its `stringValue` as key; if that equals the name, the decoder's key
    /// strategy spells the key. As with `Codable`, a property without a case is neither read nor written. It is treated
    /// as by ``Entry/ignore(_:in:)``, and needs a value from an entry, as an Optional, or from `init()`.
    ///
    /// The keys are those of the properties that the type itself declares. A class gets the keys of inherited
    /// properties from its superclasses' mappings. A case that matches no property is an error when the table is built.
    ///
    /// - Parameters:
    ///   - codingKeys: The keys, an enum.
    ///   - entries: Further entries; keys that an entry names override a coding key.
    public init<Keys: CodingKey & CaseIterable>(codingKeys: Keys.Type, _ entries: Entry...) {
        self.init(entries: entries)
        self.codingKeys = codingKeys.allCases.map {
            CodingKeyName(property: Reflection.caseName(of: $0) ?? $0.stringValue, key: $0.stringValue)
        }
    }
}
