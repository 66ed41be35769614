import Foundation
import Testing

@testable import Yodel

@Suite("Checkpoints of a feed")
struct CheckpointTests {
    /// Resumes a feed after every item, with one thread and with two, and expects exactly the remaining ones.
    private func expectRest<Item>(
        of feed: Feed<Item>, _ json: String, count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = Array(json.utf8)
        var feed = feed.gathering(blockSize: 8).droppingBadItems
        for (threads, chunk) in [1, 2].flatMap({ threads in [1, 5, bytes.count].map { (threads, $0) } }) {
            feed.concurrency = threads
            let all = try outputs(of: feed, bytes, chunk: chunk)
            #expect(all.count == count, sourceLocation: sourceLocation)
            for (index, output) in all.enumerated() {
                let checkpoint = try FeedCheckpoint(json: output.checkpoint.json)
                #expect(checkpoint == output.checkpoint, sourceLocation: sourceLocation)
                let rest = try outputs(of: feed, bytes, resumingAt: checkpoint, chunk: chunk)
                #expect(rest.map(\.text) == all[(index + 1)...].map(\.text), sourceLocation: sourceLocation)
                #expect(rest.map(\.checkpoint) == all[(index + 1)...].map(\.checkpoint), sourceLocation: sourceLocation)
            }
        }
    }

    @Test("In an array, with bad items")
    func array() throws {
        try expectRest(of: Feed(of: Int.self), "[1, 2,\n \"a\",\n 3 , [1, {\"a\": 2}], 4]\n", count: 6)
        try expectRest(
            of: Feed(of: Int.self, at: "data.items"), #"{"a": [0], "data": {"b": {}, "items": [1, 2], "c": []}}"#,
            count: 2)
    }

    @Test("In nested arrays")
    func plural() throws {
        try expectRest(
            of: Feed(of: Int.self, at: "r[*].e"),
            #"{"r": [{"e": [1, 2]}, {}, {"e": []}, {"n": 1, "e": [3], "z": 1}, {"e": [4]}]}"#, count: 4)
        try expectRest(of: Feed(of: Int.self, at: "[*][*]"), "[[[1],[2, 3]],[],[[]],[[4]]]", count: 4)
        try expectRest(of: Feed(of: Int.self, at: "a[1].b"), #"{"a": [0, {"b": [1, 2]}, 3]}"#, count: 2)
    }

    @Test("In an object, and between several parts, with an envelope")
    func parts() throws {
        try expectRest(of: Feed(ofMembers: Int.self, at: "m"), #"{"m": {"a": 1, "b": [], "c": 3}}"#, count: 3)
        let feed = Feed<String>(
            .items(of: Int.self, at: "a", as: { "a\($0)" }), .value(of: Int.self, at: "d.v", as: { "v\($0)" }),
            .members(of: Int.self, at: "d.m", as: { "\($0)\($1)" }), .envelope(of: JSONValue.self, as: { "\($0)" }))
        try expectRest(
            of: feed,
            #"  {"x": "é\n", "a": [1, 2], "y": [1.0, {"k": null}], "d": {"v": 7, "w": [true], "m": {"p": 1}}, "z": {}}"#,
            count: 5)
        try expectRest(
            of: Feed<String>(
                .value(of: Int.self, at: "n", as: { "n\($0)" }), .items(of: Int.self, at: "a", as: { "a\($0)" })),
            #"{"n": 1, "a": [2, 3, 4, 5]}"#, count: 5)
    }

    @Test("Under keys that are equal as strings, and differ in their bytes")
    func equalKeys() throws {
        let feed = Feed<String>(
            .items(of: Int.self, at: "caf\u{E9}.a", as: { "a\($0)" }),
            .items(of: Int.self, at: "cafe\u{301}.b", as: { "b\($0)" }))
        try expectRest(of: feed, "{\"cafe\u{301}\": {\"b\": [1, 2]}, \"caf\u{E9}\": {\"a\": [3, 4]}}", count: 4)
        let elements = Feed<String>(
            .items(of: Int.self, at: "caf\u{E9}[1].a", as: { "a\($0)" }),
            .items(of: Int.self, at: "cafe\u{301}[0].b", as: { "b\($0)" }))
        try expectRest(
            of: elements, "{\"caf\u{E9}\": [{}, {\"a\": [1, 2]}], \"cafe\u{301}\": [{\"b\": [3, 4]}]}", count: 4)
    }

    @Test("In streams of documents")
    func streams() throws {
        try expectRest(of: Feed(of: Int.self, in: .lines), "\u{FEFF}1\n\n2\r\nx\n \n3\n[\n4", count: 6)
        try expectRest(of: Feed(of: Int.self, in: .concatenated), "1 2 [] 3\n\n 4 ", count: 5)
        try expectRest(
            of: Feed(of: Int.self, in: .textSequence), "\u{1E}1\n\u{1E}[\n\n\u{1E}\u{1E}2\n\u{1E}3\n", count: 4)
    }

    @Test("Before the first item, a checkpoint is the beginning")
    func start() throws {
        let feed = Feed(of: Int.self)
        let parser = feed.parser(fed: "[1, 2]")
        let checkpoint = parser.checkpoint
        #expect(checkpoint.offset == 0)
        #expect(checkpoint.index == 0)
        var again = feed.parser(resumingAt: checkpoint, fed: "[1, 2]")
        #expect(try again.next() == 1)
    }

    @Test("Required parts before the checkpoint are not missed, and later ones that are missing are")
    func required() throws {
        let feed = Feed<Int>(.items(of: Int.self, at: "a", as: { $0 }), .items(of: Int.self, at: "b", as: { $0 }))
        for (json, isRight) in [(#"{"a": [1], "b": [2, 3]}"#, true), (#"{"b": [2, 3]}"#, false)] {
            var parser = feed.parser(fed: json)
            while let item = try parser.next(), item < 2 {}
            var resumed = feed.parser(resumingAt: parser.checkpoint, fed: json.utf8.dropFirst(parser.checkpoint.offset))
            #expect(try resumed.next() == 3)
            if isRight {
                #expect(try resumed.next() == nil)
            } else {
                #expect(throws: ModelError.self) { try resumed.next() }
            }
        }
    }

    @Test("Errors after a checkpoint have the places of a full pass")
    func errors() throws {
        let json = "[1,\n 2,\n   x]"
        var parser = Feed(of: Int.self).parser(fed: json)
        _ = try parser.next()
        var resumed = Feed(of: Int.self).parser(resumingAt: parser.checkpoint)
        resumed.feed(json.utf8.dropFirst(parser.checkpoint.offset))
        #expect(try resumed.next() == 2)
        _ = try parser.next()
        #expect(throws: ModelError.self) { try parser.next() }
        let error = #expect(throws: ModelError.self) { try resumed.next() }
        #expect(error?.line == 3 && error?.column == 4 && error?.offset == 11 && error?.path.description == "$[2]")
    }

    @Test("Bytes after an item in its line or record are skipped")
    func restOfRecords() throws {
        for (format, text) in [
            (FeedFormat.lines, "1 x\n2 // c\n3 [\n\n4,\n5"),
            (.textSequence, "\u{1E}1 x\n\u{1E}2 // c\n\u{1E}3 [\n\u{1E}4 "),
        ] {
            var feed = Feed(of: Int.self, in: format)
            feed.decoder.allowsTrailingContent = true
            feed.decoder.allowsComments = true
            try expectRest(of: feed, text, count: format == .lines ? 5 : 4)
        }
    }

    @Test("After a checkpoint, an error in the envelope has the same path")
    func pathsAround() throws {
        let json = #"{"x": {"y": [1]}, "n": 1, "d": {"b": "#
        let feed = Feed<String>(
            .value(of: Int.self, at: "n", as: { "\($0)" }), .items(of: Int.self, at: "d.i", as: { "\($0)" }),
            .envelope(of: JSONValue.self, as: { "\($0)" }))
        for (end, path) in [
            (10, "$.x"), (17, "$"), (25, "$"), (26, "$"), (json.utf8.count - 5, "$.d"), (json.utf8.count, "$.d.b"),
        ] {
            let text = Array(json.utf8.prefix(end))
            let whole = readEveryWay(feed, text)
            #expect(whole.error?.path.description == path, "\(String(decoding: text, as: UTF8.self))")
            guard whole.lines.count == 1 else { continue }
            var parser = feed.parser(fed: text)
            _ = try parser.next()
            var resumed = feed.parser(resumingAt: parser.checkpoint, of: text[parser.checkpoint.offset...])
            #expect(throws: try #require(whole.error)) { try resumed.next() }
        }
    }

    @Test("A file is resumed at its checkpoint")
    func file() throws {
        let file = try TemporaryFile("[10, 20, 30]")
        var reader = try Feed(of: Int.self).reader(ofFileAt: file.path)
        _ = try reader.next()
        var resumed = try Feed(of: Int.self).reader(ofFileAt: file.path, resumingAt: reader.checkpoint)
        #expect(try resumed.rest() == [20, 30])
        var memory = Feed(of: Int.self).reader(of: "[10, 20, 30]".utf8, resumingAt: resumed.checkpoint)
        #expect(try memory.next() == nil)
    }

    /// Expects that a feed cannot be resumed at a checkpoint, whatever follows it.
    private func expectRefused<Item>(
        _ feed: Feed<Item>, _ checkpoint: FeedCheckpoint, _ rest: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var parser = feed.parser(resumingAt: checkpoint, fed: rest)
        let error = modelError { try parser.next() }
        #expect(error?.code == .invalidCheckpoint, "\(checkpoint)", sourceLocation: sourceLocation)
    }

    @Test("A checkpoint of another feed, or a modified one, is refused")
    func refused() throws {
        let feed = Feed(of: Int.self, at: "a")
        var parser = feed.parser(fed: #"{"a": [1, 2]}"#)
        _ = try parser.next()
        let checkpoint = parser.checkpoint
        expectRefused(Feed(of: Int.self, at: "b"), checkpoint)
        expectRefused(Feed(of: Int.self, in: .lines), checkpoint)
        for (old, new) in [
            (#""offset":8"#, #""offset":-1"#), (#""key":"a""#, #""key":"b""#), (#""key":"a""#, #""index":0"#),
            (#""seen":[1]"#, #""seen":[]"#), (#""line":1"#, #""line":0"#), (#""position":0"#, #""position":-5"#),
            (#""position":0"#, #""position":\#(Int.max - 1)"#), (#""index":1"#, #""index":\#(Int.max)"#),
        ] {
            expectRefused(feed, try checkpoint.replacing(old, with: new))
        }
    }

    @Test(
        "A checkpoint of the beginning that has another number is refused",
        arguments: [("offset", 0, 77), ("index", 0, 1), ("line", 1, 2), ("column", 1, 2)])
    func refusedBeginning(name: String, old: Int, new: Int) throws {
        let feed = Feed(of: Int.self, in: .lines)
        let checkpoint = feed.parser().checkpoint
        expectRefused(feed, try checkpoint.replacing("\"\(name)\":\(old)", with: "\"\(name)\":\(new)"), "1\n")
    }

    @Test("A feed without an envelope has no checkpoint after its document")
    func refusedEnd() throws {
        for (feed, text) in [(Feed(of: Int.self), "[1, 2]"), (Feed(of: Int.self, in: .concatenated), "1 2 ")] {
            for allowsTrailingContent in [false, true] {
                var feed = feed
                feed.decoder.allowsTrailingContent = allowsTrailingContent
                var parser = feed.parser(fed: text)
                #expect(try parser.next() == 1)
                let saved = parser.checkpoint
                let checkpoint = FeedCheckpoint(
                    offset: saved.offset, index: saved.index, line: saved.line, column: saved.column, state: .end,
                    feed: saved.feed)
                var reader = feed.reader(of: text, resumingAt: checkpoint)
                #expect(modelError { try reader.next() }?.code == .invalidCheckpoint, "\(text)")
            }
        }
    }

    @Test("A line is never lost between a checkpoint and what the input has there")
    func misplaced() throws {
        let feed = Feed(of: Int.self, in: .lines)
        var parser = feed.parser(fed: "1\n2\n")
        _ = try parser.next()
        let checkpoint = parser.checkpoint
        func resumed(_ changes: [(String, String)], _ rest: String) throws -> FeedParser<Int> {
            let changed = try changes.reduce(checkpoint) { try $0.replacing($1.0, with: $1.1) }
            return feed.parser(resumingAt: changed, of: rest)
        }
        var right = try resumed([], " \r\n2\n")
        #expect(try right.next() == 2)
        // At the beginning of a line, and before any item.
        for changes in [
            [(#""offset":1"#, #""offset":2"#), (#""column":2"#, #""column":1"#)], [(#""index":1"#, #""index":0"#)],
        ] {
            var parser = try resumed(changes, "2\n")
            #expect(modelError { try parser.next() }?.code == .invalidCheckpoint)
        }
        // Another offset alone, and an input in which the line goes on.
        for (offset, rest, place) in [(2, "2\n", 2), (1, " 3\n2\n", 2), (1, "2", 1)] {
            for feedsBytes in [false, true] {
                var parser = try resumed([(#""offset":1"#, #""offset":\#(offset)"#)], feedsBytes ? "" : rest)
                if feedsBytes {
                    parser = feed.parser(
                        resumingAt: try checkpoint.replacing(#""offset":1"#, with: #""offset":\#(offset)"#))
                    for byte in rest.utf8 { parser.feed([byte]) }
                    parser.finish()
                }
                let error = #expect(throws: ModelError.self) { try parser.next() }
                #expect(error?.code == .invalidCheckpoint && error?.offset == place, "\(rest)")
                #expect(error?.line == 1 && error?.column == 2 + place - offset && error?.path.description == "$[1]")
            }
        }
    }

    @Test("After a number at the end of a stream, the stream goes on, but the number does not")
    func openNumbers() throws {
        func check(_ feed: Feed<JSONValue>, _ text: String, count: Int, rest: [(String, [JSONValue])]) throws {
            var whole = feed.parser(of: text)
            for _ in 0..<count { _ = try whole.next() }
            let checkpoint = try FeedCheckpoint(json: whole.checkpoint.json)
            #expect(checkpoint.offset == text.utf8.count)
            for rest in ["4 5", ".5", "e1\n", "x"] {
                var resumed = feed.parser(resumingAt: checkpoint, of: rest)
                let error = modelError { try resumed.next() }
                #expect(error?.code == .invalidCheckpoint && error?.path.description == "$[\(count)]")
                #expect(error?.offset == text.utf8.count && error?.column == checkpoint.column)
            }
            for (rest, items) in [("", [])] + rest {
                var resumed = feed.parser(resumingAt: checkpoint)
                for byte in rest.utf8 { resumed.feed([byte]) }
                resumed.finish()
                for item in items { #expect(try resumed.next() == item) }
                #expect(try resumed.next() == nil)
                #expect(resumed.ending == .complete)
            }
        }
        for parser in Parser.all {
            var feed = Feed(of: JSONValue.self, in: .concatenated)
            feed.decoder.parser = parser
            for (text, count) in [("1 2 3", 3), ("1", 1), ("[0]-1.5", 2)] {
                try check(feed, text, count: count, rest: [(" 4 5", [4, 5]), ("\n4", [4]), ("[]6", [[], 6])])
            }
            // A number that is not an item is read again.
            var strings = Feed(of: String.self, in: .concatenated)
            strings.decoder.parser = parser
            for number in ["12", "1x"] {
                var whole = strings.parser(of: "\"a\"" + number)
                #expect(try whole.next() == "a")
                #expect(throws: ModelError.self) { try whole.next() }
                var resumed = feed.parser(resumingAt: whole.checkpoint, of: "12 3")
                #expect(try resumed.next() == 12 && resumed.next() == 3)
            }
            // Other documents end by themselves, and a number does before a space.
            for text in ["1 2 3 ", "[1]", "\"1\"", "true"] {
                var whole = feed.parser(of: text)
                while try whole.next() != nil {}
                var resumed = feed.parser(resumingAt: whole.checkpoint, of: text.hasSuffix(" ") ? " 4" : "4")
                #expect(try resumed.next() == 4)
            }
            var lines = Feed(of: JSONValue.self, in: .lines)
            lines.decoder.parser = parser
            for allowsMore in [false, true] {
                (lines.decoder.allowsComments, lines.decoder.allowsTrailingContent) = (allowsMore, allowsMore)
                try check(lines, "1\n2", count: 2, rest: [("\n4\n5", [4, 5]), (" \r\n4", [4])])
            }
        }
    }

    @Test("Whatever the numbers of one are, it is refused or read on from")
    func anyNumbers() throws {
        let feed = Feed(of: Int.self, at: "[*].a", envelope: JSONValue.self)
        var parser = feed.parser(fed: #"[{"n": 1, "a": [1, 2, 3]}]"#)
        for number in [1, 2] { #expect(try parser.next() == .item(number)) }
        let saved = try parser.checkpoint.json
        let numbers = saved.matches(of: /[0-9]+/)
        #expect(numbers.count > 8, "\(saved)")
        var refusals = 0
        for match in numbers {
            for number in [Int.min, .min + 1, -1, 0, 1, 1 << 32, .max / 2 - 1, .max / 2, .max] {
                let changed = saved.replacingCharacters(in: match.range, with: "\(number)")
                // `seen` has no signs, and the text of the envelope is arbitrary.
                guard let checkpoint = try? FeedCheckpoint(json: changed) else { continue }
                var resumed = feed.parser(resumingAt: checkpoint, of: ", 3]}]")
                let error = modelError { while try resumed.next() != nil {} }
                if error?.code == .invalidCheckpoint { refusals += 1 }
                _ = (resumed.checkpoint, resumed.progress)
            }
        }
        #expect(refusals > 20)
    }

    @Test("A checkpoint with an impossible envelope is refused")
    func refusedSurroundings() throws {
        let feed = Feed(of: Int.self, at: "a", envelope: JSONValue.self)
        var parser = feed.parser(fed: #"{"n": 1, "a": [1, 2]}"#)
        _ = try parser.next()
        // Of `{"n":1`: six bytes.
        for (count, isRefused) in [(-1, true), (0, false), (6, false), (7, true), (Int.max, true)] {
            let checkpoint = try parser.checkpoint.replacing(#""tokenCount":3"#, with: #""tokenCount":\#(count)"#)
            if isRefused {
                expectRefused(feed, checkpoint, ", 2]}")
            } else {
                var resumed = feed.parser(resumingAt: checkpoint, fed: ", 2]}")
                #expect(try resumed.next() == .item(2))
            }
        }
    }

    @Test("A checkpoint that version 0.1.0 has saved, with part of an envelope, is read and has the same keys")
    func savedSurroundings() throws {
        let feed = Feed(of: Int.self, at: "a", envelope: JSONValue.self)
        var parser = feed.parser(fed: #"{"n": 1, "a": [1, 2], "m": 3}"#)
        _ = try parser.next()
        let json = try parser.checkpoint.json
        let envelope = try #require(json.firstMatch(of: /"surroundings":({[^}]*})/)).output.1
        #expect(
            try ModelDecoder().decode(JSONValue.self, from: envelope) == [
                "text": #"{"n":1"#, "tokenCount": 3, "start": 0, "isBehindValue": true,
            ])
        var resumed = feed.parser(resumingAt: try FeedCheckpoint(json: json), of: #", 2], "m": 3}"#)
        #expect(try resumed.next() == .item(2))
        #expect(try resumed.next() == .envelope(["n": 1, "m": 3]))
    }

    @Test("A last record that was cut off is not before the checkpoint: it may continue in a file that has grown")
    func cutOffRecords() throws {
        func check(_ feed: Feed<[Int]>, _ text: String, rest: String, items: [[Int]]) throws {
            for concurrency in [1, 3] {
                let feed = Self.records(feed, concurrency)
                let all = FeedOutcomes.of(feed, text)
                #expect(all.ending == .truncated)
                #expect(all.texts.count == items.count)
                for checkpoint in [all.checkpoints.last!, all.checkpoints.dropLast().last ?? all.checkpoints.last!] {
                    let again = FeedOutcomes.of(feed, text, resumingAt: checkpoint)
                    #expect(again.ending == .truncated)
                    #expect(again.texts == [all.texts.last!])
                    #expect(again.checkpoints == [checkpoint])
                    let grown = FeedOutcomes.of(feed, text + rest, resumingAt: checkpoint)
                    #expect(grown.ending == .complete)
                    #expect(grown.items == items.suffix(grown.items.count))
                    #expect(grown.items.count >= 1)
                }
            }
        }
        let lines = Feed(of: [Int].self, in: .lines)
        try check(lines, "[1]\n[2]\n[3,", rest: "4]\n", items: [[1], [2], [3, 4]])
        try check(lines, "[1]\n\n  [3,4", rest: "]", items: [[1], [3, 4]])
        try check(lines, "[3,", rest: "4]", items: [[3, 4]])
        // Another error in it does not make it complete.
        try check(lines, "[1]\n[3,\"x\",", rest: "4]\n[5]", items: [[1], [5]])
        try check(Feed(of: [Int].self, in: .textSequence), "\u{1E}[1]\n\u{1E}[3,", rest: "4]\n", items: [[1], [3, 4]])
    }

    @Test("A last record that may go on is read again, whatever its error is, and exactly the others are not")
    func openRecords() throws {
        func check(_ feed: Feed<[Int]>, _ text: String, rest: String, isReadAgain: Bool = true) {
            for concurrency in [1, 3] {
                let feed = Self.records(feed, concurrency)
                let whole = FeedOutcomes.of(feed, text + rest)
                let first = FeedOutcomes.of(feed, text)
                #expect(first.ending == .complete)
                let grown = FeedOutcomes.of(feed, text + rest, resumingAt: first.checkpoints.last!)
                #expect(grown.ending == .complete)
                let texts = Array(first.texts.dropLast(isReadAgain ? 1 : 0)) + grown.texts
                #expect(texts == whole.texts, "\(text)")
            }
        }
        let lines = Feed(of: [Int].self, in: .lines)
        check(lines, "[1]\n[2,x", rest: "]\n[3]\n")
        check(lines, "ready", rest: " to go\n[3]\n")
        check(lines, "[1]\n[2]]", rest: " \n[3]")
        // JSON that does not fit is whole.
        check(lines, "[1]\n[\"x\"]", rest: "\n[3]", isReadAgain: false)
        var short = lines
        short.maxItemBytes = 4
        check(short, "[1]\n[2,3,", rest: "4]\n[3]\n")
        let sequence = Feed(of: [Int].self, in: .textSequence)
        check(sequence, "\u{1E}[1]\n\u{1E}[x", rest: "]\n\u{1E}[3]\n")
        check(sequence, "re", rest: "ady\u{1E}[3]\n")
    }

    /// A feed that drops bad items, read in small blocks.
    private static func records(_ feed: Feed<[Int]>, _ concurrency: Int) -> Feed<[Int]> {
        var feed = feed.droppingBadItems
        feed.concurrency = concurrency
        feed.options.blockSize = 4
        return feed
    }

    /// The outcome of a feed whose last record is cut off.
    private struct FeedOutcomes {
        var texts: [String] = []
        var items: [[Int]] = []
        var checkpoints: [FeedCheckpoint] = []
        var ending: FeedEnding?

        static func of(_ feed: Feed<[Int]>, _ text: String, resumingAt checkpoint: FeedCheckpoint? = nil)
            -> FeedOutcomes
        {
            var outcomes = FeedOutcomes()
            var parser = feed.parser(resumingAt: checkpoint, of: Array(text.utf8)[(checkpoint?.offset ?? 0)...])
            while let result = try? parser.nextResult() {
                switch result {
                case .success(let entry):
                    outcomes.texts.append("\(entry.index) \(entry.byteRange) \(entry.item)")
                    outcomes.items.append(entry.item)
                case .failure(let failure): outcomes.texts.append("\(failure)")
                }
                outcomes.checkpoints.append(parser.checkpoint)
            }
            outcomes.ending = parser.ending
            return outcomes
        }
    }

    @Test("A budget's ratio counts the items from the checkpoint on")
    func budget() throws {
        var feed = Feed(of: Int.self, in: .lines).droppingBadItems
        feed.failureBudget = FailureBudget(ratio: 0.5, minimumItems: 10)
        let (good, bad) = (String(repeating: "1\n", count: 1_000), String(repeating: "{}\n", count: 20))
        var reader = feed.reader(of: good + bad)
        for _ in 0..<1_000 { #expect(try reader.next() == 1) }
        let checkpoint = reader.checkpoint
        #expect(try reader.next() == nil)
        #expect(reader.progress.failures == 20)
        var rest = feed.reader(of: good + bad, resumingAt: checkpoint)
        var failures = 0
        let error = #expect(throws: ModelError.self) {
            while try rest.nextResult() != nil { failures += 1 }
        }
        error.expect(.failureLimit, found: "10 failures in 10 items")
        #expect(failures == 10)
    }

    @Test("A document limit counts all bytes, wherever it is resumed")
    func documentLimit() throws {
        var feed = Feed(of: Int.self)
        feed.decoder.limits.documentBytes = 20
        let json = "[1,2,3,4,5,6,7,8,9,10,11,12,13]"
        var reader = feed.reader(of: json)
        for number in 1...5 { #expect(try reader.next() == number) }
        let checkpoint = reader.checkpoint
        for resumed in [nil, checkpoint] {
            for chunk in [1, 3, 100] {
                var parser = feed.parser(resumingAt: resumed)
                for bytes in Array(json.utf8)[(resumed?.offset ?? 0)...].chunks(of: chunk) { parser.feed(bytes) }
                var last = 0
                let error = #expect(throws: ModelError.self) {
                    while let number = try parser.next() { last = number }
                }
                error.expect(.documentLimit, at: 20)
                #expect(last == 9)
            }
        }
        feed.decoder.limits.documentBytes = 5
        var after = feed.parser(resumingAt: checkpoint, fed: ",6]")
        let error = #expect(throws: ModelError.self) { try after.next() }
        error.expect(.documentLimit, at: checkpoint.offset)
    }

    @Test("The envelope limit counts all of the envelope, wherever the feed is resumed")
    func bufferLimit() throws {
        var feed = Feed<String>(
            .value(of: Int.self, at: "n", as: { "n\($0)" }), .items(of: Int.self, at: "a", as: { "a\($0)" }),
            .envelope(of: JSONValue.self, as: { "\($0)" }))
        let json = #"{"x": "é\n", "n": 1, "y": [{}], "a": [2, 3], "z": {"b": null}}"#

        /// The output, the error last, and the checkpoints after each.
        func outputs(resumingAt checkpoint: FeedCheckpoint?) -> (texts: [String], checkpoints: [FeedCheckpoint]) {
            var parser = feed.parser(resumingAt: checkpoint, of: json.utf8.dropFirst(checkpoint?.offset ?? 0))
            var (texts, checkpoints): ([String], [FeedCheckpoint]) = ([], [])
            do throws(ModelError) {
                while let text = try parser.next() {
                    texts.append(text)
                    checkpoints.append(parser.checkpoint)
                }
            } catch {
                texts.append("\(error)")
            }
            return (texts, checkpoints)
        }

        var counts: Set<Int> = []
        for limit in 0...700 {
            feed.decoder.limits.bufferedBytes = limit
            let all = outputs(resumingAt: nil)
            counts.insert(all.texts.count)
            for (index, checkpoint) in all.checkpoints.enumerated() {
                #expect(outputs(resumingAt: checkpoint).texts == Array(all.texts[(index + 1)...]), "\(limit) bytes")
            }
        }
        #expect(counts == [1, 2, 4], "the limit is met before, between and after the items")
    }
}
