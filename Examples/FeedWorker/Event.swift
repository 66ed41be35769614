import Foundation
import Yodel
import YodelArrow

/// A line of the feed.
///
/// Every property is Optional: a column that a line lacks is null, as in the tables of the engines that read it.
struct Event: Model {
    var timestamp: Date?
    var level: String?
    var service: String?
    var message: String?
    var duration_ms: Double?
    var user_id: Int?

    /// The columns of the rows, and those of lines that are not events.
    static func rows() throws -> ArrowWriter<Event> {
        try ArrowWriter(
            columns: [
                .timestamp("timestamp") { $0.timestamp },
                .text("level") { $0.level },
                .text("service") { $0.service },
                .text("message") { $0.message },
                .double("duration_ms") { $0.duration_ms },
                .int64("user_id") { $0.user_id },
            ], includesFailures: true)
    }

    /// A decoder of some columns: the others have keys that the feed does not have, so that their values are skipped.
    static func decoder(of columns: [String]) -> ModelDecoder {
        var decoder = ModelDecoder()
        decoder.keys = .custom { columns.contains($0) ? $0 : "not read: \($0)" }
        return decoder
    }
}

/// What a range comes to, for jobs that add up.
struct Totals: Model {
    var events = 0
    var failures = 0
    var duration_ms = 0.0
    /// No sum of as many `Int`s as a feed can have overflows it.
    var user_ids: Int128 = 0

    /// The columns that it is made of.
    static let columns = ["duration_ms", "user_id"]

    mutating func add(_ event: Event) {
        events += 1
        duration_ms += event.duration_ms ?? 0
        user_ids += Int128(event.user_id ?? 0)
    }
}
