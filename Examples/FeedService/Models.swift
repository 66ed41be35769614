// Yodel: this is the part to copy.

import Yodel

/// The posted items of a feed; other members of an event are skipped.
struct Event: Model {
    enum Kind: String, CaseIterable {
        case view, click, purchase
    }

    var kind: Kind
    var user: Int
    var cents: Int?
}

/// The answer when a feed has been read to its end.
struct Summary: Model {
    var accepted = 0
    var rejected = 0
    var cents = 0
    var kinds: [String: Int] = [:]
    var bytes = 0
    /// The feed was complete.
    var isComplete = false
    /// The first rejected events, with their places.
    var problems: [Problem] = []

    mutating func add(_ event: Event) {
        accepted += 1
        kinds[event.kind.rawValue, default: 0] += 1
        // The sum of untrusted numbers may overflow: it then stays at the largest or smallest Int.
        let (sum, isTooLarge) = cents.addingReportingOverflow(event.cents ?? 0)
        cents = isTooLarge ? (sum < 0 ? .max : .min) : sum
    }

    mutating func add(_ failure: FeedFailure) {
        rejected += 1
        if problems.count < 5 { problems.append(Problem(failure.error)) }
    }
}

/// The error of a feed that cannot be read, or of an item: where it is, what it is, and which option would accept it.
struct Problem: Model {
    var code: String
    var message: String
    var path: String?
    var line: Int?
    var column: Int?
    var offset: Int?

    init(_ error: ModelError) {
        code = "\(error.code)"
        // The text is escaped and of bounded length, whatever the document contains.
        message = "\(error)"
        path = "\(error.path)"
        line = error.line
        column = error.column
        offset = error.offset
    }

    init(_ error: HTTPError) {
        code = "http"
        message = error.reason
    }
}
