import DifferentialKit
import Testing

@testable import Yodel

extension Feed {
    /// The feed with compressed input.
    func compressed(_ compression: FeedCompression = .automatic) -> Feed {
        var feed = self
        feed.compression = compression
        return feed
    }
}

/// Reads a compressed feed in the given chunks, on one thread.
func unpackedOutcome<Item>(of feed: Feed<Item>, _ input: [UInt8], cutAt ends: [Int]? = nil) -> FeedOutcome {
    outcome(of: feed, input, cutAt: ends ?? [input.count], checksRanges: false)
}

/// Reads a compressed feed whole, cut in two at every position, byte by byte, in small pieces and on several threads,
/// and records an issue if the outcomes differ.
@discardableResult
func unpackEveryWay<Item>(
    _ feed: Feed<Item>, _ input: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) -> FeedOutcome {
    let whole = unpackedOutcome(of: feed, input)
    var cuts = [1, 3, 64].map { Array(stride(from: $0, to: input.count, by: $0)) + [input.count] } + [[input.count]]
    if input.count < 200 { cuts += (0...input.count).map { [$0, input.count] } }
    let variants = feed.variants + [(feed.gathering(blockSize: 7), " in pieces of 7 bytes")]
    for (index, (feed, name)) in variants.enumerated() {
        // What another parser or other threads read is unpacked: they get every seventh of the cuts in two.
        let isSampled = index > 0 && index < variants.count - 1
        for (number, ends) in cuts.enumerated() where !isSampled || number < 4 || (number + index).isMultiple(of: 7) {
            let cut = unpackedOutcome(of: feed, input, cutAt: ends)
            guard cut.lines != whole.lines || cut.error != whole.error || cut.ending != whole.ending else { continue }
            Issue.record("whole:\n\(whole)\ncut at \(ends.prefix(4))\(name):\n\(cut)", sourceLocation: sourceLocation)
            break
        }
    }
    return whole
}
