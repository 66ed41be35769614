import DifferentialKit
import Foundation
import Testing

/// A sample of the items of `Scripts/differential --roundtrips`.
@Suite("Round trips of outputs")
struct OutputRoundTripTests {
    @Test(
        "Random items read back from every form, in chunks of any size, and from files that were cut and appended to",
        arguments: [UInt64(0), 1_000_000])
    func randomItems(first: UInt64) {
        #expect(OutputRoundTrip.firstFailure(seeds: first..<first + 60, folder: NSTemporaryDirectory()) == nil)
    }
}
