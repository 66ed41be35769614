import BenchmarkKit
import BenchmarkModels
import Foundation

/// `JSONSerialization` alone: its best case, as nothing is made of what it returns.
struct JSONSerializationAny: BenchmarkPath {
    let name = Baseline.jsonSerialization
    let summary = "JSONSerialization to Any, no models"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document> {
        let data = Data(bytes)
        return .untyped { blackHole(try JSONSerialization.jsonObject(with: data)) }
    }
}

/// `JSONSerialization`, then the mapping into models that is written by hand.
struct JSONSerializationModels: BenchmarkPath {
    let name = "jsonserialization-models"
    let summary = "JSONSerialization, then hand-written mapping into the models"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document> {
        let data = Data(bytes)
        return .typed { try Document(json: try JSONSerialization.jsonObject(with: data)) }
    }
}
