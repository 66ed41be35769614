private import CYodelKernels

/// Replaces comments by spaces, so that no later reader has to handle them; offsets and lines do not change.
///
/// Used only if the decoder allows comments. `//` comments end with the line, `/* … */` with `*/`.
struct CommentFilter {
    private enum State {
        case text, slash, line, block, blockStar
    }

    private var state = State.text
    /// Tracks strings, in which a slash does not begin a comment.
    private var strings = yodel_container_state()

    /// The number of bytes held back, if the text ends in an unclosed comment or after a slash; otherwise nil.
    var unfinished: Int? {
        switch state {
        case .block, .blockStar: 0
        case .slash: 1
        case .text, .line: nil
        }
    }

    /// The text with its comments blanked; nil if there is nothing to blank.
    ///
    /// A slash at the end is held back until the next byte shows whether it begins a comment.
    mutating func filter(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var position = 0
        if state == .text {
            position = findSlash(in: text, from: 0)
            if position == text.count { return nil }
        }
        var output: [UInt8] = []
        output.reserveCapacity(text.count + 1)
        output += text[..<position]
        while position < text.count {
            let byte = text[position]
            switch state {
            case .text:
                let slash = findSlash(in: text, from: position)
                output += text[position..<slash]
                position = slash + 1
                if slash < text.count { state = .slash }
            case .slash:
                switch byte {
                case UInt8(ascii: "/"), UInt8(ascii: "*"):
                    state = byte == UInt8(ascii: "/") ? .line : .block
                    output += "  ".utf8
                    position += 1
                default:
                    // Not a comment: the parser will report the error.
                    state = .text
                    output.append(UInt8(ascii: "/"))
                }
            case .line:
                let end = text[position...].firstIndex(where: Self.endsLine) ?? text.count
                output += repeatElement(UInt8(ascii: " "), count: end - position)
                position = end
                if end < text.count { state = .text }
            case .block, .blockStar:
                if state == .blockStar, byte == UInt8(ascii: "/") {
                    state = .text
                } else {
                    state = byte == UInt8(ascii: "*") ? .blockStar : .block
                }
                output.append(Self.endsLine(byte) ? byte : UInt8(ascii: " "))
                position += 1
            }
        }
        return output
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    /// The index of the first slash from `start` on that is not in a string; the end if there is none.
    private mutating func findSlash(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard start < text.count else { return start }
        return yodel_find_slash(text.start, start, text.count, &strings)
    }
}
