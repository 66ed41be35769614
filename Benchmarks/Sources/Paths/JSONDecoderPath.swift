import BenchmarkKit
import BenchmarkModels
import Foundation

/// Foundation's `JSONDecoder` with the models' `Codable` conformances.
struct JSONDecoderPath: BenchmarkPath {
    let name = Baseline.jsonDecoder
    let summary = "JSONDecoder into the models"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        let data = Data(bytes)
        let decoder = JSONDecoder()
        return .typed { try decoder.decode(Document.self, from: data) }
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        let data = Data(bytes)
        let decoder = JSONDecoder()
        return .typed {
            try decodeLines(of: bytes) { try decoder.decode(Item.self, from: data[$0]) }
        }
    }
}
