#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options of a ``YodelJSONEncoder``.
struct CodableOptions: Sendable {
    var outputFormatting: JSONEncoder.OutputFormatting = []
    var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
    var data = JSONEncoder.DataEncodingStrategy.base64
    var nonConformingFloats = JSONEncoder.NonConformingFloatEncodingStrategy.throw
    var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// What encodes the dates and data in a part of a document that is encoded by tables; nil for a document of its own.
    var around: EncoderAround?

    var layout: CodableLayout {
        CodableLayout(
            isPretty: outputFormatting.contains(.prettyPrinted), sortsKeys: outputFormatting.contains(.sortedKeys),
            alsoEscaped: UInt8(ascii: outputFormatting.contains(.withoutEscapingSlashes) ? "\"" : "/"))
    }

    var changesKeys: Bool {
        if case .useDefaultKeys = keys { false } else { true }
    }
}
