import Foundation
import Testing

@testable import Yodel

/// Indented documents lose their indents before yajl reads them; nothing else may show that.
@Suite("Indented documents")
struct IndentTests {
    struct Item: Model, Equatable {
        var name: String
        var raw: RawJSON
        var numbers: [Int]
    }

    /// One item per group of lines, with line ends and indents of every kind between its tokens.
    private func document(items: Int, lineEnd: String = "\n", indent: Int) -> String {
        let space = String(repeating: " ", count: indent)
        let item = [
            "{", "  \"name\" :", " \"a \\n  b\",", "\t\"raw\": {\"x\":", " [ 1,", "", "2 ],\t\"y\": \"  \" },",
            "\"numbers\":", "[", "1,", "2", "]", "}",
        ].map { space + $0 }.joined(separator: lineEnd)
        return "[" + Array(repeating: item, count: items).joined(separator: "," + lineEnd) + lineEnd + "]" + lineEnd
    }

    private let cuts = Cuts(chunkSizes: [1, 7, 64, 255, 256, 257, 1_000], everySplitBelow: 0, sampledSplits: 50)

    @Test(
        "Values are those of the document, raw ones byte for byte", arguments: [0, 1, 8, 15, 16, 17, 40],
        ["\n", "\r\n"])
    func values(indent: Int, lineEnd: String) throws {
        let json = document(items: 9, lineEnd: lineEnd, indent: indent)
        let start = try #require(json.range(of: "{\"x\"")?.lowerBound)
        let end = try #require(json.range(of: "\"  \" }")?.upperBound)
        let items = try decodeEveryWay([Item].self, json, cuts: cuts)
        let expected = Item(
            name: "a \n  b", raw: RawJSON(uncheckedBytes: Array(json[start..<end].utf8)), numbers: [1, 2])
        #expect(items == Array(repeating: expected, count: 9))
    }

    @Test("Errors have their places in the document", arguments: [0, 3, 16, 33])
    func places(indent: Int) throws {
        let json = document(items: 9, indent: indent)
        for (sound, broken, code) in [
            ("2 ],\t", "2 },\t", ModelError.Code.unexpectedToken), ("1,", "01,", .invalidNumber),
            ("]", "\"\"", .unexpectedToken),
            ("\"numbers\":", "\"numbers\":true,\"x\":", .typeMismatch), ("\"name\" :", "\"name\" 1", .unexpectedToken),
        ] {
            let range = try #require(json.range(of: sound, options: .backwards))
            let text = json.replacingCharacters(in: range, with: broken)
            let before = json[..<range.lowerBound]
            let error = #expect(throws: ModelError.self) { try decodeEveryWay([Item].self, text, cuts: cuts) }
            #expect(error?.code == code, "\(broken)")
            let skipped = broken.hasPrefix("\"numbers\"") ? 10 : broken == "\"name\" 1" ? 7 : broken == "2 },\t" ? 2 : 0
            #expect(error?.offset == before.utf8.count + skipped, "\(broken)")
            #expect(error?.line == before.filter { $0 == "\n" }.count + 1, "\(broken)")
        }
    }
}
