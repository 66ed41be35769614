import CYodelKernels

/// The bytes of a String, read without a reference being counted.
///
/// SAFETY: a long text's bytes are in memory that the String keeps alive, or that is never freed; those of a short one
/// may be within the String, of which there is only a copy while they are asked for, and are read at once.
struct BorrowedText {
    /// Nil for a String that is not stored as UTF-8; of a short one not to be read.
    var start: UnsafePointer<UInt8>?
    var count = 0
    var short = yodel_short_text()

    /// As many bytes as a String has room for within itself.
    static let shortCount = 15

    @inline(__always)
    init(stringAt address: UnsafeRawPointer) {
        var (start, count, short): (UnsafePointer<UInt8>?, Int, yodel_short_text) = (nil, 0, yodel_short_text())
        _ = address.assumingMemoryBound(to: String.self).pointee.utf8.withContiguousStorageIfAvailable { bytes in
            start = bytes.baseAddress
            count = bytes.count
            if count <= Self.shortCount, let start { short = yodel_read_short(start, count) }
        }
        (self.start, self.count, self.short) = (start, count, short)
    }
}
