/// Counts repeated work on one part of a document: see ``ParserLimits/replays``.
///
/// ```
///   [[[[1]]]]      9 bytes: 9 × replays may be spent on it, and a token costs 4
/// ```
///
/// One unit is about 40 ns. Each byte that may be read again allows `replays` units, so that the time for a document is
/// proportional to its length, however its parts are cut: no part has a free allowance, as there may be as many parts
/// as there are bytes. Apart from that, every token may be replayed, and every value begun, ``free`` times without a
/// limit.
enum ReplayWork {
    /// The cost of a replayed token.
    static let token = 4
    /// How often each token may be replayed, and each value begun, regardless of the limit.
    static let free = 2
    /// The cost of a variant that was tried and did not fit.
    static let failure = 16
    /// The cost of an error that a `Decodable` type gets; each key of its path is counted separately.
    static let error = 16
    /// The cost of a key of a coding path.
    static let step = 3
    /// The work for errors about missing keys that each entry of a tape allows, apart from other work.
    static let missingKeys = 2048
    /// The cost of a value that a `Decodable` type begins.
    static let visit = 16
    /// The cost of a model in a `Decodable` type, or of such a type in a model, which takes a decoder of its own.
    static let part = 128
    /// Added to the length of a document or part that a `Decodable` type decodes, so that a type may try several shapes
    /// even for `{}`.
    static let extraBytes = 5
    /// More than any work costs.
    static let unlimited = Int.max / 4

    /// The cost of a token with this length of text.
    static func token(of bytes: Int) -> Int { token + bytes >> 4 }

    /// The cost of reading this many bytes of a part again.
    static func pass(over bytes: Int) -> Int { bytes >> 2 }

    /// The cost of this many bytes that are skipped in a replay.
    static func skip(of bytes: Int) -> Int { bytes >> 5 }

    /// The work that this many bytes allow.
    static func share(of bytes: Int, _ limits: ParserLimits) -> Int {
        let (share, isLarge) = bytes.multipliedReportingOverflow(by: limits.replays)
        return isLarge ? unlimited : min(share, unlimited)
    }
}

/// The remaining replays of a document, for a part that is decoded again whenever the enclosing value is.
///
/// A part has an allowance of its own, by its length. In nested parts, each of which is decoded repeatedly, these
/// allowances would multiply; so the work of a part also counts for everything around it.
final class ReplaysAround: @unchecked Sendable {
    // Only one thread at a time decodes a document and its parts.
    @exclusivity(unchecked) var left: Int
    /// How much was left when the spent work was last counted.
    @exclusivity(unchecked) private var counted: Int
    /// The work that is left for errors about missing keys; none in a part that is read again for another variant.
    @exclusivity(unchecked) var missingKeys = 0

    init(_ left: Int) {
        self.left = left
        counted = left
    }

    /// Lends this much work.
    func lend(_ work: Int) { (left, counted) = (work, work) }

    /// The work that has been spent and not been counted yet.
    ///
    /// The lender subtracts it: meanwhile, a hook in the part may have spent work of the lender with a decoder that a
    /// client has kept.
    func countSpent() -> Int {
        defer { counted = left }
        return counted &- left
    }

    /// Subtracts work; returns false if not enough is left.
    func take(_ work: Int) -> Bool {
        left -= work
        return left >= 0
    }
}
