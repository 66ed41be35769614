#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Foundation's types that its decoder treats specially, and the decoder's strategies for them.

extension TapeDecoder {
    private func isNull(_ index: Int) -> Bool { session.entries[index].kind == .null }

    // MARK: - Dates

    @inline(never)
    func date(at index: Int, _ step: CodablePathStep) throws -> Date {
        if isNull(index) { throw mismatch(Date.self, at: index, step, isNullSpecial: true) }
        if let around = session.partValues { return try decode(Date.self, by: around, at: index, step) }
        switch session.options.dates {
        case .deferredToDate:
            return Date(timeIntervalSinceReferenceDate: try Double.read(self, at: index, step))
        case .secondsSince1970:
            return Date(timeIntervalSince1970: try Double.read(self, at: index, step))
        case .millisecondsSince1970:
            return Date(timeIntervalSince1970: try Double.read(self, at: index, step) / 1000)
        case .iso8601:
            let text = try String.read(self, at: index, step)
            let plain = session.entries[index].has(TapeEntry.Flags.isASCII)
            if plain, let date = internetDate(session.bytes(of: session.entries[index])) { return date }
            guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
                // Foundation omits the last step, and those of nested containers.
                throw owner.corrupted("Expected date string to be ISO8601-formatted.", .root)
            }
            return date
        #if canImport(Darwin)
        case .formatted(let formatter):
            guard let date = formatter.date(from: try String.read(self, at: index, step)) else {
                throw corrupted("Date string does not match format expected by formatter.", step)
            }
            return date
        #endif
        case .custom(let decode): return try withDecoder(at: index, step) { try decode($0) }
        @unknown default: return try withDecoder(at: index, step) { try Date(from: $0) }
        }
    }

    /// The date of a text in the most common form, `2024-02-29T23:59:59Z`; nil for all others.
    private func internetDate(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
        guard text.count == 20, text[0] != UInt8(ascii: "0"), text[4] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: "T"),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), text[17] < UInt8(ascii: "6"),
            text[19] == UInt8(ascii: "Z"),
            // Before that, Foundation's calendar is the Julian one.
            !text.lexicographicallyPrecedes("1600".utf8)
        else { return nil }
        return DateText.iso8601(text)
    }

    // MARK: - Data

    @inline(never)
    func data(at index: Int, _ step: CodablePathStep) throws -> Data {
        if isNull(index) { throw mismatch(Data.self, at: index, step, isNullSpecial: true) }
        if let around = session.partValues { return try decode(Data.self, by: around, at: index, step) }
        switch session.options.data {
        case .deferredToData: return try withDecoder(at: index, step) { try Data(from: $0) }
        case .base64:
            let entry = session.entries[index]
            guard entry.kind == .string else { throw mismatch(String.self, at: index, step) }
            session.countText(of: entry)
            if !entry.has(TapeEntry.Flags.isEscaped), let data = Base64.standard.decode(session.bytes(of: entry)) {
                return data
            }
            // Foundation is less strict.
            guard let data = Data(base64Encoded: session.string(entry)) else {
                throw corrupted("Encountered Data is not valid Base64.", step)
            }
            return data
        case .custom(let decode): return try withDecoder(at: index, step) { try decode($0) }
        @unknown default: return try withDecoder(at: index, step) { try Data(from: $0) }
        }
    }

    // MARK: - Others

    @inline(never)
    func url(at index: Int, _ step: CodablePathStep) throws -> URL {
        if isNull(index) { throw mismatch(URL.self, at: index, step, isNullSpecial: true) }
        guard let url = URL(string: try String.read(self, at: index, step)) else {
            throw corrupted("Invalid URL string.", step)
        }
        return url
    }

    /// A number as a `Decimal`, without the digits that do not fit, which Foundation omits as well.
    @inline(never)
    func decimal(at index: Int, _ step: CodablePathStep) throws -> Decimal {
        let entry = session.entries[index]
        guard entry.kind == .number else { throw mismatch(Decimal.self, at: index, step, isNullSpecial: true) }
        let text = session.bytes(of: entry)
        if let value = NumberText(text).decimal() { return value }
        guard let value = Decimal(string: String(decoding: text, as: UTF8.self)), !value.isNaN else {
            throw unfit(Decimal.self, at: index, step, .numberOutOfRange)
        }
        return value
    }
}
