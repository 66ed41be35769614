import DifferentialKit
import Testing

/// A sample of the values of `Scripts/differential --roundtrips`.
@Suite("Round trips")
struct RoundTripTests {
    @Test("Random values of every kind read back equal", arguments: [UInt64(0), 1_000_000])
    func randomValues(first: UInt64) {
        #expect(RoundTrip.firstFailure(seeds: first..<first + 150) == nil)
    }
}
