package import BenchmarkModels
package import Yodel

/// The type that a document is decoded as, and the options, in seven bytes: a fuzzer's input begins with them.
///
/// Zero bytes mean the first subject with the default options, except for dates.
package struct Recipe: Hashable, Sendable {
    package static let length = 7

    /// The subject; switches; policies; strategies; which limits are small, and how small; recovery and reports.
    package var bytes: [UInt8]

    /// The default options for a subject.
    package init(subject: Int) {
        bytes = [UInt8(subject)] + [UInt8](repeating: 0, count: Self.length - 1)
    }

    package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        precondition(self.bytes.count == Self.length, "a recipe has seven bytes")
    }

    /// Draws any subject; half of the options have their defaults.
    package init(using generator: inout SeededGenerator) {
        bytes = (0..<Self.length).map { index in
            index == 0 || Bool.random(using: &generator) ? UInt8.random(in: 0...255, using: &generator) : 0
        }
        if Bool.random(using: &generator) { bytes[4] = 0 }
    }

    package var subject: Subject { Subject.all[Int(bytes[0]) % Subject.all.count] }

    /// Whether a value is updated from the document, if its type is a model.
    package var isUpdate: Bool {
        get { bytes[1] & 0x20 != 0 }
        set { bytes[1] = newValue ? bytes[1] | 0x20 : bytes[1] & ~0x20 }
    }

    /// The size of chunks, if the document is not read in one piece.
    package var chunkSize: Int { [1, 2, 3, 5, 7, 16, 64, 1_000][Int(bytes[1] >> 6) + Int(bytes[2] >> 7) * 4] }

    /// - Parameter notes: The destination of notes, if the recipe collects them.
    package func decoder(noting notes: DecodingNotes) -> ModelDecoder {
        var decoder = ModelDecoder()
        let switches = bytes[1]
        if switches & 0x01 != 0 { decoder.conversions = .lenient }
        if switches & 0x02 != 0 { decoder.nulls = .useDefault }
        decoder.allowsComments = switches & 0x04 != 0
        decoder.allowsTrailingContent = switches & 0x08 != 0
        decoder.allowsFragments = switches & 0x10 == 0
        decoder.unknownKeys = [.ignore, .error, .collect(notes.unknownKeys), .ignore][Int(bytes[2] & 3)]
        decoder.duplicateKeys = [.last, .first, .error, .last][Int(bytes[2] >> 2 & 3)]
        decoder.keys = Self.keyStrategies[Int(bytes[2] >> 4 & 7)]
        decoder.dates = [.secondsSince1970, .iso8601, .millisecondsSince1970, .anyKnownFormat][Int(bytes[3] & 3)]
        decoder.data = [.base64, .base64URL, .utf8, .bytes][Int(bytes[3] >> 2 & 3)]
        if bytes[3] & 0x10 != 0 {
            decoder.nonConformingFloats = .convert(positiveInfinity: "∞", negativeInfinity: "-∞", nan: "NaN")
        }
        decoder.limits = limits
        decoder.badElements = [.error, .drop, .null, .drop][Int(bytes[6] & 3)]
        if bytes[6] & 0x04 != 0 { decoder.mismatches = .useDefault }
        if bytes[6] & 0x08 != 0 { decoder.missingCollections = .empty }
        if bytes[6] & 0x10 != 0 { decoder.report = notes.report }
        if bytes[6] & 0x20 != 0 { decoder.drift = notes.drift }
        return decoder
    }

    private var limits: ParserLimits {
        let size = Int(bytes[5])
        var limits = ParserLimits()
        // Each limit uses some bits of the size; 0 is possible.
        if bytes[4] & 0x01 != 0 { limits.depth = size & 7 }
        if bytes[4] & 0x02 != 0 { (limits.stringBytes, limits.combiningMarks) = (size & 0x7F, size >> 6) }
        if bytes[4] & 0x04 != 0 { limits.keyBytes = size & 0x1F }
        if bytes[4] & 0x08 != 0 { limits.numberCharacters = size & 0x1F }
        if bytes[4] & 0x10 != 0 { limits.documentBytes = size * 2 }
        if bytes[4] & 0x20 != 0 { limits.keysPerObject = size & 0x0F }
        if bytes[4] & 0x40 != 0 { limits.bufferedBytes = size * 4 }
        if bytes[4] & 0x80 != 0 { limits.replays = size & 0x07 }
        return limits
    }

    /// Stored, since tables are cached by them.
    private static let keyStrategies: [KeyStrategy] = [
        .asWritten, .asWritten, .caseInsensitive, .snakeCase, .kebabCase, .upperSnakeCase, .upperCamelCase,
        .custom { $0 + "\"é" },
    ]
}

/// The notes of a decoding, besides its outcome.
package struct DecodingNotes {
    package let unknownKeys = UnknownKeyCollector(limit: 10)
    package let report = DecodingReport(limit: 10)
    package let drift = DriftReport(limit: 10)

    package init() {}

    /// All notes, one per line.
    package var text: String {
        let keys = unknownKeys.count == 0 ? [] : ["\(unknownKeys.count) unknown keys: \(unknownKeys.keys)"]
        let errors = report.count == 0 ? [] : ["\(report.count) recovered errors: \(report.errors)"]
        return (keys + errors + ["\(drift)"]).filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

extension Recipe: CustomStringConvertible {
    package var description: String { "\(subject.name) \(options)" }

    /// The same without the subject.
    package var options: String {
        (isUpdate ? "(update) " : "") + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
