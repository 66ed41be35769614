extension Mapping.Entry {
    /// Keeps in the property the members of the object that match no property.
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
    /// Each member is decoded as a ``JSONValue``, including `null`; if there are none, the property is empty. The
    /// property's own name is a key like any other. The decoder's ``UnknownKeyPolicy`` has no effect on such a type, as
    /// it has no unknown keys; its ``DuplicateKeyPolicy`` and its limits apply to these keys as to all others. An
    /// update adds its members and replaces those with the same keys.
    ///
    /// Only keys of the object itself are kept: a key in a nested object on a path that matches no property is still
    /// unknown.
    ///
    /// Only one property of a type may do this, and no other entry may mention it.
    public static func unknown<Root>(
        _ property: any KeyPath<Root, [String: JSONValue]> & Sendable
    ) -> Mapping.Entry {
        keepingUnknown(property)
    }

    /// Keeps in the property the members of the object that match no property, in their order.
    ///
    /// Otherwise like the entry for dictionaries.
    public static func unknown<Root>(_ property: any KeyPath<Root, JSONObject> & Sendable) -> Mapping.Entry {
        keepingUnknown(property)
    }

    /// Keeps in the property the members of the object that match no property; it is `nil` if there are none.
    ///
    /// Otherwise like the entry for dictionaries.
    public static func unknown<Root>(
        _ property: any KeyPath<Root, [String: JSONValue]?> & Sendable
    ) -> Mapping.Entry {
        keepingUnknown(property)
    }

    /// Keeps in the property the members of the object that match no property, in their order; it is `nil` if there are
    /// none.
    ///
    /// Otherwise like the entry for dictionaries.
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
