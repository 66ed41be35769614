extension Mapping.Entry {
    /// The property is made of the values of several keys.
    ///
    /// ```swift
    /// struct Place: Model {
    ///     var name: String
    ///     var coordinate: Coordinate       // {"name": "Kew", "lat": 51.48, "position": {"lon": -0.29}}
    ///
    ///     static let mapping = Mapping(
    ///         .compose(\Place.coordinate, from: "lat", "position.lon") { (lat: Double, lon: Double) in
    ///             Coordinate(latitude: lat, longitude: lon)
    ///         } back: { ($0.latitude, $0.longitude) })
    /// }
    /// ```
    ///
    /// Each part is decoded as a property of its type would be. When all keys are absent the property is what it would
    /// be without a key of its own: its default, `nil`, or else an error that names them; when some are, that is an
    /// error, but for parts of Optional types, which are `nil` then.
    ///
    /// In an update, parts that the document leaves out are taken from the present value by `back`.
    ///
    /// - Parameters:
    ///   - property: The property. Its type may be any.
    ///   - keys: The key or path of each part, in the order of `make`'s parameters.
    ///   - make: Makes the value of its parts. What it throws becomes ``ModelError/underlying`` of an error that stands
    ///     at the end of the object.
    ///   - back: Takes a value apart. By default it cannot be: the property is not written, and an update has to have
    ///     all of its parts.
    @_disfavoredOverload
    public static func compose<Root, Value, each Part>(
        _ property: any KeyPath<Root, Value> & Sendable, from keys: MappedKey...,
        by make: @escaping @Sendable (repeat each Part) throws -> Value,
        back: (@Sendable (Value) throws -> (repeat each Part))? = nil
    ) -> Mapping.Entry {
        Mapping.Entry(
            keyPath: property,
            composition: Composition(keys: keys, Value.self, holding: Value.self, wrap: { $0 }, by: make, back: back))
    }

    /// The Optional property is made of the values of several keys; it is `nil` when all of them are absent.
    ///
    /// See ``compose(_:from:by:back:)-(KeyPath<Root,Value>Sendable,_,_,_)``.
    public static func compose<Root, Value, each Part>(
        _ property: any KeyPath<Root, Value?> & Sendable, from keys: MappedKey...,
        by make: @escaping @Sendable (repeat each Part) throws -> Value,
        back: (@Sendable (Value) throws -> (repeat each Part))? = nil
    ) -> Mapping.Entry {
        Mapping.Entry(
            keyPath: property,
            composition: Composition(keys: keys, Value.self, holding: Value?.self, wrap: { $0 }, by: make, back: back))
    }
}

/// How a property is made of several values, and taken apart.
///
/// The parts are fields of their own, in memory behind that of the object they belong to while it is decoded.
struct Composition: Sendable {
    let keys: [MappedKey]
    let partTypes: [any Any.Type]
    /// Makes the property's value, in memory that holds none, of its parts at `offsets` from `base`, which are moved
    /// out in any case.
    let compose:
        @Sendable (_ base: UnsafeMutableRawPointer, _ offsets: [Int], _ target: UnsafeMutableRawPointer) throws -> Void
    /// Writes those parts that have a target, which holds nothing; false where there is no value to take apart.
    let takeApart: (@Sendable (_ value: UnsafeRawPointer, _ target: PartTarget) throws -> Bool)?
    /// Where the part of an index is to be written; nil when it is not wanted.
    typealias PartTarget = (Int) -> UnsafeMutableRawPointer?

    /// - Parameter holder: The property's type: the value's, or an Optional of it.
    init<Value, Holder, each Part>(
        keys: [MappedKey], _ type: Value.Type, holding holder: Holder.Type,
        wrap: @escaping @Sendable (Value) -> Holder, by make: @escaping @Sendable (repeat each Part) throws -> Value,
        back: (@Sendable (Value) throws -> (repeat each Part))?
    ) {
        self.keys = keys
        var types: [any Any.Type] = []
        repeat types.append((each Part).self)
        partTypes = types
        compose = { base, offsets, target in
            var next = 0
            // SAFETY: the builder has laid the parts out by `partTypes`; the binder has filled every one of them.
            func take<P>(_ type: P.Type) -> P {
                defer { next += 1 }
                return (base + offsets[next]).assumingMemoryBound(to: type).move()
            }
            let value = try make(repeat take((each Part).self))
            target.initializeMemory(as: Holder.self, to: wrap(value))
        }
        guard let back else {
            takeApart = nil
            return
        }
        takeApart = { value, target in
            let held = value.assumingMemoryBound(to: Holder.self).pointee
            guard let value = held as? Value else { return false }
            let parts = try back(value)
            var next = 0
            func put<P>(_ part: P) {
                target(next)?.initializeMemory(as: P.self, to: part)
                next += 1
            }
            repeat put(each parts)
            return true
        }
    }
}
