import BenchmarkModels
import Foundation
import Testing

@testable import DifferentialKit
@testable import Yodel

/// Tapes are written without events as long as the text is of the usual kind.
///
/// Values, problems and their places are the same in either way.
@Suite struct TapeReadingTests {
    /// The white space before and after a colon, and around commas and inside brackets.
    private struct Layout {
        var colon = ("", "")
        var separator = ""
    }

    private static let layouts = [
        Layout(), Layout(colon: ("", " "), separator: " "), Layout(colon: ("", " "), separator: "\n    "),
        Layout(colon: (" ", ""), separator: "\r\n\t"), Layout(colon: ("\n", "\t\t"), separator: " "),
        Layout(
            colon: (String(repeating: " ", count: 35), String(repeating: "\n", count: 33)),
            separator: String(repeating: " ", count: 40)),
    ]

    /// Keys and values of all lengths around those that are read at once, and of all kinds.
    private static func document(_ layout: Layout) -> String {
        let lengths = [0, 1, 7, 8, 14, 15, 16, 17, 30, 31, 32, 33, 40]
        let keys = lengths.map { String(repeating: "k", count: $0) } + ["é", "\\u006b", "kk", "last"]
        let values = [
            "1", "-2.5", "true", "\"\"", "\"abc\"", "null", "[]", "{}", "false", "123456789012345678", "1e3",
            "\"\(String(repeating: "s", count: 50))\"", "\"é日\"", "\"a\\n\"", "[1,[2,{\"k\":[]}],\"x\"]",
            "-0.125", "{\"k\":{\"k\":null},\"x\":[true]}",
        ]
        let members = zip(keys, values).map { key, value in
            "\"\(key)\"\(layout.colon.0):\(layout.colon.1)"
                + value.replacingOccurrences(of: ",", with: layout.separator + "," + layout.separator)
        }
        let separator = layout.separator + "," + layout.separator
        return "{\(layout.separator)\(members.joined(separator: separator))\(layout.separator)}"
    }

    @Test func valuesInEveryLayout() {
        for layout in Self.layouts {
            let document = Self.document(layout)
            #expect(!expectAgreement(CodableFamily.Anything.self, document).isError)
            #expect(!expectAgreement(CodableFamily.Anything.self, "[\(document), 1, \(document)]").isError)
            let inner = document.dropFirst().dropLast()
            let settings = DecoderSettings.with { $0.assumesTopLevelDictionary = true }
            #expect(!expectAgreement(CodableFamily.Anything.self, String(inner), settings).isError)
        }
    }

    /// Members after deep containers, and containers wherever the memory of the tape is full.
    @Test func deepAndLongDocuments() {
        for levels in [1, 31, 32, 33, 63, 64, 65] {
            let deep = String(repeating: #"[{"a": "#, count: levels) + "1" + String(repeating: "}]", count: levels)
            let document = #"{"deep": \#(deep), "x": [2, {"y": 3}], "z": {"deep": [], "a": 4}, "last": true}"#
            #expect(!expectAgreement(CodableFamily.Anything.self, document).isError)
        }
        for count in 240...264 {
            let ones = repeatElement("1", count: count).joined(separator: ", ")
            for rest in [#"{"a": {"b": {}}}"#, "[[[]]]", "{}", "[]", #""x""#] {
                #expect(!expectAgreement(CodableFamily.Anything.self, "[\(ones), \(rest), 2]").isError)
                let document = #"[\#(ones), {"key": \#(rest), "other": \#(rest)}, "some more text after it"]"#
                #expect(!expectAgreement(CodableFamily.Anything.self, document).isError)
            }
        }
    }

    /// Of several members with one key the first counts, however the key is read.
    @Test(arguments: 0...40) func repeatedKeys(length: Int) {
        let head = String(repeating: "k", count: max(length - 1, 0))
        let keys = ["a", "b", "c", "a", "d", "b"].map { length == 0 && $0 == "a" ? "" : head + $0 }
        let members = keys.enumerated().map { "\"\($1)\": \($0)" }.joined(separator: ", ")
        let more = "\(members), \"after\": [\(String(repeating: "1, ", count: 20))1]"
        let withoutBraces = DecoderSettings.with { $0.assumesTopLevelDictionary = true }
        for (document, settings) in [
            ("{\(members)}", .standard), ("{\(more)}", .standard), (more, withoutBraces),
        ] as [(String, DecoderSettings)] {
            for order in [keys, keys.reversed(), keys.sorted(), keys + ["\(head)e"] + keys] {
                expectAgreement(of: document, settings) { decoder in
                    let container = try decoder.container(keyedBy: TestKey.self)
                    return try order.map { try container.decodeIfPresent(Int.self, forKey: TestKey($0)) }
                }
            }
        }
    }

    @Test func braceOfTextsWithoutBraces() {
        let decoder = YodelJSONDecoder.with { $0.assumesTopLevelDictionary = true }
        let members = (0..<12).map { "\"key\($0)\": \($0)" }.joined(separator: ", ")
        let text = "\(members)}, \(members)"
        let problem = Array(text.utf8).withUnsafeBufferPointer {
            DocumentAgreementTests.problem(with: $0, decoder, #_sourceLocation)
        }
        #expect(problem?.code == .unexpectedToken)
        #expect(problem?.offset == members.utf8.count)
    }

    /// Expects the decoder to report the problem that the scanner reports, or none.
    private func expectSameProblem(
        _ text: [UInt8], _ limits: ParserLimits = ParserLimits(), _ location: SourceLocation = #_sourceLocation
    ) {
        let decoder = YodelJSONDecoder.with { $0.limits = limits }
        let models = ModelDecoder.with { $0.limits = limits }
        let problem = GuardedBytes.shared.read(text) { DocumentAgreementTests.problem(with: $0, decoder, location) }
        let expected = modelError { try models.decode(JSONValue.self, from: text) }
        #expect(
            problem?.withoutHint == expected?.withoutHint, "\(String(decoding: text, as: UTF8.self))",
            sourceLocation: location)
    }

    @Test func textsThatEndAnywhere() {
        for layout in Self.layouts {
            let text = Array(Self.document(layout).utf8)
            for count in 0...text.count { expectSameProblem(Array(text.prefix(count))) }
        }
    }

    @Test func anyByteReplaced() {
        var generator = SeededGenerator(seed: 28)
        let bytes = Array("\",:{}[] 1-.e\\/xtn\n".utf8) + [0, 0x1F, 0x7F, 0xC3, 0xFF]
        for layout in Self.layouts {
            let text = Array(Self.document(layout).utf8)
            for _ in 0..<500 {
                var changed = text
                changed[text.indices.randomElement(using: &generator)!] = bytes.randomElement(using: &generator)!
                expectSameProblem(changed)
            }
        }
    }

    /// Each limit, exceeded by something that a long text follows.
    @Test func limits() {
        let after = #", "\#(String(repeating: "a", count: 20))": [1, 2, 3], "b": "c"}"#
        let documents = [
            #"{"a": 1, "abcd": 2, "e": 3"#, #"{"a": {"b": [[1]]}"#, #"{"a": "abcdefgh", "b": 12345678"#,
            #"{"a": "e\#(String(repeating: "\u{301}", count: 9))""#, #"{"a": "éééé", "b": "a\u0301""#,
            #"{"a": [1, -2.5e-7, 3], "\#(String(repeating: "k", count: 28))": 1"#,
        ].map { Array(($0 + after).utf8) }
        for document in documents {
            for limit in 0..<30 {
                for path: WritableKeyPath<ParserLimits, Int> in [
                    \.keysPerObject, \.keyBytes, \.stringBytes, \.numberCharacters, \.depth, \.combiningMarks,
                ] {
                    var limits = ParserLimits()
                    limits[keyPath: path] = limit
                    expectSameProblem(document, limits)
                }
            }
        }
    }
}
