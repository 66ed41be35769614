/// How a property's value is made from its JSON value, and converted back.
///
/// ```swift
/// struct Reading: Model {
///     var taken: Date                 // {"taken": 1709222399, "level": "hi", "celsius": 371}
///     var level: Level
///     var celsius: Double
///
///     static let mapping = Mapping(
///         .transform(\Reading.taken, by: .secondsSince1970),
///         .transform(\Reading.level, by: .values(["lo": .low, "hi": .high])),
///         .transform(
///             \Reading.celsius,
///             by: Transform { Double($0) / 10 } encode: { Int($0 * 10) }))
/// }
/// ```
///
/// The JSON side may be any type that a property may have: a scalar, a container, a model, an Optional; use
/// ``JSONScalar`` or ``JSONValue`` to accept several kinds of values. It is decoded like a property of that type, with
/// the decoder's options, and then passed to the closure. The closure receives `null` only if the JSON side can hold
/// it.
///
/// An error from a closure becomes ``ModelError/underlying`` of an error of the code ``ModelError/Code/invalidValue``,
/// with path, offset, line and column of the value, or of the closing bracket of an array or object.
///
/// A transform applies to one property with ``Mapping/Entry/transform(_:to:by:)-(KeyPath<Root,Value>Sendable,_,_)``, or
/// to all values of its Swift type as part of a ``TransformSet``.
public struct Transform<JSON, Value>: Sendable {
    let decodeValue: @Sendable (JSON, (any PartDecoder)?) throws -> Value
    let encodeValue: (@Sendable (Value, (any PartEncoder)?) throws -> JSON)?
    /// The types that the closures request from the decoder or encoder.
    var parts: [any Any.Type] = []
    /// The closures without a context, specialised; nil if they need a context or are not known.
    private(set) var functions: TransformFunctions?
    /// A fast path that replaces the closures where it can.
    var direct: DirectTransform?

    /// Creates a transform from a closure for each direction.
    ///
    /// - Parameters:
    ///   - decode: Makes the value from the JSON side.
    ///   - encode: Makes the JSON side from the value. Without it, by default, the value cannot be written.
    @inlinable
    public init(
        _ decode: @escaping @Sendable (JSON) throws -> Value, encode: (@Sendable (Value) throws -> JSON)? = nil
    ) {
        self.init(decode, encode, TransformFunctions(decode, encode))
    }

    @usableFromInline
    init(
        _ decode: @escaping @Sendable (JSON) throws -> Value, _ encode: (@Sendable (Value) throws -> JSON)?,
        _ functions: TransformFunctions
    ) {
        self.functions = functions
        decodeValue = { json, _ in try decode(json) }
        if let encode {
            encodeValue = { value, _ in try encode(value) }
        } else {
            encodeValue = nil
        }
    }

    init(
        parts: [any Any.Type],
        decodeValue: @escaping @Sendable (JSON, (any PartDecoder)?) throws -> Value,
        encodeValue: (@Sendable (Value, (any PartEncoder)?) throws -> JSON)?
    ) {
        self.parts = parts
        self.decodeValue = decodeValue
        self.encodeValue = encodeValue
    }

    /// Combines two transforms: `next` makes its value from the one that this transform makes.
    ///
    /// It can be written where both can.
    public func then<Next>(_ next: Transform<Value, Next>) -> Transform<JSON, Next> {
        let decodeFirst = decodeValue
        let decodeNext = next.decodeValue
        var encode: (@Sendable (Next, (any PartEncoder)?) throws -> JSON)?
        if let encodeFirst = encodeValue, let encodeNext = next.encodeValue {
            encode = { try encodeFirst(encodeNext($0, $1), $1) }
        }
        return Transform<JSON, Next>(
            parts: parts + next.parts, decodeValue: { try decodeNext(decodeFirst($0, $1), $1) }, encodeValue: encode)
    }
}

/// The part of a decoder that a transform uses: decodes ``Transform/parts`` from texts.
protocol PartDecoder {
    func decode<Part>(_ type: Part.Type, from text: String) throws -> Part
}

/// The part of an encoder that a transform uses.
protocol PartEncoder {
    func encodeText<Part>(_ value: Part) throws -> String
}

/// The error that a transform throws if it cannot use the JSON value.
///
/// It becomes the ``ModelError`` itself; any other error becomes its underlying error.
struct UnusableValue: Error {
    var expected: String
    /// What was found; nil if the error shows the value itself.
    var found: String?
    var hint: String?
}
