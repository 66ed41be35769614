typealias ShapePointer = UnsafePointer<Shape>

/// How values of one Swift type are stored; the binder uses it to store JSON values.
///
/// Shapes are built once per type and then immutable. They are in raw memory that belongs to a ``TableCache``, and
/// plain pointers refer to them, so that the hot path retains nothing.
///
/// An Optional has the shape of its payload with ``isNullable`` set. That works because Swift lays an Optional out
/// as its payload, followed by a tag only where the payload has no spare bit pattern for `nil`:
/// `.some` is the payload with ``tagBytes`` zero bytes after it. ``ShapeBuilder`` checks this for each type.
///
/// ```
///            size          tagBytes
/// Int        8
/// Int?       9  ████████ 0     1       String?   16 ████████████████   0
/// Int??     10  ████████ 0 0   2       User?     as User has room or not
/// ```
struct Shape {
    /// The greatest alignment of types with a table, which is checked when the table is built.
    static let greatestAlignment = 16

    /// The kind of the payload, for the hot switch.
    var kind: ValueKind
    /// Whether the type is Optional, so that `null` is a value.
    var isNullable = false
    /// Whether it is a property wrapper that stores only a value of this shape.
    var isTransparent = false
    /// Whether it wraps a value of the same type that is checked when it is complete.
    var isChecked = false
    /// The shape without constraints on its values and their elements, which encoding does not check.
    var unchecked: ShapePointer?
    /// Whether it wraps a value that is stored from one scalar and is never `nil`, so that one call makes it.
    var wrapsScalar = false
    /// Whether a value can be moved by copying its bytes; weak references cannot.
    var isBitwiseTakable: Bool
    /// How to recognise the `nil` of the Optional, or of one nested in it.
    var nilTest = NilTest.never
    /// The payload's size in bytes, without the Optional's tags.
    var payloadSize: Int
    /// Zero bytes to write after the payload to make it `.some`: one per Optional layer with a tag.
    var tagBytes = 0
    var size: Int
    var stride: Int
    /// The ``size`` bytes of the outermost `nil`, which holds no references, so that copying them stores it.
    var nilBytes: UnsafeRawPointer?
    /// The bytes of the value for an absent key, if it is not ``nilBytes``.
    var absentBytes: UnsafeRawPointer?
    /// The shape of a list's elements, a dictionary's values, an enum's raw value, or a wrapper's content.
    var element: ShapePointer?
    /// The shape of a dictionary's keys.
    var key: ShapePointer?
    /// The fields of a struct or class.
    var model: UnsafePointer<TypeMeta>?
    /// The variants of a polymorphic type.
    var variants: VariantTablePointer?
    /// For a place in a feed's document, its route.
    var route: Unmanaged<FeedRoute>?
    /// Destroys, moves and copies values of ``type``, Optional layers included.
    var storage: Unmanaged<StorageOperations>
    /// Makes payloads from their parts, for kinds that need more than a store.
    var payload: Unmanaged<PayloadOperations>?
    /// The fixed number of elements of an inline array.
    var fixedCount = 0
    /// The field's own policy for converting values of another type, in place of the decoder's.
    var conversions: Conversions?
    /// Whether it is an array rather than a set, so that any elements fit.
    var isArray = false
    /// Whether it is a collection that `null` makes empty.
    var isEmptyForNull = false
    var type: Any.Type
    /// The type that errors name, for an Optional that does not accept `null`.
    var shownType: Any.Type?

    init<T>(_ type: T.Type, kind: ValueKind, storage: Unmanaged<StorageOperations>) {
        self.kind = kind
        self.type = type
        self.storage = storage
        isBitwiseTakable = _isBitwiseTakable(type)
        payloadSize = MemoryLayout<T>.size
        size = MemoryLayout<T>.size
        stride = MemoryLayout<T>.stride
    }

    /// Whether its raw value is data, or has data as its own raw value, so that it may be an array in a document.
    var hasRawData: Bool {
        guard kind == .rawValue, let element else { return false }
        return element.pointee.kind == .data || element.pointee.hasRawData
    }

    /// Whether it wraps an Optional at any depth, so that it wraps `nil` when it is absent.
    var wrapsNil: Bool {
        guard kind == .wrapper, !isNullable, let element else { return false }
        return element.pointee.isNullable || element.pointee.wrapsNil
    }

    /// Whether it is an array whose elements may be read straight from the text.
    var isStraightArray: Bool {
        guard isArray, let element else { return false }
        return element.pointee.kind.isStraight || element.pointee.isChecked
    }

    /// Whether its values are `Int` or `Double` and never `nil`.
    @inline(__always)
    var isPlainNumber: Bool { !isNullable && (kind == .double || kind == .int64) }

    /// Whether arrays of its values are read in runs: they are such numbers, or arrays of those.
    @inline(__always)
    var isReadInRuns: Bool { kind == .list ? element.unsafelyUnwrapped.pointee.isPlainNumber : isPlainNumber }

    /// Whether it is stored from one scalar and is never `nil`.
    var isPlainScalar: Bool { kind.isScalar && !isNullable }

    /// Whether a value may be `nil`, itself or within wrappers, for an encoder to omit or write.
    var mayBeNil: Bool {
        guard absentBytes == nil else { return false }
        // An Optional whose mapping lets no null be decoded may be nil as well.
        return isNullable || nilTest != .never || kind == .wrapper && element!.pointee.mayBeNil
    }

    /// Whether it is an array, set or dictionary.
    var isCollection: Bool { kind == .list || kind == .dictionary || isChecked && element!.pointee.isCollection }

    /// Turns the payload at an address into an Optional, if the shape is one.
    @inline(__always)
    func markPresent(at slot: UnsafeMutableRawPointer) {
        guard tagBytes != 0 else { return }
        // SAFETY: these bytes belong to the slot, after the payload.
        let tags = slot + payloadSize
        if tagBytes == 1 {
            tags.storeBytes(of: 0, as: UInt8.self)
        } else {
            tags.initializeMemory(as: UInt8.self, repeating: 0, count: tagBytes)
        }
    }

    /// Initialises memory with an empty collection.
    func makeEmpty(at target: UnsafeMutableRawPointer) {
        if isChecked {
            element!.pointee.makeEmpty(at: target)
            return markPresent(at: target)
        }
        payload!._withUnsafeGuaranteedRef { payload in
            // SAFETY: with a count of 0, the functions access no elements.
            if kind == .list {
                _ = payload.makeList(target, count: 0, into: target)
            } else {
                _ = payload.makeDictionary(target, target, count: 0, duplicates: .last, into: target)
            }
        }
        markPresent(at: target)
    }

    /// Initialises memory with the shape's `nil` or empty collection, wrapped if the shape is a wrapper.
    ///
    /// - Throws: The wrapper's error; the memory is then uninitialised.
    func makeNil(at target: UnsafeMutableRawPointer, _ context: DecodingContext) throws {
        if let bytes = absentBytes ?? nilBytes { return target.copyMemory(from: bytes, byteCount: size) }
        if isCollection { return makeEmpty(at: target) }
        let wrapped = element!
        try wrapped.withMemory { buffer in
            try wrapped.pointee.makeNil(at: buffer, context)
            try payload!._withUnsafeGuaranteedRef { try $0.wrap(buffer, into: target, context) }
        }
    }

    /// Whether an update changes the value in place.
    var isUpdatable: Bool { !isTransparent && (model != nil || kind == .variant && variants!.pointee.isHierarchy) }

    /// Whether `null` can be stored: the type is Optional, any JSON, or a wrapper of one of those.
    var takesNull: Bool {
        switch kind {
        case .dynamic, .rawJSON: true
        case .lazy: isNullable || element?.pointee.takesNull ?? false
        case .variant: isNullable || variants!.pointee.takesNull
        case .list, .dictionary: isNullable || isEmptyForNull
        case .wrapper: isNullable || element?.pointee.takesNull ?? false
        default: isNullable
        }
    }

    /// The type's name for errors.
    var typeName: String {
        route?._withUnsafeGuaranteedRef { $0.expected } ?? displayName(of: shownType ?? type)
    }
    /// The type's name without the marks of its Optional.
    var nameWithoutNil: String {
        let name = typeName
        return String(name.dropLast(name.reversed().prefix { $0 == "?" }.count))
    }
}

extension ShapePointer {
    /// Calls `body` with uninitialised memory for one value.
    @inline(__always)
    func withMemory<Result>(_ body: (UnsafeMutableRawPointer) throws -> Result) rethrows -> Result {
        try withUnsafeTemporaryAllocation(byteCount: pointee.size, alignment: Shape.greatestAlignment) {
            try body($0.baseAddress!)
        }
    }

    /// Destroys values in memory; the caller knows that they are initialised.
    @inline(__always)
    func destroy(_ values: UnsafeMutableRawPointer, count: Int = 1) {
        pointee.storage._withUnsafeGuaranteedRef { $0.destroy(values, count: count) }
    }
}

extension ShapePointer {
    /// The shape of a value's innermost elements, or its own: a model, variants, or a value with neither.
    var innermost: ShapePointer { inside { $0.model == nil && $0.kind != .dynamic }.last! }

    /// The shape and those in wrappers.
    var insideWrappers: [ShapePointer] { inside { $0.kind == .wrapper } }

    /// Whether it is an array, set or dictionary, or a wrapper of one.
    var wrapsCollection: Bool { insideWrappers.last!.pointee.isCollection }

    /// The shape and those in wrappers and lazy values, whose object is the same.
    var insideItsObject: [ShapePointer] { inside { $0.kind == .wrapper || $0.kind == .lazy } }

    /// The shape and those of its elements, the outermost first: the element of each one that the condition holds for.
    ///
    /// A wrapper may contain itself, so each element comes once.
    func inside(_ isEntered: (Shape) -> Bool) -> [ShapePointer] {
        var shapes = [self]
        var passed: Set<ShapePointer> = []
        while isEntered(shapes.last!.pointee), let element = shapes.last!.pointee.element,
            passed.insert(element).inserted
        {
            shapes.append(element)
        }
        return shapes
    }
}

extension Shape {
    /// The shape of a value for which the binder must ask the frame; it is immutable.
    nonisolated(unsafe) static let gate: ShapePointer = {
        let pointer = UnsafeMutablePointer<Shape>.allocate(capacity: 1)
        let storage = Unmanaged.passRetained(TypedStorage<Never>() as StorageOperations)
        pointer.initialize(to: Shape(Never.self, kind: .gate, storage: storage))
        return UnsafePointer(pointer)
    }()
}

/// How to recognise that an Optional is `nil`, at any of its levels.
enum NilTest: UInt8 {
    /// The type is not Optional.
    case never
    /// By the byte after the payload, which is nonzero for `nil`.
    case tag
    /// By the only word, a reference, which is zero for `nil`.
    case reference
    /// By comparing as `String?`, whose layout the compiler knows.
    case string
    /// By calling ``StorageOperations``.
    case operations
}

extension Shape {
    /// Whether the value at an address is `nil`, or a wrapper around `nil` that need not be unwrapped to see it.
    func isVisiblyNil(_ value: UnsafeRawPointer) -> Bool {
        if isNil(value) { return absentBytes == nil || isAbsent(value) }
        guard kind == .wrapper, let inside = payload!._withUnsafeGuaranteedRef({ $0.wrapped(in: value) }) else {
            return false
        }
        return element!.pointee.isVisiblyNil(inside)
    }

    /// Whether the value at an address is that of an absent key, rather than `null`.
    func isAbsent(_ value: UnsafeRawPointer) -> Bool {
        absentBytes != nil && storage._withUnsafeGuaranteedRef { $0.isAbsent(value) }
    }

    /// Whether the value at an address is `nil` at any level; the content of a wrapper is not checked.
    @inline(__always)
    func isNil(_ value: UnsafeRawPointer) -> Bool {
        switch nilTest {
        case .never: false
        case .tag: value.load(fromByteOffset: payloadSize, as: UInt8.self) != 0
        case .reference: value.load(as: UInt.self) == 0
        case .string: value.assumingMemoryBound(to: String?.self).pointee == nil
        case .operations: storage._withUnsafeGuaranteedRef { $0.isNil(value) }
        }
    }
}
