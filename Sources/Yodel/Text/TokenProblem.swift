/// What is wrong with a refused token; of a string only the place, as ``TextGuard`` finds what is wrong inside.
struct TokenProblem {
    /// `numberLimit`; `invalidNumber` for a token that begins like a number; `controlCharacter` for one that the
    /// scanner has refused; `unexpectedToken` for any other token, whose problem is its place.
    let code: ModelError.Code
    /// What would be valid in the token's place, if the place is the problem.
    private(set) var expected: String?
    private(set) var found: String?

    /// Examines the token at an index of the text; numbers and words are read to their end.
    ///
    /// - Parameter expected: What would be valid in its place, if the error should say so.
    init(in text: UnsafeBufferPointer<UInt8>, at start: Int, expected: String?, _ limits: ParserLimits) {
        let run = text[start...].prefix(while: \.isTokenByte)
        let beginsNumber = run.first?.beginsNumber ?? false
        if beginsNumber, run.count > limits.numberCharacters {
            code = .numberLimit
        } else if beginsNumber, !NumberText(UnsafeBufferPointer(rebasing: run)).isValid {
            code = .invalidNumber
            found = "'\(excerpt(token: run))'"
        } else {
            code = .unexpectedToken
            self.expected = expected
            found =
                switch text[start...].first {
                case UInt8(ascii: "\""): "a string"
                case UInt8(ascii: "'"): "a single quote"
                case let byte? where run.isEmpty: TextGuard.shown(byte)
                default: "'\(excerpt(token: run))'"
                }
        }
    }

    /// Examines the token that the scanner has refused, at an index of the text.
    ///
    /// - Parameter expected: What would be valid in its place; the error says it only if the token itself is valid.
    init(refused text: UnsafeBufferPointer<UInt8>, at start: Int, expected: String?, _ limits: ParserLimits) {
        let first = text[start]
        switch first {
        case ..<0x20: self.init(code: .controlCharacter, found: TextGuard.shown(first))
        case 0x80..., UInt8(ascii: "\\"): self.init(code: .unexpectedToken, found: TextGuard.shown(first))
        default:
            let token = UnsafeBufferPointer(rebasing: text[start...].prefix(while: \.isTokenByte))
            let isSound = Self.isSound(token, first: first, isValueExpected: expected == "a value")
            self.init(in: text, at: start, expected: isSound ? expected : nil, limits)
        }
    }

    private init(code: ModelError.Code, found: String) { (self.code, self.found) = (code, found) }

    private static func isSound(_ token: UnsafeBufferPointer<UInt8>, first: UInt8, isValueExpected: Bool) -> Bool {
        if token.isEmpty { return "{}[],:\"".utf8.contains(first) }
        if NumberText(token).isValid { return true }
        return !isValueExpected && ["null", "true", "false"].contains { token.starts(with: $0.utf8) }
    }
}

/// Whether more text could complete the word or number.
func isUnfinishedToken(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if ["true", "false", "null"].contains(where: { $0.utf8.count > bytes.count && $0.utf8.starts(with: bytes) }) {
        return true
    }
    guard !NumberText(bytes).isValid else { return false }
    return (Array(bytes) + [UInt8(ascii: "0")]).withUnsafeBufferPointer { NumberText($0).isValid }
}
