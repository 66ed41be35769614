extension Mapping.Entry {
    /// The property keeps the members of the object that no property asks for.
    ///
    /// ```swift
    /// struct Book: Model {
    ///     var name: String
    ///     var extras: [String: JSONValue]
    ///
    ///     static let mapping = Mapping(.unknown(\Book.extras))
    /// }
    /// // {"name": "Emma", "isbn": "0141439580"}   →   extras == ["isbn": "0141439580"]
    /// ```
    ///
    /// Each of them is decoded as a ``JSONValue``, `null` included; without any the property is empty. Its own name is
    /// a key like any other. For such a type the decoder's ``UnknownKeyPolicy`` plays no part, as no key is unknown;
    /// its ``DuplicateKeyPolicy`` and its limits hold for these keys as for all. An update adds the members it has,
    /// in place of those with the same keys.
    ///
    /// Only keys of the object itself are meant: what no property asks for in a nested object that a path leads through is
    /// unknown all the same.
    ///
    /// One property of a type may do this, and no other entry may mention it.
    public static func unknown<Root>(
        _ property: any KeyPath<Root, [String: JSONValue]> & Sendable
    ) -> Mapping.Entry {
        keepingUnknown(property)
    }

    /// The property keeps the members of the object that no property asks for, in their order.
    ///
    /// Otherwise like the one for dictionaries.
    public static func unknown<Root>(_ property: any KeyPath<Root, JSONObject> & Sendable) -> Mapping.Entry {
        keepingUnknown(property)
    }

    /// The property keeps the members of the object that no property asks for; it is `nil` when there are none.
    ///
    /// Otherwise like the one for dictionaries.
    public static func unknown<Root>(
        _ property: any KeyPath<Root, [String: JSONValue]?> & Sendable
    ) -> Mapping.Entry {
        keepingUnknown(property)
    }

    /// The property keeps the members of the object that no property asks for, in their order; it is `nil` when there
    /// are none.
    ///
    /// Otherwise like the one for dictionaries.
    public static func unknown<Root>(_ property: any KeyPath<Root, JSONObject?> & Sendable) -> Mapping.Entry {
        keepingUnknown(property)
    }

    private static func keepingUnknown<Root, Value: UnknownMembers>(
        _ property: any KeyPath<Root, Value> & Sendable
    ) -> Mapping.Entry {
        Mapping.Entry(
            keyPath: property, unknownMembers: UnknownMembersStorage(Value.self))
    }
}
