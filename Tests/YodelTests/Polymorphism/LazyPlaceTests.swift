import DifferentialKit
import Testing
import Yodel

/// Errors and notes of lazy values have their places in the outermost document.
@Suite("Places of lazy values")
struct LazyPlaceTests {
    struct Leaf: Model { var n: Int?; var next: Lazy<Leaf>? }
    struct Page: Model {
        var pad: String?
        var lazy: Lazy<Body>
        struct Body: Model { var deep: Lazy<Leaf>?; var list: [Int]? }
    }
    struct Holder: Codable { var m: [Leaf.Coded] }
    struct Places: Model {
        var text: Leaf?
        var part: Holder?
        var list: [[Lazy<Leaf>]]?
        var map: [String: Lazy<Leaf>]?
        static let mapping = Mapping(.transform(\Places.text, by: .jsonText))
    }

    private func error<Value>(_ lazy: Lazy<Value>?) -> String {
        do throws(ModelError) { return "\(try lazy!.value())" } catch { return "\(error)" }
    }

    /// The error of a lazy value inside a lazy value.
    private func errorWithin(_ lazy: Lazy<Leaf>?) -> String {
        do throws(ModelError) { return error(try lazy!.value().next) } catch { return "\(error)" }
    }

    @Test("Errors of lazy values in lazy values, unknown keys, dropped elements and drift")
    func nested() throws {
        let keys = UnknownKeyCollector(), report = DecodingReport(), drift = DriftReport()
        let decoder = ModelDecoder.with {
            $0.unknownKeys = .collect(keys)
            $0.report = report
            $0.drift = drift
            $0.badElements = .drop
        }
        let json = """
            {"pad":"x",
            "lazy":{"zz":1,
             "list":[1,"b"], "deep":{"n":"bad"}}}
            """
        let page = try decoder.decode(Page.self, from: json)
        let body = try page.lazy.value()
        #expect(
            error(body.deep)
                == #"$.lazy.deep.n: expected Int?, found the string "bad" (typeMismatch, line 3, column 30, offset 57)"#
        )
        #expect("\(keys.keys)" == "[$.lazy.zz (offset 20)]")
        #expect(
            report.errors.map { "\($0)" }
                == [
                    #"$.lazy.list[1]: expected Int, found the string "b" (typeMismatch, line 3, column 12, offset 39)"#
                ])
        #expect("\(drift)" == "Body.zz: unknown key, 1 time in 1 object, first at offset 20, for example the number 1")
    }

    @Test("In JSON text, in Codable parts, arrays and dictionaries")
    func everywhere() throws {
        let json = #"""
            {"text": "{\"next\":{\"u1\":1,\"next\":{\"n\":\"bad\"}}}",
             "part": {"x":0, "m": [{"next":
               {"u2":0,"next":{"n":"bad"}}}]},
             "list": [[],[{"u3":1,"next":{"n":"bad"}}]],
             "map": {"k": {"next":{"n":"bad"}, "u4": 2}} }
            """#
        let keys = UnknownKeyCollector()
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(keys) }
        let places = try decoder.decode(Places.self, from: json)
        let found = #": expected Int?, found the string "bad" (typeMismatch, "#
        #expect(errorWithin(places.text?.next) == "$.text.next.next.n\(found)line 1, column 10, offset 9)")
        #expect(errorWithin(places.part?.m[0].next) == "$.part.m[0].next.next.n\(found)line 3, column 24, offset 114)")
        #expect(errorWithin(places.list?[1][0]) == "$.list[1][0].next.n\(found)line 4, column 35, offset 160)")
        #expect(errorWithin(places.map?["k"]) == "$.map.k.next.n\(found)line 5, column 28, offset 198)")
        let offsets = keys.keys.map { "\($0)" }
        #expect(
            offsets == [
                "$.text.next.u1 (offset 9)", "$.part.m[0].next.u2 (offset 95)", "$.list[1][0].u3 (offset 141)",
                "$.map.k.u4 (offset 206)",
            ])
    }

    @Test("In Codable parts that a decoder of the client's decodes")
    func clientsDecoder() throws {
        let decoder = ModelDecoder.with { $0.codable = YodelJSONDecoder() }
        let places = try decoder.decode(Places.self, from: "{\"part\":\n {\"m\": [{\"next\":{\"n\":\"bad\"}}]}}")
        #expect(
            error(places.part?.m[0].next)
                == #"$.part.m[0].next.n: expected Int?, found the string "bad" (typeMismatch, line 2, column 22, offset 30)"#
        )
    }

    @Test("In each element of an array of plain structs")
    func elements() throws {
        struct Item: Model {
            var pad: Int?
            var lazy: Lazy<Leaf>
            var part: Holder?
        }
        let items = try ModelDecoder().decode(
            [Item].self,
            from:
                #"[{"lazy":{"n":1}},{"pad":2,"lazy":{"n":"bad"}},{"lazy":{"next":{"n":[]}},"part":{"m":[{"next":{"n":true}}]}}]"#
        )
        #expect(error(items[1].lazy).hasPrefix("$[1].lazy.n: "))
        #expect(errorWithin(items[2].lazy).hasPrefix("$[2].lazy.next.n: "))
        let within = error(items[2].part?.m[0].next)
        #expect(within.hasPrefix("$[2].part.m[0].next.n: "))
    }

    @Test("In trees and the envelopes of feeds they have the place of the whole, if any")
    func placeless() throws {
        let tree = try ModelDecoder().decode(JSONValue.self, from: #"{"lazy":{"deep":{"n":[]}}}"#)
        let page = try ModelDecoder().decode(Page.self, fromTree: tree)
        #expect(error(try page.lazy.value().deep) == "$.lazy.deep.n: expected Int?, found an array (typeMismatch)")

        struct Around: Model { var next: Lazy<Leaf> }
        var parser = Feed(of: Int.self, at: "items", envelope: Around.self).parser()
        parser.feed(#"{"items":[1], "next":  {"n":[]}}"#)
        parser.finish()
        var envelope: Around?
        while let element = try parser.next() { if case .envelope(let around) = element { envelope = around } }
        #expect(
            error(envelope?.next)
                == "$.next.n: expected Int?, found an array (typeMismatch, line 1, column 24, offset 23)")
    }

    @Test("Notes about lazy values of a feed's items reach the reports, however late", arguments: [1, 2])
    func feeds(concurrency: Int) throws {
        let keys = UnknownKeyCollector()
        var feed = Feed(of: Page.self, in: .lines)
        feed.concurrency = concurrency
        feed.decoder.unknownKeys = .collect(keys)
        var parser = feed.parser(of: "{\"lazy\":{\"u1\":1}}\n{\"lazy\":{\"deep\":{\"n\":[]},\"u2\":1}}\n")
        let pages = try parser.rest()
        _ = try pages[0].lazy.value()
        #expect(
            error(try pages[1].lazy.value().deep)
                == "$[1].lazy.deep.n: expected Int?, found an array (typeMismatch, line 2, column 22, offset 39)")
        #expect("\(keys.keys)" == "[$[0].lazy.u1 (offset 9), $[1].lazy.u2 (offset 43)]")
        #expect(keys.count == 2)
    }

    private enum Answer: Polymorphic {
        case page(Unfinished), whole(Whole)
        struct Unfinished: Model { var items: [Lazy<Int>]; var next: Int }
        struct Whole: Model { var items: [Lazy<Int>] }
        static let variants = Variants<Answer>(.untagged, .case(Answer.page), .case(Answer.whole))
    }
    private struct Twice: Model {
        var first: [Lazy<Int>]
        var second: [Lazy<Int>]
        static let mapping = Mapping(.map(\Twice.first, to: "items"), .map(\Twice.second, to: "items"))
    }
    private enum Late: Polymorphic {
        case pairs(Pairs), end
        struct Pairs: Model { var items: [Pair] }
        static let variants = Variants<Late>("type", .case("pairs", Late.pairs), .case("end", Late.end))
    }
    private enum Pair: Polymorphic {
        case three(Three), two(Two)
        struct Three: Model { var x: Lazy<Int>; var y: Lazy<Int>; var z: Int }
        struct Two: Model { var x: Lazy<Int>; var y: Lazy<Int> }
        static let variants = Variants<Pair>(.untagged, .case(Pair.three), .case(Pair.two))
    }

    @Test("In values that are read again")
    func readAgain() throws {
        let items = (1...3_000).map { $0 % 1_000 == 0 ? #""x""# : "1" }.joined(separator: ",\n")
        let json = #"{"items":[\#(items)]}"#
        let twice = try ModelDecoder().decode(Twice.self, from: json)
        guard case .whole(let whole) = try ModelDecoder().decode(Answer.self, from: json) else {
            throw CancellationError()
        }
        for lazies in [twice.first, twice.second, whole.items] {
            let found = #": expected Int, found the string "x" (typeMismatch, "#
            #expect(
                [999, 1_999, 2_999].map { error(lazies[$0]) }
                    == [
                        "$.items[999]\(found)line 1000, column 1, offset 3007)",
                        "$.items[1999]\(found)line 2000, column 1, offset 6009)",
                        "$.items[2999]\(found)line 3000, column 1, offset 9011)",
                    ])
        }
    }

    @Test("In values that are read again, they take time in proportion to the document's length")
    func costOfReadingAgain() throws {
        let line = ",\n" + String(repeating: " ", count: 200)
        func expectLinear<Value>(_ type: Value.Type, _ item: String, _ end: String = "}") throws {
            let growth = try CostGrowth.measured(at: 8_000) { count -> [UInt8] in
                let items = repeatElement(item, count: count).joined(separator: line)
                return Array(#"{"items":[\#(items)]\#(end)"#.utf8)
            } work: { json in
                _ = try ModelDecoder().decode(type, from: json)
            }
            #expect(growth < CostGrowth.limit, "\(type)")
        }
        try expectLinear(Answer.self, "1")
        try expectLinear(Twice.self, "1")
        try expectLinear(Late.self, #"{"x":1\#(line)"y":2}"#, #","type":"pairs"}"#)
    }

    @Test("Random documents give the same outcome with lazy values and without", arguments: [UInt64(1), 1_000])
    func random(seed: UInt64) {
        #expect(LazyPlaces.firstDifference(seeds: seed..<seed + 300) == nil)
    }
}

extension LazyPlaceTests.Leaf {
    /// A model that is a part of a `Codable` type.
    struct Coded: Model, Codable {
        var next: Lazy<LazyPlaceTests.Leaf>
        init(from decoder: any Decoder) throws { throw CancellationError() }
        func encode(to encoder: any Encoder) throws {}
    }
}
