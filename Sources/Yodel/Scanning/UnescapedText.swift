private import CYodelKernels

/// Memory for one string without its escapes; allocated for the first string that has any.
struct UnescapedText: ~Copyable {
    private var memory = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    /// Must not be read before there is room.
    private var start: UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: UnsafeBufferPointer(memory).start) }

    var capacity: Int { memory.count }

    /// The characters of a string after its opening quote, usable until the next call, and the position of its closing
    /// quote.
    ///
    /// Nil if the string is incomplete, has an invalid escape or a control character, or exceeds the limit when the
    /// memory is full.
    mutating func read(
        _ string: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, limit: Int = .max
    ) -> (text: UnsafeBufferPointer<UInt8>, end: UnsafePointer<UInt8>)? {
        var state = yodel_unescaping(position: string, output: start)
        while true {
            let outcome = yodel_unescape(&state, end, start + capacity)
            let count = state.output - start
            switch outcome {
            case YODEL_UNESCAPED:
                return (UnsafeBufferPointer(start: UnsafePointer(start), count: count), state.position)
            case YODEL_OUTPUT_FULL where state.position - string < limit:
                grow(keeping: count)
                state.output = start + count
            default: return nil
            }
        }
    }

    /// The characters of a valid string after its opening quote.
    mutating func text(of string: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let (text, _) = read(string, end: end) else { preconditionFailure("The strings of a tape are valid") }
        return text
    }

    /// Doubles the memory.
    private mutating func grow(keeping count: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(memory.count * 2, 256))
        larger.baseAddress!.update(from: start, count: count)
        memory.deallocate()
        memory = larger
    }

    deinit {
        memory.deallocate()
    }
}
