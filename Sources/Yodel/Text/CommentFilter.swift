/// Turns comments into spaces, so that nobody behind it has to know of them; offsets and lines stay what they were.
///
/// Used only when the decoder allows comments. `//` comments end with the line, `/* … */` with `*/`.
struct CommentFilter {
    private enum State {
        case text, string, escape, slash, line, block, blockStar
    }

    private var state = State.text

    /// How many bytes were held back, when the text ends in a comment that is not closed, or in half of what begins one.
    var unfinished: Int? {
        switch state {
        case .block, .blockStar: 0
        case .slash: 1
        default: nil
        }
    }

    /// The text with its comments blanked.
    ///
    /// A slash at the very end is held back until it is clear what it begins.
    mutating func filter(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count + 1)
        for byte in text {
            switch state {
            case .text:
                if byte == UInt8(ascii: "/") {
                    state = .slash
                    continue
                }
                if byte == UInt8(ascii: "\"") { state = .string }
                output.append(byte)
            case .string:
                if byte == UInt8(ascii: "\\") { state = .escape }
                if byte == UInt8(ascii: "\"") { state = .text }
                output.append(byte)
            case .escape:
                state = .string
                output.append(byte)
            case .slash:
                switch byte {
                case UInt8(ascii: "/"), UInt8(ascii: "*"):
                    state = byte == UInt8(ascii: "/") ? .line : .block
                    output.append(UInt8(ascii: " "))
                    output.append(UInt8(ascii: " "))
                default:
                    // No comment after all: an error, for the parser to find.
                    state = byte == UInt8(ascii: "\"") ? .string : .text
                    output.append(UInt8(ascii: "/"))
                    output.append(byte)
                }
            case .line:
                let endsLine = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
                if endsLine { state = .text }
                output.append(endsLine ? byte : UInt8(ascii: " "))
            case .block, .blockStar:
                if state == .blockStar, byte == UInt8(ascii: "/") {
                    state = .text
                } else {
                    state = byte == UInt8(ascii: "*") ? .blockStar : .block
                }
                output.append(byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") ? byte : UInt8(ascii: " "))
            }
        }
        return output
    }
}
