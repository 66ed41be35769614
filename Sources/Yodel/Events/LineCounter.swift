private import CYodelKernels

/// Counts lines as chunks go by, so that an error can say its line and column although the text before is gone.
struct LineCounter {
    /// Line feeds in the chunks that have gone by.
    private var lineFeeds = 0
    /// The offset of the first byte of the last line of those.
    private var lineStart: Int

    init(lineStart: Int = 0) {
        self.lineStart = lineStart
    }

    mutating func pass(_ chunk: UnsafeBufferPointer<UInt8>, at offset: Int) {
        guard let start = chunk.baseAddress else { return }
        let count = yodel_count_byte(start, chunk.count, UInt8(ascii: "\n"))
        guard count > 0 else { return }
        lineFeeds += count
        lineStart = offset + chunk.lastIndex(of: UInt8(ascii: "\n"))! + 1
    }

    /// The place of an offset in the chunk at hand, or of a token that began before it: no token spans lines.
    func place(at offset: Int, chunk: UnsafeBufferPointer<UInt8>, chunkOffset: Int) -> ModelError.Place {
        var place = self
        if offset > chunkOffset, !chunk.isEmpty {
            let before = UnsafeBufferPointer(rebasing: chunk[..<min(offset - chunkOffset, chunk.count)])
            place.pass(before, at: chunkOffset)
        }
        return ModelError.Place(offset: offset, line: place.lineFeeds + 1, column: offset - place.lineStart + 1)
    }
}
