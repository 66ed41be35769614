extension Mapping {
    /// What a property is used for.
    public struct Uses: OptionSet, Sendable {
        /// A bit for each use.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Decoding: the property takes its value from a document.
        public static let input = Uses(rawValue: 1)
        /// Encoding: the property is written.
        public static let output = Uses(rawValue: 2)
        /// Comparison: the property counts for equality and hashes of models.
        public static let comparison = Uses(rawValue: 4)
        /// Copying: copies of an instance take the property's value; copies of a struct always do.
        public static let copies = Uses(rawValue: 8)
        /// All uses.
        public static let all: Uses = [.input, .output, .comparison, .copies]
    }

    /// Creates a mapping that uses only these properties; all others are treated as by ``Entry/ignore(_:in:)``.
    ///
    /// ```swift
    /// static let mapping = Mapping.only(\Session.id, \Session.user)
    ///     .adding(.map(\Session.id, to: "session_id"))
    /// ```
    ///
    /// A property that is left out needs a value: from a ``Entry/default(_:_:)``, as an Optional, or from `init()`.
    public static func only<Root>(_ properties: any PartialKeyPath<Root> & Sendable...) -> Mapping {
        var mapping = Mapping()
        mapping.only = properties
        return mapping
    }
}

extension Mapping.Entry {
    /// Ignores the property, everywhere or for some uses: it can be only read, only written, or left out of
    /// comparisons.
    ///
    /// A property that is ignored in the input is `nil` or has the value from the type's `init()`, and its key is
    /// unknown; a property with neither value needs ``ignore(_:in:default:)``.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - uses: The uses for which the property is ignored; all by default.
    public static func ignore<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, in uses: Mapping.Uses = .all
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, ignoredIn: uses)
    }

    /// Ignores the property, everywhere or for some uses, and gives it a value.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - uses: The uses for which the property is ignored; all by default.
    ///   - value: The property's value in every decoded object; if the property is not ignored in the input, only in
    ///   objects whose document has no value for it.
    public static func ignore<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, in uses: Mapping.Uses = .all, default value: Value
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, makeDefault: writing(value), ignoredIn: uses)
    }
}
