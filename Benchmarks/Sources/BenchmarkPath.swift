import BenchmarkKit
import BenchmarkModels

/// What the root of a measured document must be: made by every path, and compared.
typealias BenchmarkDocument = BenchmarkModels.JSONMappable & Codable & Equatable & Sendable

/// A way from JSON bytes to values, compared with the others.
protocol BenchmarkPath: Sendable {
    /// The name in tables, in JSON output and for `--only`.
    var name: String { get }

    /// What `--list` says about it.
    var summary: String { get }

    /// The work of one decode. What a user does once (a decoder, the bytes in the form the API wants) is done here;
    /// what a user does for every document is in the closure.
    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>
}

/// All paths, in the order of the tables.
///
/// A new one joins by its entry here.
let allPaths: [any BenchmarkPath] = [
    JSONSerializationAny(),
    JSONSerializationModels(),
    JSONDecoderPath(),
    YodelScanner(),
    YodelYajl(),
    YodelYajlChunked(),
    YajlBare(),
]

/// The path whose results the others' must equal.
let referencePath = JSONDecoderPath()
