private import CYodelKernels

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
