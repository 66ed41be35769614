// Reads a log with a document on each line, and tolerates a few bad lines.
//
// A bad line is skipped and reported with its place. If there are too many, the log ends with an error: it is not such
// a log, or its writer has changed.

import Yodel

struct Entry: Model {
    enum Level: String { case info, warning, error }

    var level: Level
    var message: String
}

var log = Feed(of: Entry.self, in: .lines)
log.badItems = .drop
log.failureBudget = FailureBudget(count: 2)
// Longer lines are skipped, and not kept in memory.
log.maxItemBytes = 1_000

var reader = log.reader(
    of: """
        {"level": "info", "message": "begins"}
        {"level": "loud", "message": "is of no level"}
        {"level": "warning", "message": "is cut
        {"level": "info", "message": "ends"}

        """)
var messages: [Entry.Level: [String]] = [:]
while let result = try reader.nextResult() {
    switch result {
    case .success(let entry):
        messages[entry.item.level, default: []].append(entry.item.message)
    case .failure(let failure):
        print(failure)
    // item 1: $[1].level: expected Level, found the string "loud" (invalidValue, line 2, column 11, offset 49)
    // item 2: $[2].message: the document ends early (unexpectedEnd, line 3, column 40, offset 125)
    }
}
print(messages[.info]!, reader.ending!, reader.progress.failures)  // ["begins", "ends"] complete 2

// A file is read by log.reader(ofFileAt:), an asynchronous sequence by log.items(from:). Every line here is bad.
let body = AsyncStream { continuation in
    for number in 1...5 { continuation.yield(Array("{\"text\": \(number)}\n".utf8)) }
    continuation.finish()
}
let items = log.items(from: body)
do {
    for try await entry in items { messages[entry.level, default: []].append(entry.message) }
} catch let error as ModelError {
    print(error.code, error.path, items.ending!, items.progress.failures)  // failureLimit $[2] failed 3
}
