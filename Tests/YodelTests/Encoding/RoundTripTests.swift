import DifferentialKit
import Testing

/// A sample of what `Scripts/differential --roundtrips` goes through.
@Suite("Round trips")
struct RoundTripTests {
    @Test("Random values of every kind come back as they went out", arguments: [UInt64(0), 1_000_000])
    func randomValues(first: UInt64) {
        #expect(RoundTrip.firstFailure(seeds: first..<first + 150) == nil)
    }
}
