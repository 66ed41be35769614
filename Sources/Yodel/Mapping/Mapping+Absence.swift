extension Mapping.Entry {
    /// Requires the property's key in the document, even if the property is Optional or has a value from `init()`.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - allowsNull: Whether `null` is a value where the type has one for it (`nil`, a wrapper of `nil`, any JSON), as
    ///     it is by default, or an error. A property composed of several keys takes no `false`.
    public static func required<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, allowsNull: Bool = true
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, isRequired: true, allowsNull: allowsNull)
    }

    /// Makes the array, set or dictionary empty if the document lacks it or has `null` for it.
    public static func emptyWhenAbsent<Root, Value: Collection>(
        _ property: any KeyPath<Root, Value> & Sendable
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, isEmptyWhenAbsent: true)
    }

    /// Makes the array, set or dictionary empty, not `nil`, if the document lacks it or has `null` for it.
    public static func emptyWhenAbsent<Root, Value: Collection>(
        _ property: any KeyPath<Root, Value?> & Sendable
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, isEmptyWhenAbsent: true)
    }

    /// How an encoder writes the property when it is `nil`.
    ///
    /// The entry overrides the encoder's ``ModelEncoder/nils``. The property is an Optional, a wrapper around one, or
    /// has a transform whose JSON side can be `nil`.
    ///
    /// ```swift
    /// .onNil(\Patch.nickname, .null)      // {"nickname":null}, while others are left out
    /// ```
    ///
    /// If the property has several keys, the first is written, as always. A nested object on a path is written if
    /// anything in it is, even `null`. If several properties share a key and all of them are `nil`, the key is written
    /// as `null` if one of them asks for it. For a property composed of several keys, the policy applies to parts of
    /// Optional types; if the property itself is `nil`, it has no parts, and nothing is written.
    ///
    /// A ``Field`` itself distinguishes absent from null, and takes no policy.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - policy: Whether the property is left out or written as `null`.
    public static func onNil<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ policy: NilPolicy
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, nils: policy)
    }

    /// Whether values of another type than the property's are converted.
    ///
    /// The entry overrides the decoder's ``ModelDecoder/conversions``. It applies to the elements of collections too,
    /// but not to the properties of models.
    public static func conversions<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ conversions: Conversions
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, conversions: conversions)
    }
}
