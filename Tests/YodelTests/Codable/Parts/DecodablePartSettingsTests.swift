import Foundation
import Testing

@testable import Yodel

@Suite("Settings for Decodable types in models")
struct DecodablePartSettingsTests {
    struct Part: Decodable, Equatable {
        var dayOf: Date?
        var data: Data?
        var ratio: Double?
    }

    struct Holder: Model, Equatable { var part: Part }

    private func part(_ json: String, _ change: (inout ModelDecoder) -> Void) throws -> Part {
        try decodeEveryWay(Holder.self, #"{"part": \#(json)}"#, decoder: .with(change)).part
    }

    @Test("Dates, data and floating-point numbers are read like those in models")
    func strategies() throws {
        #expect(try part(#"{"dayOf": "1970-01-01T00:00:01.5Z"}"#) { _ in }.dayOf == Date(timeIntervalSince1970: 1.5))
        #expect(try part(#"{"dayOf": 2}"#) { $0.dates = .secondsSince1970 }.dayOf == Date(timeIntervalSince1970: 2))
        #expect(
            try part(#"{"dayOf": "1970-01-02 00:00"}"#) { $0.dates = .anyKnownFormat }.dayOf
                == Date(timeIntervalSince1970: 86_400))
        #expect(try part(#"{"data": "AQ=="}"#) { _ in }.data == Data([1]))
        #expect(try part(#"{"data": "-_8"}"#) { $0.data = .base64URL }.data == Data([251, 255]))
        #expect(try part(#"{"data": [1, 2]}"#) { $0.data = .bytes }.data == Data([1, 2]))
        let ratio = try part(#"{"ratio": "inf"}"#) {
            $0.nonConformingFloats = .convert(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        }
        #expect(ratio.ratio == .infinity)
    }

    /// A `ModelEncoder` that escapes characters beyond ASCII writes such a text.
    @Test("The text for infinity may have escapes, as in models; a YodelJSONDecoder refuses it, as Foundation does")
    func escapedFloats() {
        let texts = [
            (#""\u221e""#, Double.infinity), (#""-\u221e""#, -.infinity), (#""\u0069""#, nil),
            (#""\u221E""#, .infinity),
        ]
        for (text, value) in texts {
            let json = #"{"ratio": \#(text)}"#
            let ratio = try? part(json) {
                $0.nonConformingFloats = .convert(positiveInfinity: "∞", negativeInfinity: "-∞", nan: "?")
            }
            #expect(ratio?.ratio == value)
            let foundation = YodelJSONDecoder()
            foundation.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "∞", negativeInfinity: "-∞", nan: "?")
            #expect(throws: DecodingError.self) { try foundation.decode(Part.self, from: json) }
        }
    }

    @Test("Keys in snake case apply to such types as well; other key strategies do not")
    func keys() throws {
        let date = Date(timeIntervalSince1970: 0)
        #expect(try part(#"{"day_of": "1970-01-01T00:00:00Z"}"#) { $0.keys = .snakeCase }.dayOf == date)
        #expect(try part(#"{"dayOf": "1970-01-01T00:00:00Z"}"#) { _ in }.dayOf == date)
        let decoder = ModelDecoder.with { $0.keys = .upperCamelCase }
        #expect(
            try decodeEveryWay(Holder.self, #"{"Part": {"dayOf": "1970-01-01T00:00:00Z"}}"#, decoder: decoder).part
                .dayOf == date)
    }

    @Test("A document without braces has parts with braces")
    func braces() throws {
        struct Word: Decodable, Equatable {
            var text: String
            init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
        }
        struct Words: Model, Equatable {
            var word: Word
            var part: Part
        }
        let own = YodelJSONDecoder.with { $0.assumesTopLevelDictionary = true }
        let words = try decodeEveryWay(
            Words.self, #"{"word": "x", "part": {"ratio": 2}}"#, decoder: .with { $0.codable = own })
        #expect(words.word.text == "x")
        #expect(words.part == Part(ratio: 2))
    }

    @Test("A client's own decoder uses its own settings")
    func ownDecoder() throws {
        let own = YodelJSONDecoder()
        own.dateDecodingStrategy = .millisecondsSince1970
        own.keyDecodingStrategy = .custom { CodablePathKey(stringValue: $0.last!.stringValue + "Of") }
        #expect(
            try part(#"{"day": 1000}"#) {
                $0.codable = own
                $0.dates = .iso8601
            }.dayOf == Date(timeIntervalSince1970: 1))
    }

    struct Inner: Model, Decodable, Equatable {
        var count: Int
        var list: [Int]?
        var when: Date?
    }

    struct Between: Decodable, Equatable { var inner: [Inner] }

    struct Outer: Model, Equatable { var between: Between }

    @Test("The surrounding decoder decodes models inside them, with all of its options")
    func modelsWithin() throws {
        let json = #"{"between": {"inner": [{"count": "7", "list": [1, "x"], "when": 3}]}}"#
        let decoder = ModelDecoder.with {
            $0.conversions = .lenient
            $0.badElements = .drop
            $0.dates = .secondsSince1970
        }
        #expect(
            try decodeEveryWay(Outer.self, json, decoder: decoder).between.inner
                == [Inner(count: 7, list: [1], when: Date(timeIntervalSince1970: 3))])
        #expect(
            refusal(of: Outer.self, json)
                == #"$.between.inner[0].count: expected Int, found the string "7" (typeMismatch, line 1, column 34, offset 33); conversions = .lenient converts it"#
        )
    }

    @Test("Of a key that occurs twice the first value counts, except in models inside them, which follow the policy")
    func duplicateKeys() throws {
        struct Loose: Decodable, Equatable {
            var count: Int
            var counts: [String: Int]
            var value: JSONValue
            var inner: Inner?
        }
        struct Holder: Model, Equatable { var loose: Loose }
        let twice = #"{"a": 1, "a": 2}"#
        let once = try decodeEveryWay(JSONValue.self, #"{"a": 1}"#)
        let members = #""count": 1, "count": 2, "counts": \#(twice), "value": \#(twice)"#
        for (policy, count) in [(DuplicateKeyPolicy.last, 4), (.first, 3)] {
            expectDecoded(
                #"{"loose": {\#(members), "inner": {"count": 3, "count": 4}}}"#,
                as: Holder(loose: Loose(count: 1, counts: ["a": 1], value: once, inner: Inner(count: count))),
                decoder: .with { $0.duplicateKeys = policy })
        }
        let strict = ModelDecoder.with { $0.duplicateKeys = .error }
        expectDecoded(
            #"{"loose": {\#(members)}}"#, as: Holder(loose: Loose(count: 1, counts: ["a": 1], value: once)),
            decoder: strict)
        expectErrorAtMark(
            .duplicateKey, path: "$.loose.inner.count", decoding: Holder.self,
            #"{"loose": {\#(members), "inner": {"count": 3, ▸"count": 4}}}"#, decoder: strict)
    }

    @Test("Arrays of models inside them, and dictionaries with string keys, follow the policies as well")
    func containersOfModels() throws {
        struct Crowd: Decodable, Equatable {
            var list: [Inner]
            var byName: [String: Inner?]
            var byNumber: [Int: Inner]
        }
        struct Holder: Model, Equatable { var crowd: Crowd }
        let (one, two) = (#"{"count": 1}"#, #"{"count": 2}"#)
        let json = #"""
            {"crowd": {"list": [7, \#(one)], "byName": {"a": \#(one), "a": \#(two), "b": "x", "c": null},
             "byNumber": {"1": \#(one), "1": \#(two)}}}
            """#
        expectDecoded(
            json,
            as: Holder(
                crowd: Crowd(
                    list: [Inner(count: 1)], byName: ["a": Inner(count: 2), "c": nil], byNumber: [1: Inner(count: 1)])),
            decoder: .with { $0.badElements = .drop })
    }

    @Test("Notes about models inside them have the document's paths and places")
    func notes() throws {
        let json = #"{"between": {"inner": [{"count": 1}, {"count": 2, "list": ["x", 5], "more": null}]}}"#
        var decoder = ModelDecoder()
        let report = DecodingReport()
        let keys = UnknownKeyCollector()
        let drift = DriftReport()
        decoder.badElements = .drop
        decoder.report = report
        decoder.unknownKeys = .collect(keys)
        decoder.drift = drift
        _ = try decoder.decode(Outer.self, from: json)
        #expect(report.errors.map(\.path.description) == ["$.between.inner[1].list[0]"])
        #expect(report.errors.first?.offset == 59)
        #expect(keys.keys.map(\.description) == ["$.between.inner[1].more (offset 68)"])
        let unknown = try #require(drift.findings.first { $0.kind == .unknownKey })
        #expect(unknown.key == "more" && unknown.type == "Inner" && unknown.offset == 68)
        decoder.unknownKeys = .error
        decoder.badElements = .error
        let unknownAlone = json.replacing(#""x", 5"#, with: "2, 5")
        expectError(
            .unknownKey, at: 66, path: "$.between.inner[1].more", decoding: Outer.self, unknownAlone, decoder: decoder)
    }

    private let doubling = Transform<Int, Int> {
        $0 * 2
    } encode: {
        $0 / 2
    }

    @Test("Transforms do not apply to the dates, data and models in such types, in either direction")
    func transforms() throws {
        struct Day: Model, Codable, Equatable {
            var number: Int
            var start: Date
        }
        struct Stamp: Codable, Equatable {
            var date: Date
            var data: Data
            var days: [Day]
        }
        struct Entry: Model, Equatable {
            var date: Date
            var stamp: Stamp
            var other: Stamp
        }
        let transforms = TransformSet(Transform.millisecondsSince1970, Transform<String, Data>.utf8, doubling)
        let decoder = ModelDecoder.with { $0.transforms = transforms }
        let date = Date(timeIntervalSince1970: 5)
        let stamp = Stamp(date: date, data: Data("hi".utf8), days: [Day(number: 4, start: date)])
        let time = #""1970-01-01T00:00:05Z""#
        let text = #"{"date":\#(time),"data":"aGk=","days":[{"number":4,"start":\#(time)}]}"#
        expectRoundTrip(
            Entry(date: date, stamp: stamp, other: stamp), #"{"date":5000,"stamp":\#(text),"other":\#(text)}"#,
            inEveryPlace: false, decoder: decoder, encoder: .with { $0.transforms = transforms })
    }

    @Test(
        "After a document is decoded, no table keeps the decoder, its keys, its transforms or its report",
        arguments: [false, true], [false, true])
    func releases(hasKeys: Bool, hasTransforms: Bool) throws {
        weak var keys: TableCache?
        weak var transforms: TransformSet.Storage?
        weak var report: DecodingReport?
        do {
            var decoder = ModelDecoder()
            decoder.badElements = .drop
            let ownReport = DecodingReport()
            decoder.report = ownReport
            report = ownReport
            if hasKeys {
                decoder.keys = .custom { $0 }
                keys = decoder.keys.tables
            }
            if hasTransforms {
                decoder.transforms = TransformSet(doubling)
                transforms = decoder.transforms.storage
            }
            let outer = try decoder.decode(Outer.self, from: #"{"between": {"inner": [{"count": 7, "list": ["x"]}]}}"#)
            #expect(outer.between.inner == [Inner(count: 7, list: [])])
            #expect(ownReport.errors.count == 1)
        }
        #expect(keys == nil)
        #expect(transforms == nil)
        #expect(report == nil)
    }

    @Test("Feeds may have such items, and drop only the bad ones")
    func feeds() throws {
        struct Event: Decodable {
            var id: Int
            var tags: [String]
        }
        let json = #"{"events": [{"id": 1, "tags": ["a"]}, {"id": "2", "tags": []}, {"tags": ["é"], "id": 3}]}"#
        let feed = Feed(of: Event.self, at: "events").droppingBadItems
        let outcome = readEveryWay(feed, json)
        outcome.expect(lines: 3, items: 2)
        #expect(outcome.lines[1].contains("$.events[1].id: expected Int"))
        #expect(outcome.lines[1].contains("typeMismatch, line 1, column 46, offset 45"))
        let lines = Feed(of: Event.self, in: .lines).droppingBadItems
        let text = "{\"id\": 1, \"tags\": []}\n{\"id\": null}\n\n{\"id\": 3, \"tags\": []}"
        #expect(readEveryWay(lines, text).lines.count == 3)
    }

    @Test("A document of such a type may arrive in chunks, and in an asynchronous sequence")
    func incremental() async throws {
        let json = Array(#"{"dayOf": "1970-01-01T00:00:00Z"}"#.utf8)
        var incremental = ModelDecoder().incrementalDecoder(of: Part.self)
        for byte in json { try incremental.feed([byte]) }
        #expect(try incremental.finish().dayOf == Date(timeIntervalSince1970: 0))
    }
}
