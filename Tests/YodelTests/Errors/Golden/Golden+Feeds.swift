import Foundation
import Testing

@testable import Yodel

// Feeds: bad items and records, documents without the feed's path, checkpoints that do not fit.

extension Golden {
    struct Envelope: Model { var total: Int }

    static var feeds: [Golden] {
        feed(
            Feed(of: Author.self, at: "data.authors"),
            [
                #"{"data": {"books": []}}"#:
                    #"$.data: missing keys: "authors" (missingKeys, line 1, column 22, offset 21); missingCollections = .empty allows it"#,
                #"{"data": []}"#:
                    "$.data: expected an object, found an array (typeMismatch, line 1, column 10, offset 9)",
                #"{"data": {"authors": null}}"#:
                    "$.data.authors: expected an array, found null (nullValue, line 1, column 22, offset 21); missingCollections = .empty allows it",
                #"{"data": {"authors": {"name": "Jane"}}}"#:
                    "$.data.authors: expected an array, found an object (typeMismatch, line 1, column 22, offset 21)",
            ])
            + feed(
                Feed(of: Int.self),
                [
                    "[1, 2": "$[1]: the document ends early (unexpectedEnd, line 1, column 6, offset 5)",
                    "[1, 2] 3":
                        "$: content after the document (trailingContent, line 1, column 8, offset 7); allowsTrailingContent = true skips it",
                    "[1,, 2]": "$[1]: expected a value, found ',' (unexpectedToken, line 1, column 4, offset 3)",
                ]) + [
                .feed(
                    Feed(of: Author.self), #"[{"name": "Jane", "born": "late"}]"#,
                    #"$[0].born: expected Int, found the string "late" (typeMismatch, line 1, column 27, offset 26)"#),
                .feed(
                    Feed(of: Author.self), #"[{"name": "Jane", "born": 1775}, 7]"#,
                    "$[1]: expected Author, found the number 7 (typeMismatch, line 1, column 34, offset 33)"
                ) { $0.badItems = .drop },
                .feed(
                    Feed(ofMembers: Int.self, at: "counts"), #"{"counts": {"a": 1, "b c": "2"}}"#,
                    #"$.counts["b c"]: expected Int, found the string "2" (typeMismatch, line 1, column 28, offset 27); conversions = .lenient converts it"#
                ),
                .feed(
                    Feed(of: Int.self, in: .lines), "1\ntwo\n3",
                    "$[1]: found 'two' (unexpectedToken, line 2, column 1, offset 2)"),
                .feed(
                    Feed(of: Author.self, in: .lines), "{\"name\": \"Jane\",\n\"born\": 1775}",
                    "$[0]: the document ends early (unexpectedEnd, line 1, column 17, offset 16)"
                ) {
                    $0.badItems = .drop
                },
                .feed(
                    Feed(of: Int.self, in: .lines), "1 2\n3",
                    "$[0]: content after the document (trailingContent, line 1, column 3, offset 2); allowsTrailingContent = true skips it"
                ),
                .feed(
                    Feed(of: Int.self, in: .concatenated), "1 2 x",
                    "$[2]: found 'x' (unexpectedToken, line 1, column 5, offset 4)"),
                .feed(
                    Feed(of: Int.self, in: .textSequence), "1\n",
                    "$[0]: expected a record separator, U+001E, found text before the first one (unexpectedToken, line 1, column 1, offset 0)"
                ),
                .feed(
                    Feed(of: Int.self, in: .textSequence), "\u{1e}12",
                    "$[0]: expected white space after a number or word (unexpectedEnd, line 1, column 4, offset 3)"),
                .feed(
                    Feed(of: Int.self, at: "items", envelope: Envelope.self), #"{"items": [1], "total": "one"}"#,
                    #"$.total: expected Int, found the string "one" (typeMismatch, line 1, column 25, offset 24)"#),
                .feed(
                    Feed(of: Int.self, at: "items", envelope: Envelope.self), #"{"items": [1]}"#,
                    #"$: missing keys: "total" (missingKeys, line 1, column 14, offset 13)"#),
                .feed(
                    Feed<Int>(), "[]",
                    "a feed needs items or values to read: decode the document as a whole (invalidMapping)"),
                .feed(
                    Feed(of: Int.self, at: .root, envelope: Envelope.self), "[]",
                    "a feed whose path is the whole document cannot have an envelope: nothing is around the items (invalidMapping)"
                ),
                .feed(
                    Feed<Int>(.items(of: Int.self, at: "a", as: { $0 }), .items(of: Int.self, at: "a", as: { $0 })),
                    "{}",
                    "$.a and $.a cannot both be paths of one feed (invalidMapping)"),
                .feed(
                    Feed<Int>(.items(of: Int.self, at: "a.b", as: { $0 }), .items(of: Int.self, at: "a", as: { $0 })),
                    "{}",
                    "$.a and $.a.b cannot both be paths of one feed (invalidMapping)"),
                .feed(
                    Feed<Int>(.items(of: Int.self, at: "[*]", as: { $0 }), .items(of: Int.self, at: "[1]", as: { $0 })),
                    "{}",
                    "$[1] and $[*] cannot both be paths of one feed (invalidMapping)"),
                .feed(
                    Feed<Int>(
                        .value(of: Int.self, at: "a", as: { $0 }), .envelope(of: Envelope.self, as: { _ in 0 }),
                        .envelope(of: Envelope.self, as: { _ in 1 })), "{}",
                    "a feed can have only one envelope, the document around all of its items (invalidMapping)"),
                .calling(
                    "$: the checkpoint is from another feed: that one reads items at $.a, this one items at $.b (invalidCheckpoint)"
                ) {
                    () throws(ModelError) in
                    var first = Feed(of: Int.self, at: "a").parser(fed: Array(#"{"a": [1]}"#.utf8))
                    _ = try first.nextResult()
                    var second = Feed(of: Int.self, at: "b").parser(resumingAt: first.checkpoint)
                    return try second.nextResult() as Any
                },
                .calling(
                    "$[1]: the checkpoint is not at the end of an item: text follows it in the same line (invalidCheckpoint, line 1, column 3, offset 2)"
                ) { () throws(ModelError) in
                    let feed = Feed(of: Int.self, in: .lines)
                    var first = feed.parser(of: "7")
                    _ = try first.next()
                    var second = feed.parser(resumingAt: first.checkpoint, fed: " 8\n")
                    return try second.next() as Any
                },
                .calling(
                    "$[1]: the checkpoint is not at the end of an item: the number before it goes on (invalidCheckpoint, line 1, column 2, offset 1)"
                ) { () throws(ModelError) in
                    let feed = Feed(of: Int.self, in: .concatenated)
                    var first = feed.parser(of: "7")
                    _ = try first.next()
                    var second = feed.parser(resumingAt: first.checkpoint, fed: "8 ")
                    return try second.next() as Any
                },
                .calling(
                    "$: a range of bytes can be read only from lines, not from items at $ (invalidRange)"
                ) { () throws(ModelError) in
                    var parser = Feed(of: Int.self).parser(linesIn: 0..<10)
                    return try parser.next() as Any
                },
                .calling("$: a range of bytes begins at -1, which is not an offset in a file (invalidRange)") {
                    () throws(ModelError) in
                    var parser = Feed(of: Int.self, in: .lines).parser(linesIn: -1..<10)
                    return try parser.next() as Any
                },
                Golden(
                    "numbers.ndjson: the file ends before the checkpoint: it has 2 bytes, and the checkpoint is at byte 3"
                ) { _ in resumingAShortenedFile() },
                Golden(
                    "$: the input ends before the checkpoint: it has 2 bytes, and the checkpoint is at byte 3 (invalidCheckpoint)"
                ) { _ in resumingShortenedBytes() },
            ]
    }

    private static func resumingShortenedBytes() -> String {
        thrown { () throws in
            let feed = Feed(of: Int.self, in: .lines)
            var reader = feed.reader(of: "1\n2\n")
            while try reader.next() != nil {}
            var shorter = feed.reader(of: "1\n", resumingAt: reader.checkpoint)
            return try shorter.next() as Any
        }
    }

    private static func resumingAShortenedFile() -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "yodel-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "numbers.ndjson")
        return thrown { () throws in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("1\n2\n".utf8).write(to: file)
            var reader = try Feed(of: Int.self, in: .lines).reader(ofFileAt: file.path)
            while try reader.next() != nil {}
            try Data("1\n".utf8).write(to: file)
            _ = try Feed(of: Int.self, in: .lines).reader(ofFileAt: file.path, resumingAt: reader.checkpoint)
        }.replacing(folder.path + "/", with: "")
    }
}
