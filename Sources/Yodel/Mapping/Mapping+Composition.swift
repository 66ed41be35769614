extension Mapping.Entry {
    /// Makes the property from the values of several keys.
    ///
    /// ```swift
    /// struct Place: Model {
    ///     var name: String
    ///     var coordinate: Coordinate       // {"lat": 51.48, "position": {"lon": -0.29}}
    ///
    ///     static let mapping = Mapping(
    ///         .compose(\Place.coordinate, from: "lat", "position.lon") { (lat: Double, lon: Double) in
    ///             Coordinate(latitude: lat, longitude: lon)
    ///         } back: { ($0.latitude, $0.longitude) })
    /// }
    /// ```
    ///
    /// Each part is decoded like a property of its type. If all keys are absent, the property has its default or is
    /// `nil`. If it has neither, or if only some are absent, that is an error that names them, except for parts of
    /// Optional types, which are then `nil`, and collections that ``MissingCollections/empty`` makes empty.
    ///
    /// In an update, `back` supplies the parts that the document leaves out from the present value.
    ///
    /// - Parameters:
    ///   - property: The property, of any type.
    ///   - keys: The key or path of each part, in the order of `make`'s parameters.
    ///   - make: Makes the value from its parts. An error that it throws becomes ``ModelError/underlying`` of an error
    ///   at the end of the object.
    ///   - back: Splits a value into its parts. Without it, by default, the property is not written, and an update with
    ///   one of its parts must have all of them, with the same exceptions.
    @_disfavoredOverload
    @inlinable
    public static func compose<Root, Value, each Part>(
        _ property: any KeyPath<Root, Value> & Sendable, from keys: MappedKey...,
        by make: @escaping @Sendable (repeat each Part) throws -> Value,
        back: (@Sendable (Value) throws -> (repeat each Part))? = nil
    ) -> Mapping.Entry {
        composing(property, Composition(keys: keys, wrap: { $0 }, unwrap: { $0 }, by: make, back: back))
    }

    /// Makes the Optional property from the values of several keys; it is `nil` if all of them are absent.
    ///
    /// See ``compose(_:from:by:back:)-(KeyPath<Root,Value>Sendable,_,_,_)``.
    @inlinable
    public static func compose<Root, Value, each Part>(
        _ property: any KeyPath<Root, Value?> & Sendable, from keys: MappedKey...,
        by make: @escaping @Sendable (repeat each Part) throws -> Value,
        back: (@Sendable (Value) throws -> (repeat each Part))? = nil
    ) -> Mapping.Entry {
        composing(
            property,
            Composition(keys: keys, wrap: { Value?.some($0) }, unwrap: { $0 }, by: make, back: back))
    }

    @usableFromInline
    static func composing(_ property: any AnyKeyPath & Sendable, _ composition: Composition) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, composition: composition)
    }
}

/// How to make a property from several values, and split it again.
///
/// While an object is decoded, the parts are fields of their own, in memory after that of the object.
///
/// The initialiser is inlined where the mapping is written, like that of ``TransformFunctions``: parameter packs are
/// slow where their types are not known.
@usableFromInline
struct Composition: Sendable {
    /// Makes the property's value at `target`, which is uninitialised, from its parts at `offsets` from `base`.
    ///
    /// The parts are moved out even if it throws.
    @usableFromInline
    typealias Compose =
        @Sendable (
            _ base: UnsafeMutableRawPointer, _ offsets: UnsafePointer<Int>, _ target: UnsafeMutableRawPointer
        ) throws -> Void
    /// Writes the parts for which there is a target, to uninitialised memory; false if there is no value to split.
    @usableFromInline
    typealias TakeApart = @Sendable (_ value: UnsafeRawPointer, _ target: PartTarget) throws -> Bool
    /// Where to write the part with this index; nil if it is not needed.
    @usableFromInline
    typealias PartTarget = (Int) -> UnsafeMutableRawPointer?

    let keys: [MappedKey]
    let partTypes: [any Any.Type]
    let compose: Compose
    let takeApart: TakeApart?

    @usableFromInline
    init(keys: [MappedKey], partTypes: [any Any.Type], compose: @escaping Compose, takeApart: TakeApart?) {
        self.keys = keys
        self.partTypes = partTypes
        self.compose = compose
        self.takeApart = takeApart
    }

    /// - Parameters:
    ///   - wrap: Makes the property's value from the composed one: the value itself, or an Optional of it.
    ///   - unwrap: The reverse.
    @inlinable
    init<Value, Holder, each Part>(
        keys: [MappedKey], wrap: @escaping @Sendable (Value) -> Holder, unwrap: @escaping @Sendable (Holder) -> Value?,
        by make: @escaping @Sendable (repeat each Part) throws -> Value,
        back: (@Sendable (Value) throws -> (repeat each Part))?
    ) {
        var types: [any Any.Type] = []
        repeat types.append((each Part).self)
        let compose: Compose = { base, offsets, target in
            var next = offsets
            let value = try make(repeat Self.take((each Part).self, from: base, &next))
            target.initializeMemory(as: Holder.self, to: wrap(value))
        }
        guard let back else {
            self.init(keys: keys, partTypes: types, compose: compose, takeApart: nil)
            return
        }
        self.init(keys: keys, partTypes: types, compose: compose) { value, target in
            guard let value = unwrap(value.assumingMemoryBound(to: Holder.self).pointee) else { return false }
            let parts = try back(value)
            var next = 0
            repeat Self.put(each parts, target, &next)
            return true
        }
    }

    /// Moves the next part out.
    ///
    /// SAFETY: the builder lays out the parts by their types, and the binder has filled every part.
    @inlinable
    static func take<Part>(
        _ type: Part.Type, from base: UnsafeMutableRawPointer, _ offsets: inout UnsafePointer<Int>
    ) -> Part {
        defer { offsets += 1 }
        return (base + offsets.pointee).assumingMemoryBound(to: type).move()
    }

    /// Writes the next part, if it is needed.
    @inlinable
    static func put<Part>(_ part: Part, _ target: PartTarget, _ index: inout Int) {
        target(index)?.initializeMemory(as: Part.self, to: part)
        index += 1
    }
}
