import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

@Suite("Every writer writes a string in the same way")
struct StringWritingTests {
    private struct Page: Model { var title: String }

    /// The JSON strings that the writers make of a text.
    private func written(_ text: String) throws -> [String: String] {
        let codable = YodelJSONEncoder()
        codable.outputFormatting = .withoutEscapingSlashes
        let raw = try ModelDecoder().decode(RawJSON.self, fromTree: text)
        let document = #"{"title": \#(JSONValue.string(text)), "items": []}"#
        var reader = Feed(of: Int.self, at: "items", envelope: RawJSON.self).reader(of: document)
        var around = ""
        while let element = try reader.next() {
            if case .envelope(let envelope) = element { around = envelope.text }
        }
        let wrapped = try ModelEncoder().encodeText(Page(title: text))
        return [
            "a model": String(wrapped.dropFirst(#"{"title":"#.count).dropLast()),
            "a key": String(try ModelEncoder().encodeText([text: 1]).dropFirst().dropLast(3)),
            "a Codable type": try codable.encodeText(text),
            "a key of a Codable type": String(
                try codable.encodeText([text: 1] as [String: Int]).dropFirst().dropLast(3)),
            "a JSONValue": JSONValue.string(text).text(),
            "a JSONScalar": JSONScalar.string(text).text,
            "a tree": raw.text,
            "a feed's envelope": String(around.dropFirst(#"{"title":"#.count).dropLast()),
        ]
    }

    /// The JSON string as the standard demands it, character by character.
    private func expected(_ text: String) -> String {
        let short: [Unicode.Scalar: String] = [
            "\"": "\\\"", "\\": "\\\\", "\u{8}": "\\b", "\u{C}": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
        ]
        let content = text.unicodeScalars.map { scalar in
            if let escape = short[scalar] { return escape }
            guard scalar.value < 0x20 else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + content.joined() + "\""
    }

    private func expectSame(_ text: String) throws {
        for (writer, written) in try written(text) { #expect(written == expected(text), "\(writer)") }
    }

    @Test("Each ASCII character, alone and in texts of every length around those that are written at once")
    func characters() throws {
        for value in 0..<128 as Range<UInt8> {
            let character = String(Unicode.Scalar(value))
            for length in [0, 7, 14, 15, 16, 31, 200] {
                try expectSame(String(repeating: "a", count: length) + character)
            }
        }
    }

    @Test("Texts of random characters")
    func randomTexts() throws {
        var generator = SeededGenerator(seed: 29)
        let characters: [Character] = ["a", "/", "\"", "\\", "\n", "\u{1}", "é", "世", "🌍", "\u{7F}", "\u{2028}"]
        for _ in 0..<300 {
            let count = Int.random(in: 0...60, using: &generator)
            try expectSame(String((0..<count).map { _ in characters.randomElement(using: &generator)! }))
        }
    }
}
