/// A property that lives in a box of its own, so that a struct can contain itself.
///
///     struct Status: Model {
///         var text: String
///         @Indirect var retweeted: Status?
///     }
///
/// The wrapper behaves like its value: copies are independent (the box is copied when a shared one is changed), and
/// equality, hashing and `Codable` are those of the value. An Optional that is not initialised is nil, and may be
/// absent from the input.
///
/// A chain of boxes is dropped link by link, on the stack. One that was decoded is no longer than the decoder's depth
/// limit (512 by default), which is far from any stack's end; drop one built in code to tens of thousands of links
/// from its head, with `while let next = status.retweeted { status = next }`.
@propertyWrapper
public struct Indirect<Value> {
    private final class Box {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var box: Box

    /// Creates a box for a value.
    public init(wrappedValue: Value) {
        box = Box(wrappedValue)
    }

    /// The value in the box.
    public var wrappedValue: Value {
        _read {
            yield box.value
        }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }
}

/// A wrapper whose value can be read where it is.
protocol InPlaceWrapper {
    /// The address of the value inside the wrapper at `address`, as long as that is neither changed nor destroyed.
    static func wrappedAddress(in address: UnsafeRawPointer) -> UnsafeRawPointer
}

extension Indirect: InPlaceWrapper {
    static func wrappedAddress(in address: UnsafeRawPointer) -> UnsafeRawPointer {
        // SAFETY: a box is an object of a final class with one stored property, which lies after the two words of the
        // object's header at the next place that is aligned for it. The wrapper is nothing but the reference.
        let alignment = MemoryLayout<Value>.alignment
        let offset = (2 * MemoryLayout<Int>.size + alignment - 1) & ~(alignment - 1)
        return address.load(as: UnsafeRawPointer.self) + offset
    }
}

extension Indirect where Value: ExpressibleByNilLiteral {
    /// Creates a box for nil.
    public init() {
        self.init(wrappedValue: nil)
    }
}

// A box is written only through the one wrapper that refers to it; a shared box is only read.
extension Indirect: @unchecked Sendable where Value: Sendable {}

extension Indirect: Equatable where Value: Equatable {
    /// Whether the values are equal.
    public static func == (lhs: Indirect, rhs: Indirect) -> Bool {
        lhs.wrappedValue == rhs.wrappedValue
    }
}

extension Indirect: Hashable where Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}

extension Indirect: Decodable where Value: Decodable {
    /// Decodes the value in place of the wrapper.
    ///
    /// - Throws: What decoding the value throws.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
}

extension Indirect: Encodable where Value: Encodable {
    /// Encodes the value in place of the wrapper.
    ///
    /// - Throws: What encoding the value throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// Synthesized `Codable` asks for the wrapper; these answer as they would for a plain Optional.

extension KeyedDecodingContainer {
    /// Decodes an indirect Optional: nil if the key is absent or its value null.
    ///
    /// - Throws: What decoding the value throws.
    public func decode<Wrapped: Decodable>(
        _ type: Indirect<Wrapped?>.Type, forKey key: Key
    ) throws -> Indirect<Wrapped?> {
        Indirect(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Encodes an indirect Optional, and nothing if it is nil.
    ///
    /// - Throws: What encoding the value throws.
    public mutating func encode<Wrapped: Encodable>(_ value: Indirect<Wrapped?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
