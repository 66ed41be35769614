import Yodel

/// A document that takes much memory per byte.
struct MemoryCase {
    let name: String
    /// The maximum, in bytes of memory per byte of the document: the measured value, and a little more.
    let bound: Double
    let document: (Int) -> [UInt8]
    /// Decodes the document and calls the function while the result exists.
    let work: ([UInt8], () -> Void) throws -> Void
    /// The minimum length of the document.
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

    /// Decodes with a model decoder, as a whole or in chunks of 4 KiB.
    init<Value>(
        _ name: String, atMost bound: Double, size: Int = 2 << 20, as type: Value.Type, inChunks: Bool = false,
        by decoder: ModelDecoder = ModelDecoder(), _ document: @escaping (Int) -> [UInt8]
    ) {
        self.init(name, atMost: bound, size: size, document) { bytes, isThere in
            if inChunks {
                var incremental = decoder.incrementalDecoder(of: type)
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

    /// Decodes with the decoder for types that are `Decodable`.
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
struct Block: Codable, Model { var a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p: Int? }

/// A little more than a kibibyte of properties, for `{}`.
struct Wide: Codable, Model { var first, second, third, fourth: Block? }

/// Has its tag after all other members.
enum Kind: Polymorphic {
    case numbers(Numbers)
    case other(JSONValue)

    struct Numbers: Model { var numbers: [Int] }

    static let variants = Variants<Kind>("kind", .case("numbers", Kind.numbers), .otherwise(Kind.other))
}

/// Has a part that is only `Decodable`.
struct Parted: Model {
    struct Part: Decodable { var name: String? }

    var parts: [Part]
}
