private import CYodelKernels

/// Finds the lines that begin in a range of a file, in bytes that arrive in order.
///
/// A bound is moved to the beginning of a line: to the byte after the first line feed at or after `bound - 1`. Bound 0
/// is not moved. Adjacent ranges move their common bound to the same byte, so that each line belongs to one of them.
///
/// ```
///   bytes    {"a":1}⏎{"a":2}⏎{"a":3}⏎
///   ranges   ├── 0..<10 ─┤├ 10..<24 ─┤      the second line begins at 8, before the bound
///   lines    ├───────────────┤├──────┤
/// ```
struct LineRange {
    private let bounds: Range<Int>
    /// The offset of the next byte to arrive.
    private var offset: Int
    /// Whether the first line begins at the next byte, or before it.
    private var hasBegun: Bool
    /// Whether the last line has ended.
    private(set) var isOver: Bool

    /// - Parameter checkpoint: Where the feed begins, or resumes.
    init(_ bounds: Range<Int>, at checkpoint: FeedCheckpoint) {
        self.bounds = bounds
        offset = checkpoint.offset
        hasBegun = checkpoint.state != .start || bounds.lowerBound == 0
        isOver = bounds.isEmpty
    }

    /// Finds the part of the next bytes that belongs to the lines.
    ///
    /// - Returns: Its indices, and the offset of the first line if it begins there and is not the file's first.
    mutating func find(in bytes: UnsafeBufferPointer<UInt8>) -> (lines: Range<Int>, start: Int?) {
        guard !isOver else { return (0..<0, nil) }
        defer { offset += bytes.count }
        let start = hasBegun ? 0 : Self.lineEnd(in: bytes, from: 0)
        guard let start else { return (0..<0, nil) }
        let isBeginning = !hasBegun
        hasBegun = true
        // The line feed that begins the first line may be the one that ends the range.
        let end = Self.lineEnd(in: bytes, from: max(bounds.upperBound - 1 - offset, isBeginning ? start - 1 : 0))
        isOver = end != nil
        return (start..<(end ?? bytes.count), isBeginning ? offset + start : nil)
    }

    /// The index after the first line feed at or after an index.
    private static func lineEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        let end = yodel_find_byte(bytes.start, start, bytes.count, UInt8(ascii: "\n"))
        return end < bytes.count ? end + 1 : nil
    }
}

extension FeedCheckpoint {
    /// The place before the lines of a range: the first byte to be fed is the one before the range.
    static func start(of feed: String, linesIn bounds: Range<Int>) -> FeedCheckpoint {
        var checkpoint = FeedCheckpoint(
            offset: max(bounds.lowerBound, 1) - 1, index: 0, line: 1, column: 1, state: .start, feed: feed)
        checkpoint.byteRange = bounds
        return checkpoint
    }

    /// Whether the checkpoint is of a place in its range; without one, in the whole input.
    var isSoundInRange: Bool {
        guard let byteRange else { return state != .start || offset == 0 }
        guard Self.mayBegin(at: byteRange.lowerBound) else { return false }
        switch state {
        case .start: return offset == max(byteRange.lowerBound, 1) - 1
        case .stream, .openNumber: return offset > byteRange.lowerBound && !byteRange.isEmpty
        case .document, .end: return false
        }
    }

    /// Whether a range may begin at an offset: offsets after it can be computed.
    fileprivate static func mayBegin(at offset: Int) -> Bool { (0..<Int.max / 2).contains(offset) }
}

extension Feed {
    /// Finds the lines of a checkpoint's range; nil if the feed is read to its end.
    ///
    /// - Throws: ``ModelError`` if the feed cannot have such a range.
    func lineRange(of checkpoint: FeedCheckpoint?) throws(ModelError) -> LineRange? {
        guard let checkpoint, let bounds = checkpoint.byteRange else { return nil }
        guard format == .lines else {
            throw invalidRange("a range of bytes can be read only from lines, not from \(summary)")
        }
        guard !isCompressed else {
            throw invalidRange("a range of bytes cannot be read from compressed input")
        }
        guard FeedCheckpoint.mayBegin(at: bounds.lowerBound) else {
            throw invalidRange("a range of bytes begins at \(bounds.lowerBound), which is not an offset in a file")
        }
        return LineRange(bounds, at: checkpoint)
    }

    private func invalidRange(_ reason: String) -> ModelError { ModelError(.invalidRange, reason: reason) }
}
