/// The members of a decoder's object.
///
/// The standard library copies it for each member that is decoded. Copying the container of a lent decoder counts no
/// reference.
struct KeyedTapeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    // SAFETY: this container keeps the decoder, or the lender keeps it and checks afterwards whether the container has
    // been kept.
    private let decoder: Unmanaged<TapeDecoder>
    private let keptDecoder: TapeDecoder?

    /// - Parameter isLent: Whether the decoder takes the container back when it is returned itself.
    init(_ decoder: TapeDecoder, isLent: Bool) {
        self.decoder = .passUnretained(decoder)
        keptDecoder = isLent ? nil : decoder
    }

    @inline(__always)
    private func withDecoder<Result>(_ body: (TapeDecoder) throws -> Result) rethrows -> Result {
        try decoder._withUnsafeGuaranteedRef { try body($0) }
    }

    var codingPath: [any CodingKey] { withDecoder { $0.codingPath } }

    var allKeys: [Key] { withDecoder { $0.memberNames.compactMap { Key(stringValue: $0) } } }

    func contains(_ key: Key) -> Bool { withDecoder { $0.member(key.stringValue) != nil } }

    func decodeNil(forKey key: Key) throws -> Bool {
        try withDecoder { $0.session.entries[try $0.value(key)].kind == .null }
    }

    // MARK: - Required values

    @inline(__always)
    private func required<Value: TapeScalar>(_ key: Key) throws -> Value {
        try withDecoder { try Value.read($0, at: try $0.value(key), .key(key)) }
    }

    @inline(__always)
    func decode<Value: TapeScalar>(_ type: Value.Type, forKey key: Key) throws -> Value { try required(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try withDecoder { try $0.decode(type, at: try $0.value(key), .key(key)) }
    }

    // The protocol has a separate requirement for each of these types, which takes precedence over the generic one.

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try required(key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try required(key) }

    // MARK: - Values that may be null or missing

    @inline(__always)
    private func present<Value: TapeScalar>(_ key: Key) throws -> Value? {
        try withDecoder { decoder in
            try decoder.presentValue(key).map { try Value.read(decoder, at: $0, .key(key)) }
        }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try present(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try present(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try present(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try present(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try present(key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try present(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try present(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try present(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try present(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try present(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try present(key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try withDecoder { decoder in
            // Unlike `map`, this moves the value once.
            guard let value = decoder.presentValue(key) else { return nil }
            return try decoder.decode(type, at: value, .key(key))
        }
    }

    // MARK: - Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try withDecoder { try $0.nestedDecoder(at: try $0.value(key), .key(key)).container(keyedBy: type) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try withDecoder { try $0.nestedDecoder(at: try $0.value(key), .key(key)).unkeyedContainer() }
    }

    func superDecoder() throws -> any Decoder { try superDecoder(CodablePathKey.superclass) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(key) }

    /// The decoder of a member, or of null if the member is missing.
    private func superDecoder(_ key: some CodingKey) throws -> any Decoder {
        try withDecoder { try $0.givenDecoder(at: $0.member(key.stringValue) ?? $0.session.nothing, .key(key)) }
    }
}

extension TapeDecoder {
    /// The index of the value with a key.
    @inline(__always)
    fileprivate func value(_ key: some CodingKey) throws -> Int {
        guard let value = member(key.stringValue) else { throw missing(key) }
        return value
    }

    /// The index of the value with a key; nil when it is null or missing.
    @inline(__always)
    fileprivate func presentValue(_ key: some CodingKey) -> Int? {
        guard let value = member(key.stringValue), session.entries[value].kind != .null else { return nil }
        return value
    }

    @inline(never)
    private func missing(_ key: any CodingKey) -> DecodingError {
        // A key may come from the document and contain line breaks.
        let text = oneLine("No value associated with key \(key) (\"\(key.stringValue)\").")
        let path = codingPath(.root)
        session.takeBackMissingKey(steps: path.count)
        return .keyNotFound(key, .init(codingPath: path, debugDescription: text))
    }
}
