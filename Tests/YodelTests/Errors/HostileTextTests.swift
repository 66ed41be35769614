import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

/// The parts of a document in an error are safe to log: they break no line, control no terminal, hide nothing, and are
/// short.
@Suite("The texts of errors can be logged")
struct HostileTextTests {
    // MARK: - Random documents

    private struct Known: Model {
        var name: String?
        var count: Int?
        var counts: [String: Int]?
        var spelled: [String: JSONValue]?
        var inner: [Known]?
        var any: JSONValue?
        var day: Date?
        var level: Level?
        var part: Part?
        var tried: Untagged?
        var around: External?
        @Indirect var boxed: Known?
    }

    private struct Keeping: Model {
        var count: Int?
        var rest: [String: JSONValue]
        static let mapping = Mapping(.unknown(\Keeping.rest))
    }

    private enum Level: String, CaseIterable, Codable { case low, high }

    private struct Part: Decodable {
        var count: Int?
        var counts: [String: Int]?
        var level: Level?
    }

    @Test("Random documents, hostile in every string: no error's text has an invalid character, or is long")
    func randomDocuments() {
        let scalars = Self.hostileScalars
        var met: [String: Int] = [:]
        for seed in UInt64(0)..<400 {
            var maker = Maker(random: SeededGenerator(seed: seed), scalars: scalars)
            let json = maker.document()
            var decoder = ModelDecoder()
            decoder.unknownKeys = maker.isChosen(2) ? .error : .ignore
            decoder.duplicateKeys = maker.isChosen(2) ? .error : .last
            decoder.parser = maker.isChosen(2) ? .scanner : Parser.other ?? .scanner
            for text in texts(of: json, decoder, &met) {
                guard let complaint = complaint(about: text) else { continue }
                Issue.record("seed \(seed): \(complaint)")
                return
            }
        }
        // Check that the errors occurred at all.
        for code in ["typeMismatch", "unknownKey", "duplicateKey", "unexpectedToken", "unknownVariant", "Codable"] {
            #expect(met[code, default: 0] > 10, "\(code) of \(met)")
        }
    }

    /// The texts of a document's errors.
    private func texts(of json: String, _ decoder: ModelDecoder, _ met: inout [String: Int]) -> [String] {
        var texts: [String] = []
        func add(_ body: () throws(ModelError) -> some Any) {
            do throws(ModelError) {
                _ = try body()
            } catch {
                met[error.code.description, default: 0] += 1
                texts += [error.description, error.found ?? ""]
            }
        }
        add { () throws(ModelError) in try decoder.decode(Known.self, from: json) }
        add { () throws(ModelError) in try decoder.decode(Keeping.self, from: json) }
        add { () throws(ModelError) in try decoder.decode([String: Int].self, from: json) }
        add { () throws(ModelError) in try decoder.decode(External.self, from: json) }
        add { () throws(ModelError) in try decoder.decode(Untagged.self, from: json) }
        do {
            _ = try YodelJSONDecoder().decode(Part.self, from: Data(json.utf8))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.keyNotFound(_, let context) {
            met["Codable", default: 0] += 1
            texts.append(context.debugDescription)
        } catch DecodingError.dataCorrupted(let context) where context.underlyingError != nil {
            // Without it, the text is the standard library's.
            texts.append(context.debugDescription)
        } catch {}
        return texts
    }

    private func complaint(about text: String) -> String? {
        if text.utf8.count > 4_096 { return "\(text.utf8.count) bytes: \(text.prefix(200))" }
        guard let scalar = text.unicodeScalars.first(where: Self.isHostile) else { return nil }
        return "U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)"
    }

    private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// All hostile characters.
    private static var hostileScalars: [Unicode.Scalar] {
        (0...0x10_FFFF).lazy.compactMap { Unicode.Scalar(UInt32($0)) }.filter(isHostile)
    }

    /// Makes documents.
    private struct Maker {
        var random: SeededGenerator
        let scalars: [Unicode.Scalar]

        private static let names = [
            "name", "count", "counts", "spelled", "inner", "any", "day", "level", "part", "tried", "around", "boxed",
            "message", "number", "text",
        ]

        mutating func isChosen(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

        mutating func document() -> String { object(depth: isChosen(20) ? 100 : 3) }

        /// An object; a deep one has long keys.
        private mutating func object(depth: Int) -> String {
            var members: [String] = []
            for _ in 0..<(depth > 3 ? 1 : Int.random(in: 0...3, using: &random)) {
                let key = isChosen(3) ? string() : "\"\(Self.names.randomElement(using: &random)!)\""
                members.append("\(depth > 3 ? string(length: 300) : key): \(value(depth: depth - 1))")
                // The same key again, or another spelling of it.
                if isChosen(6) { members.append("\(key): 1") }
                if isChosen(6) {
                    let rest = string().dropFirst()
                    members += ["\"\u{E9}\(rest): 1", "\"e\u{301}\(rest): 2"]
                }
            }
            return "{\(members.joined(separator: ", "))}"
        }

        private mutating func value(depth: Int) -> String {
            if depth > 3 { return object(depth: depth) }
            switch Int.random(in: depth > 0 ? 0..<10 : 4..<10, using: &random) {
            case 0...2: return object(depth: depth)
            case 3: return "[\(value(depth: depth - 1)), \(value(depth: depth - 1))]"
            case 4...6: return string()
            case 7: return ["null", "true", "1", "-1.5", "1e400"].randomElement(using: &random)!
            case 8 where isChosen(3): return String(scalar())
            default: return "1"
            }
        }

        private mutating func string(length: Int? = nil) -> String {
            let length = length ?? (isChosen(8) ? 5_000 : Int.random(in: 0...12, using: &random))
            var text = "\""
            for _ in 0..<length {
                let scalar = scalar()
                switch scalar {
                case "\"", "\\": text += "\\\(scalar)"
                case ..<" ":
                    text += "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2)
                    text += String(scalar.value, radix: 16)
                default: text.unicodeScalars.append(scalar)
                }
            }
            return text + "\""
        }

        private mutating func scalar() -> Unicode.Scalar {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...3: scalars.randomElement(using: &random)!
            case 4: "\u{301}"
            case 5: Unicode.Scalar(UInt32.random(in: 0...0x10_FFFF, using: &random)) ?? "\u{FFFD}"
            default: Unicode.Scalar(UInt8.random(in: 0x20..<0x7F, using: &random))
            }
        }
    }

    // MARK: - Complete parts

    @Test("An error's line shortens its path; the path, and its own description, are complete")
    func wholePath() {
        let keys = (0..<40).map { "key\($0)" + String(repeating: "é", count: 200) }
        let json = keys.map { "{\"\($0)\": " }.joined() + "tru"
        let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(JSONValue.self, from: json + "}") }
        #expect(error?.path.steps == keys.map(JSONPath.Step.key))
        #expect(error?.path.description == "$" + keys.map { ".\($0)" }.joined())
        #expect((error?.description.utf8.count ?? .max) < 1_200)
    }

    @Test("A path that fits is complete, however many steps it has")
    func fittingPath() {
        let path = JSONPath((0..<200).map { JSONPath.Step.index($0 % 10) })
        #expect(
            ModelError(.nullValue, path: path).description
                == "\(path): null for a value that is not optional (nullValue)")
        let longer = JSONPath((0..<400).map { JSONPath.Step.index($0 % 10) })
        let line = ModelError(.nullValue, path: longer).description
        #expect(line.hasPrefix("$[0][1][2]") && line.contains("[9]…[") && line.contains("[8][9]: null for"))
        #expect(line.utf8.count < 1_100)
    }

    @Test("Of nested underlying errors the first and the last are shown")
    func errorsBeneathErrors() {
        let last = ModelError(.nullValue, path: JSONPath([.key("c")]))
        let middle = ModelError(.invalidValue, path: JSONPath([.key("b")]), expected: "B", underlying: last)
        #expect(
            ModelError(.invalidValue, expected: "A", underlying: middle).description
                == "$: expected A (invalidValue): $.c: null for a value that is not optional (nullValue)")
    }

    // MARK: - Reports

    @Test("A drift report has a line for each difference, whatever the keys are")
    func drift() throws {
        let report = DriftReport()
        let decoder = ModelDecoder.with { $0.drift = report }
        _ = try decoder.decode(Known.self, from: "{\"a\\nforged\u{202E}\": \"\u{9B}\"}")
        let line = try #require(report.findings.first { $0.kind == .unknownKey })
        #expect(line.key == "a\nforged\u{202E}", "to be compared with what is in documents")
        #expect(
            line.description
                == #"Known.a\nforged\u{202E}: unknown key, 1 time in 1 object, first at offset 1, for example the string "\u{9B}""#
        )
    }

    @Test("Collected unknown keys are shown as in errors")
    func collected() throws {
        let collector = UnknownKeyCollector()
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        let key = String(repeating: "k", count: 5_000)
        _ = try decoder.decode(Known.self, from: "{\"\(key)\": 1, \"\\n\u{9B}\": 2}")
        #expect(
            collector.keys.map(\.description) == ["$.\(key.prefix(64))… (offset 1)", #"$["\n\u{9B}"] (offset 5008)"#])
        #expect(collector.keys.first?.path == JSONPath([.key(key)]))
    }

    @Test("Keys of trees that are not strings")
    func trees() {
        struct Key: Hashable, CustomStringConvertible { var description: String { "\n\u{2028}" } }
        #expect(
            #expect(throws: ModelError.self) { try ModelDecoder().decode(JSONValue.self, fromTree: [Key(): 1]) }?.found
                == "a key of the type Key")
    }
}
