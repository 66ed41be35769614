typealias ShapePointer = UnsafePointer<Shape>

/// How a value of one Swift type is stored: what the binder reads to put a JSON value in its place.
///
/// Shapes are built once per type and then only read. They live in raw memory that belongs to a ``TableCache`` and
/// are reached by plain pointers, so that the hot path counts no references.
///
/// An Optional has the shape of what it wraps with ``isNullable`` set. That works because Swift lays an Optional out
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
    /// What no type that has a table is aligned beyond, which is checked when one is built.
    static let greatestAlignment = 16

    /// What the payload is; the hot switch.
    var kind: ValueKind
    /// `null` is a value: the type is Optional.
    var isNullable = false
    /// A property wrapper that stores nothing but a value of this shape.
    var isTransparent = false
    /// A wrapper of a value of the same type that is looked at when it is whole.
    var isChecked = false
    /// The shape before there were constraints for its values or their elements: encoding looks at none.
    var unchecked: ShapePointer?
    /// A wrapper of a value that is stored from one scalar and is never `nil`: it is made in one go.
    var wrapsScalar = false
    /// A value may be moved by copying its bytes (weak references may not).
    var isBitwiseTakable: Bool
    /// How a value is told from the outermost `nil`, or one further in.
    var nilTest = NilTest.never
    /// Bytes of the payload, without the Optional's tags.
    var payloadSize: Int
    /// Zero bytes to write after the payload to make it `.some`, once per Optional layer that needs one.
    var tagBytes = 0
    var size: Int
    var stride: Int
    /// The bytes of the outermost `nil`, ``size`` of them; it holds no reference, so that copying it is storing it.
    var nilBytes: UnsafeRawPointer?
    /// The bytes of a value whose key is absent, where that is another than ``nilBytes``.
    var absentBytes: UnsafeRawPointer?
    /// The elements of a list, the values of a dictionary, the raw value of an enum, what a wrapper wraps.
    var element: ShapePointer?
    /// The keys of a dictionary.
    var key: ShapePointer?
    /// The fields of a struct or class.
    var model: UnsafePointer<TypeMeta>?
    /// The variants of a polymorphic type.
    var variants: VariantTablePointer?
    /// What a feed finds where this shape stands.
    var route: Unmanaged<FeedRoute>?
    /// Destroys, moves and copies values of ``type``, Optional layers included.
    var storage: Unmanaged<StorageOperations>
    /// Makes payloads out of their parts, for kinds that need more than a store.
    var payload: Unmanaged<PayloadOperations>?
    /// The fixed number of elements of an inline array.
    var fixedCount = 0
    /// How values of another type are converted for this field, in place of the decoder's way.
    var conversions: Conversions?
    /// A list that any elements can be made of.
    var isArray = false
    /// A collection that `null` makes empty.
    var isEmptyForNull = false
    var type: Any.Type
    /// What errors call the type, where it is an Optional that `null` is no value of.
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

    /// A wrapper of an Optional, at any depth: where it is absent it wraps `nil`.
    var wrapsNil: Bool {
        guard kind == .wrapper, !isNullable, let element else { return false }
        return element.pointee.isNullable || element.pointee.wrapsNil
    }

    /// An array whose elements can be read straight from the text.
    var isStraightArray: Bool {
        guard isArray, let element else { return false }
        return element.pointee.kind.isStraight || element.pointee.isChecked
    }

    /// The kind; that of a gate, which nothing is stored as, for an Optional.
    var plainKind: ValueKind { isNullable ? .gate : kind }

    /// Stored from one scalar, and never `nil`.
    var isPlainScalar: Bool { kind.isScalar && !isNullable }

    /// There is a `nil` for an encoder to leave out or write: its own, or one within wrappers.
    var mayBeNil: Bool {
        guard absentBytes == nil else { return false }
        return isNullable || kind == .wrapper && element!.pointee.mayBeNil
    }

    /// An array, set or dictionary.
    var isCollection: Bool { kind == .list || kind == .dictionary || isChecked && element!.pointee.isCollection }

    /// Makes an Optional of the payload at an address, where the shape is one.
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

    /// Writes a collection without elements to memory that holds nothing.
    func makeEmpty(at target: UnsafeMutableRawPointer) {
        if isChecked {
            element!.pointee.makeEmpty(at: target)
            return markPresent(at: target)
        }
        payload!._withUnsafeGuaranteedRef { payload in
            // SAFETY: of no elements, none is looked at.
            if kind == .list {
                _ = payload.makeList(target, count: 0, into: target)
            } else {
                _ = payload.makeDictionary(target, target, count: 0, duplicates: .last, into: target)
            }
        }
        markPresent(at: target)
    }

    /// Writes the shape's `nil`, wrapped if it is a wrapper's, to memory that holds nothing.
    ///
    /// - Throws: What the wrapper throws; the memory holds nothing then.
    func makeNil(at target: UnsafeMutableRawPointer, _ context: DecodingContext) throws {
        if let bytes = absentBytes ?? nilBytes { return target.copyMemory(from: bytes, byteCount: size) }
        let wrapped = element!
        try withUnsafeTemporaryAllocation(
            byteCount: wrapped.pointee.size, alignment: Shape.greatestAlignment
        ) { buffer in
            try wrapped.pointee.makeNil(at: buffer.baseAddress!, context)
            try payload!._withUnsafeGuaranteedRef { try $0.wrap(buffer.baseAddress!, into: target, context) }
        }
    }

    /// An update changes the value in place.
    var isUpdatable: Bool { !isTransparent && (model != nil || kind == .variant && variants!.pointee.isHierarchy) }

    /// `null` can be stored: the type is Optional, any JSON, or a wrapper of one of those.
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

    /// The type's name as an error shows it.
    var typeName: String { displayName(of: shownType ?? type) }
    /// The type's name where nil is not taken.
    var nameWithoutNil: String {
        let name = typeName
        return String(name.dropLast(name.reversed().prefix { $0 == "?" }.count))
    }
}

extension Shape {
    /// Stands where the frame has to be asked what the next value is for; it is never written again.
    nonisolated(unsafe) static let gate: ShapePointer = {
        let pointer = UnsafeMutablePointer<Shape>.allocate(capacity: 1)
        let storage = Unmanaged.passRetained(TypedStorage<Never>() as StorageOperations)
        pointer.initialize(to: Shape(Never.self, kind: .gate, storage: storage))
        return UnsafePointer(pointer)
    }()
}

/// How to see that an Optional is `nil`, at any of its levels.
enum NilTest: UInt8 {
    /// It is none.
    case never
    /// By the byte after the payload, which is not zero then.
    case tag
    /// By its one word, a reference, which is zero then.
    case reference
    /// By asking `String?`, which the compiler knows.
    case string
    /// By asking ``StorageOperations``.
    case operations
}

/// What kind of payload a shape stores.
///
/// One byte, switched over for every value.
enum ValueKind: UInt8 {
    // Stored by the binder itself.
    case bool
    case int8, int16, int32, int64, int128
    case uint8, uint16, uint32, uint64, uint128
    case double, float, float16
    case string
    // Stored by the binder, less often.
    case substring, character, date, data, url, uuid, decimal, jsonNumber
    // Made by payload operations from one scalar.
    case rawValue, scalar
    // Any JSON value.
    case dynamic, rawJSON
    // The bytes of a value that is decoded when it is asked for.
    case lazy
    // Made from parts.
    case list, fixedList, dictionary, structure, instance, wrapper
    // One of several types, chosen by what the document has (see `Binder+Variants`).
    case variant
    // Nothing: a place in a document on the way to a feed's items, or the array they are in (see `Binder+Feeds`).
    case route
    // No type of its own: ask the frame what the next value is for (see `Binder+Gates`).
    case gate
}

extension ValueKind {
    /// Values can be read straight from the text; see ``Binder/readStraight(_:_:_:)``.
    var isStraight: Bool {
        switch self {
        case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .double, .float, .string, .date,
            .rawValue, .list, .fixedList, .structure:
            true
        case .int128, .uint128, .float16, .substring, .character, .data, .url, .uuid, .decimal, .jsonNumber, .scalar,
            .dynamic, .rawJSON, .lazy, .dictionary, .instance, .wrapper, .variant, .route, .gate:
            false
        }
    }
}

extension Shape {
    /// Whether the value at an address is `nil`, or a wrapper around `nil` as far as that is seen without unwrapping.
    func isVisiblyNil(_ value: UnsafeRawPointer) -> Bool {
        if isNil(value) { return absentBytes == nil || isAbsent(value) }
        guard kind == .wrapper, let inside = payload!._withUnsafeGuaranteedRef({ $0.wrapped(in: value) }) else {
            return false
        }
        return element!.pointee.isVisiblyNil(inside)
    }

    /// Whether the value at an address is that of an absent key, and not even `null`.
    func isAbsent(_ value: UnsafeRawPointer) -> Bool {
        absentBytes != nil && storage._withUnsafeGuaranteedRef { $0.isAbsent(value) }
    }

    /// Whether the value at an address is `nil` at any level; what a wrapper holds is not looked at.
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
