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

    /// What an encoder does with the property where it is `nil`.
    ///
    /// It goes before the encoder's ``ModelEncoder/nils``. The property is an Optional, or a wrapper around one; it may
    /// also be the JSON side of its transform that is `nil`.
    ///
    /// ```swift
    /// .onNil(\Patch.nickname, .null)      // {"nickname":null}, where other properties that are nil are left out
    /// ```
    ///
    /// Of several keys the first is the one that is written, as always. A nested object that a path leads through is
    /// there when something is written in it, be it `null`. Where several properties have one key and all of them are
    /// `nil`, there is a `null` if one of them wants it. Of a property made of several keys it is the parts that are
    /// meant, where they are Optional: when the property itself is `nil` there are none, not even `null`.
    ///
    /// A ``Field`` says itself which of the two it is, and takes no policy.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - policy: Whether it is left out or written as `null`.
    public static func onNil<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ policy: NilPolicy
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, nils: policy)
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
