import BenchmarkModels

@testable import Yodel

/// Runs `body` on the text with unreadable memory before it, and again with unreadable memory after it.
func withNumberText<Result: Equatable>(_ text: String, _ body: (NumberText) -> Result) -> Result {
    GuardedBytes.shared.read(Array(text.utf8)) { body(NumberText($0)) }
}

/// The mismatches of a long loop; an `#expect` for each round would take most of the time.
struct Mismatches {
    /// The first few of them.
    private(set) var texts: [String] = []

    mutating func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
        if !condition, texts.count < 20 { texts.append(text()) }
    }
}

extension SeededGenerator {
    mutating func text(_ length: ClosedRange<Int>, from alphabet: String) -> String {
        let characters = Array(alphabet.utf8)
        let bytes = (0..<Int.random(in: length, using: &self)).map { _ in characters.randomElement(using: &self)! }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func digits(_ count: ClosedRange<Int>) -> String { text(count, from: "0123456789") }
}

/// The exact decimal digits of whole numbers of any size, for expectations.
struct ExactDigits {
    private var limbs: [UInt64]  // nine digits each, the lowest first

    init(_ value: UInt64) {
        limbs = [value % 1_000_000_000, value / 1_000_000_000 % 1_000_000_000, value / 1_000_000_000_000_000_000]
    }

    mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            let product = limbs[index] * factor + carry
            limbs[index] = product % 1_000_000_000
            carry = product / 1_000_000_000
        }
        if carry > 0 { limbs.append(carry) }
    }

    var text: String {
        let padded = limbs.reversed().map { limb in
            String(String(limb + 1_000_000_000).dropFirst())
        }.joined()
        let digits = padded.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }
}

/// significand × 2^exponent as a JSON number with every digit: an integer, or one scaled by a power of ten.
func exactText(_ significand: UInt64, timesTwoTo exponent: Int) -> (digits: String, exponent: Int) {
    var digits = ExactDigits(significand)
    for _ in 0..<abs(exponent) { digits.multiply(by: exponent < 0 ? 5 : 2) }
    return (digits.text, min(exponent, 0))
}
