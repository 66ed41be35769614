/// The kind of payload that a shape stores.
///
/// One byte, because every value is switched over.
enum ValueKind: UInt8 {
    // Stored by the binder. The integers are in the order of their sizes, see ``ScalarProvider/scalarKind``.
    case bool
    case int8, int16, int32, int64, int128
    case uint8, uint16, uint32, uint64, uint128
    case double, float, float16
    case string
    // Stored by the binder, but rarer.
    case substring, character, date, data, url, uuid, decimal, jsonNumber
    // Made by payload operations from one scalar.
    case rawValue, scalar
    // Any JSON value.
    case dynamic, rawJSON
    // The bytes of a value that is decoded at its first use.
    case lazy
    // Made from parts.
    case list, fixedList, dictionary, structure, instance, wrapper
    // One of several types, chosen by the document (see `Binder+Variants`).
    case variant
    // No value: a place in a document that leads to a feed's items, or the array of the items (see `Binder+FeedRoutes`).
    case route
    // No type of its own: the frame decides about the next value (see `Binder+Gates`).
    case gate
}

extension ValueKind {
    /// Whether values can be read straight from the text; see ``Binder/readStraight(_:_:_:)``.
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

    /// Whether values are integers.
    var isInteger: Bool { ValueKind.int8.rawValue...ValueKind.uint128.rawValue ~= rawValue }
    /// Whether values are floating-point numbers.
    var isFloatingPoint: Bool { self == .double || self == .float || self == .float16 }
    /// Whether a type of the standard library's numbers stores the values; see ``useNumber(_:)``.
    var isBinaryNumber: Bool { isInteger || isFloatingPoint }

    /// Whether a word for null may also be a text of the kind.
    var holdsText: Bool {
        switch self {
        case .string, .substring, .character, .dynamic, .rawJSON, .lazy, .rawValue, .scalar, .data, .wrapper, .variant:
            true
        default: false
        }
    }

    /// Whether values of the kind are stored from one scalar event other than null.
    var isScalar: Bool { rawValue < ValueKind.dynamic.rawValue }
}

/// A function of the number type that a kind stores.
protocol NumberUse {
    associatedtype Result
    func use<Number: BinaryNumber>(_ type: Number.Type) -> Result
}

extension ValueKind {
    /// Calls a function with the number type that the kind stores; nil for kinds that store no ``BinaryNumber``.
    ///
    /// This is the one list of these types by their kinds: the compiler specialises the function for each.
    @inline(__always)
    func useNumber<Use: NumberUse>(_ function: Use) -> Use.Result? {
        switch self {
        case .int8: function.use(Int8.self)
        case .int16: function.use(Int16.self)
        case .int32: function.use(Int32.self)
        case .int64: function.use(Int64.self)
        case .int128: function.use(Int128.self)
        case .uint8: function.use(UInt8.self)
        case .uint16: function.use(UInt16.self)
        case .uint32: function.use(UInt32.self)
        case .uint64: function.use(UInt64.self)
        case .uint128: function.use(UInt128.self)
        case .double: function.use(Double.self)
        case .float: function.use(Float.self)
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        case .float16: function.use(Float16.self)
        #endif
        default: nil
        }
    }

    private var numberType: (any BinaryNumber.Type)? {
        struct Itself: NumberUse {
            func use<Number: BinaryNumber>(_ type: Number.Type) -> any BinaryNumber.Type { type }
        }
        return useNumber(Itself())
    }

    /// The integer type that the kind stores, for code that need not be fast.
    var integerType: (any FixedWidthInteger.Type)? { numberType as? any FixedWidthInteger.Type }
    /// The floating-point type that the kind stores, for code that need not be fast.
    var floatType: (any BinaryFloat.Type)? { numberType as? any BinaryFloat.Type }
}

/// Writes the number at an address, as ``BinaryNumber/put(_:at:)`` does.
struct NumberOutput: NumberUse {
    /// SAFETY: it has a number of the type that the kind stores.
    let address: UnsafeRawPointer
    let form: FloatForm
    let start: UnsafeMutablePointer<UInt8>

    @inline(__always)
    func use<Number: BinaryNumber>(_ type: Number.Type) -> UnsafeMutablePointer<UInt8>? {
        address.load(as: type).put(form, at: start)
    }
}

extension OutputBuffer {
    /// Writes the number at an address; the caller has made room for it.
    ///
    /// - Returns: False if JSON cannot represent the number; nil for kinds that store no ``BinaryNumber``.
    @inline(__always)
    mutating func put(numberAt address: UnsafeRawPointer, _ kind: ValueKind, _ form: FloatForm) -> Bool? {
        kind.useNumber(NumberOutput(address: address, form: form, start: cursor)).map { end in
            if let end { cursor = end }
            return end != nil
        }
    }
}
