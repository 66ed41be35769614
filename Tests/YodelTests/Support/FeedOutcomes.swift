import Testing

@testable import Yodel

/// The whole output of a feed as text, to compare the ways of cutting it.
struct FeedOutcome: Equatable, CustomStringConvertible {
    var lines: [String] = []
    var error: ModelError?
    var ending: FeedEnding?
    /// Without the counts that depend on the chunks.
    var progress = FeedProgress()
    /// The drift report, if there was one.
    var drift: [String] = []

    var description: String {
        (lines + [error.map { "error \($0)" } ?? "no error", "\(ending.map { "\($0)" } ?? "open")"] + drift)
            .joined(separator: "\n")
    }

    /// Expects the end of the input without an error; what else is given must be equal.
    func expect(
        lines count: Int? = nil, items: Int? = nil, failures: [ModelError.Code: Int]? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(error == nil, sourceLocation: sourceLocation)
        #expect(ending == .complete, sourceLocation: sourceLocation)
        #expect(lines.count == count ?? lines.count, "\(self)", sourceLocation: sourceLocation)
        #expect(progress.items == items ?? progress.items, sourceLocation: sourceLocation)
        #expect(progress.failuresByCode == failures ?? progress.failuresByCode, sourceLocation: sourceLocation)
    }

    /// Expects an error of this code; what else is given must be equal.
    func expectError(
        _ code: ModelError.Code, at offset: Int? = nil, compressedOffset: Int? = nil, line: Int? = nil,
        path: String? = nil, expected: String? = nil, hint: String? = nil, missing: [String]? = nil,
        lines count: Int? = nil, ending: FeedEnding? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        error.expect(
            code, at: offset, compressedOffset: compressedOffset, line: line, path: path, expected: expected,
            hint: hint, missing: missing, sourceLocation: sourceLocation)
        #expect(lines.count == count ?? lines.count, "\(self)", sourceLocation: sourceLocation)
        #expect(self.ending == ending ?? self.ending, sourceLocation: sourceLocation)
    }
}

/// Reads a feed in the given chunks, taking what is available after each.
///
/// - Parameter checksRanges: Whether an item must begin at its range.
func outcome<Item>(
    of feed: Feed<Item>, _ json: [UInt8], cutAt ends: [Int], checksRanges: Bool = true, inSpans: Bool = false
) -> FeedOutcome {
    var outcome = FeedOutcome()
    var parser = feed.parser()
    var start = 0
    func take(_ parser: inout FeedParser<Item>) {
        guard outcome.error == nil else { return }
        do throws(ModelError) {
            while let result = try parser.nextResult() {
                switch result {
                case .success(let entry):
                    outcome.lines.append("\(entry.index) \(entry.path) \(entry.byteRange) \(entry.item)")
                    if checksRanges {
                        let bytes = String(decoding: json[entry.byteRange], as: UTF8.self)
                        #expect(bytes.utf8.first.map { !$0.isWhiteSpace } ?? false, "an item begins with \(bytes)")
                    }
                case .failure(let failure):
                    let bytes = failure.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "-"
                    outcome.lines.append("\(failure.path) \(failure.byteRange) \(failure) bytes \(bytes)")
                }
            }
        } catch {
            outcome.error = error
        }
    }
    for end in ends {
        let chunk = ContiguousArray(json[start..<end])
        if inSpans {
            parser.feed(chunk.span)
        } else {
            parser.feed(chunk)
        }
        take(&parser)
        start = end
    }
    parser.finish()
    take(&parser)
    outcome.ending = parser.ending
    outcome.progress = parser.progress
    outcome.progress.peakBufferedBytes = 0
    if outcome.error != nil { outcome.progress.bytes = 0 }
    outcome.drift = feed.decoder.drift?.findings.map(\.description) ?? []
    return outcome
}

/// Reads a feed to its end, in chunks of a size: a text for each item or failure, and the checkpoint after it.
func outputs<Item>(
    of feed: Feed<Item>, _ json: [UInt8], resumingAt checkpoint: FeedCheckpoint? = nil, chunk size: Int,
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> [(text: String, checkpoint: FeedCheckpoint)] {
    var parser = feed.parser(resumingAt: checkpoint)
    var outputs: [(String, FeedCheckpoint)] = []
    func take(_ parser: inout FeedParser<Item>) throws {
        while let result = try parser.nextResult() {
            switch result {
            case .success(let entry):
                outputs.append(("\(entry.index) \(entry.path) \(entry.byteRange) \(entry.item)", parser.checkpoint))
            case .failure(let failure):
                outputs.append(("\(failure.index) \(failure) \(failure.byteRange)", parser.checkpoint))
            }
        }
    }
    for chunk in json[(checkpoint?.offset ?? 0)...].chunks(of: size) {
        parser.feed(chunk)
        try take(&parser)
    }
    parser.finish()
    try take(&parser)
    #expect(parser.ending == .complete, sourceLocation: sourceLocation)
    return outputs
}

/// Reads a feed whole, byte by byte, in chunks and cut in two at every position, and records an issue if the outcomes
/// differ.
@discardableResult
func readEveryWay<Item>(
    _ feed: Feed<Item>, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
) -> FeedOutcome {
    readEveryWay(feed, Array(json.utf8), sourceLocation: sourceLocation)
}

/// The same for bytes.
@discardableResult
func readEveryWay<Item>(
    _ feed: Feed<Item>, _ json: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) -> FeedOutcome {
    let whole = outcome(of: feed, json, cutAt: [json.count])
    var cuts = [1, 2, 3, 7, 64].map { Array(stride(from: $0, to: json.count, by: $0)) + [json.count] }
    if json.count < 300 { cuts += (0...json.count).map { [$0, json.count] } }
    for (feed, name) in feed.variants {
        for (number, ends) in ([[json.count]] + cuts).enumerated() {
            // Threads read blocks, which are cut at other places anyway: they get every third of the cuts in two.
            if feed.concurrency > 1, number > 5, !number.isMultiple(of: 3) { continue }
            let cut = outcome(of: feed, json, cutAt: ends)
            guard cut != whole else { continue }
            Issue.record(
                "whole:\n\(whole)\n\(whole.progress)\ncut at \(ends.prefix(4))\(name):\n\(cut)\n\(cut.progress)",
                sourceLocation: sourceLocation)
            break
        }
        let thirds = [json.count / 3, json.count * 2 / 3, json.count]
        let inSpans = outcome(of: feed, json, cutAt: thirds, inSpans: true)
        if inSpans != whole {
            Issue.record("whole:\n\(whole)\nin three spans\(name):\n\(inSpans)", sourceLocation: sourceLocation)
        }
    }
    expectSameDrift(feed, json, whole, sourceLocation)
    return whole
}

/// Expects that a drift report changes nothing in the output, and is the same however the feed is read.
private func expectSameDrift<Item>(
    _ feed: Feed<Item>, _ json: [UInt8], _ plain: FeedOutcome, _ sourceLocation: SourceLocation
) {
    let cuts = [1, 7].map { Array(stride(from: $0, to: json.count, by: $0)) + [json.count] }
    var first: FeedOutcome?
    for (feed, name) in feed.variants {
        for ends in [[json.count]] + cuts {
            var feed = feed
            feed.decoder.drift = DriftReport()
            let outcome = outcome(of: feed, json, cutAt: ends)
            var withoutDrift = outcome
            withoutDrift.drift = []
            let expected = first ?? outcome
            guard outcome != expected || withoutDrift != plain else {
                first = expected
                continue
            }
            Issue.record(
                "drift, plain:\n\(plain)\nwhole:\n\(expected)\ncut at \(ends.prefix(4))\(name):\n\(outcome)",
                sourceLocation: sourceLocation)
            break
        }
    }
}

extension Feed {
    var droppingBadItems: Feed {
        var feed = self
        feed.badItems = .drop
        return feed
    }

    /// A parser that has been fed the beginning of its input.
    func parser(resumingAt checkpoint: FeedCheckpoint? = nil, fed bytes: some Sequence<UInt8>) -> FeedParser<Item> {
        var parser = parser(resumingAt: checkpoint)
        parser.feed(bytes)
        return parser
    }

    func parser(resumingAt checkpoint: FeedCheckpoint? = nil, fed text: some StringProtocol) -> FeedParser<Item> {
        parser(resumingAt: checkpoint, fed: text.utf8)
    }

    /// A parser of its whole input.
    func parser(resumingAt checkpoint: FeedCheckpoint? = nil, of bytes: some Sequence<UInt8>) -> FeedParser<Item> {
        var parser = parser(resumingAt: checkpoint, fed: bytes)
        parser.finish()
        return parser
    }

    func parser(resumingAt checkpoint: FeedCheckpoint? = nil, of text: some StringProtocol) -> FeedParser<Item> {
        parser(resumingAt: checkpoint, of: text.utf8)
    }

    /// The feed, and the same feed read in other ways with the same output.
    var variants: [(feed: Feed, name: String)] {
        var atOnce = self
        atOnce.concurrency = 3
        atOnce.options.blockSize = 20
        var gathered = self
        gathered.concurrency = 2
        let byOther = Parser.other.map { other in
            var feed = self
            feed.decoder.parser = other
            return (feed: feed, name: " by \(other)")
        }
        return [(self, "")] + (byOther.map { [$0] } ?? [])
            + [(atOnce, " on three threads"), (gathered, " on two threads, gathered")]
    }
}

extension FeedOutput {
    var droppingBadItems: FeedOutput {
        var output = self
        output.badItems = .drop
        return output
    }
}

extension FeedReader {
    /// The items that are left.
    mutating func rest() throws -> [Item] {
        var items: [Item] = []
        while let item = try next() { items.append(item) }
        return items
    }
}

extension FeedParser {
    /// The items that are left.
    mutating func rest() throws -> [Item] {
        var items: [Item] = []
        while let item = try next() { items.append(item) }
        return items
    }
}
