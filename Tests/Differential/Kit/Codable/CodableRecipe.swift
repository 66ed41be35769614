package import BenchmarkModels
import Foundation
import Yodel

/// The type as which Foundation's decoder and Yodel's decode a document, and the strategies, in eight bytes: an input
/// of the fuzzer begins with them.
package struct CodableRecipe: Hashable, Sendable {
    package static let length = 8

    /// The subject; keys and dates; data, numbers and texts; layout; four bytes as the seed for the calls of a
    /// ``CodableProbe``.
    package var bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        precondition(self.bytes.count == Self.length, "a recipe has eight bytes")
    }

    /// Draws any subject; half of the strategies have their defaults.
    package init(using generator: inout SeededGenerator) {
        bytes = (0..<Self.length).map { index in
            index == 0 || index > 3 || Bool.random(using: &generator) ? .random(in: 0...255, using: &generator) : 0
        }
    }

    package var subject: CodableSubject { CodableSubject.all[Int(bytes[0]) % CodableSubject.all.count] }

    /// How keys are spelled.
    enum Keys: CaseIterable { case asTheyAre, snakeCase, reversed }

    enum Dates: CaseIterable {
        case deferred, seconds, milliseconds, iso8601, custom

        /// Whether the decoded value is encoded without loss.
        var isExact: Bool { self == .deferred || self == .custom }
    }

    enum DataForm: CaseIterable { case base64, deferred, custom }

    var keys: Keys { [.asTheyAre, .asTheyAre, .snakeCase, .reversed][Int(bytes[1] & 3)] }
    var dates: Dates { Dates.allCases[Int(bytes[1] >> 2) % Dates.allCases.count] }
    var data: DataForm { DataForm.allCases[Int(bytes[2] & 3) % DataForm.allCases.count] }
    var namesFloats: Bool { bytes[2] & 0x04 != 0 }
    var assumesTopLevelDictionary: Bool { bytes[2] & 0x18 == 0x18 }
    /// Whether the decoder has decoded another document before.
    var isUsedBefore: Bool { bytes[2] & 0x20 != 0 }
    /// How a ``CodableFamily/Anything`` encodes its contents.
    var anythingStyle: Int { Int(bytes[2] >> 6) }

    /// The seed of a probe's calls.
    var seed: UInt64 { bytes[4...].reduce(0) { $0 << 8 | UInt64($1) } }

    var formatting: JSONEncoder.OutputFormatting {
        var formatting: JSONEncoder.OutputFormatting = .sortedKeys
        if bytes[3] & 1 != 0 { formatting.formUnion(.prettyPrinted) }
        if bytes[3] & 2 != 0 { formatting.formUnion(.withoutEscapingSlashes) }
        return formatting
    }

    var userInfo: [CodingUserInfoKey: any Sendable] {
        [CodableProbe.seed: seed, CodableFamily.Anything.style: anythingStyle]
    }
}

extension CodableRecipe: CustomStringConvertible {
    package var description: String {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(subject.name) \(keys) \(dates) \(data)\(namesFloats ? " NaN" : "") \(digits)"
    }
}

// MARK: - Strategies

/// A coding key with any string.
struct AnyKey: CodingKey, Hashable {
    var stringValue: String
    var intValue: Int?

    init(_ name: String) { stringValue = name }

    init(stringValue: String) { self.stringValue = stringValue }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}

/// The names of numbers that JSON cannot represent.
private enum FloatNames {
    static let infinity = "Infinity"
    static let minusInfinity = "-Infinity"
    static let nan = "NaN"
}

extension CodableRecipe {
    var keyDecoding: JSONDecoder.KeyDecodingStrategy {
        switch keys {
        case .asTheyAre: .useDefaultKeys
        case .snakeCase: .convertFromSnakeCase
        case .reversed: .custom { AnyKey(String($0.last!.stringValue.reversed())) }
        }
    }

    var keyEncoding: JSONEncoder.KeyEncodingStrategy {
        switch keys {
        case .asTheyAre: .useDefaultKeys
        case .snakeCase: .convertToSnakeCase
        case .reversed: .custom { AnyKey(String($0.last!.stringValue.reversed())) }
        }
    }

    var dateDecoding: JSONDecoder.DateDecodingStrategy {
        switch dates {
        case .deferred: .deferredToDate
        case .seconds: .secondsSince1970
        case .milliseconds: .millisecondsSince1970
        case .iso8601: .iso8601
        case .custom: .custom { Date(timeIntervalSinceReferenceDate: -(try Double(from: $0))) }
        }
    }

    var dateEncoding: JSONEncoder.DateEncodingStrategy {
        switch dates {
        case .deferred: .deferredToDate
        case .seconds: .secondsSince1970
        case .milliseconds: .millisecondsSince1970
        case .iso8601: .iso8601
        case .custom: .custom { try (-$0.timeIntervalSinceReferenceDate).encode(to: $1) }
        }
    }

    var dataDecoding: JSONDecoder.DataDecodingStrategy {
        switch data {
        case .base64: .base64
        case .deferred: .deferredToData
        case .custom: .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) }
        }
    }

    var dataEncoding: JSONEncoder.DataEncodingStrategy {
        switch data {
        case .base64: .base64
        case .deferred: .deferredToData
        case .custom:
            .custom { data, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(String(decoding: data, as: UTF8.self))
            }
        }
    }

    private var floatDecoding: JSONDecoder.NonConformingFloatDecodingStrategy {
        guard namesFloats else { return .throw }
        return .convertFromString(
            positiveInfinity: FloatNames.infinity, negativeInfinity: FloatNames.minusInfinity, nan: FloatNames.nan)
    }

    private var floatEncoding: JSONEncoder.NonConformingFloatEncodingStrategy {
        guard namesFloats else { return .throw }
        return .convertToString(
            positiveInfinity: FloatNames.infinity, negativeInfinity: FloatNames.minusInfinity, nan: FloatNames.nan)
    }

    // MARK: - Decoders and encoders

    private var decoderSettings: DecoderSettings {
        .with {
            ($0.keys, $0.dates, $0.data, $0.floats) = (keyDecoding, dateDecoding, dataDecoding, floatDecoding)
            ($0.userInfo, $0.assumesTopLevelDictionary) = (userInfo, assumesTopLevelDictionary)
        }
    }

    private var encoderSettings: EncoderSettings {
        EncoderSettings(
            formatting: formatting, dates: dateEncoding, data: dataEncoding, floats: floatEncoding, keys: keyEncoding,
            userInfo: userInfo)
    }

    var foundationDecoder: JSONDecoder { decoderSettings.foundation }

    var yodelDecoder: YodelJSONDecoder {
        let decoder = decoderSettings.yodel
        // A `CodableProbe` calls more often than the limit for its document allows; Foundation has no such limit.
        decoder.limits.replays = .max
        decoder.decodesModelsByTable = false
        if isUsedBefore {
            let other = #"{"b": [1, {"a": "\u0041"}], "c": [[], [2.5], null]}"#
            _ = try? decoder.decode(CodableFamily.Anything.self, from: other)
        }
        return decoder
    }

    var foundationEncoder: JSONEncoder { encoderSettings.foundation }
    var yodelEncoder: YodelJSONEncoder { encoderSettings.yodel }
}
