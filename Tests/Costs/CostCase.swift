import Yodel

/// A piece of work of any size.
struct CostCase {
    let name: String
    /// The smallest size to measure, in the unit of the work: bytes, members, levels.
    let size: Int
    /// Prepares the work, which is not measured, and returns it.
    let prepare: (Int) throws -> () throws -> Void

    init(_ name: String, _ size: Int, _ prepare: @escaping (Int) throws -> () throws -> Void) {
        self.name = name
        self.size = size
        self.prepare = prepare
    }

    /// All cases; the lists are in the files beside this one.
    static var all: [CostCase] {
        textCases + numberCases + keyCases + shapeCases + variantCases + recoveryCases + feedCases + codableCases
            + codableMemberCases + encodingCases + updateCases + comparisonCases
    }
}

/// The ways to decode a document.
enum Way: CaseIterable {
    case scanner
    case yajl
    case bytes
    case sevens
    case lines

    /// The ways of this build.
    static let allCases: [Way] = [.scanner] + (Parser.other == nil ? [] : [.yajl]) + [.bytes, .sevens, .lines]

    var name: String {
        switch self {
        case .scanner: "scanner"
        case .yajl: "yajl"
        case .bytes: "by 1"
        case .sevens: "by 7"
        case .lines: "by 64"
        }
    }

    /// The number of bytes in a chunk; nil if the document is decoded as a whole.
    private var chunkSize: Int? {
        switch self {
        case .scanner, .yajl: nil
        case .bytes: 1
        case .sevens: 7
        case .lines: 64
        }
    }

    /// The smallest size for documents of about that many bytes: each chunk has a cost of its own, and superlinear work
    /// shows only in long documents.
    func scaled(_ bytes: Int) -> Int {
        switch self {
        case .scanner, .yajl: bytes * 8
        case .bytes: bytes / 4
        case .sevens: bytes
        case .lines: bytes * 4
        }
    }

    func decode<Value>(_ type: Value.Type, _ document: [UInt8], _ decoder: ModelDecoder) throws(ModelError) {
        guard let chunkSize else {
            var decoder = decoder
            decoder.parser = self == .yajl ? Parser.other ?? .scanner : .scanner
            _ = try decoder.decode(type, from: document)
            return
        }
        var incremental = decoder.incrementalDecoder(of: type)
        try document.withUnsafeBufferPointer { document throws(ModelError) in
            for start in stride(from: 0, to: document.count, by: chunkSize) {
                let chunk = document[start..<min(start + chunkSize, document.count)]
                try incremental.feed(UnsafeBufferPointer(rebasing: chunk))
            }
        }
        _ = try incremental.finish()
    }
}

/// A document of at least so many bytes, with one part repeated.
func filled(_ before: String, _ part: String, _ after: String) -> (Int) -> [UInt8] {
    { size in
        var bytes = Array(before.utf8)
        while bytes.count < size { bytes += part.utf8 }
        return bytes + after.utf8
    }
}

/// A document of at least so many bytes, with different parts.
func numbered(_ before: String, _ after: String, _ part: @escaping (Int) -> String) -> (Int) -> [UInt8] {
    { size in
        var bytes = Array(before.utf8)
        var number = 0
        while bytes.count < size {
            bytes += part(number).utf8
            number += 1
        }
        return bytes + after.utf8
    }
}

/// A document with so many levels.
func nested(_ opening: String, _ innermost: String, _ closing: String) -> (Int) -> [UInt8] {
    { depth in
        let levels = String(repeating: opening, count: depth) + innermost + String(repeating: closing, count: depth)
        return Array(levels.utf8)
    }
}

/// The decoding of a document in every way, a case for each.
///
/// - Parameters:
///   - size: The smallest size, if it is not counted in bytes.
///   - failure: The code of the expected error, if any.
func decoding<Value>(
    _ name: String, _ type: Value.Type, size: Int? = nil, ways: [Way] = Way.allCases, failure: ModelError.Code? = nil,
    with decoder: ModelDecoder = .unbounded, _ document: @escaping (Int) -> [UInt8]
) -> [CostCase] {
    ways.map { way in
        CostCase("\(name), \(way.name)", size ?? way.scaled(16 << 10)) { size in
            let document = document(size)
            return {
                do throws(ModelError) {
                    try way.decode(type, document, decoder)
                } catch {
                    guard error.code == failure else { throw error }
                    return
                }
                if failure != nil { throw CostError("it should have failed") }
            }
        }
    }
}

extension ModelDecoder {
    /// A decoder without the limits that would end a long document.
    static var unbounded: ModelDecoder {
        var decoder = ModelDecoder()
        decoder.limits.stringBytes = .max
        decoder.limits.keyBytes = .max
        decoder.limits.numberCharacters = .max
        decoder.limits.depth = 100_000
        return decoder
    }

    static func unbounded(_ change: (inout ModelDecoder) -> Void) -> ModelDecoder {
        var decoder = unbounded
        change(&decoder)
        return decoder
    }
}

/// Why a measurement failed.
struct CostError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
