import BenchmarkModels
import Foundation
import Yodel

/// A document that a feed reads as a whole and in other ways, all with the same items, failures, errors and verdict.
///
/// It is read by the other parser, cut anywhere, by several threads, from memory, in ranges of its bytes if it has lines,
/// and gone on with after any item.
struct FeedComparison<Item> {
    private(set) var feed: Feed<Item>
    private let seed: UInt64
    private let notes: FeedNotes

    init(feed: Feed<Item>, seed: UInt64, notes: FeedNotes) {
        (self.feed, self.seed, self.notes) = (feed, seed, notes)
        // Collecting unknown keys is also a policy.
        notes.apply(to: &self.feed.decoder)
    }

    func difference(_ document: [UInt8]) -> String? {
        var generator = SeededGenerator(seed: seed)
        let whole = outcome(of: feed, document, cutAt: [document.count])
        for (name, outcome) in others(document, &generator) where outcome != whole {
            return "whole:\n\(whole)\n\(name):\n\(outcome)"
        }
        // With numbers of its own, so that what has been found before keeps its cuts.
        var ofRanges = SeededGenerator(seed: ~seed)
        if let difference = rangeDifference(document, &ofRanges) { return difference }
        // A budget is a pass's own: what failed before a checkpoint does not count after it.
        if feed.failureBudget != nil { return nil }
        return resumptionDifference(document, whole, &generator) ?? growthDifference(document, whole, &generator)
    }

    private func others(_ document: [UInt8], _ generator: inout SeededGenerator) -> [(String, FeedText)] {
        let cuts = cuts(of: document, &generator)
        var others = [
            ("cut at \(cuts.prefix(8))", outcome(of: feed, document, cutAt: cuts)),
            ("in spans, cut at \(cuts.prefix(8))", outcome(of: feed, document, cutAt: cuts, inSpans: true)),
            ("by a reader", readerOutcome(document)),
        ]
        if let other = Parser.other {
            var feed = feed
            feed.decoder.parser = other
            others += [
                ("by \(other)", outcome(of: feed, document, cutAt: [document.count])),
                ("by \(other), cut at \(cuts.prefix(8))", outcome(of: feed, document, cutAt: cuts)),
            ]
        }
        // Starting threads is slow.
        if generator.integer(in: 0...7) == 0 {
            let threads = generator.integer(in: 2...3)
            let blockSize = generator.pick([1, 8, 20, 100])
            var atOnce = feed.gathering(blockSize: blockSize)
            atOnce.concurrency = threads
            let name = "by \(threads) threads, \(blockSize) bytes each, cut at \(cuts.prefix(8))"
            others.append((name, outcome(of: atOnce, document, cutAt: cuts)))
        }
        return others
    }

    /// Where chunks end: all of one size, or anywhere.
    func cuts(of document: [UInt8], _ generator: inout SeededGenerator) -> [Int] {
        let count = document.count
        let size = generator.pick([0, 0, 1, 2, 3, 7, 16, 64])
        // A chunk for each byte of a long document would be slow.
        if size > 0, count / size < 500 { return Array(stride(from: size, to: count, by: size)) + [count] }
        return (0..<generator.integer(in: 1...5)).map { _ in generator.integer(in: 0...count) }.sorted() + [count]
    }

    // MARK: - Reading

    private func outcome(
        of feed: Feed<Item>, _ document: [UInt8], cutAt ends: [Int], inSpans: Bool = false
    ) -> FeedText {
        let (noting, notes) = noting(feed)
        var parser = noting.parser()
        var outcome = outcome(of: &parser, document, from: 0, cutAt: ends, inSpans: inSpans)
        outcome.notes = notes.text
        return outcome
    }

    /// The feed with its own reports.
    private func noting(_ feed: Feed<Item>) -> (feed: Feed<Item>, notes: FeedNotes) {
        var feed = feed
        let notes = notes.another()
        notes.apply(to: &feed.decoder)
        return (feed, notes)
    }

    private func outcome(
        of parser: inout FeedParser<Item>, _ document: [UInt8], from start: Int, cutAt ends: [Int],
        inSpans: Bool = false
    ) -> FeedText {
        var outcome = FeedText(opensLazy: notes.isEmpty)
        var start = start
        for end in ends where end >= start {
            // Every chunk has its own memory, so that a sanitizer detects reads beyond it.
            let chunk = ContiguousArray(document[start..<end])
            if inSpans {
                parser.feed(chunk.span)
            } else {
                parser.feed(chunk)
            }
            outcome.take { () throws(ModelError) in try parser.nextResult() }
            start = end
        }
        parser.finish()
        outcome.take { () throws(ModelError) in try parser.nextResult() }
        outcome.ending = parser.ending
        outcome.note(parser.progress)
        return outcome
    }

    private func readerOutcome(_ document: [UInt8]) -> FeedText {
        var outcome = FeedText(opensLazy: notes.isEmpty)
        let (noting, notes) = noting(feed)
        var reader = noting.reader(of: document)
        outcome.take { try reader.nextResult() }
        outcome.ending = reader.ending
        outcome.note(reader.progress)
        outcome.notes = notes.text
        return outcome
    }

    // MARK: - Checkpoints

    /// Takes some items, saves the checkpoint, and continues from there.
    private func resumptionDifference(
        _ document: [UInt8], _ whole: FeedText, _ generator: inout SeededGenerator
    ) -> String? {
        guard !whole.lines.isEmpty else { return nil }
        let taken = generator.integer(in: 0...whole.lines.count)
        var parser = feed.parser()
        var first = FeedText(opensLazy: notes.isEmpty)
        for end in cuts(of: document, &generator) where first.lines.count < taken {
            parser.feed(document[(parser.progress.bytes)..<end])
            first.take(upTo: taken) { () throws(ModelError) in try parser.nextResult() }
        }
        parser.finish()
        first.take(upTo: taken) { () throws(ModelError) in try parser.nextResult() }
        guard var saved = try? JSONEncoder().encode(parser.checkpoint),
            let checkpoint = try? JSONDecoder().decode(FeedCheckpoint.self, from: saved),
            checkpoint == parser.checkpoint
        else { return "a checkpoint that cannot be saved after \(taken) items: \(parser.checkpoint)" }
        let rest = resumed(document, at: checkpoint, &generator)
        // A record that the end may have cut off is not before the checkpoint, though it has been taken.
        let isCutOff = taken == whole.lines.count && checkpoint.offset <= first.startOfLast
        let after = taken - (isCutOff ? 1 : 0)
        guard FeedText.areAlike(rest.lines, Array(whole.lines[after...])),
            FeedText.areAlike([rest.error ?? ""], [whole.error ?? ""]), rest.ending == whole.ending
        else {
            let text = String(decoding: saved, as: UTF8.self)
            return "whole:\n\(whole)\nafter \(taken) items, from \(text):\n\(rest)"
        }
        // A modified checkpoint may cause anything but a trap.
        change(&saved, &generator)
        if let checkpoint = try? JSONDecoder().decode(FeedCheckpoint.self, from: saved) {
            _ = resumed(document, at: checkpoint, &generator)
        }
        return nil
    }

    /// Reads the beginning of the document to its end, like a file that is still being written, and continues when the
    /// document is complete: an item or a record that was cut off is read then.
    private func growthDifference(
        _ document: [UInt8], _ whole: FeedText, _ generator: inout SeededGenerator
    ) -> String? {
        let end = generator.integer(in: 0...document.count)
        var parser = feed.parser()
        let first = outcome(of: &parser, Array(document[..<end]), from: 0, cutAt: [end])
        let checkpoint = parser.checkpoint
        let isWithinDocument = first.error != nil && first.ending == .truncated
        guard isWithinDocument || first.error == nil && checkpoint.offset <= first.startOfLast else { return nil }
        let rest = resumed(document, at: checkpoint, &generator)
        let before = isWithinDocument ? first.lines[...] : first.lines.dropLast()
        guard FeedText.areAlike(before + rest.lines, whole.lines),
            FeedText.areAlike([rest.error ?? ""], [whole.error ?? ""]), rest.ending == whole.ending
        else { return "whole:\n\(whole)\nits first \(end) bytes:\n\(first)\nfrom \(checkpoint):\n\(rest)" }
        return nil
    }

    /// Replaces a number of a saved checkpoint, or some of its bytes.
    private func change(_ saved: inout Data, _ generator: inout SeededGenerator) {
        if generator.integer(in: 0...1) == 0 {
            let text = String(decoding: saved, as: UTF8.self)
            let number = generator.pick(text.matches(of: /[0-9]+/)).range
            let other = generator.pick([Int.min, -1, 0, 1, .max / 2 - 1, .max])
            saved = Data(text.replacingCharacters(in: number, with: "\(other)").utf8)
        } else {
            for _ in 0..<3 {
                let place = generator.integer(in: 0...saved.count - 1)
                saved[saved.startIndex + place] = generator.pick(Array(#"0123456789-,:"[]{}e"#.utf8))
            }
        }
    }

    private func resumed(
        _ document: [UInt8], at checkpoint: FeedCheckpoint, _ generator: inout SeededGenerator
    ) -> FeedText {
        var feed = feed
        // With numbers of its own, so that what has been found before keeps its cuts.
        var ofThreads = SeededGenerator(seed: ~seed)
        // Starting threads is slow.
        if ofThreads.integer(in: 0...7) == 0 {
            feed = feed.gathering(blockSize: ofThreads.pick([1, 8, 20, 100]))
            feed.concurrency = ofThreads.integer(in: 2...3)
        }
        var parser = feed.parser(resumingAt: checkpoint)
        let start = min(max(checkpoint.offset, 0), document.count)
        let cuts = cuts(of: document, &generator).filter { $0 >= start }
        return outcome(of: &parser, document, from: start, cutAt: cuts)
    }
}

/// The output of a feed as text.
private struct FeedText: Equatable, CustomStringConvertible {
    var lines: [String] = []
    var error: String?
    var ending: FeedEnding?
    /// The text of the decoder's reports.
    var notes = ""
    /// The offset of the item or failure that was taken last; -1 before the first.
    private(set) var startOfLast = -1
    private var progress = ""
    private let opensLazy: Bool

    init(opensLazy: Bool) { self.opensLazy = opensLazy }

    mutating func take<Item>(
        upTo count: Int = .max, _ next: () throws -> Result<FeedEntry<Item>, FeedFailure>?
    ) {
        guard error == nil else { return }
        do {
            while lines.count < count, let result = try next() {
                switch result {
                case .success(let entry):
                    startOfLast = entry.byteRange.lowerBound
                    let item = shown(entry.item, opensLazy: opensLazy)
                    lines.append("\(entry.index) \(entry.path) \(entry.byteRange) \(entry.key ?? "-") \(item)")
                case .failure(let failure):
                    startOfLast = failure.byteRange.lowerBound
                    let bytes = failure.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "-"
                    let others = failure.errors.dropFirst().map { " and \($0)" }.joined()
                    lines.append("\(failure.path) \(failure.byteRange) \(failure)\(others) bytes \(bytes)")
                }
            }
        } catch {
            self.error = "\(error)"
        }
    }

    /// Notes the counts that do not depend on the chunks.
    mutating func note(_ progress: FeedProgress) {
        let codes = progress.failuresByCode.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
        self.progress = """
            \(error == nil ? progress.bytes : 0) bytes, \(progress.items) items, \(progress.failures) failures (\(codes)), \
            \(progress.droppedBytes) dropped, \(progress.largestItemBytes) in the largest
            """
    }

    /// Whether the output after a checkpoint equals that of the whole: an error in a part of the envelope before the
    /// checkpoint has no place.
    static func areAlike(_ resumed: [String], _ whole: [String]) -> Bool {
        resumed.count == whole.count
            && zip(resumed, whole).allSatisfy { resumed, whole in
                resumed == whole
                    || !resumed.contains(", offset ")
                        && resumed == whole.replacing(/, line \d+, column \d+, offset \d+/, with: "")
            }
    }

    var description: String {
        (lines
            + [error.map { "error \($0)" } ?? "no error", "\(ending.map { "\($0)" } ?? "open") \(progress)", notes])
            .joined(separator: "\n")
    }
}
