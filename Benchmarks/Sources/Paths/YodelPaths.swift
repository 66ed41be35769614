import BenchmarkKit
import BenchmarkModels
import Yodel

/// A path that decodes whole documents with Yodel; paths differ in how the decoder gets the bytes.
protocol YodelPath: BenchmarkPath {
    var parser: Parser { get }
    /// Decodes one document from a slice of the bytes.
    func decode<Value>(_ type: Value.Type, by decoder: ModelDecoder, from bytes: ArraySlice<UInt8>) throws -> Value
}

extension YodelPath {
    private func reading(_ decoder: ModelDecoder) -> ModelDecoder {
        var decoder = decoder
        decoder.parser = parser
        return decoder
    }

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        let decoder = reading(Document.modelDecoder)
        return .typed { try decode(Document.self, by: decoder, from: bytes[...]) }
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        let decoder = reading(Item.modelDecoder)
        return .typed {
            try decodeLines(of: bytes) { try decode(Item.self, by: decoder, from: bytes[$0]) }
        }
    }

    func work(counting items: UserFile.Items, in bytes: [UInt8]) -> Work<ItemCount>? {
        let decoder = reading(ModelDecoder())
        return .typed {
            try items.decodeAll(in: bytes) { range in
                try decode(JSONValue.self, by: decoder, from: bytes[range])
            } elements: { value, keys in
                keys.reduce(value) { value, key in value?[String(key)] }?.arrayValue?.count
            }
        }
    }
}

/// Yodel with its defaults: each document in one buffer, read by its scanner.
struct YodelScanner: YodelPath {
    let name = "yodel-scanner"
    let summary = "Yodel's scanner into the models, or JSONValue; each document in one buffer"
    let parser = Parser.automatic

    func decode<Value>(_ type: Value.Type, by decoder: ModelDecoder, from bytes: ArraySlice<UInt8>) throws -> Value {
        try bytes.withUnsafeBufferPointer { try decoder.decode(type, from: $0) }
    }
}

#if Yajl
/// Yodel with yajl, each document in one buffer.
struct YodelYajl: YodelPath {
    let name = "yodel-yajl"
    let summary = "Yodel over yajl into the models, or JSONValue; each document in one buffer"
    let parser = Parser.yajl

    func decode<Value>(_ type: Value.Type, by decoder: ModelDecoder, from bytes: ArraySlice<UInt8>) throws -> Value {
        try bytes.withUnsafeBufferPointer { try decoder.decode(type, from: $0) }
    }
}
#endif

/// Yodel, the bytes in pieces as a network delivers them: a document that crosses a boundary is decoded from two
/// pieces.
struct YodelChunked: YodelPath {
    let name: String
    let summary: String
    let parser: Parser

    private let chunkSize = 64 << 10

    func decode<Value>(_ type: Value.Type, by decoder: ModelDecoder, from bytes: ArraySlice<UInt8>) throws -> Value {
        var incremental = decoder.incrementalDecoder(of: type)
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = min((start / chunkSize + 1) * chunkSize, bytes.endIndex)
            try bytes[start..<end].withUnsafeBufferPointer { try incremental.feed($0) }
            start = end
        }
        return try incremental.finish()
    }

    static let scanner = YodelChunked(
        name: "yodel-scanner-chunked", summary: "Yodel's scanner into the models, or JSONValue; in chunks of 64 KiB",
        parser: .scanner)

    #if Yajl
    static let yajl = YodelChunked(
        name: "yodel-yajl-chunked", summary: "Yodel over yajl into the models, or JSONValue; in chunks of 64 KiB",
        parser: .yajl)
    #endif
}
