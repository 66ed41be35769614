import Testing

@testable import Yodel

/// Short strings are made in place, longer ones by the standard library.
@Suite("Strings by their length")
struct StringLengthTests {
    private struct Named: Model, Equatable { var name: String }

    private static let texts = [
        "123456789abcdefghi", "ä23456789abcdefghi", "12345678é9abcdefgh", "ä€𝄞23456789äbcdef",
        "\u{1F1E9}\u{1F1EA}\u{301}abc",
    ]

    @Test("A string equals the one that the standard library makes from its bytes", arguments: texts)
    func same(text: String) throws {
        for count in 0...text.unicodeScalars.count {
            var expected = ""
            expected.unicodeScalars.append(contentsOf: text.unicodeScalars.prefix(count))
            let json = "{\"name\":\"\(expected)\"}"
            for parser in Parser.all {
                let decoder = ModelDecoder.with { $0.parser = parser }
                expect(try decoder.decode(Named.self, from: json).name, expected)
                expect(try decoder.decode([String: Int].self, from: "{\"\(expected)\":1}").keys.first!, expected)
            }
            expect(try YodelJSONDecoder().decode([String].self, from: Array("[\"\(expected)\"]".utf8))[0], expected)
            let escaped = expected.unicodeScalars.map { scalar in
                String(scalar).utf16.map { "\\u" + String(String(UInt32($0) + 0x10000, radix: 16).dropFirst()) }
                    .joined()
            }
            expect(try ModelDecoder().decode(Named.self, from: "{\"name\":\"\(escaped.joined())\"}").name, expected)
        }
    }

    private func expect(_ made: String, _ expected: String) {
        #expect(made == expected && made.hashValue == expected.hashValue && !(made < expected))
        #expect(Array(made.utf8) == Array(expected.utf8) && made.count == expected.count)
        #expect(made + "x" == expected + "x" && made.uppercased() == expected.uppercased())
        #expect(made.utf16.elementsEqual(expected.utf16) && String(made.reversed()) == String(expected.reversed()))
        var grown = made
        grown.append("0123456789abcdef")
        #expect(grown == expected + "0123456789abcdef")
    }
}
