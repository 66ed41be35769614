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
    @inlinable
    public static func compose<Root, Value, each Part>(
        _ property: any KeyPath<Root, Value> & Sendable, from keys: MappedKey...,
        by make: @escaping @Sendable (repeat each Part) throws -> Value,
        back: (@Sendable (Value) throws -> (repeat each Part))? = nil
    ) -> Mapping.Entry {
        composing(property, Composition(keys: keys, wrap: { $0 }, unwrap: { $0 }, by: make, back: back))
    }

    /// The Optional property is made of the values of several keys; it is `nil` when all of them are absent.
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

/// How a property is made of several values, and taken apart.
///
/// The parts are fields of their own, in memory after that of the object they belong to while it is decoded.
///
/// The initialiser is inlined where the mapping is written, as that of ``TransformFunctions`` is: packs of types are
/// slow where they are not known.
@usableFromInline
struct Composition: Sendable {
    /// Makes the property's value, in memory that holds none, of its parts at `offsets` from `base`, which are moved
    /// out in any case.
    @usableFromInline
    typealias Compose =
        @Sendable (
            _ base: UnsafeMutableRawPointer, _ offsets: UnsafePointer<Int>, _ target: UnsafeMutableRawPointer
        ) throws -> Void
    /// Writes those parts that have a target, which holds nothing; false where there is no value to take apart.
    @usableFromInline
    typealias TakeApart = @Sendable (_ value: UnsafeRawPointer, _ target: PartTarget) throws -> Bool
    /// Where the part of an index is to be written; nil when it is not wanted.
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
    ///   - wrap: Makes the property's value of what is composed: itself, or an Optional of it.
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
    /// SAFETY: the builder has laid the parts out by their types; the binder has filled every one of them.
    @inlinable
    static func take<Part>(
        _ type: Part.Type, from base: UnsafeMutableRawPointer, _ offsets: inout UnsafePointer<Int>
    ) -> Part {
        defer { offsets += 1 }
        return (base + offsets.pointee).assumingMemoryBound(to: type).move()
    }

    /// Writes the next part, where it is wanted.
    @inlinable
    static func put<Part>(_ part: Part, _ target: PartTarget, _ index: inout Int) {
        target(index)?.initializeMemory(as: Part.self, to: part)
        index += 1
    }
}
