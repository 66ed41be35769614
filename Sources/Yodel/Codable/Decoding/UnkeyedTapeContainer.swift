/// The elements of a decoder's array, one after the other.
///
/// It fits into an existential without a box, since four bytes are enough for an index of a tape.
struct UnkeyedTapeContainer: UnkeyedDecodingContainer {
    private let decoder: TapeDecoder
    /// The entry of the next element; after the last one, the entry that follows the array.
    private var next: UInt32
    private var index: UInt32 = 0

    init(_ decoder: TapeDecoder) {
        self.decoder = decoder
        next = UInt32(truncatingIfNeeded: decoder.value &+ 1)
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var count: Int? { Int(decoder.entry.detail) }

    var isAtEnd: Bool { next >= decoder.entry.extent }

    var currentIndex: Int { Int(index) }

    private var step: CodablePathStep { .index(currentIndex) }

    /// The index of the next element's value.
    @inline(__always)
    private func value(_ type: any Any.Type) throws -> Int {
        guard !isAtEnd else { throw ended(type) }
        return Int(next)
    }

    /// The index of the next element's value; nil if it is null or missing.
    @inline(__always)
    private func presentValue() -> Int? {
        isAtEnd || decoder.session.entries[Int(next)].kind == .null ? nil : Int(next)
    }

    @inline(never)
    private func ended(_ type: any Any.Type) -> DecodingError {
        .valueNotFound(
            type, .init(codingPath: decoder.codingPath(step), debugDescription: "Unkeyed container is at end."))
    }

    /// Moves past the element, or, as in Foundation, past another missing one.
    @inline(__always)
    private mutating func advance() {
        if !isAtEnd { next = UInt32(truncatingIfNeeded: decoder.session.next(Int(next))) }
        index &+= 1
    }

    mutating func decodeNil() throws -> Bool {
        guard decoder.session.entries[try value(Never.self)].kind == .null else { return false }
        advance()
        return true
    }

    // MARK: - Required values

    @inline(__always)
    mutating func decode<Value: TapeScalar>(_ type: Value.Type) throws -> Value {
        let (value, index) = (try value(type), currentIndex)
        let result = try Value.read(decoder, at: value, .index(index))
        advance()
        return result
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (value, step) = (try value(type), step)
        let result = try decoder.decode(type, at: value, step)
        advance()
        return result
    }

    // The protocol has a separate requirement for each of these types, which takes precedence over the generic one.

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar() }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar() }

    @inline(__always)
    private mutating func scalar<Value: TapeScalar>() throws -> Value { try decode(Value.self) }

    // MARK: - Values that may be null or missing

    @inline(__always)
    private mutating func present<Value: TapeScalar>() throws -> Value? {
        let (value, index) = (presentValue(), currentIndex)
        let result = try value.map { try Value.read(decoder, at: $0, .index(index)) }
        advance()
        return result
    }

    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try present() }
    mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try present() }
    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try present() }
    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try present() }
    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try present() }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try present() }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try present() }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try present() }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try present() }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try present() }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try present() }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try present() }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try present() }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try present() }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        // Unlike `map`, this moves the value once.
        guard let value = presentValue() else {
            advance()
            return nil
        }
        let result = try decoder.decode(type, at: value, step)
        advance()
        return result
    }

    // MARK: - Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let value = try value(KeyedDecodingContainer<NestedKey>.self)
        let container = try decoder.nestedDecoder(at: value, step).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let value = try value((any UnkeyedDecodingContainer).self)
        let container = try decoder.nestedDecoder(at: value, step).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let value = try value((any Decoder).self)
        let result = try decoder.givenDecoder(at: value, step)
        advance()
        return result
    }
}
