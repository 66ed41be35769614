import Foundation
import Testing

@testable import Yodel

@Suite("Drift")
struct DriftReportTests {
    private enum Status: String, Model, Equatable { case printed, planned }

    private struct Book: Model, Equatable {
        var title: String
        var pages: Int?
        var status: Status?
        var author: Author?
        var tags: [String?]?
        var editor: String?
        static let mapping = Mapping(
            .map(\Book.editor, to: "meta.editor.name"), .default(\Book.tags, []), .onMismatch(\Book.status, .useDefault)
        )
    }

    private func drift<Value>(
        _ type: Value.Type, _ json: String, limit: Int = 1_000, _ change: (inout ModelDecoder) -> Void = { _ in }
    ) throws -> [String] {
        let report = DriftReport(limit: limit)
        var decoder = ModelDecoder()
        change(&decoder)
        decoder.drift = report
        _ = try decoder.decode(type, from: json)
        return report.findings.map(\.description) + (report.furtherCount > 0 ? ["\(report.furtherCount) more"] : [])
    }

    /// A decoder and its report.
    private func reporting() -> (decoder: ModelDecoder, report: DriftReport) {
        let report = DriftReport()
        return (.with { $0.drift = report }, report)
    }

    // MARK: - Kinds of drift

    @Test("A document that matches has none")
    func nothing() throws {
        let json = """
            {"title": "t", "pages": 1, "status": "planned", "author": {"name": "a", "born": 1900}, "tags": ["x"],
             "meta": {"editor": {"name": "e"}}}
            """
        #expect(try drift(Book.self, json).isEmpty)
    }

    @Test("Unknown keys of a model, at any place, with the first value")
    func unknownKeys() throws {
        let json = """
            [{"isbn": "978", "title": "t", "author": {"name": "a", "born": 1, "x": {"y": [1]}}},
             {"isbn": null, "title": "u", "author": {"name": "b", "x": 1, "born": 1}, "meta": {"on": true, "editor": {"id": [[]]}}}]
            """
        let found = try drift([Book].self, json).filter { $0.contains("unknown key") }
        #expect(
            found == [
                #"Book.isbn: unknown key, 2 times in 2 objects, first at offset 2, for example the string "978""#,
                "Author.x: unknown key, 2 times in 2 objects, first at offset 66, for example an object",
                "Book.meta.on: unknown key, 1 time in 2 objects, first at offset 168, for example true",
                "Book.meta.editor.id: unknown key, 1 time in 2 objects, first at offset 191, for example an array",
            ])
    }

    @Test("Absent properties that may be absent, counted by object")
    func absent() throws {
        let json = #"[{"name": "a"}, {"name": "b", "born": 1}, {"name": "c"}]"#
        #expect(try drift([Author].self, json) == ["Author.born: absent, 2 times in 3 objects, first at offset 13"])
    }

    @Test("Null and absence differ, and a value that does not match is neither")
    func nullsAreNotAbsent() throws {
        let json = #"{"title": "t", "pages": null, "status": "lost", "author": null, "tags": [null, "x", null]}"#
        let found = try drift(Book.self, json)
        #expect(
            found == [
                "Book.pages: null, 1 time in 1 object, first at offset 24",
                #"Book.status: unknown value, 1 time in 1 object, first at offset 40, for example the string "lost""#,
                "Book.author: null, 1 time in 1 object, first at offset 58",
                "Book.tags: null, 2 times in 1 object, first at offset 73",
                "Book.meta.editor.name: absent, 1 time in 1 object, first at offset 89",
            ])
    }

    @Test("Null that is replaced by a default")
    func defaultedNulls() throws {
        struct Settings: DefaultedModel {
            var size = 3
            var names: [String] = ["a"]
            var name: String?
            static let mapping = Mapping(.onNull(\Settings.name, .useDefault))
            init() {}
        }
        let found = try drift(Settings.self, #"{"size": null, "names": null, "name": null}"#) { $0.nulls = .useDefault }
        #expect(
            found == [
                "Settings.size: null, 1 time in 1 object, first at offset 9",
                "Settings.names: null, 1 time in 1 object, first at offset 24",
                "Settings.name: null, 1 time in 1 object, first at offset 38",
            ])
    }

    @Test("A field with only nulls counts once, however often its key occurs")
    func repeatedNulls() {
        let tally = DriftTally(DriftReport(), limit: 1)
        for _ in 0..<1_000 { tally.noteMet(2, of: 1) }
        tally.noteMet(3, of: 1)
        #expect(tally.met.count == 2)
        tally.forget(of: 1)
        #expect(tally.met.count == 0)
    }

    @Test("Looking for a field with only nulls takes no longer among more open objects")
    func openObjects() {
        let growth = CostGrowth.measured(at: 8_000) { count in
            count
        } work: { count in
            let tally = DriftTally(DriftReport(), limit: 1)
            for frame in 0..<count { tally.noteMet(0, of: frame) }
            #expect(tally.met.count == count)
        }
        #expect(growth < CostGrowth.limit)
    }

    @Test("Null under one of several keys")
    func rankedNulls() throws {
        struct Point: Model {
            var x: Int?
            static let mapping = Mapping(.map(\Point.x, to: "x", "left"))
        }
        #expect(
            try drift([Point].self, #"[{"left": null}, {"left": 1, "x": null}, {}]"#) == [
                "Point.x: null, 2 times in 3 objects, first at offset 10",
                "Point.x: absent, 1 time in 3 objects, first at offset 42",
            ])
    }

    @Test("Lenient conversions")
    func conversions() throws {
        struct Row: Model {
            var id: Int
            var name: String
            var isOn: Bool
            var at: Date
            var url: URL?
            var none: Int?
        }
        let json = """
            {"id": "12", "name": 7, "isOn": "yes", "at": 1577934245         , "url": " https://a.b ", "none": "null"}
            """
        let found = try drift(Row.self, json) { $0.conversions = .lenient }
        #expect(
            found == [
                #"Row.id: converted, 1 time in 1 object, first at offset 7, for example the string "12""#,
                "Row.name: converted, 1 time in 1 object, first at offset 21, for example the number 7",
                #"Row.isOn: converted, 1 time in 1 object, first at offset 32, for example the string "yes""#,
                "Row.at: converted, 1 time in 1 object, first at offset 45, for example the number 1577934245",
                #"Row.url: converted, 1 time in 1 object, first at offset 73, for example the string " https://a.b ""#,
                #"Row.none: converted, 1 time in 1 object, first at offset 98, for example the string "null""#,
                "Row.none: null, 1 time in 1 object, first at offset 98",
            ])
        let plain =
            #"{"id": 12, "name": "7", "isOn": true, "at": "2020-01-02T03:04:05Z", "url": "https://a.b", "none": 1}"#
        #expect(try drift(Row.self, plain) { $0.conversions = .lenient }.isEmpty)
    }

    @Test("A word for null under one of several keys is converted")
    func rankedWords() throws {
        struct Row: Model {
            var none: Int?
            var some: Int
            static let mapping = Mapping(.map(\Row.none, to: "a", "b"), .map(\Row.some, to: "c", "d", default: 7))
        }
        let found = try drift(Row.self, #"{"a": "null", "c": "nil"}"#) {
            $0.conversions = .lenient
            $0.nulls = .useDefault
        }
        #expect(
            found == [
                #"Row.a: converted, 1 time in 1 object, first at offset 6, for example the string "null""#,
                "Row.a: null, 1 time in 1 object, first at offset 6",
                #"Row.c: converted, 1 time in 1 object, first at offset 19, for example the string "nil""#,
                "Row.c: null, 1 time in 1 object, first at offset 19",
            ])
    }

    @Test("Each value that an enum does not have")
    func unknownValues() throws {
        let json = #"{"a": "lost", "b": "printed", "c": "sold", "d": "lost"}"#
        let found = try drift([String: Status].self, json) { $0.badElements = .drop }
        #expect(
            found == [
                #"[String: Status]: unknown value, 2 times, first at offset 6, for example the string "lost""#,
                #"[String: Status]: unknown value, 1 time, first at offset 35, for example the string "sold""#,
            ])
    }

    @Test("A tag that names no variant")
    func unknownTags() throws {
        struct Circle: Model { var radius: Int }
        enum Shape: Polymorphic {
            case circle(Circle), other(JSONValue)
            static let variants = Variants<Shape>("kind", .case("circle", Shape.circle), .otherwise(Shape.other))
        }
        enum Around: Polymorphic {
            case circle(Circle), other(JSONValue)
            static let variants = Variants<Around>(.external, .case("circle", Around.circle), .otherwise(Around.other))
        }
        let json = #"[{"kind": "circle", "radius": 1}, {"a": 1, "kind": "hexagon"}, {"kind": "hexagon"}, {"kind": 6}]"#
        let shapes = try drift([Shape].self, json)
        #expect(
            shapes == [
                #"[Shape]: unknown value, 2 times, first at offset 51, for example the string "hexagon""#,
                "[Shape]: unknown value, 1 time, first at offset 93, for example the number 6",
            ])
        let around = try drift([Around].self, #"[{"circle": {"radius": 1, "x": 0}}, {"square": 1}]"#)
        #expect(
            around == [
                "Circle.x: unknown key, 1 time in 1 object, first at offset 26, for example the number 0",
                #"[Around]: unknown value, 1 time, first at offset 37, for example the key "square""#,
            ])
    }

    @Test("Notes about a variant that does not match are discarded")
    func tries() throws {
        struct First: Model { var a: Int?, b: Int }
        struct Second: Model { var c: Int?, d: Int? }
        enum Either: Polymorphic {
            case first(First), second(Second)
            static let variants = Variants<Either>(.untagged, .case(Either.first), .case(Either.second))
        }
        #expect(
            try drift([Either].self, #"[{"x": 1, "d": 1}, {"y": 1, "b": 2}, {"y": 1, "b": 2, "a": null}]"#) == [
                "Second.x: unknown key, 1 time in 1 object, first at offset 2, for example the number 1",
                "Second.c: absent, 1 time in 1 object, first at offset 16",
                "First.y: unknown key, 2 times in 2 objects, first at offset 20, for example the number 1",
                "First.a: absent, 1 time in 2 objects, first at offset 34",
                "First.a: null, 1 time in 2 objects, first at offset 59",
            ])
    }

    private struct First: Model {
        var inner: Indirect<Tried>?
        var first: Int
    }
    private struct Second: Model {
        var inner: Indirect<Tried>?
        var second: [Int]
    }
    private struct Last: Model {
        var inner: Indirect<Tried>?
        var last: Int
    }
    private indirect enum Tried: Polymorphic {
        case first(First), second(Second), last(Last)
        static let variants = Variants<Tried>(
            .untagged, .case(Tried.first), .case(Tried.second), .case(Tried.last))
    }

    @Test(
        "Unknown members of variants that are tried count no more against the limit of replays than without a report",
        arguments: [
            "12", #""text""#, "null", "[" + String(repeating: "1, ", count: 40) + "[2, {}]]",
            #"{"a": {"b": [1, 2, 3], "c": {}}, "d": []}"#, "[]",
        ])
    func unknownInTries(value: String) {
        var json = #"{"odd": \#(value), "last": 1}"#
        for _ in 0..<3 { json = #"{"odd": \#(value), "inner": \#(json), "more": \#(value), "last": 1}"# }
        var decoder = ModelDecoder()
        var isAccepted: [Bool] = []
        for replays in 0..<80 {
            decoder.limits.replays = replays
            func outcome() -> Result<Void, ModelError> {
                Result { () throws(ModelError) in _ = try decoder.decode(Tried.self, from: json) }
            }
            decoder.drift = nil
            let without = outcome()
            decoder.drift = DriftReport()
            let with = outcome()
            switch (with, without) {
            case (.success, .success): isAccepted.append(true)
            case (.failure(let error), .failure(let other)):
                #expect(error == other)
                #expect(error.code == .replayLimit)
                isAccepted.append(false)
            default: Issue.record("\(replays): \(with) with a report, but \(without) without one")
            }
        }
        #expect(isAccepted.contains(true) && isAccepted.contains(false))
    }

    @Test("The same for data in a tree, whose text is an array", arguments: [DataStrategy.bytes, .base64])
    func unknownDataInTries(strategy: DataStrategy) {
        let data = Data(repeating: 200, count: 400)
        var tree: [String: Any] = ["odd": data, "last": 1]
        for _ in 0..<3 { tree = ["odd": data, "inner": tree, "last": 1] }
        var decoder = ModelDecoder.with { $0.data = strategy }
        for replays in 0..<10 {
            decoder.limits.replays = replays
            decoder.drift = nil
            let without = modelError { try decoder.decode(Tried.self, fromTree: tree) }
            decoder.drift = DriftReport()
            #expect(modelError { try decoder.decode(Tried.self, fromTree: tree) } == without, "\(replays)")
        }
    }

    @Test("Differences before an error that ends decoding")
    func beforeErrors() throws {
        let (decoder, report) = reporting()
        #expect(throws: ModelError.self) {
            try decoder.decode(Book.self, from: #"{"isbn": 1, "title": 2}"#)
        }
        #expect(report.findings.map(\.key) == ["isbn"])
        #expect(throws: ModelError.self) {
            try decoder.decode(Status.self, from: #""sold""#)
        }
        #expect(report.findings.map(\.sample) == ["the number 1", #"the string "sold""#])
    }

    @Test("Keys missing from an update are no drift")
    func updates() throws {
        let (decoder, report) = reporting()
        var author = Author(name: "a", born: 1)
        try decoder.update(&author, from: #"{"born": null, "died": 1999}"#)
        #expect(
            report.findings.map(\.description).sorted() == [
                "Author.born: null, 1 time, first at offset 9",
                "Author.died: unknown key, 1 time, first at offset 15, for example the number 1999",
            ])
    }

    @Test("A model that keeps unknown members still reports them")
    func keptMembers() throws {
        struct Box: Model {
            var id: Int
            var rest: JSONObject
            static let mapping = Mapping(.unknown(\Box.rest))
        }
        let found = try drift([Box].self, #"[{"id": 1, "a": [null], "b": "x"}, {"b": 1, "id": 2}]"#)
        #expect(
            found == [
                "Box.a: unknown key, 1 time in 2 objects, first at offset 11, for example an array",
                #"Box.b: unknown key, 2 times in 2 objects, first at offset 24, for example the string "x""#,
            ])
    }

    @Test("Text in a document: at the place of its string")
    func textWithin() throws {
        struct Envelope: Model {
            var author: Author
            static let mapping = Mapping(.transform(\Envelope.author, by: .jsonText))
        }
        let json = #"[{"author": "{\"name\": \"a\", \"x\": 1}"}, {"author": "{\"x\": 0, \"name\": \"\"}"}]"#
        let found = try drift([Envelope].self, json)
        #expect(
            found.sorted() == [
                "Author.born: absent, 2 times in 2 objects, first at offset 12",
                "Author.x: unknown key, 2 times in 2 objects, first at offset 12, for example the number 1",
            ])
    }

    @Test("A tree has no offsets")
    func trees() throws {
        let (decoder, report) = reporting()
        _ = try decoder.decode([Author].self, from: JSONValue.array([["name": "a", "x": ["y"]]]))
        #expect(
            report.findings.map(\.description) == [
                "Author.x: unknown key, 1 time in 1 object, for example an array",
                "Author.born: absent, 1 time in 1 object",
            ])
    }

    // MARK: - The report

    @Test("It keeps up to its limit, and counts the rest")
    func limit() throws {
        let members = (0..<50).map { #""k\#($0)": 0"# }.joined(separator: ",")
        let json = "[{\(members), \"name\": \"a\", \"born\": 1}, {\"k49\": 0, \"k0\": 0, \"name\": \"\", \"born\": 2}]"
        let found = try drift([Author].self, json, limit: 3)
        #expect(found.count == 4)
        #expect(found[0].hasPrefix("Author.k0: unknown key, 2 times"))
        #expect(found[3] == "48 more")
        #expect(try drift([Author].self, json, limit: 0) == ["52 more"])
        #expect(try drift([Author].self, json, limit: -1) == ["52 more"])
    }

    @Test("Long keys and values are shortened")
    func shortening() throws {
        let key = String(repeating: "é", count: 5_000)
        let long = #"{"name": "a", "born": 1, "\#(key)": "\#(key)"}"#
        let (decoder, report) = reporting()
        _ = try decoder.decode(Author.self, from: long)
        let finding = try #require(report.findings.first)
        #expect(finding.key == String(repeating: "é", count: 64) + "…")
        #expect(finding.sample == "the string \"" + String(repeating: "é", count: 40) + "…\"")
        // One letter with as many marks as fit.
        let marks = "e" + String(repeating: "\u{301}", count: 20_000)
        report.removeAll()
        let json = #"{"name": "a", "born": 1, "\#(marks.prefix(1))": 0, "x": "\#(marks)"}"#
        _ = try decoder.decode(Author.self, from: json)
        for finding in report.findings { #expect(finding.description.utf8.count < 2_000) }
    }

    @Test("One report may serve many documents at once, and be emptied")
    func manyDocuments() async throws {
        let (shared, report) = reporting()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    _ = try? shared.decode(Author.self, from: #"{"name": "a", "k\#(number % 4)": 1}"#)
                }
            }
        }
        let findings = report.findings
        #expect(Set(findings.map(\.key)) == ["born", "k0", "k1", "k2", "k3"])
        #expect(findings.filter { $0.kind == .unknownKey }.allSatisfy { $0.count == 16 && $0.objects == 64 })
        #expect(findings.first { $0.kind == .absent }?.count == 64)
        report.removeAll()
        #expect(report.findings.isEmpty)
        #expect(report.description.isEmpty)
        _ = try shared.decode(Author.self, from: #"{"name": "a"}"#)
        #expect(report.description == "Author.born: absent, 1 time in 1 object, first at offset 12")
    }

    @Test("A report that is emptied while a feed is read begins again")
    func emptiedInFeed() {
        let report = DriftReport(limit: 1)
        var feed = Feed(of: Author.self, in: .lines)
        feed.decoder.drift = report
        var parser = feed.parser()
        // Each line has 32 bytes.
        func feedLines(_ lines: [(key: String, value: Int)]) {
            for (key, value) in lines { parser.feed("{\"name\": \"\", \"born\": 1, \"\(key)\": \(value)}\n") }
        }
        feedLines([("a", 1)])
        #expect(
            report.description
                == "Author.a: unknown key, 1 time in 1 object, first at offset 24, for example the number 1")
        report.removeAll()
        feedLines([("b", 2), ("a", 3)])
        #expect(
            report.description == """
                Author.b: unknown key, 1 time in 2 objects, first at offset 56, for example the number 2
                1 more occurrence not kept
                """)
        report.removeAll()
        feedLines([("a", 4)])
        #expect(
            report.description
                == "Author.a: unknown key, 1 time in 1 object, first at offset 120, for example the number 4")
    }

    @Test("A report that is emptied within an item has what follows")
    func emptiedInItem() {
        let report = DriftReport()
        var feed = Feed(of: Author.self)
        feed.decoder.drift = report
        var parser = feed.parser(fed: #"[{"a": 1, "name": "", "b"#)
        report.removeAll()
        parser.feed(#"": 2, "born": 1}, {"a": 3, "name": "", "born": 1}]"#)
        #expect(
            report.description == """
                Author.b: unknown key, 1 time in 2 objects, first at offset 22, for example the number 2
                Author.a: unknown key, 1 time in 2 objects, first at offset 43, for example the number 3
                """)
    }

    @Test("Findings can be encoded and decoded")
    func codable() throws {
        let (decoder, report) = reporting()
        _ = try decoder.decode(Author.self, from: #"{"name": "a", "x": 1}"#)
        let data = try JSONEncoder().encode(report.findings)
        #expect(try JSONDecoder().decode([DriftReport.Finding].self, from: data) == report.findings)
    }

    @Test("A decoder without a report has none")
    func byDefault() {
        #expect(ModelDecoder().drift == nil)
    }
}
