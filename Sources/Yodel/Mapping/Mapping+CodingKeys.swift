/// A coding key, as a mapping knows it.
struct CodingKeyName: Sendable {
    /// The property it stands for.
    var property: String
    var key: String
}

extension Mapping {
    /// Creates a mapping of the coding keys that a `Codable` type has anyway.
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
    /// A case stands for the property of its name, whose key is its `stringValue`; where that is the name itself, the key
    /// is spelled as the decoder spells keys. As with `Codable`, a property without a case is neither read nor written: it
    /// has to have a value, from an entry, as an Optional, or from `init()`.
    ///
    /// The keys are those of the properties that the type declares. A class has those of its superclasses from theirs.
    /// A case that no property has the name of is an error when the table is built.
    ///
    /// - Parameters:
    ///   - codingKeys: The keys, an enum.
    ///   - entries: What else there is to say about properties; keys that an entry names go before a coding key.
    public init<Keys: CodingKey & CaseIterable>(codingKeys: Keys.Type, _ entries: Entry...) {
        self.init(entries: entries)
        self.codingKeys = codingKeys.allCases.map {
            CodingKeyName(property: Reflection.caseName(of: $0) ?? $0.stringValue, key: $0.stringValue)
        }
    }
}
