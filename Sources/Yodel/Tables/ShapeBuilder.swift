/// Builds the shape of a type and of all types it contains.
///
/// Cold: runs once per type.
///
/// A model's shape is registered before its fields are built, so types may contain themselves; the fields of models
/// wait in a list until the requested shape is complete.
final class ShapeBuilder {
    let strategy: KeyStrategy
    let arena = TableArena()
    /// The decoder's set of transforms.
    let transforms: TransformSet.Storage?
    private(set) var shapes: [ObjectIdentifier: ShapePointer] = [:]
    private var pending: [() throws -> Void] = []
    /// The type or property being built, for errors: `Book.author`.
    private(set) var subject = ""
    /// The number of nested shapes under construction.
    private var depth = 0
    /// Functions to call when all shapes are complete.
    private var completions: [() -> Void] = []
    /// The variant tables built so far, which are completed at the end.
    var variantTables: [(table: UnsafeMutablePointer<VariantTable>, name: String)] = []

    /// Finds shapes that were built before.
    private let published: (ObjectIdentifier) -> ShapePointer?

    init(
        strategy: KeyStrategy, transforms: TransformSet.Storage?,
        published: @escaping (ObjectIdentifier) -> ShapePointer?
    ) {
        self.strategy = strategy
        self.transforms = transforms
        self.published = published
    }

    func build<T>(_ type: T.Type) throws(ModelError) {
        do {
            if let repeated = transforms?.repeated {
                throw ModelError.invalidMapping("the decoder has two transforms for \(displayName(of: repeated))")
            }
            subject = displayName(of: type)
            // The metatype may be that of a subclass of `T`.
            _ = try shape(of: Reflection.exact(type))
            while let next = pending.popLast() { try next() }
            try checkWrappers()
            try finishVariants()
        } catch {
            // The functions above throw only ModelErrors; closures and protocol requirements lose the type.
            throw error as! ModelError
        }
    }

    /// The shape of a type, which may still be under construction.
    func shape<T>(of type: T.Type) throws -> ShapePointer {
        if let known = known(type) { return known }
        if let make = transforms?.makers[ObjectIdentifier(type)] { return try make(self) }
        return try underConstruction { try plainlyComposedShape(of: type) }
    }

    /// Calls `body`, which makes a shape and its parts; the outermost call then runs the completions.
    func underConstruction<Result>(_ body: () throws -> Result) rethrows -> Result {
        depth += 1
        defer {
            depth -= 1
            if depth == 0 {
                completions.forEach { $0() }
                completions = []
            }
        }
        return try body()
    }

    /// The shape of a type without transforms.
    func plainlyComposedShape<T>(of type: T.Type) throws -> ShapePointer {
        if let provider = type as? any ShapeProvider.Type { return try provider.makeShape(in: self) }
        if let family = type as? any Polymorphic.Type { return try variantShape(of: type, family) }
        if let model = type as? any Model.Type, !isEnumeration(type) {
            let shape = try modelShape(of: type, model)
            register(shape, for: type)
            return shape
        }
        if let scalar = type as? any ModelScalar.Type {
            func payload<S: ModelScalar>(_: S.Type) -> PayloadOperations { ScalarPayload<S>() }
            return register(type, kind: .scalar) { $0.payload = self.keep(payload(scalar)) }
        }
        if let wrapper = type as? any ModelWrapper.Type {
            return try wrapperShape(of: type, wrapper)
        }
        if let raw = type as? any RawRepresentable.Type {
            return try rawValueShape(of: type, raw)
        }
        if let shape = try decodableShape(of: type) { return shape }
        throw ModelError.unsupportedType(unsupportedReason(type))
    }

    /// The shape of a field's type.
    func shape(ofErased type: Any.Type, for subject: String) throws -> ShapePointer {
        try restoringOnFailure(subject) { try shape(of: type) }
    }

    /// Calls `body` to make the shape of a property; if it throws, discards all shapes that it began.
    func restoringOnFailure(_ subject: String, _ body: () throws -> ShapePointer) throws -> ShapePointer {
        self.subject = subject
        let before = (shapes, pending, variantTables)
        do {
            let shape = try body()
            if transforms != nil { try checkWrappers() }
            return shape
        } catch {
            // Discards incomplete shapes.
            (shapes, pending, variantTables) = before
            throw error
        }
    }

    /// A shape for values of any type that are stored and destroyed, but never decoded.
    func storageShape<T>(of type: T.Type) -> ShapePointer {
        make(type, kind: .gate) { shape in
            guard let nilBytes = (type as? any NilProvider.Type)?.makeNil(in: self.arena) else { return }
            shape.isNullable = true
            shape.nilBytes = nilBytes
        }
    }

    /// The shape of a property wrapper that stores only the wrapped value: that of the value, as their layouts are the
    /// same.
    func transparentShape<T>(of type: T.Type) -> ShapePointer? {
        guard !(type is any ShapeProvider.Type), !(type is AnyClass),
            let fields = Reflection.storedFields(of: type), fields.count == 1, fields[0].isPlain,
            Reflection.sizeOf(fields[0].type) == MemoryLayout<T>.size,
            let content = try? shape(ofErased: fields[0].type, for: subject)
        else { return nil }
        // Only for the storage of a wrapped property; elsewhere the type keeps its shape. Moving, copying and
        // destroying the value does the same to the wrapper, so the value's operations apply, which also know its nil.
        return copy(of: content) {
            $0.isTransparent = true
            $0.type = type
        }
    }

    // MARK: - Making shapes

    /// Registers the shape of a type before those of its parts are built, so that types may contain themselves.
    func register<T>(_ type: T.Type, kind: ValueKind, _ configure: (inout Shape) -> Void = { _ in }) -> ShapePointer {
        let shape = make(type, kind: kind, configure)
        register(shape, for: type)
        return shape
    }

    /// Registers the shape of a type with elements, and then builds that of its elements.
    func register<T, Element>(
        _ type: T.Type, kind: ValueKind, of elements: Element.Type, _ configure: (inout Shape) -> Void
    ) throws -> ShapePointer {
        let shape = register(type, kind: kind, configure)
        let element = try self.shape(of: elements)
        update(shape) { $0.element = element }
        return shape
    }

    /// Registers an existing shape as that of a type without a transform.
    func register<T>(_ shape: ShapePointer, for type: T.Type) {
        let isTransformed = transforms?.makers[ObjectIdentifier(type)] != nil
        shapes[isTransformed ? ObjectIdentifier(Untransformed<T>.self) : ObjectIdentifier(type)] = shape
    }

    /// Registers the shape of a type with a transform of the decoder's set.
    func register<T>(transformed shape: ShapePointer, for type: T.Type) {
        shapes[ObjectIdentifier(type)] = shape
    }

    /// Makes a shape without registering it.
    func make<T>(_ type: T.Type, kind: ValueKind, _ configure: (inout Shape) -> Void = { _ in }) -> ShapePointer {
        var shape = Shape(type, kind: kind, storage: arena.keep(TypedStorage<T>() as StorageOperations))
        configure(&shape)
        return arena.copy(of: shape)
    }

    /// The shape already built for a type, or for a type that represents it.
    func known(_ identity: Any.Type) -> ShapePointer? {
        shapes[ObjectIdentifier(identity)] ?? published(ObjectIdentifier(identity))
    }

    func keep(_ payload: PayloadOperations) -> Unmanaged<PayloadOperations> {
        arena.keep(payload)
    }

    /// Changes a shape that this builder has made but not yet published.
    func update(_ shape: ShapePointer, _ change: (inout Shape) -> Void) {
        change(&UnsafeMutablePointer(mutating: shape).pointee)
    }

    /// Gives a shape the parts of another one when all shapes under construction are complete.
    func takeParts(of other: ShapePointer, into shape: ShapePointer) {
        completions.append { [unowned self] in
            update(shape) {
                ($0.payload, $0.element, $0.key) = (other.pointee.payload, other.pointee.element, other.pointee.key)
                $0.wrapsScalar = other.pointee.wrapsScalar
            }
        }
    }

    /// Makes the shape of a model, which the caller registers.
    func modelShape<T, M: Model>(of type: T.Type, _ model: M.Type) throws -> ShapePointer {
        if type is any Actor.Type {
            throw ModelError.unsupportedType(
                "\(subject): an actor cannot be a model: decode a struct and hand it to the actor")
        }
        assert(_isPOD(TypeMeta.self), "The memory is freed as a table, even if it is not filled.")
        let table = arena.allocate(TypeMeta.self, count: 1)
        pending.append { [unowned self] in
            subject = displayName(of: model)
            table.initialize(to: try TypeMetaBuilder<M>(shapes: self).build())
        }
        return make(type, kind: type is AnyClass ? .instance : .structure) { $0.model = UnsafePointer(table) }
    }

    private func wrapperShape<T, W: ModelWrapper>(of type: T.Type, _ wrapper: W.Type) throws -> ShapePointer {
        let shape = try register(type, kind: .wrapper, of: W.Wrapped.self) {
            $0.payload = self.keep(WrapperPayload<W>())
        }
        update(shape) { $0.wrapsScalar = $0.element!.pointee.isPlainScalar }
        return shape
    }

    private func rawValueShape<T, R: RawRepresentable>(of type: T.Type, _ raw: R.Type) throws -> ShapePointer {
        let rawShape = try plainShape(of: R.RawValue.self)
        guard rawShape.pointee.isPlainScalar else {
            if let shape = try decodableShape(of: type) { return shape }
            throw ModelError.unsupportedType(
                "\(subject): the raw value of \(displayName(of: type)) is "
                    + "\(rawShape.pointee.typeName), which is not a JSON scalar. Make the type a ModelScalar.")
        }
        return register(type, kind: .rawValue) {
            $0.payload = self.keep(RawValuePayload<R>())
            $0.element = rawShape
        }
    }

    /// Whether a Model is an enum with raw values; it has no stored properties and is stored as its raw value.
    private func isEnumeration<T>(_ type: T.Type) -> Bool {
        type is any RawRepresentable.Type && Reflection.isEnumeration(type)
    }

    /// What takes the place of Foundation's classes.
    private static let replacements = [
        "NSNumber": "a number type, Bool or JSONNumber", "NSDecimalNumber": "Decimal", "NSString": "String",
        "NSArray": "an array", "NSSet": "a Set", "NSDictionary": "a dictionary or JSONObject",
        "NSDate": "Date", "NSData": "Data", "NSURL": "URL", "NSUUID": "UUID",
    ]

    private func unsupportedReason<T>(_ type: T.Type) -> String {
        let name = displayName(of: type)
        let beginning = "\(subject): \(name) cannot be decoded. "
        if ["Any", "AnyObject", "AnyHashable", "any Sendable"].contains(name) {
            return beginning
                + "Declare JSONValue, which holds any JSON value, instead, and JSONObject instead of [String: Any]; or leave "
                + "the property out with .ignore and a default"
        }
        if let replacement = Self.replacements[name.hasPrefix("NSMutable") ? "NS\(name.dropFirst(9))" : name] {
            return beginning + "Declare \(replacement) instead, or leave the property out with .ignore and a default"
        }
        if type is any Encodable.Type {
            return beginning
                + "It is only Encodable: conform it to Decodable as well, as one table serves for both directions, or "
                + "write it with a YodelJSONEncoder; or leave the property out with .ignore and a default"
        }
        // The names of tuples and functions are in parentheses.
        guard name.hasPrefix("(") else {
            return beginning
                + "Conform it to Model (a struct or class decoded by its properties), to ModelScalar (one JSON scalar), to "
                + "Polymorphic (one of several types), to ModelWrapper or to Decodable; or convert the property with "
                + ".transform in the mapping, or every value of the type with the decoder's transforms (it has none for "
                + "this type); or leave the property out with .ignore and a default"
        }
        return name.contains("->")
            ? beginning
                + "A key path cannot name a closure: list the other properties with Mapping.listing, and let init() set it"
            : beginning + "A tuple cannot conform to a protocol: declare a struct, or leave the property out with "
                + ".ignore and a default"
    }
}
