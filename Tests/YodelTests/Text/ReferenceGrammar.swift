@testable import Yodel

/// JSON's grammar, written as plainly as possible, with the rules for codes and places of errors.
///
/// It reads a whole document and only decides whether it is valid: the reference for the decoder in tests with random
/// documents.
struct ReferenceGrammar {
    struct Failure: Error, Equatable {
        let code: ModelError.Code
        let offset: Int
    }

    let bytes: [UInt8]
    var limits = ParserLimits()
    var allowsComments = false
    var allowsTrailingContent = false
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The error in the document; nil if it is valid.
    static func failure(_ bytes: [UInt8], decoder: ModelDecoder) -> Failure? {
        var grammar = ReferenceGrammar(bytes)
        grammar.limits = decoder.limits
        grammar.allowsComments = decoder.allowsComments
        grammar.allowsTrailingContent = decoder.allowsTrailingContent
        do throws(Failure) {
            try grammar.document()
            return nil
        } catch {
            return error
        }
    }

    private mutating func document() throws(Failure) {
        try value(token(), depth: 0)
        if allowsTrailingContent { return }
        do throws(Failure) {
            try skipSpace()
        } catch  where error.code == .unexpectedEnd {
            throw error
        } catch {
            throw Failure(code: .trailingContent, offset: error.offset)
        }
        if position < bytes.count { throw Failure(code: .trailingContent, offset: position) }
    }

    // MARK: - Values

    private enum Token: Equatable { case string, numberOrWord, punctuation(Character) }

    private mutating func value(_ found: (token: Token, start: Int), depth: Int) throws(Failure) {
        guard case .punctuation(let character) = found.token else { return }
        guard "[{".contains(character) else { throw Failure(code: .unexpectedToken, offset: found.start) }
        guard depth < limits.depth else { throw Failure(code: .depthLimit, offset: found.start) }
        let isObject = character == "{"
        let end = Token.punctuation(isObject ? "}" : "]")
        var next = try token()
        if next.token == end { return }
        while true {
            if isObject {
                guard next.token == .string else { throw Failure(code: .unexpectedToken, offset: next.start) }
                try expect(":")
                next = try token()
            }
            try value(next, depth: depth + 1)
            next = try token()
            if next.token == end { return }
            guard next.token == .punctuation(",") else { throw Failure(code: .unexpectedToken, offset: next.start) }
            next = try token()
        }
    }

    private mutating func expect(_ character: Character) throws(Failure) {
        let found = try token()
        guard found.token == .punctuation(character) else { throw Failure(code: .unexpectedToken, offset: found.start) }
    }

    // MARK: - Tokens

    private mutating func token() throws(Failure) -> (token: Token, start: Int) {
        try skipSpace()
        let start = position
        guard start < bytes.count else { throw Failure(code: .unexpectedEnd, offset: start) }
        position += 1
        switch bytes[start] {
        case UInt8(ascii: "\""):
            try string(from: start)
            return (.string, start)
        case let byte where "[]{}:,".utf8.contains(byte):
            return (.punctuation(Character(UnicodeScalar(byte))), start)
        case let byte where Self.isInRun(byte):
            try run(from: start)
            return (.numberOrWord, start)
        case ..<0x20: throw Failure(code: .controlCharacter, offset: start)
        default: throw Failure(code: .unexpectedToken, offset: start)
        }
    }

    private mutating func skipSpace() throws(Failure) {
        while position < bytes.count {
            let isSlash = bytes[position] == UInt8(ascii: "/") && allowsComments
            guard isSlash || " \t\n\r".utf8.contains(bytes[position]) else { return }
            if isSlash { try skipComment() } else { position += 1 }
        }
    }

    /// Skips the comment that begins with the slash here.
    private mutating func skipComment() throws(Failure) {
        let slash = position
        position += 1
        switch try byteOfComment() {
        case UInt8(ascii: "/"):
            while position < bytes.count, !"\n\r".utf8.contains(bytes[position]) { position += 1 }
        case UInt8(ascii: "*"):
            var last: UInt8 = 0
            while true {
                let byte = try byteOfComment()
                if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { return }
                last = byte
            }
        default: throw Failure(code: .unexpectedToken, offset: slash)
        }
    }

    private mutating func byteOfComment() throws(Failure) -> UInt8 {
        guard position < bytes.count else { throw Failure(code: .unexpectedEnd, offset: position) }
        position += 1
        return bytes[position - 1]
    }

    // MARK: - Numbers and words

    private static func isInRun(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".", "_": true
        default: false
        }
    }

    /// All adjacent characters are one token, valid or not.
    private mutating func run(from start: Int) throws(Failure) {
        while position < bytes.count, Self.isInRun(bytes[position]) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let isNumber = "+-.0123456789".contains(text.first!)
        if isNumber, text.utf8.count > limits.numberCharacters { throw Failure(code: .numberLimit, offset: start) }
        if Self.isToken(text) { return }
        if position == bytes.count, Self.completions.contains(where: { Self.isToken(text + $0) }) {
            throw Failure(code: .unexpectedEnd, offset: position)
        }
        throw Failure(code: isNumber ? .invalidNumber : .unexpectedToken, offset: start)
    }

    private static func isToken(_ text: String) -> Bool {
        ["true", "false", "null"].contains(text)
            || text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }

    private static let completions =
        ["0"]
        + ["true", "false", "null"].flatMap { word in
            word.indices.dropFirst().map { String(word[$0...]) }
        }

    // MARK: - Strings

    private mutating func string(from start: Int) throws(Failure) {
        while true {
            let first = position
            let byte = try byteOfString(from: start)
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try escape(from: first, in: start)
            case ..<0x20: throw Failure(code: .controlCharacter, offset: first)
            case 0x80...: try character(from: first, in: start)
            default: break
            }
        }
    }

    /// The next byte, if the string may be that long; its closing quote is always allowed.
    private mutating func byteOfString(from start: Int, mayClose: Bool = true) throws(Failure) -> UInt8 {
        guard position < bytes.count else { throw Failure(code: .unexpectedEnd, offset: position) }
        let closes = mayClose && bytes[position] == UInt8(ascii: "\"")
        guard closes || position - start <= limits.stringBytes else {
            throw Failure(code: .stringLimit, offset: start)
        }
        position += 1
        return bytes[position - 1]
    }

    private mutating func escape(from first: Int, in start: Int) throws(Failure) {
        let mark = try byteOfString(from: start, mayClose: false)
        if #""\/bfnrt"#.utf8.contains(mark) { return }
        guard mark == UInt8(ascii: "u") else { throw Failure(code: .invalidEscape, offset: first) }
        let unit = try codeUnit(from: first, in: start)
        guard UTF16.isSurrogate(unit) else { return }
        guard UTF16.isLeadSurrogate(unit) else { throw Failure(code: .invalidEscape, offset: first) }
        for expected in #"\u"#.utf8 {
            guard try byteOfString(from: start, mayClose: false) == expected else {
                throw Failure(code: .invalidEscape, offset: first)
            }
        }
        guard UTF16.isTrailSurrogate(try codeUnit(from: first, in: start)) else {
            throw Failure(code: .invalidEscape, offset: first)
        }
    }

    private mutating func codeUnit(from first: Int, in start: Int) throws(Failure) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let byte = try byteOfString(from: start, mayClose: false)
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
                throw Failure(code: .invalidEscape, offset: first)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// A character of several bytes: reads only as many as are needed to decide whether it can be valid.
    private mutating func character(from first: Int, in start: Int) throws(Failure) {
        while String(validating: bytes[first..<position], as: UTF8.self) == nil {
            guard Self.canBecomeCharacter(bytes[first..<position]) else {
                throw Failure(code: .invalidUTF8, offset: first)
            }
            _ = try byteOfString(from: start, mayClose: false)
        }
    }

    private static func canBecomeCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count < 4 else { return false }
        // The edges of every range that the standard has for a byte.
        return [0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF].contains { next in
            String(validating: bytes + [next], as: UTF8.self) != nil || canBecomeCharacter(bytes + [next])
        }
    }
}
