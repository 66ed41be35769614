private import CYodelKernels

// Values nobody wants: checked like all others, with no event and nothing made of them.

extension Scanner {
    /// Passes over unwanted members of an object, from the one whose key has just been read, in one go.
    ///
    /// - Returns: Where a key begins that may be wanted, or where the object ends; nil when it has to be done one by
    ///   one.
    @inline(__always)
    mutating func skipMembers(from key: UnsafePointer<UInt8>) -> (position: UnsafePointer<UInt8>, isAtKey: Bool)? {
        guard let wanted = binder.wantedKeys, limits.keyBytes >= 64 else { return nil }
        let limits = yodel_skip_limits(
            depth: limits.depth - binder.depth + 1, string: limits.stringBytes, number: limits.numberCharacters)
        let skipped = yodel_skip_members(key, end, limits, wanted)
        guard let position = skipped.position, binder.countKeys(skipped.key_count) else { return nil }
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
    private mutating func skipTokens(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        let end = end
        var position = start
        var open: [Bool] = []
        var step = Step.value
        while true {
            position = Self.skipSpace(position, end)
            guard position < end else { return fail(.unexpectedEnd) }
            token = position
            switch step {
            case .value:
                switch position.pointee {
                case UInt8(ascii: "\""):
                    guard skipString(&position, end) else { return nil }
                    step = .behindValue
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    guard binder.depth + open.count < limits.depth else {
                        _ = binder.failDepth()
                        return nil
                    }
                    let isObject = position.pointee == UInt8(ascii: "{")
                    open.append(isObject)
                    position = Self.skipSpace(position + 1, end)
                    guard position < end else { return fail(.unexpectedEnd) }
                    step = isObject ? .key : .value
                    if position.pointee == UInt8(ascii: isObject ? "}" : "]") {
                        position += 1
                        open.removeLast()
                        step = .behindValue
                    }
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    guard skipNumber(&position, end) else { return nil }
                    step = .behindValue
                default:
                    guard word(&position, end) != nil else { return fail(.token(position, expected: "a value")) }
                    step = .behindValue
                }
            case .key:
                guard position.pointee == UInt8(ascii: "\"") else { return fail(.token(position, expected: "a key")) }
                guard skipString(&position, end) else { return nil }
                position = Self.skipSpace(position, end)
                guard position < end else { return fail(.unexpectedEnd) }
                guard position.pointee == UInt8(ascii: ":") else { return fail(.token(position, expected: "':'")) }
                position += 1
                step = .value
            case .behindValue: break
            }
            guard step == .behindValue else { continue }
            // Ends are gone through here, for the value may be over with any of them.
            while true {
                guard let isObject = open.last else { return position }
                position = Self.skipSpace(position, end)
                guard position < end else { return fail(.unexpectedEnd) }
                token = position
                if position.pointee == UInt8(ascii: ",") {
                    position += 1
                    step = isObject ? .key : .value
                    break
                }
                guard position.pointee == UInt8(ascii: isObject ? "}" : "]") else {
                    let expected = isObject ? "',' or '}'" : "',' or ']'"
                    return fail(.token(position, expected: expected))
                }
                position += 1
                open.removeLast()
            }
        }
    }

    private mutating func skipString(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
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

    private mutating func skipNumber(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        var behind = position
        while behind < end, behind.pointee.isTokenByte { behind += 1 }
        let number = NumberText(start: position, count: behind - position)
        guard number.count <= limits.numberCharacters, number.isValid, behind < end || !isCut else {
            problem = .token(position, expected: nil)
            return false
        }
        position = behind
        return true
    }
}
