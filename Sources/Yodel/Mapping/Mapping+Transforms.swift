// For an Optional property and a transform for any type, both functions match; overload resolution must pick the one
// for Optionals.

extension Mapping.Entry {
    /// Makes the property's value with a transform.
    ///
    /// ```swift
    /// .transform(\Book.published, by: .secondsSince1970)
    /// .transform(\Book.added, to: "added_at", by: .secondsSince1970)
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - keys: The property's keys, as in ``map(_:to:)``; by default its own name.
    ///   - transform: Makes the value.
    @_disfavoredOverload
    public static func transform<Root, JSON, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, to keys: MappedKey..., by transform: Transform<JSON, Value>
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys, transform: FieldTransform(transform))
    }

    /// Makes the Optional property's value with a transform.
    ///
    /// `null` becomes `nil`, as an absent key does, without a call of the transform. Without `keys`, the property's key
    /// is its own name.
    public static func transform<Root, JSON, Value>(
        _ property: any KeyPath<Root, Value?> & Sendable, to keys: MappedKey..., by transform: Transform<JSON, Value>
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys, transform: FieldTransform(optional: transform))
    }

    /// The name that `transform(_:to:by:)` had in 0.1.
    @available(*, deprecated, renamed: "transform(_:to:by:)")
    @_disfavoredOverload
    public static func map<Root, JSON, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, to keys: MappedKey..., by transform: Transform<JSON, Value>
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys, transform: FieldTransform(transform))
    }

    /// The name that `transform(_:to:by:)` had in 0.1.
    @available(*, deprecated, renamed: "transform(_:to:by:)")
    public static func map<Root, JSON, Value>(
        _ property: any KeyPath<Root, Value?> & Sendable, to keys: MappedKey..., by transform: Transform<JSON, Value>
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys, transform: FieldTransform(optional: transform))
    }

    /// Makes every element of the array with a transform.
    public static func transform<Root, JSON, Value>(
        each property: any KeyPath<Root, [Value]> & Sendable, by transform: Transform<JSON, Value>
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, transform: FieldTransform(each: transform))
    }

    /// Makes every element of the array with a transform, if there is an array.
    public static func transform<Root, JSON, Value>(
        each property: any KeyPath<Root, [Value]?> & Sendable, by transform: Transform<JSON, Value>
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, transform: FieldTransform(optionalEach: transform))
    }
}

/// A property's transform, which can make the property's shape.
struct FieldTransform: Sendable {
    let makeShape: TransformSet.ShapeMaker

    init<JSON, Value>(_ transform: Transform<JSON, Value>) {
        makeShape = { try $0.shape(of: Value.self, by: transform) }
    }

    init<JSON, Value>(optional transform: Transform<JSON, Value>) {
        makeShape = { builder in
            try builder.optionalShape(of: Value.self, builder.shape(of: Value.self, by: transform))
        }
    }

    init<JSON, Value>(each transform: Transform<JSON, Value>) {
        makeShape = { builder in
            try builder.arrayShape(of: Value.self, builder.shape(of: Value.self, by: transform))
        }
    }

    init<JSON, Value>(optionalEach transform: Transform<JSON, Value>) {
        makeShape = { builder in
            let array = try builder.arrayShape(of: Value.self, builder.shape(of: Value.self, by: transform))
            return try builder.optionalShape(of: [Value].self, array)
        }
    }
}
