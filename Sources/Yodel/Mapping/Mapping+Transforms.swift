// Of two functions that serve an Optional property, with a transform for any type, the one for Optionals is meant.

extension Mapping.Entry {
    /// The property's value is made by a transform.
    ///
    /// ```swift
    /// .transform(\Book.published, by: .epochSeconds)
    /// .transform(\Book.added, to: "added_at", by: .epochSeconds)
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - keys: What it is found under, as in ``map(_:to:)``; without any, its own name.
    ///   - transform: What makes its value.
    @_disfavoredOverload
    public static func transform<Root, JSON, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, to keys: MappedKey..., by transform: Transform<JSON, Value>
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys, transform: FieldTransform(transform))
    }

    /// The Optional property's value is made by a transform.
    ///
    /// `null` is `nil`, as an absent key is, without the transform's being asked. Without keys it is found under its own
    /// name.
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

    /// Every element of the array is made by a transform.
    public static func transform<Root, JSON, Value>(
        each property: any KeyPath<Root, [Value]> & Sendable, by transform: Transform<JSON, Value>
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, transform: FieldTransform(each: transform))
    }

    /// Every element of the array is made by a transform, where there is an array.
    public static func transform<Root, JSON, Value>(
        each property: any KeyPath<Root, [Value]?> & Sendable, by transform: Transform<JSON, Value>
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, transform: FieldTransform(optionalEach: transform))
    }
}

/// A property's transform, which knows how to make the property's shape.
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
