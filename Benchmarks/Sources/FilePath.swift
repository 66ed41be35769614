import BenchmarkKit
import BenchmarkModels
import Foundation
import Yodel

/// A path that takes part in `--memory`: it decodes a document that is in a file.
///
/// A path that decodes whole documents from `[UInt8]` only declares the conformance.
protocol FilePath: BenchmarkPath {
    /// Reads the document and decodes it, with no more memory than a user would need.
    func decode<Document: BenchmarkDocument>(_ type: [Document].Type, from file: FeedFile) throws -> Decoded<Document>
}

/// The result of a path for a document with an array at its root.
enum Decoded<Element> {
    case typed([Element])
    /// Elements that have been released: how many there were, and a function that visits them again.
    case passed(items: Int, again: ((Element) -> Void) throws -> Void)
    /// An untyped result, with the number of elements if the path knows it.
    case untyped(items: Int?)
}

/// The size of the buffer for a file, for paths that need no more of it in memory.
let pieceSize = 64 << 10

extension FilePath {
    func decode<Document: BenchmarkDocument>(_ type: [Document].Type, from file: FeedFile) throws -> Decoded<Document> {
        switch work(type, on: try file.bytes()) {
        case .typed(let decode):
            return .typed(try decode())
        case .untyped(let run), .standIn(let run, _):
            try run()
            return .untyped(items: nil)
        case nil:
            preconditionFailure("\(name) decodes no documents of models")
        }
    }
}

extension YodelScanner: FilePath {}

#if Yajl
extension YodelYajl: FilePath {}
#endif

extension YodelChunked: FilePath {
    func decode<Document: BenchmarkDocument>(_ type: [Document].Type, from file: FeedFile) throws -> Decoded<Document> {
        var decoder = ModelDecoder()
        decoder.parser = parser
        var incremental = decoder.incrementalDecoder(of: type)
        try file.forEachPiece(of: pieceSize) { try incremental.feed($0) }
        return .typed(try incremental.finish())
    }
}

extension YodelFeed: FilePath {
    func decode<Document: BenchmarkDocument>(_ type: [Document].Type, from file: FeedFile) throws -> Decoded<Document> {
        var feed = Feed(of: Document.self)
        feed.decoder = Document.modelDecoder
        func forEachItem(_ body: (Document) -> Void) throws {
            var parser = feed.parser()
            try file.forEachPiece(of: pieceSize) { piece in
                parser.feed(piece)
                while let item = try parser.next() { body(item) }
            }
            parser.finish()
            while let item = try parser.next() { body(item) }
        }
        var items = 0
        try forEachItem { item in
            blackHole(item)
            items += 1
        }
        return .passed(items: items, again: forEachItem)
    }
}

extension JSONSerializationAny: FilePath {
    func decode<Document: BenchmarkDocument>(_ type: [Document].Type, from file: FeedFile) throws -> Decoded<Document> {
        .untyped(items: (try JSONSerialization.jsonObject(with: file.data()) as? [Any])?.count)
    }
}

extension JSONSerializationModels: FilePath {
    func decode<Document: BenchmarkDocument>(_ type: [Document].Type, from file: FeedFile) throws -> Decoded<Document> {
        .typed(try [Document](json: try JSONSerialization.jsonObject(with: file.data())))
    }
}

extension JSONDecoderPath: FilePath {
    func decode<Document: BenchmarkDocument>(_ type: [Document].Type, from file: FeedFile) throws -> Decoded<Document> {
        .typed(try JSONDecoder().decode(type, from: file.data()))
    }
}
