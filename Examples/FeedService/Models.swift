// Yodel: this is the part to copy.

import Yodel

/// What is posted, the items of a feed; whatever else an event has is passed over.
struct Event: Model {
    enum Kind: String, CaseIterable {
        case view, click, purchase
    }

    var kind: Kind
    var user: Int
    var cents: Int?
}

/// What is answered when a feed has been read to its end.
struct Summary: Model {
    var accepted = 0
    var rejected = 0
    var cents = 0
    var kinds: [String: Int] = [:]
    var bytes = 0
    /// Nothing was missing at the end.
    var isComplete = false
    /// The first of those that were rejected, with their places.
    var problems: [Problem] = []

    mutating func add(_ event: Event) {
        accepted += 1
        kinds[event.kind.rawValue, default: 0] += 1
        // A stranger's sums may be anything: what does not fit stays at the largest Int.
        let (sum, isTooLarge) = cents.addingReportingOverflow(event.cents ?? 0)
        cents = isTooLarge ? (sum < 0 ? .max : .min) : sum
    }

    mutating func add(_ failure: FeedFailure) {
        rejected += 1
        if problems.count < 5 { problems.append(Problem(failure.error)) }
    }
}

/// What is answered when a feed cannot be read, or what is said of an item: where, what, and what would do.
struct Problem: Model {
    var code: String
    var message: String
    var path: String?
    var line: Int?
    var column: Int?
    var offset: Int?

    init(_ error: ModelError) {
        code = "\(error.code)"
        // Escaped and of bounded length, whatever the document holds.
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
