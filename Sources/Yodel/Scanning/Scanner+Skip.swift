private import CYodelKernels

// Unwanted values: checked like all others, with no event and nothing made of them.

extension Scanner {
    /// Passes over unwanted members of an object, from the one whose key has just been read, in one call.
    ///
    /// - Returns: Where a key begins that may be wanted, or where the object ends; nil when it has to be done one by
    ///   one.
    @inline(__always)
    mutating func skipMembers<Sink: EventSink & ~Copyable>(
        from key: UnsafePointer<UInt8>, _ depth: Int, _ sink: inout Sink
    ) -> (position: UnsafePointer<UInt8>, isAtKey: Bool)? {
        guard key >= nextMembers, let wanted = sink.wantedKeys, limits.keyBytes >= 128 else { return nil }
        let limits = yodel_skip_limits(
            depth: limits.depth - depth + 1, string: limits.stringBytes, number: limits.numberCharacters)
        let skipped = yodel_skip_members(key, end, limits, wanted)
        guard let position = skipped.position, sink.countKeys(skipped.key_count) else {
            nextMembers = skipped.seen
            return nil
        }
        return (position, skipped.is_at_key)
    }

    /// The position after the scalar that begins at a position; nil when it is not sound, not whole or not a scalar.
    @inline(never)
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
