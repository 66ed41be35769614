/// How a property's value is made of what JSON has for it, and turned back.
///
/// ```swift
/// struct Reading: Model {
///     var taken: Date                 // {"taken": 1709222399, "level": "hi", "celsius": 371}
///     var level: Level
///     var celsius: Double
///
///     static let mapping = Mapping(
///         .transform(\Reading.taken, by: .epochSeconds),
///         .transform(\Reading.level, by: .values(["lo": .low, "hi": .high], default: .unknown)),
///         .transform(\Reading.celsius, by: Transform { Double($0) / 10 } encode: { Int($0 * 10) }))
/// }
/// ```
///
/// The JSON side may be any type a property may have: a scalar, a container, a model, an Optional, ``JSONScalar`` or
/// ``JSONValue`` where several kinds of values are possible. It is decoded as such a property would be, by the
/// decoder's options, and then handed to the closure. `null` is handed on only to a JSON side that takes it.
///
/// What a closure throws arrives as ``ModelError/underlying`` of an error of the code ``ModelError/Code/invalidValue``
/// with path, offset, line and column: those of the value, or of the closing bracket of an array or object.
///
/// A transform serves one property by ``Mapping/Entry/transform(_:to:by:)-(KeyPath<Root,Value>Sendable,_,_)``, or all
/// values of its Swift type as part of a ``TransformSet``.
public struct Transform<JSON, Value>: Sendable {
    let decodeValue: @Sendable (JSON, (any PartDecoder)?) throws -> Value
    let encodeValue: (@Sendable (Value, (any PartEncoder)?) throws -> JSON)?
    /// Types that the closures ask the decoder or encoder for.
    var parts: [any Any.Type] = []
    /// The closures without a context, specialised; nil where they need one, or were not known.
    private(set) var functions: TransformFunctions?
    /// How Yodel gets by without them.
    var direct: DirectTransform?

    /// Creates a transform from a closure for each direction.
    ///
    /// - Parameters:
    ///   - decode: Makes the value of what JSON has.
    ///   - encode: Makes what JSON is to have of the value. Without it, by default, the value cannot be written.
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

    /// This transform and another one after it: what this one makes of JSON, the other makes a value of.
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

/// What a transform asks of the decoder that uses it: types among its ``Transform/parts`` that stand in texts.
protocol PartDecoder {
    func decode<Part>(_ type: Part.Type, from text: String) throws -> Part
}

/// What a transform asks of the encoder that uses it.
protocol PartEncoder {
    func encodeText<Part>(_ value: Part) throws -> String
}

/// What a transform throws that finds something else than it can use.
///
/// It becomes the error itself, where any other error stands beneath one.
struct UnusableValue: Error {
    var expected: String
    /// Nil where the value itself says it.
    var found: String?
    var hint: String?
}
