import BenchmarkKit
import Foundation

/// Foundation's `JSONDecoder` with the compiler's `Codable` conformances.
struct JSONDecoderPath: BenchmarkPath {
    let name = Baseline.jsonDecoder
    let summary = "JSONDecoder into the models"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document> {
        let data = Data(bytes)
        let decoder = JSONDecoder()
        return .typed { try decoder.decode(Document.self, from: data) }
    }
}
