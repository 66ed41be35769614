/// A property stored in a box of its own, so that a struct can contain itself.
///
///     struct Status: Model {
///         var text: String
///         @Indirect var retweeted: Status?
///     }
///
/// The wrapper behaves like its value: copies are independent (a shared box is copied when it is changed), and
/// equality, hashing and `Codable` are those of the value. An Optional without an initial value is nil, and may be
/// absent from the input.
///
/// A chain of boxes is destroyed recursively, on the stack. A decoded chain is at most as long as the decoder's depth
/// limit (512 by default), far from the end of any stack. A chain of tens of thousands of links, built in code, must be
/// released link by link, from its head, with `while let next = status.retweeted { status = next }`.
@propertyWrapper
public struct Indirect<Value> {
    private final class Box {
        // Unchecked, as a value is changed only through the one wrapper that owns the box, which is checked itself.
        @exclusivity(unchecked) var value: Value

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

/// A wrapper whose value can be read in place.
protocol InPlaceWrapper {
    /// The address of the value inside the wrapper at `address`, valid until the wrapper is changed or destroyed.
    static func wrappedAddress(in address: UnsafeRawPointer) -> UnsafeRawPointer
}

extension Indirect: InPlaceWrapper {
    static func wrappedAddress(in address: UnsafeRawPointer) -> UnsafeRawPointer {
        // SAFETY: a box is an instance of a final class with one stored property, which is after the two words of the
        // object's header, aligned for its type. The wrapper consists of the reference only.
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

// A box is changed only through a wrapper that is its only owner; a shared box is only read.
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
    /// - Throws: Any error from decoding the value.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
}

extension Indirect: Encodable where Value: Encodable {
    /// Encodes the value in place of the wrapper.
    ///
    /// - Throws: Any error from encoding the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// Synthesised `Codable` code decodes and encodes the wrapper; these functions treat it like a plain Optional.

extension KeyedDecodingContainer {
    /// Decodes an indirect Optional: nil if the key is absent or its value null.
    ///
    /// - Throws: Any error from decoding the value.
    public func decode<Wrapped: Decodable>(
        _ type: Indirect<Wrapped?>.Type, forKey key: Key
    ) throws -> Indirect<Wrapped?> {
        Indirect(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Encodes an indirect Optional, and nothing if it is nil.
    ///
    /// - Throws: Any error from encoding the value.
    public mutating func encode<Wrapped: Encodable>(_ value: Indirect<Wrapped?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
