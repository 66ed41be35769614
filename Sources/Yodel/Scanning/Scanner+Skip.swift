// Unwanted values: checked like all others, with no event and nothing made of them.

extension Scanner {
    /// Passes over the unwanted members that follow a value, up to one that needs a closer look.
    ///
    /// - Returns: The position after the last of their values.
    @inline(__always)
    mutating func skipMembers<Sink: EventSink & ~Copyable>(
        after value: UnsafePointer<UInt8>, _ sink: inout Sink
    ) -> UnsafePointer<UInt8> {
        guard let wanted = sink.wantedKeys else { return value }
        return skipMembers(after: value, wanted, &sink)
    }

    @inline(never)
    private mutating func skipMembers<Sink: EventSink & ~Copyable>(
        after value: UnsafePointer<UInt8>, _ wanted: KeySet, _ sink: inout Sink
    ) -> UnsafePointer<UInt8> {
        let end = end
        var value = value
        while let quote = Self.next(UInt8(ascii: ","), value, end) {
            var position = quote
            guard quote.pointee == UInt8(ascii: "\""), let key = RawText(&self, &position, end), key.isASCII,
                key.count <= limits.keyBytes, !wanted.mayContain(key.start, key.count),
                let scalar = Self.next(UInt8(ascii: ":"), position, end), let after = skipScalar(scalar),
                sink.countKey()
            else { break }
            value = after
        }
        return value
    }

    /// The first byte of the token after a separator; nil unless both are there.
    @inline(__always)
    private static func next(
        _ separator: UInt8, _ position: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        let position = skipSpace(position, end)
        guard position < end, position.pointee == separator else { return nil }
        let next = skipSpace(position + 1, end)
        return next < end ? next : nil
    }

    /// The position after the scalar that begins at a position; nil when it is not sound, not whole or not a scalar.
    @inline(__always)
    mutating func skipScalar(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        var position = start
        switch start.pointee {
        case UInt8(ascii: "\""): return RawText(&self, &position, end) == nil ? nil : position
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let after = Self.numberEnd(start, end)
            return after > start && after < end && after - start <= limits.numberCharacters ? after : nil
        default: return word(&position, end) == nil ? nil : position
        }
    }
}
