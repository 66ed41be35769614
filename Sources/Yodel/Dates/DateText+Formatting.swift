#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DateText {
    /// `date` as ISO 8601 in UTC: `2024-02-29T23:59:59Z`, with the shortest fraction that reads back as the same date.
    ///
    /// Nil outside the years 0 to 9999, which four digits cannot write.
    static func iso8601String(_ date: Date) -> String? {
        guard let time = CivilTime(date, offset: 0) else { return nil }
        let longest = "2024-02-29T23:59:59.123456789Z".utf8.count
        return String(unsafeUninitializedCapacity: longest) { write(time, to: $0) }
    }

    /// Writes to the start of `output`, which has room for the longest text, and returns the length.
    private static func write(_ time: CivilTime, to output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        _ = output.initialize(fromContentsOf: TextCursor.bytes(of: "yyyy-MM-ddTHH:mm:ss."))
        output.write(time.year, digits: 4, at: 0)
        output.write(time.month, digits: 2, at: 5)
        output.write(time.day, digits: 2, at: 8)
        output.write(time.hour, digits: 2, at: 11)
        output.write(time.minute, digits: 2, at: 14)
        output.write(time.second, digits: 2, at: 17)
        var end = 19
        if time.fraction.numerator > 0 {
            let digits = time.fraction.digitCount
            output.write(time.fraction.numerator, digits: digits, at: 20)
            end = 20 &+ digits
        }
        output[end] = UInt8(ascii: "Z")
        return end &+ 1
    }

    /// `date` as a JSON number that counts from 1970, with the precision of ``iso8601String(_:)``.
    static func epochNumber(_ date: Date, in unit: EpochUnit) -> String? {
        guard var moment = date.since1970 else { return nil }
        var text: [UInt8] = []
        if moment.seconds < 0 {
            text.append(UInt8(ascii: "-"))
            moment.negate()
        }
        let places = unit.rawValue
        let before = moment.fraction.digits(places)
        if moment.seconds > 0 {
            text += String(moment.seconds).utf8
            text.append(before, digits: places)
        } else {
            text += String(before).utf8
        }
        let rest = moment.fraction.dropping(places)
        if rest.numerator > 0 {
            text.append(UInt8(ascii: "."))
            text.append(rest.numerator, digits: rest.digitCount)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The unit of a date's number; its raw value is how many places the point of a number of seconds moves to the right.
enum EpochUnit: Int {
    case seconds = 0
    case milliseconds = 3
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Writes the last `count` decimal digits of `number`, which is not negative.
    fileprivate func write(_ number: Int, digits count: Int, at start: Int) {
        var rest = number.magnitude
        var index = start &+ count
        while index > start {
            index &-= 1
            self[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}

extension [UInt8] {
    /// Appends the last `count` decimal digits of `number`, which is not negative.
    mutating func append(_ number: Int, digits count: Int) {
        let start = self.count
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
        withUnsafeMutableBufferPointer { $0.write(number, digits: count, at: start) }
    }
}
