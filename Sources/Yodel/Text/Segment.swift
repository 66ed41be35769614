internal import CYodelKernels

/// A piece of the document as yajl is given it: whole tokens, without what indents them.
///
/// yajl looks at white space byte by byte; what follows line feeds is left out before it does. Indices are into
/// ``text``; the gaps lead from there back to offsets in the document.
struct Segment {
    /// What yajl is given.
    var text: UnsafeBufferPointer<UInt8>
    /// What the document has there.
    var original: UnsafeBufferPointer<UInt8>
    /// The offset of `original` in the document.
    var offset: Int
    var gaps = UnsafeBufferPointer<yodel_gap>(start: nil, count: 0)

    static var none: Segment {
        let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        return Segment(text: nothing, original: nothing, offset: 0)
    }

    /// The offset of the byte at an index.
    func offset(at index: Int) -> Int {
        // The last gap at or before the index says how much has been left out before it.
        var (low, high) = (0, gaps.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(gaps[middle].index) <= index { low = middle + 1 } else { high = middle }
        }
        return offset + index + (low == 0 ? 0 : Int(gaps[low - 1].removed))
    }

    /// The offset after a token that ends before an index.
    func offset(after index: Int) -> Int {
        index == 0 ? offset : offset(at: index - 1) + 1
    }

    // MARK: - Tokens

    /// Where the token begins that ends before `end`: the guard has made sure that strings are sound.
    func startOfToken(endingAt end: Int) -> Int {
        guard end > 0 else { return 0 }
        var start = end - 1
        if text[start] == UInt8(ascii: "\"") {
            repeat { start -= 1 } while start > 0 && !isUnescapedQuote(start)
            return max(start, 0)
        }
        guard text[start].isTokenByte else { return start }
        while start > 0, text[start - 1].isTokenByte { start -= 1 }
        return start
    }

    func endOfToken(at start: Int) -> Int {
        var end = start + 1
        if text[start] == UInt8(ascii: "\"") {
            while end < text.count, !isUnescapedQuote(end) { end += 1 }
            return min(end + 1, text.count)
        }
        guard text[start].isTokenByte else { return end }
        while end < text.count, text[end].isTokenByte { end += 1 }
        return end
    }

    /// A quote that no odd number of backslashes stands before.
    private func isUnescapedQuote(_ index: Int) -> Bool {
        guard text[index] == UInt8(ascii: "\"") else { return false }
        var backslashes = index
        while backslashes > 0, text[backslashes - 1] == UInt8(ascii: "\\") { backslashes -= 1 }
        return (index - backslashes).isMultiple(of: 2)
    }
}
