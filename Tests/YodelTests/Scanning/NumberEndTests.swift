import DifferentialKit
import Testing

@testable import Yodel

/// The end of a number is found the same way far from the end of the text and next to it, and nothing after it is read.
@Suite struct NumberEndTests {
    /// The length of the number at the beginning of a text; 0 if there is none, or if it continues with bytes that do not
    /// belong to it.
    private static func length(_ text: [UInt8]) -> Int {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        func digitsEnd(_ start: Int) -> Int { text[start...].firstIndex { !digits.contains($0) } ?? text.count }
        let whole = text.first == UInt8(ascii: "-") ? 1 : 0
        var end = digitsEnd(whole)
        guard end > whole, end == whole + 1 || text[whole] != UInt8(ascii: "0") else { return 0 }
        if end < text.count, text[end] == UInt8(ascii: ".") {
            let fraction = end + 1
            end = digitsEnd(fraction)
            guard end > fraction else { return 0 }
        }
        if end < text.count, "eE".utf8.contains(text[end]) {
            let sign = end + 1
            let exponent = sign < text.count && "+-".utf8.contains(text[sign]) ? sign + 1 : sign
            end = digitsEnd(exponent)
            guard end > exponent else { return 0 }
        }
        return end < text.count && text[end].isTokenByte ? 0 : end
    }

    private func expectEnd(_ text: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        let length = GuardedBytes.shared.read(text) { bytes in
            Scanner.numberEnd(bytes.start, bytes.start + bytes.count) - bytes.start
        }
        #expect(length == Self.length(text), "\(String(decoding: text, as: UTF8.self))", sourceLocation: location)
    }

    private static let numbers: [String] = {
        let lengths = [0, 1, 2, 7, 8, 9, 14, 15, 16, 17, 32]
        let wholes = lengths.map { String(repeating: "1", count: $0) } + ["0", "01", "00", "090"]
        let fractions = [""] + lengths.map { "." + String(repeating: "0", count: $0) }
        return ["", "-", "+", "--"].flatMap { sign in
            wholes.flatMap { whole in
                fractions.flatMap { fraction in
                    ["", "e5", "E+12", "e-", "e"].map { sign + whole + fraction + $0 }
                }
            }
        }
    }()

    @Test func numbersOfAllLengthsWithTextAfterThem() {
        for number in Self.numbers {
            for rest in [",", "]", "}", " ", "\n", ".5,", "x", "\"", "-", "e", ":"] {
                expectEnd(Array((number + rest).utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 60))
            }
        }
    }

    @Test func numbersAtAnyDistanceFromTheEnd() {
        for number in Self.numbers where number.hasPrefix("-") || number.hasPrefix("1") {
            for distance in [0, 1, 2, 15, 16, 17, 30, 31, 32, 33, 34] where distance >= number.utf8.count {
                let rest = distance - number.utf8.count
                expectEnd(Array(number.utf8) + [UInt8](repeating: UInt8(ascii: ","), count: rest))
            }
            expectEnd(Array(number.utf8))
        }
    }

    @Test func anyByteAfterTheNumber() {
        for number in ["0", "-7", "123", "1.5", "-65.613616999999977", "123456789012345", "1234567890123456", "1e5"] {
            for byte in UInt8.min...UInt8.max {
                expectEnd(Array(number.utf8) + [byte] + [UInt8](repeating: UInt8(ascii: " "), count: 40))
            }
        }
    }
}
