extension Mapping {
    /// What a property can play a part in.
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
        /// Whether two models are equal, and their hashes.
        public static let comparison = Uses(rawValue: 4)
        /// Copies of a model.
        public static let copies = Uses(rawValue: 8)
        /// All of them.
        public static let all: Uses = [.input, .output, .comparison, .copies]
    }

    /// Creates a mapping in which only these properties play a part; all others are as with
    /// ``Entry/ignore(_:in:)``.
    ///
    /// ```swift
    /// static let mapping = Mapping.only(\Session.id, \Session.user).adding(.map(\Session.id, to: "session_id"))
    /// ```
    ///
    /// A property that is left out has to have a value: from a ``Entry/default(_:_:)``, as an Optional, or from
    /// `init()`.
    public static func only<Root>(_ properties: any PartialKeyPath<Root> & Sendable...) -> Mapping {
        Mapping(entries: [], only: properties)
    }
}

extension Mapping.Entry {
    /// The property plays no part in what is done with models, or in some of it: it is only read, or only written, or no
    /// matter to whether two are equal.
    ///
    /// A property that is ignored in the input is `nil`, or what the type's `init()` gives, and its key is unknown; one
    /// that has neither needs ``ignore(_:in:default:)``.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - uses: What it plays no part in; by default in anything.
    public static func ignore<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, in uses: Mapping.Uses = .all
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, ignoredIn: uses)
    }

    /// The property plays no part in what is done with models, or in some of it, and has a value of its own.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - uses: What it plays no part in; by default in anything.
    ///   - value: What it is in every decoded object; where it plays its part in the input, in those whose document gives it
    ///     no value.
    public static func ignore<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, in uses: Mapping.Uses = .all, default value: Value
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, makeDefault: writing(value), ignoredIn: uses)
    }
}
