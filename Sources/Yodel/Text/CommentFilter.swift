private import CYodelKernels

/// Turns comments into spaces, so that no reader after it has to handle them; offsets and lines stay what they were.
///
/// Used only when the decoder allows comments. `//` comments end with the line, `/* … */` with `*/`.
struct CommentFilter {
    private enum State {
        case text, slash, line, block, blockStar
    }

    private var state = State.text
    /// Follows strings, in which a slash begins nothing.
    private var strings = (isOpen: false, isEscaped: false)

    /// How many bytes were held back, when the text ends in a comment that is not closed, or in half of what begins one.
    var unfinished: Int? {
        switch state {
        case .block, .blockStar: 0
        case .slash: 1
        case .text, .line: nil
        }
    }

    /// The text with its comments blanked; nil if there is nothing to blank.
    ///
    /// A slash at the very end is held back until it is clear what it begins.
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
                    // No comment after all: an error, for the parser to find.
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

    /// The index of the first slash from one on that is in no string; that of the end if there is none.
    private mutating func findSlash(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard start < text.count else { return start }
        var state = yodel_container_state(depth: 0, is_in_string: strings.isOpen, is_escaped: strings.isEscaped)
        defer { strings = (state.is_in_string, state.is_escaped) }
        return yodel_find_slash(text.start, start, text.count, &state)
    }
}
