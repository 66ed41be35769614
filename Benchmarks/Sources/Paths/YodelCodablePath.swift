import BenchmarkKit
import BenchmarkModels
import Foundation
import Yodel

/// Yodel's drop-in for `JSONDecoder`, with the models' `Codable` conformances.
struct YodelCodable: BenchmarkPath {
    let name = "yodel-codable"
    let summary = "YodelJSONDecoder into the models, by their Codable conformances"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        let data = Data(bytes)
        let decoder = YodelJSONDecoder.byCodable
        return .typed { try decoder.decode(Document.self, from: data) }
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        let data = Data(bytes)
        let decoder = YodelJSONDecoder.byCodable
        return .typed {
            try decodeLines(of: bytes) { try decoder.decode(Item.self, from: data[$0]) }
        }
    }
}

extension YodelJSONDecoder {
    /// A decoder that decodes the benchmarks' models by `Codable`: decoding them by tables is the other paths' work.
    fileprivate static var byCodable: YodelJSONDecoder {
        let decoder = YodelJSONDecoder()
        decoder.decodesModelsByTable = false
        return decoder
    }
}
