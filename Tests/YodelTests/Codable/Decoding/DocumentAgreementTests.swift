import Foundation
import Testing

@testable import DifferentialKit
@testable import Yodel

/// Whole documents: their encodings, text that is not JSON, and documents beyond the limits.
@Suite struct DocumentAgreementTests {
    private static let json = #"{"name": "größer 日本 🎈", "n": [1, 2.5, null], "e": "\u00e9"}"#

    private struct Item: Decodable, Equatable {
        var name: String
        var n: [Double?]
        var e: String
    }

    @Test(arguments: [
        String.Encoding.utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
    ])
    func encodings(_ encoding: String.Encoding) throws {
        let data = try #require(Self.json.data(using: encoding))
        #expect(expectAgreement(Item.self, data) == .value(Item(name: "größer 日本 🎈", n: [1, 2.5, nil], e: "é")))
        for literal in ["1", "[]", "12", #""x""#, "null"] {
            let data = try #require(literal.data(using: encoding))
            expectAgreement(Int?.self, data)
            expectAgreement([Int].self, data)
        }
    }

    @Test(
        arguments: [
            ([0xEF, 0xBB, 0xBF], String.Encoding.utf8), ([0xFE, 0xFF], .utf16BigEndian),
            ([0xFF, 0xFE], .utf16LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
        ] as [([UInt8], String.Encoding)])
    func byteOrderMarks(_ mark: [UInt8], _ encoding: String.Encoding) throws {
        let data = Data(mark) + (try #require(Self.json.data(using: encoding)))
        #expect(!expectAgreement(Item.self, data).isError)
        expectAgreement(Item.self, Data(mark))
        expectAgreement(Item.self, Data(mark) + data)
    }

    @Test(
        arguments: [
            [], [0], [0, 0], [0, 0, 0], [0, 0, 0, 0], [0x31], [0x31, 0], [0, 0x31], [0xEF], [0xEF, 0xBB], [0xFE],
            [0xFF], [0xFF, 0xFE, 0x22, 0, 0, 0xD8, 0x22, 0], [0xFF, 0xFE, 0x22, 0, 0, 0xDC, 0x22, 0],
            [0xFF, 0xFE, 0xFF, 0xFE], [0x22, 0, 0, 0, 0, 0xD8, 0, 0, 0x22, 0, 0, 0],
            [0x22, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0x22, 0, 0, 0], [0xFE, 0xFF, 0, 0, 0x31, 0, 0, 0],
            [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xFF, 0x22], [0x22, 0, 0x22],
            [0x22, 0x1F, 0x22], [0x22, 0x7F, 0x22],
        ] as [[UInt8]])
    func bytesOfAnyKind(_ bytes: [UInt8]) {
        expectAgreement(String.self, Data(bytes))
        expectFailure(Int.self, Data(bytes))
    }

    /// Expects both decoders to refuse a document with several errors, or to make the same value.
    private func expectFailure<Value: Decodable & Equatable>(_ type: Value.Type, _ document: Data) {
        let foundation = CodableOutcome { try JSONDecoder().decode(type, from: document) }
        let yodel = CodableOutcome { try YodelJSONDecoder().decode(type, from: document) }
        #expect(yodel == foundation || (yodel.isError && foundation.isError), "\(document) as \(type)")
    }

    @Test(arguments: [
        "", " ", "[", "]", "{", "}", "[1", "[1,", "[,1]", "[1 2]", "[1]]", "{1: 2}", #"{"a"}"#, #"{"a":}"#, #"{"a" 1}"#,
        #"{"a": 1 "b": 2}"#, "tru", "truex", "nul", "nulll", "falsey", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1",
        "--1", "1-", "\"", #""\""#, #""\u12""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, #""\x""#, "'a'",
        "[1] x", "/**/1", "\u{FEFF}1", "\u{A0}1", "\u{C}1", "NaN", "Infinity", "1 1", "[1\u{0}]",
    ])
    func whatIsNoJSON(_ document: String) {
        for type in [Int.self, [Int].self, String.self, [String: Int].self] as [any (Decodable & Equatable).Type] {
            expectFailure(type, Data(document.utf8))
        }
        #expect(CodableOutcome { try YodelJSONDecoder().decode([JSONNothing].self, from: document) }.isError)
    }

    @Test func everyPrefixOfADocument() {
        var random = RandomJSON(seed: 7, faults: 0, absences: 0)
        let bytes = Array(CodableFamily.Tree.json(&random).utf8)
        #expect((try? ModelDecoder().decode(JSONValue.self, from: bytes)) != nil)
        for count in 0..<min(bytes.count, 500) {
            let prefix = Array(bytes[..<count])
            #expect(
                CodableOutcome { try YodelJSONDecoder().decode(CodableFamily.Tree.self, from: prefix) }
                    == .error("dataCorrupted at "))
        }
    }

    /// Decodes from anything.
    private struct JSONNothing: Decodable, Equatable {
        init(from decoder: any Decoder) throws {}
    }

    /// The problem that a decoder reports with a text, if any.
    static func problem(
        with text: UnsafeBufferPointer<UInt8>, _ decoder: YodelJSONDecoder, _ location: SourceLocation
    ) -> ModelError? {
        do {
            _ = try decoder.decode(JSONNothing.self, from: text)
        } catch DecodingError.dataCorrupted(let context) {
            return context.underlyingError as? ModelError
        } catch {
            Issue.record(error, sourceLocation: location)
        }
        return nil
    }

    @Test(arguments: [
        "[1, 2", "[1, tru]", #"{"a": [{"b": 1, "c": nul}]}"#, #"{"a": {"b": "x\q"}}"#, "[1] 2", #"{"a": [1 2]}"#, "",
        "{", #"{"a"#, #"{"a": 1, b}"#, #"[[[01]]]"#, #"["a", {"b": 1 "c"}]"#, "[\"a\nb\"]", #"{"a": 1}}"#, "[1,]",
        #"{"a": 1,}"#, "[1x]", "[0, 1.5.]", #"{"a": [0, {"b": 1x}]}"#, #"{"a": nulls}"#, "[[], truely]", "12x",
        "[\u{0}1]",
    ])
    func theErrorIsTheScanners(_ document: String) throws {
        let error = try #require(throws: DecodingError.self) {
            try YodelJSONDecoder().decode(JSONNothing.self, from: document)
        }
        guard case .dataCorrupted(let context) = error else { throw error }
        let scanners = modelError { try ModelDecoder().decode(JSONValue.self, from: document) }
        #expect(context.underlyingError as? ModelError == scanners!.withoutHint)
        #expect(context.codingPath.isEmpty)
    }

    /// The limit applies to the input, and to the converted text, which is shorter here.
    @Test func lengthOfOtherEncodings() throws {
        let decoder = YodelJSONDecoder()
        let document = try #require(#"["12345678"]"#.data(using: .utf16))
        decoder.limits.documentBytes = document.count
        #expect(try decoder.decode([String].self, from: document) == ["12345678"])
        decoder.limits.documentBytes = document.count - 1
        #expect(CodableOutcome { try decoder.decode([String].self, from: document) } == .error("dataCorrupted at "))
        #expect(modelError { try decoder.decode([String].self, from: document) }?.code == .documentLimit)
    }

    @Test(arguments: [
        (#""a": 1, "b": tru"#, "$.b: the document ends early (unexpectedEnd, line 1, column 17, offset 16)"),
        (#""a": 1}"#, "$: unexpected token (unexpectedToken, line 1, column 7, offset 6)"),
        (#""a": 1, "#, "$: the document ends early (unexpectedEnd, line 1, column 9, offset 8)"),
        ("\"a\":\n 1 x", "$: found 'x' (unexpectedToken, line 2, column 4, offset 8)"),
        (#""a": [0, 1x]"#, "$.a[1]: found '1x' (invalidNumber, line 1, column 10, offset 9)"),
        ("[1]", "$: expected a key, found '[' (unexpectedToken, line 1, column 1, offset 0)"),
        ("\u{FEFF}\"a\": tru", "$.a: the document ends early (unexpectedEnd, line 1, column 9, offset 11)"),
    ])
    func errorsOfTextsWithoutBraces(_ document: String, _ description: String) {
        let decoder = YodelJSONDecoder.with { $0.assumesTopLevelDictionary = true }
        let problem = Array(document.utf8).withUnsafeBufferPointer {
            Self.problem(with: $0, decoder, #_sourceLocation)
        }
        #expect(problem?.description == description)
    }

    @Test(arguments: ["\"a\": 1", "\u{FEFF}\"a\": 1", "\u{FEFF}"])
    func lengthOfTextsWithoutBraces(_ document: String) {
        let length = document.utf8.count
        for limit in 0...length {
            let decoder = YodelJSONDecoder.with {
                ($0.assumesTopLevelDictionary, $0.limits.documentBytes) = (true, limit)
            }
            let problem = Array(document.utf8).withUnsafeBufferPointer {
                Self.problem(with: $0, decoder, #_sourceLocation)
            }
            #expect(problem?.code == (limit < length ? .documentLimit : nil), "at most \(limit)")
        }
    }

    @Test func limits() {
        func problem(_ document: String, _ change: (inout ParserLimits) -> Void) -> ModelError? {
            let decoder = YodelJSONDecoder.with { change(&$0.limits) }
            return Array(document.utf8).withUnsafeBufferPointer { Self.problem(with: $0, decoder, #_sourceLocation) }
        }
        #expect(problem("[[1]]") { $0.depth = 2 } == nil)
        #expect(problem("[[1]]") { $0.depth = 1 }?.code == .depthLimit)
        #expect(problem("{}") { $0.depth = 0 }?.code == .depthLimit)
        #expect(problem(#"["abc"]"#) { $0.stringBytes = 3 } == nil)
        #expect(problem(#"["abcd"]"#) { $0.stringBytes = 3 }?.code == .stringLimit)
        #expect(problem(#"{"abc": 1}"#) { $0.keyBytes = 3 } == nil)
        #expect(problem(#"{"ab\u0063": 1}"#) { $0.keyBytes = 3 } == nil)
        #expect(
            problem("[1, {\n\"abcd\": 1}]") { $0.keyBytes = 3 }?.description
                == "$[1]: expected at most 3 bytes (keyLimit, line 2, column 1, offset 6); a higher limits.keyBytes allows it"
        )
        #expect(problem("[123]") { $0.numberCharacters = 3 } == nil)
        #expect(problem("[1234]") { $0.numberCharacters = 3 }?.code == .numberLimit)
        #expect(problem("[1, 2]") { $0.documentBytes = 6 } == nil)
        #expect(problem("[1, 2]") { $0.documentBytes = 5 }?.code == .documentLimit)
        #expect(problem("[1, 2] ") { $0.documentBytes = 6 }?.code == .documentLimit)
        #expect(problem(#"{"a": 1, "b": 2}"#) { $0.keysPerObject = 2 } == nil)
        #expect(problem(#"{"a": 1, "b": 2}"#) { $0.keysPerObject = 1 }?.code == .keyCountLimit)
    }

    @Test(arguments: [511, 512, 513, 100_000])
    func depth(_ depth: Int) {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
            let levels = depth / (open.first == "[" && close == "}]" ? 2 : 1)
            let document = String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
            expectAgreement(JSONNothing.self, document)
            expectAgreement([Int].self, document)
        }
    }

    @Test func json5IsReadByFoundation() throws {
        let decoder = YodelJSONDecoder()
        decoder.allowsJSON5 = true
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let document = "{ // a comment\n first_name: 'x', 'other_name': \"y\", }"
        #expect(try decoder.decode([String: String].self, from: document) == ["first_name": "x", "other_name": "y"])
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[1, 2") }
        decoder.limits.documentBytes = 5
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[1, 2]") }
        decoder.allowsJSON5 = false
        #expect(throws: DecodingError.self) { try decoder.decode([String: String].self, from: "{a: 1}") }
    }

    /// Foundation's JSON5 scanner ends the process for some of these.
    @Test func json5IsUTF8() throws {
        let decoder = YodelJSONDecoder.with { $0.allowsJSON5 = true }
        for (bytes, place) in [
            ([0x7B, 0xF8, 0x88, 0x80, 0x80, 0x80], "line 1, column 2, offset 1"),
            ([0x5B, 0x0A, 0x22, 0xC3, 0xA9, 0xC3], "line 2, column 4, offset 5"),
            ([0xED, 0xA0, 0x80], "line 1, column 1, offset 0"), ([0xC0, 0x80], "line 1, column 1, offset 0"),
            ([0xEF, 0xBB, 0xBF, 0x31, 0xFE], "line 1, column 2, offset 4"),
        ] as [([UInt8], String)] {
            for count in 1...bytes.count { _ = try? decoder.decode(JSONValue.self, from: Array(bytes.prefix(count))) }
            do {
                _ = try decoder.decode(JSONValue.self, from: bytes)
                Issue.record("\(bytes) is accepted")
            } catch DecodingError.dataCorrupted(let context) {
                let error = context.underlyingError as? ModelError
                #expect(error?.code == .invalidUTF8)
                #expect(error?.description.contains(place) == true, "\(error!)")
            }
        }
        #expect(try decoder.decode(String.self, from: [0xEF, 0xBB, 0xBF] + Array("'é'".utf8)) == "é")
    }

    @Test func inputsOfAllKinds() throws {
        let decoder = YodelJSONDecoder()
        let bytes = Array(Self.json.utf8)
        let item = Item(name: "größer 日本 🎈", n: [1, 2.5, nil], e: "é")
        #expect(try decoder.decode(Item.self, from: Self.json) == item)
        #expect(try decoder.decode(Item.self, from: bytes) == item)
        #expect(try decoder.decode(Item.self, from: (Data([1, 2]) + bytes)[2...]) == item)
        #expect(try decoder.decode(Item.self, from: "x\(Self.json)".dropFirst()) == item)
        #expect(try decoder.decode(Item.self, from: ([1, 2] + bytes)[2...]) == item)
        #expect(try decoder.decode(Item.self, from: ContiguousArray(bytes)) == item)
        #expect(try decoder.decode(Item.self, from: bytes.lazy.map { $0 }) == item)
        #expect(try decoder.decode(Item.self, from: .init(Self.json.utf8)) == item)
        #expect(try bytes.withUnsafeBytes { try decoder.decode(Item.self, from: $0) } == item)
        #expect(try bytes.withUnsafeBufferPointer { try decoder.decode(Item.self, from: $0) } == item)
        #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: [UInt8]()) }
        #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: "1".dropFirst()) }
        #expect(throws: DecodingError.self) {
            try decoder.decode(Int.self, from: UnsafeBufferPointer<UInt8>(start: nil, count: 0))
        }
        #expect(throws: DecodingError.self) {
            try decoder.decode(Int.self, from: UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    @Test(.enabled(if: SharedData.isAvailable, SharedData.absence))
    func verdictsOfTheConformanceSuite() throws {
        for file in SharedData.files(in: "conformance/JSONTestSuite/test_parsing") {
            let bytes = try file.bytes()
            let isJSON = (try? ModelDecoder().decode(JSONValue.self, from: bytes)) != nil
            let (encoding, _) = bytes.withUnsafeBufferPointer { TextEncoding.of($0) }
            guard encoding == nil else { continue }
            let isDecoded = (try? YodelJSONDecoder().decode(JSONNothing.self, from: bytes)) != nil
            #expect(isDecoded == isJSON, "\(file.name)")
        }
    }
}
