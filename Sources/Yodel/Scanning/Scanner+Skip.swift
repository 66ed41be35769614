private import CYodelKernels

// Values nobody wants: checked like all others, with no event and nothing made of them.

extension Scanner {
    /// Passes over unwanted members of an object, from the one whose key has just been read, in one go.
    ///
    /// - Returns: Where a key begins that may be wanted, or where the object ends; nil when it has to be done one by
    ///   one.
    @inline(__always)
    mutating func skipMembers(from key: UnsafePointer<UInt8>) -> (position: UnsafePointer<UInt8>, isAtKey: Bool)? {
        guard key >= nextMembers, let wanted = binder.wantedKeys, limits.keyBytes >= 128 else { return nil }
        let limits = yodel_skip_limits(
            depth: limits.depth - binder.depth + 1, string: limits.stringBytes, number: limits.numberCharacters)
        let skipped = yodel_skip_members(key, end, limits, wanted)
        guard let position = skipped.position, binder.countKeys(skipped.key_count) else {
            nextMembers = skipped.seen
            return nil
        }
        return (position, skipped.is_at_key)
    }

    /// Passes over the value that begins at or behind a position, white space aside; nil when something is wrong.
    mutating func skipValue(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        let start = Self.skipSpace(start, end)
        guard start < end, start.pointee == UInt8(ascii: "{") || start.pointee == UInt8(ascii: "[") else {
            return skipTokens(start)
        }
        let limits = yodel_skip_limits(
            depth: limits.depth - binder.depth, string: limits.stringBytes, number: limits.numberCharacters)
        return yodel_skip_value(start, end, limits) ?? skipTokens(start)
    }

    /// The same token by token: it finds what is wrong.
    @inline(never)
    private mutating func skipTokens(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        scan(start, Unwanted.self)
    }

    mutating func skipString(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        let quote = position
        var start = quote + 1
        while true {
            let part = yodel_scan_string(start, end)
            let length =
                part.end < end && part.end.pointee == UInt8(ascii: "\\") ? yodel_escape_length(part.end, end) : 0
            let isEnd = part.end < end && part.end.pointee == UInt8(ascii: "\"")
            guard isEnd || length > 0, part.is_ascii || yodel_is_utf8(start, part.end - start),
                part.end - quote - 1 <= limits.stringBytes
            else {
                problem = .string(quote)
                return false
            }
            start = part.end + length
            guard isEnd else { continue }
            position = part.end + 1
            return true
        }
    }
}
