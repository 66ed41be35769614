import BenchmarkKit
import BenchmarkModels
import Foundation
import Testing
import Yodel

@testable import BenchmarkSuite

/// The names of the paths that decode any model.
private let namesForDecoding = [
    "jsonserialization-models", "jsondecoder", "yodel-scanner", "yodel-scanner-chunked", "yodel-codable", "yodel-yajl",
    "yodel-yajl-chunked",
]
/// The names of the paths that encode any model.
private let namesForEncoding = [
    "jsonserialization-data", "jsonencoder", "yodel-encode", "yodel-codable-encoder", "yodel-encode-chunked",
    "yodel-encode-items", "yodel-encode-lines",
]
/// The names of the paths that need no model.
private let namesForAnyJSON = [
    "jsonserialization-any", "yodel-scanner", "yodel-scanner-chunked", "yodel-yajl", "yodel-yajl-chunked",
]

@Suite("Paths and corpora")
struct PathTests {
    @Test("Every path takes part in every generated corpus of its direction")
    func participation() {
        for corpus in generatedCorpora {
            #expect(names(Selection().paths(of: corpus)) == names(expectedPaths(of: corpus)), "\(corpus.name)")
        }
    }

    @Test("Twins of a model have their own paths, and are compared with the plain values")
    func twins() throws {
        let source = { @Sendable in Twins.json(stations: 20, seed: 1) }
        let decoding = TypedCorpus(twins: "twins", "", of: Twins.Station.self, source: source)
        let check = try decoding.prepare(try decoding.load(), for: allPaths).verify()
        #expect(
            check.equal
                == available(
                    namesForDecoding + [
                        "yodel-feed", "yodel-feed-results", "yodel-feed-limit", "yodel-feed-comments",
                        "yodel-feed-each", "yodel-feed-members", "yodel-feed-yajl", "yodel-feed-threads",
                        "yodel-feed-threads-made", "yodel-scanner+names", "yodel-scanner+transforms",
                        "yodel-scanner+checks", "yodel-scanner+parts", "yodel-yajl+names", "yodel-yajl+transforms",
                        "yodel-yajl+checks", "yodel-yajl+parts",
                    ]))
        let encoding = TypedCorpus(encodingTwins: "twins", "", of: Twins.Station.self, source: source)
        #expect(
            try encoding.prepare(try encoding.load(), for: allPaths).verify().equal == namesForEncoding + [
                "yodel-encode+names", "yodel-encode+transforms", "yodel-encode+checks", "yodel-encode+parts",
            ])
    }

    @Test("A twin has the values of the plain model, and encodes to the same bytes")
    func bytesOfTwins() throws {
        func check<T: Twin & Sendable>(_ type: T.Type) throws where T.Plain == Twins.Station {
            let bytes = Twins.json(stations: 20, seed: 1)
            let twins = try ModelDecoder().decode([T].self, from: bytes)
            let plain = try ModelDecoder().decode([Twins.Station].self, from: bytes)
            #expect(try ModelEncoder().encodeBytes(twins) == ModelEncoder().encodeBytes(plain), "\(type)")
            #expect(twins.map(\.plain) == plain)
            #expect(plain.map { T($0).plain } == plain)
        }
        try check(Twins.Named.self)
        try check(Twins.Transformed.self)
        try check(Twins.Composed.self)
    }

    @Test("Encoded text is decoded again, and the values compared")
    func encoding() throws {
        let corpus = TypedCorpus(encoding: "users", "", as: [UserList.User].self) { UserList.json(users: 20, seed: 1) }
        let bytes = try corpus.load()
        let check = try corpus.prepare(bytes, for: allPaths).verify()
        #expect(check.equal == namesForEncoding)
        #expect(try ModelEncoder().encodeBytes(ModelDecoder().decode([UserList.User].self, from: bytes)) == bytes)
    }

    @Test("Paths that need no model read a file")
    func participationInFiles() throws {
        try withFile("[1]") { path in
            for items in [UserFile.Items.whole, .lines, .at("")] {
                let corpus = try ownCorpus(UserFile(path: path, items: items))
                let feed = items == .whole ? [] : ["yodel-feed"]
                #expect(names(Selection().paths(of: corpus)) == available(namesForAnyJSON + feed + ["yajl-bare"]))
            }
        }
    }

    @Test("Every path decodes a feed of lines, and the results are compared")
    func lines() throws {
        let corpus = TypedCorpus("logs", "", linesOf: Logs.Entry.self) { Logs.json(lines: 500, seed: 1) }
        let bytes = try corpus.load()
        #expect(bytes.count > 2 * 65_536, "documents have to lie across the borders of chunks")
        let check = try corpus.prepare(bytes, for: allPaths).verify()
        #expect(
            check.equal
                == available(
                    namesForDecoding + [
                        "yodel-feed", "yodel-feed-results", "yodel-feed-threads", "yodel-feed-threads-made",
                        "yodel-scanner-joined", "yodel-feed-arrow",
                        "yodel-feed-gzip", "yodel-feed-gzip-threads", "yodel-feed-zstd", "yodel-feed-zstd-threads",
                    ]))
    }

    @Test("Documents are decoded with the options of their type")
    func decoderOptions() throws {
        let corpus = TypedCorpus("untidy", "", as: Untidy.Feed.self) { Untidy.json(accounts: 20, seed: 1) }
        let check = try corpus.prepare(try corpus.load(), for: allPaths).verify()
        #expect(check.equal == available(namesForDecoding))
    }

    @Test("An array of documents is decoded with the options of its elements")
    func decoderOptionsOfArrays() {
        #expect([Untidy.Feed].modelDecoder.conversions == .lenient)
        #expect([UserList.User].modelDecoder.conversions == .strict)
    }

    /// Decodes all lines but the last.
    private struct Forgetful: BenchmarkPath {
        let name = "forgetful"
        let summary = ""

        func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
            .typed { try decodeLines(of: bytes) { try JSONDecoder().decode(type, from: Data(bytes[$0])) }.dropLast() }
        }

        func work(counting items: UserFile.Items, in bytes: [UInt8]) -> Work<ItemCount>? {
            .typed { ItemCount(items: try decodeLines(of: bytes) { _ in }.count - 1) }
        }
    }

    @Test("A path that loses an item is caught, and one without work on a corpus does not take part")
    func brokenPath() throws {
        let feed = TypedCorpus("feed", "", linesOf: Logs.Entry.self) { Logs.json(lines: 3, seed: 1) }
        #expect(
            message(feed, [Forgetful()])
                == "feed: forgetful does not agree with jsondecoder: $: expected 3 elements, found 2")
        let file = TypedCorpus("file", "", counting: .lines) { Array("1\n2\n3".utf8) }
        #expect(
            message(file, [Forgetful()])
                == "file: forgetful does not agree with \(reference): $.items: expected 3, found 2")
        let document = TypedCorpus("document", "", as: [Projection.Order].self) { Projection.json(orders: 1, seed: 1) }
        #expect(!document.includes(Forgetful()))
        #expect(document.prepare(try document.load(), for: [Forgetful(), JSONDecoderPath()]).work.count == 1)
    }
}

@Suite("A user's file")
struct OwnFileTests {
    @Test(
        "All paths find the same items",
        arguments: [
            ("[1, 2]", .whole, 1), ("7", .whole, 1), ("\u{FEFF}{}", .whole, 1),
            ("1\r\n\n{\"a\": [2]}\n[]", .lines, 3),
            ("[1, 2]", .at(""), 2), ("{\"a\": {\"b\": [1, {}, []]}}", .at("a.b"), 3), ("{\"a\": []}", .at("a"), 0),
        ] as [(String, UserFile.Items, Int)])
    func items(_ text: String, _ items: UserFile.Items, _ count: Int) throws {
        try withFile(text) { path in
            let corpus = try ownCorpus(UserFile(path: path, items: items))
            let bytes = try corpus.load()
            let check = try corpus.prepare(bytes, for: allPaths).verify()
            let feed = items == .whole ? [] : ["yodel-feed"]
            #expect(check.equal == available(namesForAnyJSON + feed))
            guard case .typed(let find) = referencePath.work(counting: items, in: bytes) else {
                Issue.record("nothing is counted")
                return
            }
            #expect(try find() == ItemCount(items: count))
        }
    }

    @Test(
        "A document that cannot be decoded is an error with a place",
        arguments: [
            ("{\"a\": 1,\n \"b\": tru}", .whole, "$.b: found 'tru' (unexpectedToken, line 2, column 7, offset 15)"),
            (
                "1 2", .whole,
                "$: content after the document (trailingContent, line 1, column 3, offset 2); allowsTrailingContent = true skips it"
            ),
            (
                "1\n{\"a\":}\n", .lines,
                "the document on line 2: $.a: expected a value, found '}' (unexpectedToken, line 1, column 6, offset 5)"
            ),
            ("{\"a\": {\"b\": 1}}", .at("a.b"), "there is no array at 'a.b'"),
            ("{\"a\": [[1]]}", .at("a.b"), "there is no array at 'a.b'"),
            ("{\"a\": {}}", .at(""), "there is no array at ''"),
        ] as [(String, UserFile.Items, String)])
    func errors(_ text: String, _ items: UserFile.Items, _ expected: String) throws {
        try withFile(text) { path in
            let corpus = try ownCorpus(UserFile(path: path, items: items))
            #expect(message(corpus, allPaths) == "own.json: \(reference) failed: \(expected)")
        }
    }
}

/// Whether it is a corpus of stations with their fields in another order.
private func isArranged(_ corpus: any Corpus) -> Bool { corpus.name.hasPrefix("twins-") }

/// The paths that have work on a generated corpus.
func expectedPaths(of corpus: any Corpus) -> [any BenchmarkPath] {
    let isEncoding = corpus.name.hasPrefix(CorpusResult.encodingPrefix)
    let twins = corpus.name.hasSuffix("twins") ? isEncoding ? twinEncodingPaths : twinDecodingPaths : []
    let paths = (isEncoding ? encodingPaths : decodingPaths) + twins
    return paths.filter { path in
        switch path.name {
        // A feed is of items: the others are one object.
        case Baseline.feed, Baseline.feedOfResults, Baseline.feedOnThreads, Baseline.feedMadeOnThreads:
            ["users", "projection", "logs", "twins"].contains(corpus.name) || isArranged(corpus)
        case Baseline.feedOverYajl,
            _ where Baseline.feedVariants.contains(path.name):
            ["users", "projection", "twins"].contains(corpus.name) || isArranged(corpus)
        case Baseline.joinedLines, "yodel-feed-arrow", "yodel-feed-gzip", "yodel-feed-gzip-threads", "zlib-bare",
            "yodel-feed-zstd", "yodel-feed-zstd-threads", "zstd-bare":
            corpus.name == "logs"
        case _ where YodelEncodeItems.all.map(\.name).contains(path.name): corpus.name == "encode-twins"
        default: true
        }
    }
}

/// The names of paths without those that need a library missing from the build.
func available(_ names: [String]) -> [String] {
    var missing: [String] = []
    #if !Yajl
    missing.append("yajl")
    #endif
    #if !Gzip
    missing.append("gzip")
    #endif
    #if !Zstd
    missing.append("zstd")
    #endif
    return names.filter { name in !missing.contains { name.contains($0) } }
}

/// The path that reads a user's file first.
private let reference = available(["yodel-yajl", "yodel-scanner"])[0]

private func names(_ paths: [any BenchmarkPath]) -> [String] {
    paths.map(\.name)
}

/// Why the paths do not agree on a corpus; nil if they do.
private func message(_ corpus: any Corpus, _ paths: [any BenchmarkPath]) -> String? {
    do {
        _ = try corpus.prepare(try corpus.load(), for: paths).verify()
        return nil
    } catch {
        return "\(error)"
    }
}

/// Calls the body with the path of a file named `own.json` that contains the text.
private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("own.json")
    try Data(text.utf8).write(to: file)
    try body(file.path)
}
