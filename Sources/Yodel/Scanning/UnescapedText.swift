private import CYodelKernels

/// Memory for one string without its escapes; none until the first that has some.
struct UnescapedText: ~Copyable {
    private var memory = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    /// Not to be read before there is room.
    var start: UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: UnsafeBufferPointer(memory).start) }

    var end: UnsafeMutablePointer<UInt8> { start + memory.count }

    var capacity: Int { memory.count }

    /// Makes room for twice as much.
    mutating func grow(keeping count: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(memory.count * 2, 256))
        larger.baseAddress!.update(from: start, count: count)
        memory.deallocate()
        memory = larger
    }

    deinit {
        memory.deallocate()
    }
}

extension UnescapedText {
    /// The characters of a sound string from behind its opening quote, which may be used until the next is asked for.
    mutating func text(
        of start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        if self.start == self.end { grow(keeping: 0) }
        var state = yodel_unescaping(position: start, output: self.start)
        while true {
            let outcome = yodel_unescape(&state, end, self.end)
            let count = state.output - self.start
            switch outcome {
            case YODEL_OUTPUT_FULL:
                grow(keeping: count)
                state.output = self.start + count
            default:
                precondition(outcome == YODEL_UNESCAPED, "A tape has sound strings only")
                return UnsafeBufferPointer(start: UnsafePointer(self.start), count: count)
            }
        }
    }
}
