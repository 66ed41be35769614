private import CYodelKernels

/// Memory for one string without its escapes; allocated for the first string that has any.
struct UnescapedText: ~Copyable {
    private var memory = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    /// Must not be read before there is room.
    private var start: UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: UnsafeBufferPointer(memory).start) }

    var capacity: Int { memory.count }

    /// The characters of a string after its opening quote, usable until the next call, whether they are ASCII, if that
    /// is known, and the position of the closing quote.
    ///
    /// Nil if the string is incomplete, longer than the limit with its escapes, or has an invalid escape, a control
    /// character or invalid UTF-8.
    mutating func read(
        _ string: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, limit: Int
    ) -> (text: UnsafeBufferPointer<UInt8>, isASCII: Bool?, end: UnsafePointer<UInt8>)? {
        guard let (text, state) = unescape(string, end: end, limit: limit), state.position - string <= limit,
            state.has_copied_ascii || yodel_is_utf8(text.start, text.count)
        else { return nil }
        return (text, isASCII(state), state.position)
    }

    /// The characters of a valid string after its opening quote, usable until the next call, and whether they are
    /// ASCII, if that is known.
    mutating func text(
        of string: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
    ) -> (text: UnsafeBufferPointer<UInt8>, isASCII: Bool?) {
        guard let (text, state) = unescape(string, end: end, limit: .max) else {
            preconditionFailure("The strings of a tape are valid")
        }
        return (text, isASCII(state))
    }

    private func isASCII(_ state: yodel_unescaping) -> Bool? {
        !state.has_escaped_ascii ? false : state.has_copied_ascii ? true : nil
    }

    /// Nil as for `read`, but UTF-8 is not checked, and the limit only when the memory is full.
    private mutating func unescape(
        _ string: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, limit: Int
    ) -> (text: UnsafeBufferPointer<UInt8>, state: yodel_unescaping)? {
        var state = yodel_begin_unescaping(string, start)
        while true {
            let outcome = yodel_unescape(&state, end, start + capacity)
            let count = state.output - start
            switch outcome {
            case YODEL_UNESCAPED: return (UnsafeBufferPointer(start: UnsafePointer(start), count: count), state)
            case YODEL_OUTPUT_FULL where state.position - string < limit:
                grow(keeping: count)
                state.output = start + count
            default: return nil
            }
        }
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
