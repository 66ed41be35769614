#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Dates and data, written by the strategies.

extension CodableWriter {
    func fill(_ value: Date, _ place: CodablePlace) throws {
        if let around = options.around { return try fill(value, by: around) }
        switch options.dates {
        case .deferredToDate: try fillScalar(value.timeIntervalSinceReferenceDate, CodableKind(code: .double))
        case .secondsSince1970: try fillSeconds(value.timeIntervalSince1970)
        case .millisecondsSince1970: try fillSeconds(1_000 * value.timeIntervalSince1970)
        case .iso8601: try fillScalar(value.wholeSecondsISO8601, CodableKind(code: .string))
        case .custom(let encode):
            try call { try encode(value, place) }
            fillIfEmpty(place)
        #if !canImport(FoundationEssentials)
        case .formatted(let formatter):
            try fillScalar(formatter.string(from: value), CodableKind(code: .string))
        @unknown default:
            throw EncodingError.invalidValue(
                value, .init(codingPath: path, debugDescription: "Unknown strategy for dates"))
        #endif
        }
    }

    func fill(_ value: Data, _ place: CodablePlace) throws {
        if let around = options.around { return try fill(value, by: around) }
        switch options.data {
        case .deferredToData: try call { try value.encode(to: place) }
        case .base64:
            try fillScalar(value.withUnsafeBytes { Base64.standard.encode($0) }, CodableKind(code: .string))
        case .custom(let encode):
            try call { try encode(value, place) }
            fillIfEmpty(place)
        #if !canImport(FoundationEssentials)
        @unknown default:
            throw EncodingError.invalidValue(
                value, .init(codingPath: path, debugDescription: "Unknown strategy for data"))
        #endif
        }
    }

    /// A date whose number of seconds is not finite is an error, whatever the strategy for such numbers.
    private func fillSeconds(_ value: Double) throws {
        guard value.isFinite else { throw invalid(value, .root, type: "Double") }
        try fillScalar(value, CodableKind(code: .double))
    }

    /// Writes `{}` if a client's code was called to encode a value and encoded nothing.
    func fillIfEmpty(_ place: CodablePlace) {
        let writer = place.settle()
        if writer.text.pointee.top.pointee.content == .nothing { writer.text.pointee.open(.object) }
    }
}

extension Date {
    /// The date in UTC as ISO 8601 without a fraction, as Foundation's encoder writes it.
    fileprivate var wholeSecondsISO8601: String {
        // Before 1583 Foundation uses the Julian calendar; after 9999 the year has more than four digits.
        let seconds = timeIntervalSinceReferenceDate.rounded(.down)
        guard -13_190_860_800..<252_423_993_600 ~= seconds,
            let text = DateText.iso8601String(Date(timeIntervalSinceReferenceDate: seconds))
        else { return formatted(.iso8601) }
        return text
    }
}
