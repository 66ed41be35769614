extension Mapping.Entry {
    /// The document has to have the property's key, although the property could do without: it is Optional, or has a
    /// value by `init()`.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - allowsNull: Whether `null` makes an Optional `nil`, as it does by default, or is an error.
    public static func required<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, allowsNull: Bool = true
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, isRequired: true, allowsNull: allowsNull)
    }

    /// The array, set or dictionary has no elements where the document leaves it out or has `null` for it.
    public static func emptyWhenAbsent<Root, Value: Collection>(
        _ property: any KeyPath<Root, Value> & Sendable
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, isEmptyWhenAbsent: true)
    }

    /// The array, set or dictionary has no elements, instead of being `nil`, where the document leaves it out or has
    /// `null` for it.
    public static func emptyWhenAbsent<Root, Value: Collection>(
        _ property: any KeyPath<Root, Value?> & Sendable
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, isEmptyWhenAbsent: true)
    }

    /// What becomes of values of another type than the property's, whatever the decoder's
    /// ``ModelDecoder/conversions`` are.
    ///
    /// It holds for the elements of collections too, not for the properties of models.
    public static func conversions<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ conversions: Conversions
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, conversions: conversions)
    }
}
