import BenchmarkModels
import Foundation
import Yodel

// Lines that are read in ranges of bytes: those of all ranges are those of the whole.

extension FeedComparison {
    /// Reads a document of lines in ranges that are cut anywhere, one after another.
    ///
    /// Each is read in chunks, by one thread or several, and some are left after an item and resumed. A feed that is not
    /// one of lines has to refuse ranges.
    func rangeDifference(_ document: [UInt8], _ generator: inout SeededGenerator) -> String? {
        var feed = feed
        // Each range would have its own.
        feed.failureBudget = nil
        var whole = RangeText()
        var parser = feed.parser()
        parser.feed(document)
        parser.finish()
        whole.take(&parser)
        guard feed.isOfLines else { return refusalDifference(feed) }
        // A range that ends with the file's first byte does not show that the second is a zero.
        guard whole.error?.hasPrefix("unsupportedEncoding") != true else { return nil }

        let bounds = [0] + bounds(in: document, &generator) + [document.count + generator.integer(in: 0...2)]
        if generator.integer(in: 0...7) == 0 {
            feed = feed.gathering(blockSize: generator.pick([1, 8, 20, 100]))
            feed.concurrency = generator.integer(in: 2...3)
        }
        var together = RangeText()
        for range in zip(bounds, bounds.dropFirst()).map({ $0..<$1 }) where together.error == nil {
            let part = read(range, of: document, feed, &generator)
            together.lines += part.lines
            together.error = part.error
            together.startOfLast = max(together.startOfLast, part.startOfLast)
            // The range of a line that is cut off need not be the last one.
            if together.ending != .truncated || part.error != nil { together.ending = part.ending }
        }
        guard together != whole else { return nil }
        return "whole:\n\(whole)\nin ranges cut at \(bounds.prefix(8)), \(feed.concurrency) threads:\n\(together)"
    }

    /// Where ranges end: all of one size, around line feeds, or anywhere.
    private func bounds(in document: [UInt8], _ generator: inout SeededGenerator) -> [Int] {
        let count = document.count
        switch generator.integer(in: 0...2) {
        case 0 where count < 500: return Array(stride(from: 0, to: count, by: generator.integer(in: 1...7)))
        case 1:
            let lineFeeds = document.indices.filter { document[$0] == UInt8(ascii: "\n") }
            return lineFeeds.prefix(50).map { min(max($0 + generator.integer(in: -1...2), 0), count) }.sorted()
        default: return (0..<generator.integer(in: 0...5)).map { _ in generator.integer(in: 0...count) }.sorted()
        }
    }

    private func read(
        _ range: Range<Int>, of document: [UInt8], _ feed: Feed<Item>, _ generator: inout SeededGenerator
    ) -> RangeText {
        var text = RangeText()
        var parser = feed.parser(linesIn: range)
        if generator.integer(in: 0...3) == 0 {
            let limit = generator.integer(in: 0...2)
            fill(&parser, document, &generator)
            text.take(&parser, upTo: limit)
            // A record that may have been cut off has been taken, and would be read again.
            guard text.error == nil, parser.checkpoint.offset > text.startOfLast else { return take(&parser, &text) }
            guard let saved = try? JSONEncoder().encode(parser.checkpoint),
                let checkpoint = try? JSONDecoder().decode(FeedCheckpoint.self, from: saved)
            else {
                text.error = "no checkpoint"
                return text
            }
            parser = feed.parser(resumingAt: checkpoint)
        }
        fill(&parser, document, &generator)
        return take(&parser, &text)
    }

    private func take(_ parser: inout FeedParser<Item>, _ text: inout RangeText) -> RangeText {
        text.take(&parser)
        return text
    }

    /// Feeds what the parser is to read, in chunks.
    private func fill(
        _ parser: inout FeedParser<Item>, _ document: [UInt8], _ generator: inout SeededGenerator
    ) {
        var start = min(parser.checkpoint.offset, document.count)
        for end in cuts(of: document, &generator) where end > start {
            parser.feed(Array(document[start..<end]))
            start = end
        }
        parser.finish()
    }

    private func refusalDifference(_ feed: Feed<Item>) -> String? {
        var parser = feed.parser(linesIn: 0..<1)
        do throws(ModelError) {
            _ = try parser.next()
            return "a range of what is not lines is read"
        } catch {
            return error.category == .usage ? nil : "a range of what is not lines is refused by \(error)"
        }
    }
}

/// What comes out of lines, but for what is counted from the range on.
private struct RangeText: Equatable, CustomStringConvertible {
    var lines: [String] = []
    var error: String?
    var ending: FeedEnding?
    /// The offset of the item or failure that was taken last; -1 before the first.
    var startOfLast = -1

    mutating func take<Item>(_ parser: inout FeedParser<Item>, upTo count: Int = .max) {
        guard error == nil else { return }
        do throws(ModelError) {
            while lines.count < count, let result = try parser.nextResult() {
                switch result {
                case .success(let entry):
                    startOfLast = entry.byteRange.lowerBound
                    lines.append("\(entry.byteRange) \(shown(entry.item))")
                case .failure(let failure):
                    startOfLast = failure.byteRange.lowerBound
                    let bytes = failure.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "-"
                    lines.append("\(failure.byteRange) \(failure.errors.map(Self.text)) \(bytes)")
                }
            }
        } catch {
            self.error = Self.text(of: error)
        }
        ending = parser.ending
    }

    private static func text(of error: ModelError) -> String {
        "\(error.code) at \(error.offset ?? -1), column \(error.column ?? -1)"
    }

    var description: String {
        (lines + [error.map { "error \($0)" } ?? "no error", ending.map { "\($0)" } ?? "open"]).joined(separator: "\n")
    }
}
