import Testing

@testable import Yodel

/// A feed may read an item more than once, and items after its end.
@Suite("Reports of a feed's decoder")
struct FeedNotesTests {
    private struct Pair: Model, Sendable {
        var a: Int?
        var b: Int?
    }

    /// The contents of the reports after a feed was read in chunks of a size.
    private func notes(_ feed: Feed<Pair>, _ text: String, chunk: Int) -> (errors: [String], count: Int, keys: [String])
    {
        let (report, collector) = (DecodingReport(limit: 20), UnknownKeyCollector())
        var feed = feed
        feed.decoder.mismatches = .useDefault
        feed.decoder.report = report
        feed.decoder.unknownKeys = .collect(collector)
        var parser = feed.parser()
        for bytes in Array(text.utf8).chunks(of: chunk) {
            parser.feed(bytes)
            while (try? parser.nextResult()) != nil {}
        }
        parser.finish()
        return (
            report.errors.map(\.description), report.count,
            collector.keys.map(\.description) + ["\(collector.count) in all"]
        )
    }

    private func expectSameNotes(
        _ feed: Feed<Pair>, _ text: String, errors: [String], count: Int, keys: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (feed, name) in feed.variants {
            for chunk in [1, 7, 100, text.utf8.count] {
                let notes = notes(feed, text, chunk: chunk)
                let way: Comment = "chunks of \(chunk)\(name)"
                #expect(notes.errors == errors, way, sourceLocation: sourceLocation)
                #expect(notes.count == count, way, sourceLocation: sourceLocation)
                #expect(notes.keys == keys, way, sourceLocation: sourceLocation)
            }
        }
    }

    @Test("A lazy value that is decoded after its item was delivered uses the same reports")
    func lazyValues() throws {
        struct Later: Model, Sendable {
            var id: Int
            var pair: Lazy<Pair>
        }
        let text = #"[{"id":1,"pair":{"a":"x","z":1}},{"id":2,"pair":{"a":3}}]"#
        for (feed, name) in Feed(of: Later.self).variants {
            let (report, collector) = (DecodingReport(), UnknownKeyCollector())
            var feed = feed
            feed.decoder.mismatches = .useDefault
            feed.decoder.report = report
            feed.decoder.unknownKeys = .collect(collector)
            var reader = feed.reader(of: text)
            let items = try reader.rest()
            #expect(items.map(\.id) == [1, 2], "\(name)")
            #expect(report.count == 0)
            #expect(try items.map { try $0.pair.value().a } == [nil, 3], "\(name)")
            #expect(report.count == 1, "\(name)")
            #expect(collector.count == 1, "\(name)")
        }
    }

    @Test("An item that is not JSON leaves no notes, however it is read, and however often")
    func readTwice() {
        let good = #"{"a":"x","z":1,"b":2}"#
        let bad = #"{"a":"y","y":1,"b":tru}"#
        let error = #"$[0].a: expected Int?, found the string "x" (typeMismatch, line 1, column 7, offset 6)"#
        expectSameNotes(
            Feed(of: Pair.self), "[\(good),\(bad)]", errors: [error], count: 1,
            keys: ["$[0].z (offset 10)", "1 in all"])
        let lines = Feed(of: Pair.self, in: .lines).droppingBadItems
        expectSameNotes(
            lines, "\(good)\n\(bad)\n\(good)\n",
            errors: [
                #"$[0].a: expected Int?, found the string "x" (typeMismatch, line 1, column 6, offset 5)"#,
                #"$[2].a: expected Int?, found the string "x" (typeMismatch, line 3, column 6, offset 51)"#,
            ], count: 2, keys: ["$[0].z (offset 9)", "2 in all"])
    }

    @Test("An item that does not match leaves the notes before its error")
    func misfits() {
        var feed = Feed(of: Pair.self).droppingBadItems
        feed.decoder.duplicateKeys = .error
        expectSameNotes(
            feed, #"[{"a":"x","z":1,"b":2,"b":2},{"b":3}]"#,
            errors: [#"$[0].a: expected Int?, found the string "x" (typeMismatch, line 1, column 7, offset 6)"#],
            count: 1, keys: ["$[0].z (offset 10)", "1 in all"])
    }

    @Test("An item that does not match and is too long leaves no notes, wherever that is found")
    func tooLongMisfits() {
        var feed = Feed(of: Pair.self).droppingBadItems
        feed.errorsPerItem = 5
        feed.maxItemBytes = 30
        feed.decoder.duplicateKeys = .error
        expectSameNotes(
            feed, #"[{"b":2,"b":2,"z":1,"y":2,"x":3,"w":4},{"b":3}]"#, errors: [], count: 0, keys: ["0 in all"])
    }

    @Test("The drift of an item that another thread has read is in the report when the item is taken")
    func driftOfThreads() throws {
        let drift = DriftReport()
        var feed = Feed(of: Pair.self, in: .lines).gathering(blockSize: 64)
        feed.concurrency = 3
        feed.decoder.drift = drift
        var parser = feed.parser(fed: String(repeating: #"{"a":1,"b":2,"z":3}"# + "\n", count: 400))
        var taken = 0
        while try parser.next() != nil {
            taken += 1
            #expect(drift.findings[0].count >= taken)
        }
        #expect(taken > 300)
    }

    @Test("Notes are in the order of the feed, with none of blocks after its end")
    func order() {
        let line = #"{"a":"x","z":1}"# + "\n"
        var feed = Feed(of: Pair.self, in: .lines)
        let text = String(repeating: line, count: 400) + "{\"a\":tru}\n" + String(repeating: line, count: 400)
        let error = { (number: Int) in
            "$[\(number)].a: expected Int?, found the string \"x\" "
                + "(typeMismatch, line \(number + 1), column 6, offset \(number * 16 + 5))"
        }
        expectSameNotes(feed, text, errors: (0..<20).map(error), count: 400, keys: ["$[0].z (offset 9)", "400 in all"])
        feed.badItems = .drop
        expectSameNotes(feed, text, errors: (0..<20).map(error), count: 800, keys: ["$[0].z (offset 9)", "800 in all"])
        feed.failureBudget = FailureBudget(count: 0)
        expectSameNotes(feed, text, errors: (0..<20).map(error), count: 400, keys: ["$[0].z (offset 9)", "400 in all"])
    }

    @Test("Discarded notes of an item make room for later ones")
    func roomForDrift() {
        let feed = Feed(of: Pair.self, in: .lines).droppingBadItems
        let text = Array(#"{"a":1,"q":1,"b":tru}"#.utf8) + Array("\n{\"a\":1}\n".utf8)
        for (feed, name) in feed.variants {
            for chunk in [1, 7, text.count] {
                let drift = DriftReport(limit: 1)
                var feed = feed
                feed.decoder.drift = drift
                var parser = feed.parser()
                for bytes in text.chunks(of: chunk) { parser.feed(bytes) }
                parser.finish()
                while (try? parser.nextResult()) != nil {}
                #expect(
                    "\(drift)" == "Pair.b: absent, 1 time in 1 object, first at offset 28", "chunks of \(chunk)\(name)")
            }
        }
    }

    @Test("Notes about the envelope have its place in the feed, whose own path is not unknown")
    func envelope() throws {
        struct Envelope: Model {
            struct Inner: Model { var next: Int? }
            var total: Int?
            var data: Inner?
            var text: Pair?
            static let mapping = Mapping(.transform(\Envelope.text, by: .jsonText))
        }
        struct Total: Model { var total: Int? }
        let text = #"{"total": "x", "more": 1, "data": {"items": [{"a": 1, "z": 2}, {"z": 3}], "next": "y", "odd": 3}}"#
        func notes<E: Model>(_ type: E.Type, _ text: String) throws -> (errors: [String], keys: [String], count: Int) {
            let (report, collector) = (DecodingReport(), UnknownKeyCollector())
            var feed = Feed(of: Pair.self, at: "data.items", envelope: type)
            feed.decoder.mismatches = .useDefault
            feed.decoder.report = report
            feed.decoder.unknownKeys = .collect(collector)
            var parser = feed.parser(of: text.utf8)
            while try parser.nextResult() != nil {}
            return (report.errors.map(\.description), collector.keys.map(\.description), collector.count)
        }
        let all = try notes(Envelope.self, text)
        #expect(
            all.errors == [
                #"$.total: expected Int?, found the string "x" (typeMismatch, line 1, column 11, offset 10)"#,
                #"$.data.next: expected Int?, found the string "y" (typeMismatch, line 1, column 83, offset 82)"#,
            ])
        #expect(all.keys == ["$.data.items[0].z (offset 54)", "$.more (offset 15)", "$.data.odd (offset 87)"])
        #expect(all.count == 4)
        let total = try notes(Total.self, text)
        #expect(total.keys == ["$.data.items[0].z (offset 54)", "$.more (offset 15)"])
        // In a separate text, the same key is another one.
        let inText = try notes(Envelope.self, #"{"data": {"items": []}, "text": "{\"data\": 1, \"a\": 2}"}"#)
        #expect(inText.keys == ["$.text.data (offset 32)"])
        #expect(inText.errors == [])
    }

    @Test("The path to the items is known in the parts of an envelope that are decoded separately")
    func pathInParts() throws {
        struct Inner: Model, Decodable { var n: Int }
        struct Around: Decodable { var inner: Inner }
        struct InLazy: Model { var q: Lazy<Inner> }
        struct InCodable: Model { var q: Around }
        struct InBoth: Decodable { var q: LazyAround }
        struct LazyAround: Model, Decodable {
            var inner: Lazy<Inner>
            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        func keys<E>(
            _ type: E.Type, at path: FeedPath, _ text: String, _ number: (E) throws -> Int
        ) throws -> [String] {
            let collector = UnknownKeyCollector()
            var feed = Feed(of: Int.self, at: path, envelope: type)
            feed.decoder.unknownKeys = .collect(collector)
            var reader = feed.reader(of: text)
            while let element = try reader.next() {
                if case .envelope(let envelope) = element { #expect(try number(envelope) == 3) }
            }
            return collector.keys.map(\.path.description)
        }
        let flat = #"{"q": {"r": {"items": [1]}, "n": 3, "odd": {"r": 2}}}"#
        let deep = #"{"q": {"inner": {"n": 3, "r": {"items": [1]}, "odd": 1}, "r": 5}}"#
        #expect(try keys(InLazy.self, at: "q.r.items", flat) { try $0.q.value().n } == ["$.q.odd"])
        #expect(try keys(Lazy<InLazy>.self, at: "q.r.items", flat) { try $0.value().q.value().n } == ["$.q.odd"])
        #expect(try keys(InCodable.self, at: "q.inner.r.items", deep) { $0.q.inner.n } == ["$.q.inner.odd"])
        #expect(
            try keys(InBoth.self, at: "q.inner.r.items", deep) { try $0.q.inner.value().n }
                == ["$.q.r", "$.q.inner.odd"])
        var strict = Feed(of: Int.self, at: "q.r.items", envelope: InLazy.self)
        strict.decoder.unknownKeys = .error
        var reader = strict.reader(of: #"{"q": {"r": {"items": []}, "n": 3}}"#)
        guard case .envelope(let envelope)? = try reader.next() else {
            Issue.record("there is no envelope")
            return
        }
        #expect(try envelope.q.value().n == 3)
    }

    @Test("A Codable part of an envelope takes as much of limits.replays as in a document")
    func replaysOfParts() {
        struct Inner: Model, Decodable { var n: Int? }
        struct Inners: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd { _ = try list.decode(Inner.self) }
            }
        }
        struct Around: Decodable { var inners: Inners }
        struct Outer: Model { var q: Around }
        let decoder = ModelDecoder.with { $0.limits.replays = 0 }
        var found: Set<Bool> = []
        for count in stride(from: 10, through: 1_000, by: 10) {
            let models = repeatElement("{}", count: count).joined(separator: ",")
            func text(_ items: String) -> String {
                #"{"q":{"inners":[\#(models)],"x":{"y":{"z":{\#(items)}}}}}"#
            }
            let fits = (try? decoder.decode(Outer.self, from: text(""))) != nil
            found.insert(fits)
            var feed = Feed(of: Int.self, at: "q.x.y.z.items", envelope: Outer.self)
            feed.decoder = decoder
            var reader = feed.reader(of: text(#""items":[1]"#))
            var isRead = true
            do { while try reader.next() != nil {} } catch { isRead = false }
            #expect(isRead == fits, "\(count)")
        }
        #expect(found == [true, false])
    }

    @Test("Unknown keys far from the path to the items take no time for it", .timeLimit(.minutes(1)))
    func unknownKeysInDeepParts() throws {
        struct Outer: Model, Decodable { var a: Around? }
        final class Around: Decodable { var b: Outer? }
        let levels = 160
        let open = String(repeating: #"{"a":{"b":"#, count: levels)
        let keys = (1...5_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let text = open + "{\(keys)}" + String(repeating: "}}", count: levels)
        let collector = UnknownKeyCollector(limit: 1)
        var feed = Feed(of: Int.self, at: "items", envelope: Outer.self)
        feed.decoder.unknownKeys = .collect(collector)
        var reader = feed.reader(of: text.dropLast() + #","items":[1]}"#)
        while try reader.next() != nil {}
        #expect(collector.keys.count == 1)
    }

    @Test("Unknown keys around the items are noted without the contents of their values", arguments: Parser.all)
    func unknownAround(parser: Parser) {
        struct Total: Model { var total: Int? }
        let long = #"[{"b": [1, 2]}, ["# + String(repeating: "0, ", count: 100) + #"0], "]}", []]"#
        let text =
            #"{"list": \#(long), "total": 1, "items": [2], "object": {"c": {"a": {}}, "d": \#(long)}, "text": "x", "none": {}}"#
        for cuts in [Array(1...text.utf8.count), [text.utf8.count]] {
            let (drift, collector) = (DriftReport(), UnknownKeyCollector())
            var feed = Feed(of: Int.self, at: "items", envelope: Total.self)
            feed.decoder.parser = parser
            feed.decoder.limits.bufferedBytes = 1_000
            feed.decoder.drift = drift
            #expect(outcome(of: feed, Array(text.utf8), cutAt: cuts).ending == .complete)
            #expect(
                drift.findings.map { "\($0.key): \($0.sample ?? "-")" }
                    == ["list: an array", "object: an object", #"text: the string "x""#, "none: an object"])
            feed.decoder.drift = nil
            feed.decoder.unknownKeys = .collect(collector)
            #expect(outcome(of: feed, Array(text.utf8), cutAt: cuts).ending == .complete)
            #expect(collector.keys.map(\.path.description) == ["$.list", "$.object", "$.text", "$.none"])
        }
    }

    @Test("Of a long string under an unknown key around the items, the envelope has the beginning")
    func unknownTextAround() {
        struct Total: Model { var total: Int? }
        for character in ["a", "é", "\u{1F468}\u{200D}\u{1F469}", "e\u{301}", #"\n"#] {
            let long = String(repeating: character, count: 20_000)
            let text = #"{"text": "\#(long)", "items": [2], "total": 1}"#
            let plain = DriftReport()
            _ = try? ModelDecoder.with { $0.drift = plain }.decode(Total.self, from: text)
            let drift = DriftReport()
            var feed = Feed(of: Int.self, at: "items", envelope: Total.self)
            feed.decoder.limits.bufferedBytes = 2_000
            feed.decoder.drift = drift
            #expect(outcome(of: feed, Array(text.utf8), cutAt: [text.utf8.count]).ending == .complete)
            // Samples are as short as those of a document in memory.
            #expect(drift.findings.map(\.sample) == [plain.findings.first { $0.key == "text" }?.sample])
            #expect(drift.findings.first?.sample?.hasSuffix("…\"") == true)
        }
    }

    @Test("An error in the value of an unknown key has the same path, whether the key is noted or not")
    func errorsInUnknownValues() {
        struct Total: Model { var total: Int? }
        var feed = Feed(of: Int.self, at: "items", envelope: Total.self)
        for json in [#"{"a": "\q", "items": [1]}"#, #"{"a": [1, {"b": x}], "items": [1]}"#] {
            for (policy, drift) in [(.ignore, nil), (.ignore, DriftReport()), (.collect(UnknownKeyCollector()), nil)]
                as [(UnknownKeyPolicy, DriftReport?)]
            {
                (feed.decoder.unknownKeys, feed.decoder.drift) = (policy, drift)
                let error = outcome(of: feed, Array(json.utf8), cutAt: [json.utf8.count]).error
                #expect(error?.path == JSONPath(), "\(json)")
            }
        }
    }

    @Test("A feed's own path is not unknown, wherever it leads")
    func ownPath() throws {
        struct Page: Model {
            struct Row: Model { var n: Int? }
            var r: [Row]?
            var total: Int?
        }
        let text =
            #"{"r": [{"n": 1}, {"data": {"items": [1, 2]}, "n": 2}, {"x": 1}, {"data": {"items": [3]}}], "total": 1}"#
        func part(_ path: FeedPath) -> FeedPart<String> { .items(of: Int.self, at: path, as: { "\($0)" }) }
        let envelope = FeedPart<String>.envelope(of: Page.self, as: { "\($0.total!) \($0.r!.count)" })
        for (feed, count) in [
            (Feed(part("r[1].data.items"), envelope), 1), (Feed(part("r[3].data.items"), envelope), 1),
            (Feed(part("r[1].data.items"), part("r[3].data.items"), envelope), 2),
        ] {
            var feed = feed
            feed.decoder.unknownKeys = .error
            let drift = DriftReport()
            feed.decoder.drift = drift
            var reader = feed.reader(of: text)
            let items = try reader.rest()
            #expect(items.last == "1 \(count)")
            #expect(drift.findings.filter { $0.kind == .unknownKey } == [])
        }
    }

    @Test("Errors and notes about an element of the envelope have its index in the document")
    func indices() throws {
        struct Page: Model {
            struct Row: Model {
                var n: Int?
                var lazy: Lazy<[Int]>?
            }
            var r: [Row]
            var s: [[Row]]
        }
        let text =
            #"{"r": [{"n": 1}, {"items": [], "n": "x", "odd": 1, "lazy": ["y"]}], "#
            + #""s": [[], [{}, {"z": 1, "items": [5], "n": "w"}]]}"#
        let (report, collector) = (DecodingReport(), UnknownKeyCollector())
        func part(_ path: FeedPath) -> FeedPart<String> { .items(of: Int.self, at: path, as: { "\($0)" }) }
        let envelope = FeedPart<String>.envelope(of: Page.self) { page in
            do throws(ModelError) { return "\(try page.r[0].lazy!.value())" } catch { return "\(error.path)" }
        }
        var feed = Feed<String>(part("r[1].items"), part("s[1][1].items"), envelope)
        feed.decoder.mismatches = .useDefault
        feed.decoder.report = report
        feed.decoder.unknownKeys = .collect(collector)
        var parser = feed.parser(of: text.utf8)
        #expect(try parser.rest() == ["5", "$.r[1].lazy[0]"])
        #expect(report.errors.map(\.path.description) == ["$.r[1].n", "$.s[1][1].n"])
        #expect(collector.keys.map(\.description) == ["$.r[1].odd (offset 41)", "$.s[1][1].z (offset 84)"])

        feed.decoder.mismatches = .error
        let error = readEveryWay(feed, text).error
        #expect(error?.path.description == "$.r[1].n" && error?.offset == 36)
    }

    @Test("Drift in what the envelope has from before a checkpoint has no offset")
    func driftBeforeCheckpoint() throws {
        struct Page: Model { var total: Int? }
        var feed = Feed<String>(
            .items(of: Int.self, at: "i", as: { "\($0)" }), .envelope(of: Page.self, as: { "\($0.total as Any)" }))
        // Without a report, unknown members are not kept.
        feed.decoder.drift = DriftReport()
        let text = Array(#"{"u": 1, "i": [5], "v": 2}"#.utf8)
        var parser = feed.parser(of: text)
        _ = try parser.next()
        let checkpoint = parser.checkpoint
        let drift = DriftReport()
        feed.decoder.drift = drift
        var resumed = feed.parser(resumingAt: checkpoint, of: text[checkpoint.offset...])
        #expect(try resumed.rest() == ["nil"])
        let unknown = drift.findings.filter { $0.kind == .unknownKey }
        #expect(unknown.map(\.key) == ["u", "v"] && unknown.map(\.offset) == [nil, 19])
    }

    @Test("Repeated keys in a part are counted")
    func repeated() throws {
        struct Inner: Codable, Model { var a: Int? }
        struct Whole: Model {
            var list: [Inner]
            static let mapping = Mapping(.transform(\Whole.list, by: .jsonText))
        }
        let collector = UnknownKeyCollector()
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        _ = try decoder.decode(Whole.self, from: #"{"list": "[{\"x\": 1}, {\"x\": 2}, {\"x\": 3}]"}"#)
        #expect(collector.keys.map(\.path.description) == ["$.list[0].x"])
        #expect(collector.count == 3)
    }
}
