import BenchmarkKit
import BenchmarkModels
import Yodel
import YodelArrow

/// The feed of lines, each item a row of an Arrow stream.
struct YodelFeedArrow: BenchmarkPath {
    let name = "yodel-feed-arrow"
    let summary = "Yodel's feed of lines, written as an Arrow stream of 7 columns"

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        (type as? any ArrowDocument.Type)?.arrowWork(on: bytes) as? Work<[Item]>
    }
}

/// Items that have columns.
private protocol ArrowDocument {
    static func arrowWork(on bytes: [UInt8]) -> Any
}

extension Logs.Entry: ArrowDocument {
    /// Written for this type alone, as a client's code is: in a generic function, taking an item would cost more.
    fileprivate static func arrowWork(on bytes: [UInt8]) -> Any {
        var feed = Feed(of: Logs.Entry.self, in: .lines)
        feed.decoder = modelDecoder
        let writer = Result { try ArrowWriter(columns: arrowColumns) }
        return Work<[Logs.Entry]>.standIn { [feed] in
            var reader = feed.reader(of: bytes)
            try writer.get().write(&reader) { blackHole($0.count) }
        } value: { [feed] in
            var items: [Logs.Entry] = []
            var reader = feed.reader(of: bytes)
            while let item = try reader.next() { items.append(item) }
            return items
        }
    }

    private static var arrowColumns: [ArrowColumn<Logs.Entry>] {
        [
            .text("timestamp") { $0.timestamp },
            .text("service") { $0.service },
            .text("message") { $0.message },
            .double("duration_ms") { $0.duration_ms },
            .int64("user_id") { $0.user_id },
            .int64("attempt") { $0.context.attempt },
            .bool("cached") { $0.context.cached },
        ]
    }
}
