/// Looks for invalid numbers in JSON5.
///
/// Foundation's decoder ends the process for some of them, such as `1e+` and `0x0x`.
struct JSON5Numbers {
    private let text: UnsafeBufferPointer<UInt8>
    private var index: Int

    private init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) { (self.text, index) = (text, start) }

    /// The indices of the first invalid number.
    static func firstInvalid(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
        var numbers = JSON5Numbers(text, from: start)
        return numbers.firstInvalid()
    }

    private mutating func firstInvalid() -> Range<Int>? {
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
            case UInt8(ascii: "/"): skipComment()
            case let byte where byte.beginsNumber:
                let token = index..<(text[index...].firstIndex { !$0.isTokenByte } ?? text.count)
                guard Self.isNumber(UnsafeBufferPointer(rebasing: text[token])) else { return token }
                index = token.upperBound
            case let byte where Self.isInName(byte):
                index = text[index...].firstIndex { !Self.isInName($0) } ?? text.count
            default: index += 1
            }
        }
        return nil
    }

    /// Ends where Foundation's strings end, also those with invalid escapes: it reports these when it decodes them.
    private mutating func skipString() {
        let quote = text[index]
        index += 1
        while index < text.count, text[index] != quote {
            guard text[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            switch index + 1 < text.count ? text[index + 1] : 0 {
            case UInt8(ascii: "u"): index += 6
            case UInt8(ascii: "x"): index += 4
            default: index += 2
            }
        }
        index += 1
    }

    private mutating func skipComment() {
        switch index + 1 < text.count ? text[index + 1] : 0 {
        case UInt8(ascii: "/"):
            index = text[index...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? text.count
        case UInt8(ascii: "*"):
            index += 3
            while index < text.count, text[index] != UInt8(ascii: "/") || text[index - 1] != UInt8(ascii: "*") {
                index += 1
            }
            index += 1
        default: index += 1
        }
    }

    /// Whether the byte can be part of a word or of a key without quotes, with its escapes.
    private static func isInName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "\\")
            || byte.isTokenByte && !"+-.".utf8.contains(byte)
    }

    private static func isNumber(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        let hasSign = token.first == UInt8(ascii: "+") || token.first == UInt8(ascii: "-")
        let unsigned = UnsafeBufferPointer(rebasing: token.dropFirst(hasSign ? 1 : 0))
        if unsigned.elementsEqual("Infinity".utf8) || unsigned.elementsEqual("NaN".utf8) { return true }
        if unsigned.starts(with: "0x".utf8) || unsigned.starts(with: "0X".utf8) {
            return unsigned.count > 2 && unsigned.dropFirst(2).allSatisfy { $0.hexDigit != nil }
        }
        var cursor = TextCursor(unsigned)
        let beginsWithZero = cursor.next == UInt8(ascii: "0")
        let wholeDigits = skipDigits(&cursor)
        let fractionDigits = cursor.skip(".") ? skipDigits(&cursor) : 0
        guard wholeDigits + fractionDigits > 0, !beginsWithZero || wholeDigits == 1 else { return false }
        if cursor.skip("e") || cursor.skip("E") {
            if !cursor.skip("+") { _ = cursor.skip("-") }
            guard skipDigits(&cursor) > 0 else { return false }
        }
        return cursor.isAtEnd
    }

    /// The number of digits that come next.
    private static func skipDigits(_ cursor: inout TextCursor) -> Int {
        let start = cursor.offset
        while cursor.digit() != nil {}
        return cursor.offset - start
    }
}
