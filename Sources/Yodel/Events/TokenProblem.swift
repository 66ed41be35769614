/// What is wrong with a token that is not a string, as far as it shows in the token itself.
enum TokenProblem {
    /// A number with more characters than the limit.
    case tooLong
    /// It begins like a number.
    case noNumber(found: String)
    /// Anything else: what matters is where it stands.
    case unexpected(found: String)

    /// Looks at the token at an index of the text; numbers and words are taken as far as they go.
    init(in text: UnsafeBufferPointer<UInt8>, at start: Int, _ limits: ParserLimits) {
        let run = text[start...].prefix(while: \.isTokenByte)
        guard let first = run.first else {
            let isString = start < text.count && text[start] == UInt8(ascii: "\"")
            self = .unexpected(found: isString ? "a string" : Self.quoted(text[start...].prefix(1)))
            return
        }
        if first.beginsNumber {
            if run.count > limits.numberCharacters {
                self = .tooLong
                return
            }
            if !NumberText(UnsafeBufferPointer(rebasing: run)).isValid {
                self = .noNumber(found: Self.quoted(run))
                return
            }
        }
        self = .unexpected(found: Self.quoted(run))
    }

    private static func quoted(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        "'\(String(decoding: text.prefix(40), as: UTF8.self))\(text.count > 40 ? "…" : "")'"
    }
}

/// Words and numbers that more text could still complete.
func isUnfinishedToken(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if ["true", "false", "null"].contains(where: { $0.utf8.count > bytes.count && $0.utf8.starts(with: bytes) }) {
        return true
    }
    guard !NumberText(bytes).isValid else { return false }
    return (Array(bytes) + [UInt8(ascii: "0")]).withUnsafeBufferPointer { NumberText($0).isValid }
}
