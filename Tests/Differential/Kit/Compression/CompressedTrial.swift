import BenchmarkModels
import Yodel

/// Compressed input and the way it is read: a fuzzer's input.
///
/// However the input is cut, and whether or not another thread decompresses it, the items, the error and the verdict
/// are the same.
package struct CompressedTrial: FuzzTrial {
    private var recipe: [UInt8]
    package var document: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        recipe = Array(bytes.prefix(2))
        document = Array(bytes.dropFirst(2))
    }

    package var bytes: [UInt8] { recipe + document }
    package var name: String {
        "\(format?.name ?? "any format"), \(isOfLines ? "lines" : "an array"), cut at \(chunkSize)"
    }

    private var isOfLines: Bool { recipe[0] & 1 == 0 }
    private var dropsItems: Bool { recipe[0] & 2 == 0 }
    private var isLimited: Bool { recipe[0] & 4 != 0 }
    private var chunkSize: Int { Int(recipe[1] & 0x1F) + 1 }
    private var pieceSize: Int { Int(recipe[1] >> 5) * 13 + 1 }

    /// The format that the feed reads; nil for the one that its input shows.
    private var format: Compressed.Format? { Self.format(recipe[0] >> 3 & 7) }

    private static func format(_ number: UInt8) -> Compressed.Format? {
        let formats = Compressed.formats
        return Int(number) < formats.count ? formats[Int(number)] : nil
    }

    package func difference() -> String? {
        var feed = isOfLines ? Feed(of: JSONValue.self, in: .lines) : Feed(of: JSONValue.self)
        feed.compression = format?.compression ?? .automatic
        if dropsItems { feed.badItems = .drop }
        if isLimited { feed.compression.maxTextBytes = 20 }
        let whole = outcome(of: feed, chunkSize: max(document.count, 1))
        for threads in [1, 3] {
            var feed = feed.gathering(blockSize: pieceSize)
            feed.concurrency = threads
            let other = outcome(of: feed, chunkSize: chunkSize)
            if other != whole { return "whole:\n\(whole)\nby \(threads) threads, \(name):\n\(other)" }
        }
        return nil
    }

    private func outcome(of feed: Feed<JSONValue>, chunkSize: Int) -> String {
        var lines: [String] = []
        var parser = feed.parser()
        do throws(ModelError) {
            for start in stride(from: 0, to: document.count, by: chunkSize) {
                parser.feed(document[start..<min(start + chunkSize, document.count)])
                try take(&parser, &lines)
            }
            parser.finish()
            try take(&parser, &lines)
        } catch {
            lines.append("\(error)")
        }
        return (lines + ["\(parser.ending.map { "\($0)" } ?? "open")"]).joined(separator: "\n")
    }

    private func take(_ parser: inout FeedParser<JSONValue>, _ lines: inout [String]) throws(ModelError) {
        while let result = try parser.nextResult() {
            switch result {
            case .success(let entry): lines.append("\(entry.path) \(entry.byteRange) \(entry.item)")
            case .failure(let failure): lines.append("\(failure)")
            }
        }
    }

    package static func random(using mutator: inout Mutator) -> CompressedTrial {
        let recipe = (0..<2).map { _ in UInt8(mutator.generator.integer(in: 0...255)) }
        var archive: [UInt8] = []
        for _ in 0...mutator.generator.integer(in: 0...2) {
            let count = mutator.generator.integer(in: 0...20)
            let isOfLines = recipe[0] & 1 == 0
            let items = (0..<count).map { "{\"id\": \($0), \"name\": \"item \(count * $0)\"}" }
            let text = isOfLines ? items.map { $0 + "\n" }.joined() : "[" + items.joined(separator: ", ") + "]"
            archive += member(Array(text.utf8), recipe[0] >> 3 & 7, &mutator.generator)
        }
        let isMutated = Bool.random(using: &mutator.generator)
        return CompressedTrial(recipe + (isMutated ? mutator.mutated(archive, with: archive) : archive))!
    }

    /// A member of the feed's format, with any options; of another if the feed reads each, and sometimes plain text.
    private static func member(_ text: [UInt8], _ number: UInt8, _ generator: inout SeededGenerator) -> [UInt8] {
        let name = (format(number) ?? format(number &- 4))?.name
        #if Gzip
        if name == "gzip" || name == "zlib" {
            let style = Compressed.Style(
                isGzip: name == "gzip", level: Int32(generator.pick([0, 1, 6])),
                hasHeaderFields: Bool.random(using: &generator))
            return Compressed.member(text, style)
        }
        #endif
        #if Zstd
        if name == "zstd" {
            let style = Compressed.FrameStyle(
                level: Int32(generator.pick([-5, 3, 9])), hasChecksum: Bool.random(using: &generator),
                hasLength: Bool.random(using: &generator), windowLog: Int32(generator.pick([0, 10, 12])))
            let frame = Compressed.frame(text, style)
            return Bool.random(using: &generator) ? frame : Compressed.frameToSkip(text) + frame
        }
        #endif
        return text
    }
}
