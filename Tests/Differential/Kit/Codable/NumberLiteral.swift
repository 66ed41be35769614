/// A number literal of a document, and how Foundation's result for it differs from Yodel's.
struct NumberLiteral {
    let range: Range<Int>
    let text: String

    /// The numbers of a JSON document.
    static func all(in document: [UInt8]) -> [NumberLiteral] {
        var numbers: [NumberLiteral] = []
        var index = 0
        while index < document.count {
            switch document[index] {
            case UInt8(ascii: "\""):
                index += 1
                while index < document.count, document[index] != UInt8(ascii: "\"") {
                    index += document[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let end = document[index...].firstIndex { !"+-.eE0123456789".utf8.contains($0) } ?? document.count
                numbers.append(
                    NumberLiteral(range: index..<end, text: String(decoding: document[index..<end], as: UTF8.self)))
                index = end
            default: index += 1
            }
        }
        return numbers
    }

    /// The document with some of its numbers replaced.
    static func replace(
        _ numbers: [NumberLiteral], in document: [UInt8], by replacement: (NumberLiteral) -> String
    ) -> [UInt8] {
        var document = document
        for number in numbers.reversed() { document.replaceSubrange(number.range, with: replacement(number).utf8) }
        return document
    }

    /// `0e5` or `-0.0e999`, which are zero; Foundation refuses some of them as a Double, others as a Decimal.
    var isZeroWithExponent: Bool {
        let parts = text.split(whereSeparator: { "eE".contains($0) })
        return parts.count > 1 && parts[0].allSatisfy { "-0.".contains($0) }
    }

    /// Whether Foundation reads an integer through a type that may lose digits.
    ///
    /// That is so if it has a point or an exponent, and is not an integer before it is rounded to a Double, or exceeds
    /// the range in which a Double has every integer.
    var isReadInARoundaboutWay: Bool {
        guard text.contains(where: { ".eE".contains($0) }) else { return false }
        let double = Double(text) ?? .infinity
        guard !double.isFinite || double == double.rounded() else { return false }
        return !isInteger || double.magnitude >= 0x1p53
    }

    private var isInteger: Bool {
        let parts = text.split(whereSeparator: { "eE".contains($0) })
        let digits = parts[0].drop { $0 == "-" }.split(separator: ".")
        let fraction = digits.count > 1 ? digits[1] : ""
        let all = (digits[0] + fraction).drop { $0 == "0" }
        guard !all.isEmpty else { return true }
        // An exponent that does not fit into an Int is beyond every digit.
        let exponent = parts.count > 1 ? Int(parts[1]) ?? (parts[1].hasPrefix("-") ? -1_000_000 : 1_000_000) : 0
        let zeros = all.reversed().prefix { $0 == "0" }.count
        return exponent - fraction.count + zeros >= 0
    }
}
