#if Zstd
/// How far a frame of zstd has been read (RFC 8878, section 3.1), from one step to the next: the parts of its header,
/// and each block with its header.
///
/// The library is given one step at a time. So if a step is damaged, the text of those before it has been written, and
/// the error is where that step begins, wherever the input is cut.
struct ZstdFrame {
    private enum Step {
        case magic
        case descriptor
        /// The window, the dictionary's identifier, and the length of the text.
        case fields
        case blockHeader
        case block
        case checksum
        case lengthToSkip
        case contentToSkip
        case end
    }

    private var step = Step.magic
    /// How many bytes the step has.
    private var length = 4
    /// How many of them have been read.
    private(set) var read = 0
    /// The first bytes of the step: all of one that is part of a header.
    private var header = SIMD16<UInt8>()
    private var descriptor: UInt8 = 0
    private var isLastBlock = false
    /// How much text is still to come; nil if the header does not say.
    private var textLeft: Int?

    /// Whether the first bytes, which show that it is a frame, have not all been read.
    var isUnknown: Bool { step == .magic }

    /// How many bytes the step still has, which the library may be given; 0 only at the end.
    var left: Int { length - read }

    /// Reads bytes of the step, at most ``left``.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        assert(bytes.count <= left)
        for (index, byte) in zip(min(read, header.scalarCount)..<header.scalarCount, bytes) { header[index] = byte }
        read += bytes.count
    }

    /// Counts text that the library has written.
    mutating func countText(_ count: Int) { textLeft = textLeft.map { $0 - count } }

    /// Begins the next step, if all bytes of this one have been read.
    mutating func goOn(maxWindowBytes: Int) throws(CompressionFailure.Problem) {
        while left == 0, step != .end { try beginNext(maxWindowBytes) }
    }

    private mutating func begin(_ step: Step, _ length: Int) {
        (self.step, self.length, read) = (step, length, 0)
    }

    private mutating func beginNext(_ maxWindowBytes: Int) throws(CompressionFailure.Problem) {
        switch step {
        case .magic:
            switch number(at: 0, 4) {
            case 0xFD2F_B528: begin(.descriptor, 1)
            case 0x184D_2A50...0x184D_2A5F: begin(.lengthToSkip, 4)
            default: throw .noMember
            }
        case .descriptor:
            descriptor = header[0]
            begin(.fields, windowSize + dictionarySize + textLengthSize)
        case .fields:
            guard number(at: windowSize, dictionarySize) == 0 else { throw .needsDictionary }
            let needed = windowBytes
            guard needed <= maxWindowBytes else { throw .windowTooLong(needed, limit: maxWindowBytes) }
            textLeft = textLength
            begin(.blockHeader, 3)
        case .blockHeader:
            let block = number(at: 0, 3)
            let (type, length) = (block >> 1 & 3, Int(block >> 3))
            isLastBlock = block & 1 == 1
            if type == 0 || length == 0 { try check(textOfBlock: length) }
            // A block of type 1 is one byte that is repeated.
            begin(.block, type == 1 ? 1 : length)
        case .block where !isLastBlock: begin(.blockHeader, 3)
        case .block: if descriptor & 4 == 0 { begin(.end, 0) } else { begin(.checksum, 4) }
        case .lengthToSkip: begin(.contentToSkip, Int(clamping: number(at: 0, 4)))
        case .checksum, .contentToSkip, .end: begin(.end, 0)
        }
    }

    /// Checks the length of a stored or empty block, which ends with the text or before it.
    ///
    /// The library writes the bytes of a stored block as they come, and finds out later that they are too many or too
    /// few. An error before the block loses the same text wherever the input is cut. The library does not check the
    /// length of a text that ends with an empty block.
    private func check(textOfBlock length: Int) throws(CompressionFailure.Problem) {
        guard let textLeft, length > textLeft || isLastBlock && length < textLeft else { return }
        throw .damaged("the text has another length than its header says")
    }

    // MARK: - Fields of the header

    /// Whether the window is the whole text.
    private var isSingleSegment: Bool { descriptor & 0x20 != 0 }
    private var windowSize: Int { isSingleSegment ? 0 : 1 }
    private var dictionarySize: Int { (1 << Int(descriptor & 3)) >> 1 }
    private var textLengthSize: Int { descriptor >> 6 == 0 ? 1 - windowSize : 1 << Int(descriptor >> 6) }

    private var windowBytes: Int {
        guard isSingleSegment else {
            let base: UInt64 = 1 << (10 + UInt64(header[0] >> 3))
            return Int(clamping: base + base / 8 * UInt64(header[0] & 7))
        }
        return textLength!
    }

    private var textLength: Int? {
        guard textLengthSize > 0 else { return nil }
        let length = number(at: windowSize + dictionarySize, textLengthSize)
        return Int(clamping: textLengthSize == 2 ? length + 256 : length)
    }

    /// A number of the header, its lowest byte first.
    private func number(at start: Int, _ count: Int) -> UInt64 {
        (start..<start + count).reversed().reduce(0) { $0 << 8 | UInt64(header[$1]) }
    }
}
#endif
