import BenchmarkModels
import Foundation
import Yodel

/// Random items that are written in every form, cut off, appended to, and read back by the feed of that form.
package enum OutputRoundTrip {
    /// Checks outputs of every kind of item.
    ///
    /// - Parameter folder: The folder for files.
    /// - Returns: The first item that did not read back equal, with its seed; nil if all did.
    package static func firstFailure(seeds: Range<UInt64>, folder: String) -> String? {
        for seed in seeds {
            var random = RandomValues(seed: seed)
            let path = folder + "/output-\(seed)"
            defer { try? FileManager.default.removeItem(atPath: path) }
            do {
                let failure =
                    switch seed % 5 {
                    case 0: try failure(random.list(12) { EveryKind(&$0) }, seed, path, &random)
                    case 1: try failure(random.list(12) { Mapped(&$0) }, seed, path, &random)
                    case 2: try failure(random.list(12) { Varied(&$0) }, seed, path, &random)
                    case 3: try failure(random.list(300) { $0.integer() as Int }, seed, path, &random)
                    default: try failure(random.list(60) { $0.text() }, seed, path, &random)
                    }
                if let failure { return "seed \(seed): \(failure)" }
            } catch {
                return "seed \(seed): \(error)"
            }
        }
        return nil
    }

    // Computed, since LeakSanitizer does not see the pointers that the cases of a stored one hide.
    private static var forms: [(output: FeedOutput, path: FeedPath, format: FeedFormat?)] {
        [
            (.array, .root, nil),
            (.array(at: "data.items"), "data.items", nil),
            (
                .array(
                    at: "data.items", envelope: ["a": [1], "data": ["b": "]", "items": [], "c": nil]] as JSONValue),
                "data.items", nil
            ),
            (
                .array(at: "pages[1].items", envelope: ["pages": [["items": [3]], ["n": 1]]] as JSONValue),
                "pages[1].items",
                nil
            ),
            (.lines, .root, .lines),
            (.textSequence, .root, .textSequence),
            (.concatenated, .root, .concatenated),
        ]
    }

    private static func failure<Item: Equatable & Sendable>(
        _ items: [Item], _ seed: UInt64, _ path: String, _ random: inout RandomValues
    ) throws -> String? {
        let encoder = RoundTrip.encoder(seed)
        var decoder = ModelDecoder()
        decoder.dates = encoder.dates
        for form in forms {
            var output = form.output
            output.chunkSize = random.pick([320, 321, 1_000, 64 << 10])
            output.itemsPerChunk = random.pick([1, 2, 7, .max, .max])
            var feed = form.format.map { Feed(of: Item.self, in: $0) } ?? Feed(of: Item.self, at: form.path)
            feed.decoder = decoder
            var bytes: [UInt8] = []
            // The ends of chunks are also ends of items.
            var ends: [Int] = []
            let progress = try encoder.encode(items, as: output) {
                bytes += $0
                ends.append(bytes.count)
            }
            guard progress.items == items.count, progress.bytes == bytes.count else { return "\(form): \(progress)" }
            if let failure = try difference(items, feed, bytes, &random) { return "\(form): \(failure)" }
            guard let format = form.format, format != .concatenated else { continue }
            if let failure = try difference(items, feed, format, output, encoder, bytes, path, &random) {
                return "\(form), appended: \(failure)"
            }
        }
        return nil
    }

    /// Reads the text in chunks of random sizes.
    private static func difference<Item: Equatable>(
        _ items: [Item], _ feed: Feed<Item>, _ bytes: [UInt8], _ random: inout RandomValues
    ) throws -> String? {
        var parser = feed.parser()
        var read: [Item] = []
        var position = 0
        while position < bytes.count {
            let end = min(position + random.pick([1, 3, 50, 700, 100_000]), bytes.count)
            parser.feed(bytes[position..<end])
            while let item = try parser.next() { read.append(item) }
            position = end
        }
        parser.finish()
        while let item = try parser.next() { read.append(item) }
        guard read == items, parser.ending == .complete else {
            return "\(read.count) of \(items.count) items, \(parser.ending as Any): "
                + String(decoding: bytes, as: UTF8.self)
        }
        return nil
    }

    /// Cuts the text at some byte, like the end of a process, and appends the missing items.
    private static func difference<Item: Equatable & Sendable>(
        _ items: [Item], _ feed: Feed<Item>, _ format: FeedFormat, _ output: FeedOutput, _ encoder: ModelEncoder,
        _ bytes: [UInt8], _ path: String, _ random: inout RandomValues
    ) throws -> String? {
        var single = output
        single.itemsPerChunk = 1
        var ends: [Int] = []
        try encoder.encode(items, as: single) { ends.append((ends.last ?? 0) + $0.count) }
        guard !bytes.isEmpty, ends.last == bytes.count else { return bytes.isEmpty ? nil : "chunks of one item" }
        for _ in 0..<4 {
            let cut = random.chance(0.3) ? max(0, random.pick(ends) - 1) : random.index(below: bytes.count + 1)
            var whole = ends.prefix { $0 <= cut }.count
            let isNumber = Item.self == Int.self
            let lacksLineFeed = whole < items.count && ends[whole] == cut + 1 && !isNumber
            if lacksLineFeed { whole += 1 }
            let keptBytes = lacksLineFeed ? cut : whole == 0 ? 0 : ends[whole - 1]
            try Data(bytes[..<cut]).write(to: URL(fileURLWithPath: path))
            let progress = try encoder.append(items[whole...], as: output, toFileAt: path)
            let written = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            guard progress.cutBytes == cut - keptBytes, progress.items == items.count - whole else {
                return "cut at \(cut): \(progress)"
            }
            guard written == bytes else { return "cut at \(cut): " + String(decoding: written, as: UTF8.self) }
            if let failure = try difference(items, feed, written, &random) { return "cut at \(cut): \(failure)" }
        }
        return nil
    }
}
