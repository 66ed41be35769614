package import BenchmarkModels
import Yodel

/// Which feed is read from a document, with which policies and limits, and how it is cut, in eight bytes: an input of the
/// fuzzer begins with them.
package struct FeedRecipe: Hashable, Sendable {
    package static let length = 8

    /// The subject; policies; limits; the decoder's options; four from which the cuts are drawn.
    package var bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        precondition(self.bytes.count == Self.length, "a recipe has eight bytes")
    }

    /// Any subject; half of the options at their defaults.
    package init(using generator: inout SeededGenerator) {
        bytes = (0..<Self.length).map { index in
            index == 0 || index > 3 || Bool.random(using: &generator) ? .random(in: 0...255, using: &generator) : 0
        }
    }

    package var subject: FeedSubject { FeedSubject.all[Int(bytes[0]) % FeedSubject.all.count] }

    /// What the cuts are drawn from.
    var seed: UInt64 { bytes[4...].reduce(0) { $0 << 8 | UInt64($1) } }

    /// The feed with the recipe's options.
    func applied<Item>(to feed: Feed<Item>) -> Feed<Item> {
        var feed = feed
        feed.badItems = bytes[1] & 0x01 == 0 ? .drop : .error
        feed.keepsFailedBytes = bytes[1] & 0x02 != 0
        feed.failureBudget =
            [
                nil, nil, FailureBudget(count: 1), FailureBudget(count: 5, ratio: 0.5, minimum: 3),
            ][Int(bytes[1] >> 2 & 3)]
        feed.decoder.allowsComments = bytes[1] & 0x10 != 0
        feed.decoder.allowsTrailingContent = bytes[1] & 0x20 != 0
        feed.maxItemBytes = [8 << 20, 1_000, 40, 20, 10, 3, 1, 0][Int(bytes[2] & 7)]
        feed.decoder.limits.depth = [512, 512, 6, 4, 3, 2, 1, 0][Int(bytes[2] >> 3 & 7)]
        if bytes[2] & 0x40 != 0 { feed.decoder.limits.stringBytes = 6 }
        if bytes[2] & 0x80 != 0 { feed.decoder.limits.bufferedBytes = Int(bytes[1] >> 6) * 40 }
        feed.decoder.conversions = bytes[3] & 0x01 != 0 ? .lenient : .strict
        if bytes[3] & 0x02 != 0 { feed.decoder.nulls = .useDefault }
        feed.decoder.duplicateKeys = [.last, .first, .error, .last][Int(bytes[3] >> 2 & 3)]
        if bytes[3] & 0x10 != 0 { feed.decoder.unknownKeys = .error }
        if bytes[3] & 0x20 != 0 { feed.decoder.missingCollections = .empty }
        if bytes[3] & 0x40 != 0 { feed.decoder.limits.keysPerObject = 2 }
        if bytes[3] & 0x80 != 0 { feed.decoder.limits.numberCharacters = 3 }
        return feed
    }
}

extension FeedRecipe: CustomStringConvertible {
    package var description: String {
        "\(subject.name) \(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())"
    }
}
