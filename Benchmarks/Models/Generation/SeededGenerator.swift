/// A random number generator whose sequence is fixed by its seed, on every platform and in every version of Swift.
///
/// The algorithm is SplitMix64. The benchmarks' documents and all tests that make something at random use it.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Random values for the benchmarks' documents.
///
/// The standard library's own methods (`Int.random(in:using:)`, `shuffled(using:)`) may change how they use a generator
/// from one version to the next; a measured document must not change with them.
extension SeededGenerator {
    /// An integer of the range; all are nearly equally likely.
    package mutating func integer(in range: ClosedRange<Int>) -> Int {
        let count = UInt64(range.upperBound - range.lowerBound) &+ 1
        return range.lowerBound + Int(next().multipliedFullWidth(by: count).high)
    }

    /// An integer of the range, small ones far likelier, like numbers of followers or prices.
    package mutating func skewedInteger(in range: ClosedRange<Int>) -> Int {
        let share = fraction()
        return range.lowerBound + Int(Double(range.upperBound - range.lowerBound) * share * share * share * share)
    }

    /// A number from 0 to below 1.
    package mutating func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number from the lower bound to below the upper.
    package mutating func number(in range: Range<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * fraction()
    }

    /// True with the given probability.
    package mutating func chance(_ probability: Double) -> Bool {
        fraction() < probability
    }

    /// One of the elements; there must be at least one.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[integer(in: 0...(elements.count - 1))]
    }
}
