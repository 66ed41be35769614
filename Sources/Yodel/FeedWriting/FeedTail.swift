/// The end of a file of items, perhaps written by a process that was ended midway.
///
/// ```
///  {"id":1}⏎{"id":2}⏎{"id":3,"ti
///                    ╰ end of the last whole item
/// ```
struct FeedTail {
    let end: Int
    /// Whether only its line feed is missing.
    let lacksLineFeed: Bool

    /// Whether items in this format can be written after others.
    static func isPossible(in format: FeedFormat) -> Bool { format == .lines || format == .textSequence }

    /// How much is read at a time, from the end of the file to its beginning.
    private static let blockSize = 64 << 10

    /// Finds the end of the last whole item.
    ///
    /// - Parameters:
    ///   - size: The size of the file.
    ///   - maximum: How long an item may be. No more of the file is read.
    /// - Throws: ``ModelError`` for a file that does not end with an item or the beginning of one, ``FeedTargetError``.
    init(of target: FeedTarget, in format: FeedFormat, size: Int, maxItemBytes maximum: Int) throws {
        assert(Self.isPossible(in: format))
        let isLines = format == .lines
        let mark = try Self.lastMark(isLines ? UInt8(ascii: "\n") : 0x1E, in: target, size: size, within: maximum)
        let first = mark.map { $0 + 1 } ?? 0
        try Self.checkLength(size - first, within: maximum)
        var text = try target.read(at: first, count: size - first)
        // After a power failure some file systems have zeros where bytes have not reached the disk.
        while text.last == 0 { text.removeLast() }
        guard isLines || mark != nil || text.isEmpty else {
            throw ModelError.invalidOutput("the file is not a text sequence: it has no record separator")
        }
        // A number may be the beginning of a longer one, unless something follows it.
        let mayGoOn = text.last.map(TextCursor.isDigit) ?? false
        let isWhole = try Self.isWhole(text, at: first) && !mayGoOn
        end = isWhole ? first + text.count : isLines ? first : max(first - 1, 0)
        lacksLineFeed = isWhole && text.last != UInt8(ascii: "\n")
    }

    /// The offset of the last separator in the file; nil if there is none.
    private static func lastMark(
        _ mark: UInt8, in target: FeedTarget, size: Int, within maximum: Int
    ) throws -> Int? {
        var end = size
        while end > 0 {
            try checkLength(size - end, within: maximum)
            let start = max(0, end - blockSize)
            let block = try target.read(at: start, count: end - start)
            if let index = block.lastIndex(of: mark) { return start + index }
            end = start
        }
        return nil
    }

    /// - Parameter count: The bytes after the mark; the line feed that ends a record does not belong to the item.
    private static func checkLength(_ count: Int, within maximum: Int) throws(ModelError) {
        guard count - 1 > maximum else { return }
        throw ModelError(
            .itemLimit, expected: "at most \(counted(maximum, "byte")) in the last item of the file", found: "more")
    }

    /// Whether the text is a whole item; false for the beginning of one.
    ///
    /// - Parameter offset: Where the text begins in the file.
    /// - Throws: ``ModelError`` for anything else, which an interrupted writer cannot have left.
    private static func isWhole(_ text: [UInt8], at offset: Int) throws(ModelError) -> Bool {
        do {
            // Checks the grammar without recursion, so the text may nest to any depth.
            _ = try DecodingContext(.ofOwnText(depth: .max)).decode(RawJSON.self, from: text)
            return true
        } catch {
            guard error.code != .unexpectedEnd else { return false }
            let place = offset + (error.offset ?? 0)
            throw .invalidOutput("the last item of the file is invalid JSON from offset \(place) on")
        }
    }
}
