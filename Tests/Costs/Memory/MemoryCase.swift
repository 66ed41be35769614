import Foundation
import Yodel

/// A document that takes much memory for its bytes.
struct MemoryCase {
    let name: String
    /// The most it may take, in bytes of memory for each byte of the document: what was measured, and a little more.
    let bound: Double
    let document: (Int) -> [UInt8]
    /// Decodes it and calls the function while what it has become is there.
    let work: ([UInt8], () -> Void) throws -> Void
    /// How long the document is, at least.
    let size: Int

    init(
        _ name: String, atMost bound: Double, size: Int = 2 << 20, _ document: @escaping (Int) -> [UInt8],
        _ work: @escaping ([UInt8], () -> Void) throws -> Void
    ) {
        self.name = name
        self.bound = bound
        self.size = size
        self.document = document
        self.work = work
    }

    /// By a model decoder, as a whole or in chunks of 4 KiB.
    init<Value>(
        _ name: String, atMost bound: Double, size: Int = 2 << 20, as type: Value.Type, inChunks: Bool = false,
        by decoder: ModelDecoder = ModelDecoder(), _ document: @escaping (Int) -> [UInt8]
    ) {
        self.init(name, atMost: bound, size: size, document) { bytes, isThere in
            if inChunks {
                var incremental = decoder.incremental(type)
                for start in stride(from: 0, to: bytes.count, by: 4_096) {
                    try incremental.feed(bytes[start..<min(start + 4_096, bytes.count)])
                }
                let value = try incremental.finish()
                withExtendedLifetime(value, isThere)
            } else {
                withExtendedLifetime(try decoder.decode(type, from: bytes), isThere)
            }
        }
    }

    /// By the decoder for types that are `Decodable`.
    init<Value: Decodable>(
        _ name: String, atMost bound: Double, size: Int = 2 << 20, decodable type: Value.Type,
        _ document: @escaping (Int) -> [UInt8]
    ) {
        self.init(name, atMost: bound, size: size, document) { bytes, isThere in
            withExtendedLifetime(try YodelJSONDecoder().decode(type, from: bytes), isThere)
        }
    }
}

/// Sixteen properties that may be absent: 256 bytes in memory.
struct Block: Codable, Model {
    var a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p: Int?
}

/// A kibibyte of properties, and a little more, for `{}`.
struct Wide: Codable, Model {
    var first, second, third, fourth: Block?
}

/// Knows its own kind, after whatever else there is.
enum Kind: Polymorphic {
    case numbers(Numbers)
    case other(JSONValue)

    struct Numbers: Model {
        var numbers: [Int]
    }

    static let variants = Variants<Kind>("kind", .case("numbers", Kind.numbers), .otherwise(Kind.other))
}

/// Has a part that is `Decodable` and nothing else.
struct Parted: Model {
    struct Part: Decodable {
        var name: String?
    }

    var parts: [Part]
}
