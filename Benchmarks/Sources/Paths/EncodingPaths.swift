import BenchmarkKit
import BenchmarkModels
import Foundation
import Yodel

/// `JSONSerialization` from an existing tree: its best case, as no tree is made from the models.
struct JSONSerializationData: BenchmarkPath {
    let name = Baseline.jsonSerializationData
    let summary = "JSONSerialization.data of an existing tree of dictionaries and arrays"

    func work<Document: BenchmarkDocument>(encoding document: @escaping () throws -> Document) -> Work<Document>? {
        let tree = Once { try JSONSerialization.jsonObject(with: JSONEncoder().encode(try document())) }
        return .standIn {
            blackHole(try JSONSerialization.data(withJSONObject: try tree.value))
        } value: {
            // The fractions it writes do not always read back as the same numbers; the values are compared through the
            // text.
            try JSONDecoder().decode(Document.self, from: JSONSerialization.data(withJSONObject: try tree.value))
        }
    }
}

/// The work of encoding a value as `Data`; to be compared, the text is read by another reader than Yodel's.
private func encodingWork<Document: BenchmarkDocument>(
    _ document: @escaping () throws -> Document, with encode: @escaping (Document) throws -> Data
) -> Work<Document> {
    let document = Once(document)
    return .standIn {
        blackHole(try encode(try document.value))
    } value: {
        try JSONDecoder().decode(Document.self, from: encode(try document.value))
    }
}

/// Foundation's `JSONEncoder` with the models' `Codable` conformances.
struct JSONEncoderPath: BenchmarkPath {
    let name = Baseline.jsonEncoder
    let summary = "JSONEncoder of the models"

    func work<Document: BenchmarkDocument>(encoding document: @escaping () throws -> Document) -> Work<Document>? {
        encodingWork(document, with: JSONEncoder().encode)
    }
}

/// Yodel's drop-in for `JSONEncoder`, with the same conformances.
struct YodelCodableEncoder: BenchmarkPath {
    let name = "yodel-codable-encoder"
    let summary = "YodelJSONEncoder of the models, by their Codable conformances"

    func work<Document: BenchmarkDocument>(encoding document: @escaping () throws -> Document) -> Work<Document>? {
        encodingWork(document, with: YodelJSONEncoder().encode)
    }
}

/// Yodel, writing to `Data`.
struct YodelEncode: BenchmarkPath {
    let name = "yodel-encode"
    let summary = "Yodel's encoder of the models"

    func work<Document: BenchmarkDocument>(encoding document: @escaping () throws -> Document) -> Work<Document>? {
        encodingWork(document, with: ModelEncoder().encode)
    }
}

/// Yodel, writing through a buffer of 64 KiB.
struct YodelEncodeChunked: BenchmarkPath {
    let name = "yodel-encode-chunked"
    let summary = "Yodel's encoder of the models, in chunks of 64 KiB"

    func work<Document: BenchmarkDocument>(encoding document: @escaping () throws -> Document) -> Work<Document>? {
        let document = Once(document)
        let encoder = ModelEncoder()
        return .standIn {
            try encoder.encode(try document.value) { blackHole($0.count) }
        } value: {
            var data = Data()
            try encoder.encode(try document.value) { data.append(contentsOf: $0) }
            return try JSONDecoder().decode(Document.self, from: data)
        }
    }
}

/// Yodel's output of items: each encoded separately, in chunks of 64 KiB, as an array or as lines.
struct YodelEncodeItems: BenchmarkPath {
    let name: String
    let summary: String
    private let format: FeedFormat?

    private var output: FeedOutput { format.map(FeedOutput.init) ?? .array }

    static let all = [
        YodelEncodeItems(
            name: "yodel-encode-items", summary: "Yodel's output of items one by one, as an array in chunks of 64 KiB",
            format: nil),
        YodelEncodeItems(
            name: "yodel-encode-lines", summary: "Yodel's output of items one by one, as lines in chunks of 64 KiB",
            format: .lines),
    ]

    func work<Document: BenchmarkDocument>(encoding document: @escaping () throws -> Document) -> Work<Document>? {
        (Document.self as? any FeedDocument.Type)?.work(of: self, encoding: document) as? Work<Document>
    }

    /// - Parameter document: Makes the items, once.
    func work<Item: BenchmarkDocument>(_ document: @escaping () throws -> [Item]) -> Work<[Item]> {
        let items = Once(document)
        return .standIn { [output] in
            try Item.writeItems(try items.value, as: output) { blackHole($0.count) }
        } value: { [output, format] in
            var data = Data()
            try Item.writeItems(try items.value, as: output) { data.append(contentsOf: $0) }
            // Read by another reader than Yodel's.
            guard format == .lines else { return try JSONDecoder().decode([Item].self, from: data) }
            return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Item.self, from: $0) }
        }
    }
}

/// A value that is made on first use.
final class Once<Value> {
    private var make: () throws -> Value
    private var made: Value?

    init(_ make: @escaping () throws -> Value) {
        self.make = make
    }

    var value: Value {
        get throws {
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }
}
