internal import CYodelKernels

/// A piece of the document for a parser.
///
/// The scanner reads the document's bytes themselves. yajl gets whole tokens, and reads white space byte by byte, so
/// white space after line feeds is removed first. Indices refer to ``text``; the gaps map them back to offsets in the
/// document.
struct Segment {
    /// The text passed to the parser.
    var text: UnsafeBufferPointer<UInt8>
    /// The document's bytes for it.
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
        // The last gap at or before the index has the number of bytes removed before it.
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

    /// The start of the token that ends before `end`; the guard has checked that strings are valid.
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

    /// Whether the byte is a quote with an even number of backslashes before it.
    private func isUnescapedQuote(_ index: Int) -> Bool {
        guard text[index] == UInt8(ascii: "\"") else { return false }
        var backslashes = index
        while backslashes > 0, text[backslashes - 1] == UInt8(ascii: "\\") { backslashes -= 1 }
        return (index - backslashes).isMultiple(of: 2)
    }
}
