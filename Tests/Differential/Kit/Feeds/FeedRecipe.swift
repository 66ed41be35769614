package import BenchmarkModels
import Yodel

/// The feed that reads a document, its policies and limits, and the cuts: an input of the fuzzer begins with its bytes.
package struct FeedRecipe: Hashable, Sendable {
    package static let length = 14

    /// The subject; policies; limits; the decoder's options; four bytes as the seed of the cuts; policies of values and
    /// the kinds of notes; the options of a ``Recipe``.
    package var bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        precondition(self.bytes.count == Self.length, "a recipe has \(Self.length) bytes")
    }

    /// Draws any subject; half of the options have their defaults.
    package init(using generator: inout SeededGenerator) {
        bytes = (0..<Self.length).map { index in
            index == 0 || (4...8).contains(index) || Bool.random(using: &generator)
                ? .random(in: 0...255, using: &generator) : 0
        }
        // Small limits and changed keys leave few items.
        for index in 9..<Self.length where Bool.random(using: &generator) { bytes[index] = 0 }
    }

    package var subject: FeedSubject { FeedSubject.all[Int(bytes[0]) % FeedSubject.all.count] }

    /// The seed of the cuts.
    var seed: UInt64 { bytes[4...].reduce(0) { $0 << 8 | UInt64($1) } }

    /// The feed with the recipe's options.
    func applied<Item>(to feed: Feed<Item>) -> Feed<Item> {
        var feed = feed
        if bytes[9...].contains(where: { $0 != 0 }) {
            // Recovery and notes have a byte of their own, below.
            feed.decoder = Recipe(bytes: [0] + bytes[9...] + [0]).decoder(noting: DecodingNotes())
        }
        feed.badItems = bytes[1] & 0x01 == 0 ? .drop : .error
        feed.keepsFailedBytes = bytes[1] & 0x02 != 0
        if bytes[4] & 0x03 == 0 { feed.errorsPerItem = 3 }
        feed.failureBudget =
            [
                nil, nil, FailureBudget(count: 1), FailureBudget(count: 5, ratio: 0.5, minimumItems: 3),
            ][Int(bytes[1] >> 2 & 3)]
        if bytes[1] & 0x10 != 0 { feed.decoder.allowsComments = true }
        if bytes[1] & 0x20 != 0 { feed.decoder.allowsTrailingContent = true }
        feed.maxItemBytes = [8 << 20, 1_000, 40, 20, 10, 3, 1, 0][Int(bytes[2] & 7)]
        let depth = Int(bytes[2] >> 3 & 7)
        if depth > 1 { feed.decoder.limits.depth = [6, 4, 3, 2, 1, 0][depth - 2] }
        if bytes[2] & 0x40 != 0 { feed.decoder.limits.stringBytes = 6 }
        if bytes[2] & 0x80 != 0 { feed.decoder.limits.bufferedBytes = Int(bytes[1] >> 6) * 40 }
        if bytes[3] & 0x01 != 0 { feed.decoder.conversions = .lenient }
        if bytes[3] & 0x02 != 0 { feed.decoder.nulls = .useDefault }
        if bytes[3] & 0x0C != 0 { feed.decoder.duplicateKeys = [.last, .first, .error, .last][Int(bytes[3] >> 2 & 3)] }
        if bytes[3] & 0x10 != 0 { feed.decoder.unknownKeys = .error }
        if bytes[3] & 0x20 != 0 { feed.decoder.missingCollections = .empty }
        if bytes[3] & 0x40 != 0 { feed.decoder.limits.keysPerObject = 2 }
        if bytes[3] & 0x80 != 0 { feed.decoder.limits.numberCharacters = 3 }
        feed.decoder.badElements = [.error, .drop, .null, .drop][Int(bytes[8] & 3)]
        if bytes[8] & 0x04 != 0 { feed.decoder.mismatches = .useDefault }
        return feed
    }

    /// The reports to collect.
    var notes: FeedNotes {
        FeedNotes(
            report: bytes[8] & 0x08 != 0 ? DecodingReport(limit: noteLimit) : nil,
            unknownKeys: bytes[8] & 0x10 != 0 ? UnknownKeyCollector(limit: noteLimit) : nil,
            drift: bytes[8] & 0x20 != 0 ? DriftReport(limit: noteLimit) : nil)
    }

    private var noteLimit: Int { [1_000, 1_000, 3, 1][Int(bytes[8] >> 6)] }
}

extension FeedRecipe: CustomStringConvertible {
    package var description: String {
        "\(subject.name) \(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())"
    }
}
