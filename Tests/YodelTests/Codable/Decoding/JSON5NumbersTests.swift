import Foundation
import Testing
import Yodel

/// Foundation's JSON5 decoder ends the process for some of these documents.
@Suite struct JSON5NumbersTests {
    private let decoder = YodelJSONDecoder.with { $0.allowsJSON5 = true }

    private func invalidNumber(in document: Data) -> String? {
        do {
            _ = try decoder.decode(JSONValue.self, from: document)
        } catch DecodingError.dataCorrupted(let context) {
            guard let error = context.underlyingError as? ModelError, error.code == .invalidNumber else { return nil }
            return "\(error.found ?? "") \(error.line ?? 0):\(error.column ?? 0)"
        } catch {}
        return nil
    }

    @Test(
        "An invalid number is an error, wherever it is",
        arguments: [
            ("1e+", "'1e+' 1:1"), ("[1, -2.5E-]", "'-2.5E-' 1:5"), ("{a:\n 0x0x}", "'0x0x' 2:2"),
            ("[0x1e-5]", "'0x1e-5' 1:2"), ("[0x]", "'0x' 1:2"), ("[.]", "'.' 1:2"), ("[-]", "'-' 1:2"),
            ("[1e]", "'1e' 1:2"), ("[1.2.3]", "'1.2.3' 1:2"), ("[01]", "'01' 1:2"), ("[+Inf]", "'+Inf' 1:2"),
            ("// '\n[1e+]", "'1e+' 2:2"), ("/*/ \" */[1e+]", "'1e+' 1:10"), (#"['\'', 1e+]"#, "'1e+' 1:8"),
            ("\u{FEFF}[1e+]", "'1e+' 1:2"), (#"["\u123\", 1e+, "x"]"#, "'1e+' 1:12"),
            (#"["\x1\", 1e+, "x"]"#, "'1e+' 1:10"),
        ])
    func invalidNumbers(_ document: String, _ error: String) throws {
        #expect(invalidNumber(in: Data(document.utf8)) == error)
        let other = try #require(document.data(using: .utf16BigEndian))
        if !document.hasPrefix("\u{FEFF}") { #expect(invalidNumber(in: other) == error) }
    }

    @Test("What looks like one in a string, a comment or a key is not a number")
    func otherTokens() throws {
        let document = #"""
            { // 1e+ '
            /* 0x0x */ '1e+': "0x0x", "\"1e+": '\'1e-', $0x: '', _1e: '', é0x: '', Infinity: '', e1: '', }
            """#
        let keys = try decoder.decode([String: String].self, from: document).keys.sorted()
        #expect(keys == ["\"1e+", "$0x", "1e+", "Infinity", "_1e", "e1", "é0x"])
    }

    @Test(
        "Valid numbers are decoded, in an array and as the whole document",
        arguments: [
            ("0", 0), ("-0.0", 0), ("+1", 1), (".5", 0.5), ("5.", 5), ("-5.e2", -500), ("1E-02", 0.01), ("0x1F", 31),
            ("-0Xae", -174), ("Infinity", .infinity), ("+Infinity", .infinity), ("-Infinity", -.infinity),
            // Longer than what Foundation keeps within a Data.
            ("9999999999999999999999e0", 1e22),
            ("100000000000000000000000000000", 1e29),
        ] as [(String, Double)])
    func validNumbers(_ number: String, _ value: Double) throws {
        #expect(try decoder.decode([Double].self, from: "[\(number), \(number)]") == [value, value])
        #expect(try decoder.decode(Double.self, from: number) == value)
        #expect(try decoder.decode(Double.self, from: "\(number) // 7") == value)
    }

    @Test("A document has the encoding that it has without JSON5")
    func encodings() throws {
        let text = "['\(String(repeating: "€", count: 10))']"
        let value = [String(repeating: "€", count: 10)]
        for encoding in [String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian]
        {
            let document = try #require(text.data(using: encoding))
            #expect(try decoder.decode([String].self, from: document) == value)
        }
        let marked = try [0xFF, 0xFE, 0, 0] + #require(text.data(using: .utf32LittleEndian))
        #expect(try decoder.decode([String].self, from: marked) == value)

        let number = "123456789012345677877719597056"
        let document = try #require(number.data(using: .utf16LittleEndian))
        #expect(try decoder.decode(Double.self, from: document) == 123_456_789_012_345_677_877_719_597_056)
        #expect((try? decoder.decode(Int.self, from: [0, 0x31, 0])) == nil)
        decoder.assumesTopLevelDictionary = true
        for document in [[0], [0, 0], [0, 0, 0], [0, 0x20, 0], [0x20, 0, 0]] as [[UInt8]] {
            #expect((try? decoder.decode([String: Int].self, from: document)) == nil)
        }
        #expect(try decoder.decode([String: Int].self, from: "") == [:])
        #expect(try decoder.decode([String: Int].self, from: "a: 1") == ["a": 1])
    }

    @Test("The size limit is that of a text in UTF-16, and of the UTF-8 made from it")
    func sizeLimit() throws {
        let document = try #require("['\(String(repeating: "€", count: 10))']".data(using: .utf16LittleEndian))
        for (limit, isRead) in [(27, false), (28, false), (33, false), (34, true)] {
            decoder.limits.documentBytes = limit
            #expect(((try? decoder.decode([String].self, from: document)) != nil) == isRead)
        }
    }
}
