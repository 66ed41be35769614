// The only value at a place, as a client writes it.

extension CodablePlace: SingleValueEncodingContainer {
    private static let isTaken = "A single-value container already has its value: encode only one"

    /// The writer for a scalar; if there is already an array or object here, one whose text is never read.
    @inline(__always)
    private func settleForScalar() -> CodableWriter {
        let writer = settle()
        let content = writer.text.pointee.top.pointee.content
        if content == .nothing { return writer }
        if content == .scalar { programmingError(Self.isTaken) }
        return writer.unread()
    }

    @inline(__always)
    private func put(_ value: (inout CodableText) -> Void) {
        let writer = settleForScalar()
        value(&writer.text.pointee)
        writer.text.pointee.top.pointee.content = .scalar
    }

    mutating func encodeNil() throws { put { $0.out.put("null") } }

    @inline(__always)
    mutating func encode<Value: PlainScalar>(_ value: Value) throws {
        guard value.isPlain else { return try settleForScalar().fillScalar(value, CodableKind.of(Value.self)) }
        put { value.put(to: &$0) }
    }

    // The protocol has a separate requirement for each of these types, which takes precedence over the generic one.

    mutating func encode(_ value: Int128) throws { put { $0.out.put(integer: value) } }
    mutating func encode(_ value: UInt128) throws { put { $0.out.put(integer: value) } }

    /// Encodes a value in place of this one; if an array or object has been begun, the value is added to it.
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let writer = settle()
        if writer.text.pointee.top.pointee.content == .scalar { programmingError(Self.isTaken) }
        try writer.fill(value, CodableKind.of(Value.self), self)
        writer.fillIfEmpty(self)
    }
}
