#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension NumberText {
    /// The date that lies this long after 1970 began; nil outside the years 0 to 9999 and for text that is no number.
    func dateSince1970(in unit: EpochUnit) -> Date? {
        // Most are whole seconds, of fewer digits than any date has room for.
        if unit == .seconds, count <= 12, let seconds = int64() {
            return Date(since1970: DecimalSeconds(seconds: Int(seconds)))
        }
        return SignificantDigits(self)?.dateSince1970(in: unit)
    }
}

extension SignificantDigits {
    /// How many digits the value has before its point; negative when zeros follow the point.
    var magnitude: Int { exponent &+ count }

    /// The date that lies this long after 1970 began, from the digits themselves: a Double would lose some of them.
    func dateSince1970(in unit: EpochUnit) -> Date? {
        let place = magnitude &- unit.decimalPlaces
        guard place <= 12 else { return nil }
        let wholeCount = max(place, 0)
        var moment = DecimalSeconds(seconds: Int(truncatingIfNeeded: number(0..<wholeCount)))
        // Zeros first where the point lies before the first digit; what comes behind 18 places has no room.
        for _ in max(place, -18)..<wholeCount { moment.fraction.append(0) }
        for index in wholeCount..<max(min(count, wholeCount &+ 18), wholeCount) {
            moment.fraction.append(Int(truncatingIfNeeded: number(index..<index &+ 1)))
        }
        if isNegative { moment.negate() }
        return Date(since1970: moment)
    }
}
