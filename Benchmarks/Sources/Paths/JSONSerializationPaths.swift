import BenchmarkKit
import BenchmarkModels
import Foundation

/// `JSONSerialization` alone: its best case, as its result is not used.
struct JSONSerializationAny: BenchmarkPath {
    let name = Baseline.jsonSerialization
    let summary = "JSONSerialization to Any, no models"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        let data = Data(bytes)
        return .untyped { blackHole(try JSONSerialization.jsonObject(with: data)) }
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        let data = Data(bytes)
        return .untyped {
            blackHole(try decodeLines(of: bytes) { try JSONSerialization.jsonObject(with: data[$0]) })
        }
    }

    func work(counting items: UserFile.Items, in bytes: [UInt8]) -> Work<ItemCount>? {
        let data = Data(bytes)
        return .typed {
            try items.decodeAll(in: bytes) { range in
                try JSONSerialization.jsonObject(with: data[range], options: .fragmentsAllowed)
            } elements: { value, keys in
                let array = keys.reduce(value as Any?) { value, key in (value as? [String: Any])?[String(key)] }
                return (array as? [Any])?.count
            }
        }
    }
}

/// `JSONSerialization`, then a hand-written mapping to models.
struct JSONSerializationModels: BenchmarkPath {
    let name = "jsonserialization-models"
    let summary = "JSONSerialization, then hand-written mapping into the models"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        let data = Data(bytes)
        return .typed { try Document(json: try JSONSerialization.jsonObject(with: data)) }
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        let data = Data(bytes)
        return .typed {
            try decodeLines(of: bytes) { try Item(json: try JSONSerialization.jsonObject(with: data[$0])) }
        }
    }
}
