/// How work is counted that is done again and again for one part of a document, by its types: see
/// ``ParserLimits/replays``.
///
/// ```
///   [[[[1]]]]      9 bytes: 9 × replays may be spent on it, and a token costs 4
/// ```
///
/// One unit is about 40 ns. Each byte of what may be gone through again allows `replays` of them, so that the time that
/// a document takes is in proportion to its length, however its parts are cut: nothing is free for each of them, as
/// there may be as many parts as there are bytes. What does not depend on the bytes is what everything may cost once or
/// twice, for which there is no limit.
enum ReplayWork {
    /// A token that is played.
    static let token = 4
    /// How often each token may be played, and each value begun, whatever the limit.
    static let free = 2
    /// A variant that was tried and did not fit.
    static let failure = 16
    /// An error that a `Decodable` type gets; each key of its path counts besides.
    static let error = 16
    /// A value that a `Decodable` type begins.
    static let visit = 16
    /// A model in a `Decodable` type that is begun, or such a type in a model: a decoder of its own.
    static let part = 128
    /// As many bytes more does a document or part have that a `Decodable` type decodes: a type that tries one shape after
    /// the other does so with `{}`, too.
    static let extraBytes = 5
    /// More than anything costs.
    static let unlimited = Int.max / 4

    /// A token with a text of so many bytes.
    static func token(of bytes: Int) -> Int { token + bytes >> 4 }

    /// The reading of so many bytes of a part once more.
    static func pass(over bytes: Int) -> Int { bytes >> 2 }

    /// So many bytes that are passed over in what is read once more.
    static func skip(of bytes: Int) -> Int { bytes >> 5 }

    /// What so many bytes allow.
    static func share(of bytes: Int, _ limits: ParserLimits) -> Int {
        let (share, isLarge) = bytes.multipliedReportingOverflow(by: limits.replays)
        return isLarge ? unlimited : min(share, unlimited)
    }
}

/// What is left of a document's replays for a part of it, which is decoded again and again with what it stands in.
///
/// A part has an allowance of its own, by its length. Where each level of parts within parts may be gone through so
/// often, the allowances would multiply: what a part spends is spent by all that it stands in.
final class ReplaysAround: @unchecked Sendable {
    // One thread decodes a document and its parts, one at a time.
    @exclusivity(unchecked) var left: Int

    init(_ left: Int) {
        self.left = left
    }

    /// Takes work from what is left; false when there is not as much.
    func take(_ work: Int) -> Bool {
        left -= work
        return left >= 0
    }
}
