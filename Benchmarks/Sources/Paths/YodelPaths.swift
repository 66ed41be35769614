import BenchmarkKit
import Yodel

/// Yodel's scanner, which needs the document in one buffer.
struct YodelScanner: BenchmarkPath {
    let name = "yodel-scanner"
    let summary = "Yodel's scanner into the models, the document in one buffer"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document> {
        let decoder = ModelDecoder()
        return .typed { try decoder.decode(Document.self, from: bytes) }
    }
}

/// Yodel over yajl, the document in one buffer.
struct YodelYajl: BenchmarkPath {
    let name = "yodel-yajl"
    let summary = "Yodel over yajl into the models, the document in one buffer"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document> {
        var decoder = ModelDecoder()
        decoder.parser = .yajl
        return .typed { [decoder] in try decoder.decode(Document.self, from: bytes) }
    }
}

/// Yodel over yajl, the document in pieces as a network delivers them.
struct YodelYajlChunked: BenchmarkPath {
    let name = "yodel-yajl-chunked"
    let summary = "Yodel over yajl into the models, in chunks of 64 KiB"

    private let chunkSize = 64 << 10

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document> {
        let decoder = ModelDecoder()
        return .typed {
            var incremental = decoder.incremental(Document.self)
            for start in stride(from: 0, to: bytes.count, by: chunkSize) {
                try incremental.feed(bytes[start..<min(start + chunkSize, bytes.count)])
            }
            return try incremental.finish()
        }
    }
}
