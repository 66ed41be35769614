#if Yajl
private import CYodelKernels

/// Memory for copies of indented text without its indentation.
struct IndentStripper: ~Copyable {
    private var output = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    private var gaps = UnsafeMutableBufferPointer<yodel_gap>(start: nil, count: 0)

    /// Longer pieces contain a long string, and are passed unchanged.
    private static let longest = 256 << 10

    /// The segment for a piece of text, stripped if that is worth a copy.
    mutating func segment(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Segment {
        guard Self.isIndented(text) else { return Segment(text: text, original: text, offset: offset) }
        if output.count < text.count {
            release()
            output = .allocate(capacity: text.count)
            // Each gap requires a line feed and a space.
            gaps = .allocate(capacity: text.count / 2 + 1)
        }
        var gapCount: UInt32 = 0
        let count = yodel_strip_indents(
            text.baseAddress!, UInt32(text.count), output.baseAddress!, gaps.baseAddress!, &gapCount)
        return Segment(
            text: UnsafeBufferPointer(rebasing: output[..<Int(count)]), original: text, offset: offset,
            gaps: UnsafeBufferPointer(rebasing: gaps[..<Int(gapCount)]))
    }

    /// Whether the first lines of a text are short and begin with spaces.
    private static func isIndented(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard (256...longest).contains(text.count) else { return false }
        var lines = 0
        for index in 0..<255 where text[index] == UInt8(ascii: "\n") && text[index + 1] == UInt8(ascii: " ") {
            lines += 1
        }
        return lines >= 3
    }

    private func release() {
        output.deallocate()
        gaps.deallocate()
    }

    deinit {
        release()
    }
}
#endif
