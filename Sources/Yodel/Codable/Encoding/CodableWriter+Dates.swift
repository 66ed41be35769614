#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Dates and data, written by the strategies.

extension CodableWriter {
    /// Writes a date to the place on top.
    func fill(_ value: Date, _ slot: CodablePlace) throws {
        if let around = options.around { return try fill(value, by: around) }
        switch options.dates {
        case .deferredToDate: try fill(value.timeIntervalSinceReferenceDate)
        case .secondsSince1970: try fillSeconds(value.timeIntervalSince1970)
        case .millisecondsSince1970: try fillSeconds(1_000 * value.timeIntervalSince1970)
        case .iso8601: fill(value.wholeSecondsISO8601)
        case .custom(let encode):
            try call { try encode(value, slot) }
            fillIfEmpty(slot)
        #if !canImport(FoundationEssentials)
        case .formatted(let formatter): fill(formatter.string(from: value))
        @unknown default:
            throw EncodingError.invalidValue(
                value, .init(codingPath: path, debugDescription: "Unknown strategy for dates"))
        #endif
        }
    }

    /// Writes data to the place on top.
    func fill(_ value: Data, _ slot: CodablePlace) throws {
        if let around = options.around { return try fill(value, by: around) }
        switch options.data {
        case .deferredToData: try call { try value.encode(to: slot) }
        case .base64: fill(value.withUnsafeBytes { Base64.standard.encode($0) })
        case .custom(let encode):
            try call { try encode(value, slot) }
            fillIfEmpty(slot)
        #if !canImport(FoundationEssentials)
        @unknown default:
            throw EncodingError.invalidValue(
                value, .init(codingPath: path, debugDescription: "Unknown strategy for data"))
        #endif
        }
    }

    private func fill(_ value: Double) throws {
        try fillScalar(value, CodableKind(code: .double))
    }

    /// A date whose number of seconds is not finite is an error, whatever the strategy for such numbers.
    private func fillSeconds(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value,
                .init(codingPath: path, debugDescription: "Unable to encode Double.\(value) directly in JSON."))
        }
        try fill(value)
    }

    private func fill(_ value: String) {
        put(value)
        text.pointee.top.pointee.content = .scalar
    }

    /// Writes `{}` if a client's code was called to encode a value and encoded nothing.
    func fillIfEmpty(_ slot: CodablePlace) {
        let writer = slot.settle()
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
