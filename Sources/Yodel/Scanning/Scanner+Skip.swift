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
    func skipScalar(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        var position = start
        switch start.pointee {
        case UInt8(ascii: "\""): return skipString(&position, end) ? position : nil
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return wholeNumber(&position, end) == nil ? nil : position
        default: return word(&position, end) == nil ? nil : position
        }
    }

    /// Moves past a string; false when it is not sound or not whole.
    func skipString(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        let quote = position
        var start = quote + 1
        while true {
            let part = yodel_scan_string(start, end)
            let length =
                part.end < end && part.end.pointee == UInt8(ascii: "\\") ? yodel_escape_length(part.end, end) : 0
            let isEnd = part.end < end && part.end.pointee == UInt8(ascii: "\"")
            guard isEnd || length > 0, part.is_ascii || yodel_is_utf8(start, part.end - start),
                part.end - quote - 1 <= limits.stringBytes
            else { return false }
            start = part.end + length
            guard isEnd else { continue }
            position = part.end + 1
            return true
        }
    }
}
