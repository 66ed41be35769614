// Typed items from documents and streams of any size, one by one.
//
// The input here is short; it could just as well be gigabytes from a file, a pipe or the network.

import Foundation
import Yodel

struct Post: Model {
    var id: Int
    var title: String
}

struct Page: Model {
    var total: Int
    var next: String?
}

// An array at a path, pushed in chunks as they are received.
let document = #"{"total": 2, "items": [{"id": 1, "title": "Tides"}, {"id": 2, "title": "Fens"}], "next": "p2"}"#
let posts = Feed(of: Post.self, at: "items")
var parser = posts.parser()
for chunk in [document.prefix(60), document.dropFirst(60)] {
    parser.feed(chunk)
    while let post = try parser.next() { print("pushed:", post.title) }  // pushed: Tides, then pushed: Fens
}
parser.finish()
print(parser.ending!, parser.progress.items)  // complete 2

// The members around the items, decoded at the end.
var pages = Feed(of: Post.self, at: "items", envelope: Page.self).reader(of: document)
while let element = try pages.next() {
    switch element {
    case .item(let post): print("item:", post.id)  // item: 1, then item: 2
    case .envelope(let page): print("next page:", page.next ?? "none")  // next page: p2
    }
}

// Several parts of a document in one pass, each as soon as it is complete.
enum Row {
    case total(Int)
    case post(Post)
}

let rows = Feed<Row>(.value(of: Int.self, at: "total", as: Row.total), .items(of: Post.self, at: "items", as: Row.post))
var rowReader = rows.reader(of: document)
while let row = try rowReader.next() {
    print("row:", row)
    // row: total(2)
    // row: post(Feeds.Post(id: 1, title: "Tides"))
    // row: post(Feeds.Post(id: 2, title: "Fens"))
}

// The values of an object, with their keys.
var stock = Feed(ofMembers: Int.self).reader(of: #"{"apples": 3, "pears": 5}"#)
while let member = try stock.next() { print(member.key, member.value) }  // apples 3, then pears 5

// Lines with errors: only the bad line is lost, and its error has the place and the reason.
let lines = """
    {"id": 1, "title": "Tides"}
    {"id": 2, "title": "Dunes"}
    {"id": "three", "title": "Fens"}
    {"id": 4, "title":

    """
var log = Feed(of: Post.self, in: .lines)
log.badItems = .drop
log.failureBudget = FailureBudget(count: 1_000, ratio: 0.01)
log.keepsFailedBytes = true
var logReader = log.reader(of: lines)
while let result = try logReader.nextResult() {
    switch result {
    case .success(let entry):
        print("line:", entry.path, entry.byteRange, entry.item.title)
    // line: $[0] 0..<27 Tides
    // line: $[1] 28..<55 Dunes
    case .failure(let failure):
        print("bad line:", failure, "in \(failure.bytes!.count) bytes")
    // bad line: item 2: $[2].id: expected Int, found the string "three" (typeMismatch, line 3, column 8, offset 63) in 32 bytes
    // bad line: item 3: $[3].title: the document ends early (unexpectedEnd, line 4, column 19, offset 107) in 18 bytes
    }
}
print(logReader.ending!, logReader.progress.failures, "of", logReader.progress.items + logReader.progress.failures)
// complete 2 of 4

// Chunks that arrive asynchronously, in any sequence of bytes, with back-pressure.
let chunks = AsyncStream { continuation in
    for start in stride(from: 0, to: document.utf8.count, by: 16) {
        continuation.yield(Array(document.utf8.dropFirst(start).prefix(16)))
    }
    continuation.finish()
}
let items = posts.items(from: chunks)
for try await post in items {
    print("async:", post.title)  // async: Tides
    break
}
// The same pass continues where it stopped.
for try await batch in items.batches(of: 10) { print("batch:", batch.map(\.title)) }  // batch: ["Fens"]
print(items.ending!)  // complete

// A checkpoint, taken between any two items, resumes with exactly the remaining ones.
var first = log.reader(of: lines)
_ = try first.next()
let saved = try JSONEncoder().encode(first.checkpoint)
var second = log.reader(of: lines, resumingAt: try JSONDecoder().decode(FeedCheckpoint.self, from: saved))
while let post = try second.next() { print("resumed:", post.id) }  // resumed: 2

// Differences from the model that are no errors.
let drifting = """
    {"id": 1, "title": "Tides", "pinned": true}
    {"id": 2, "title": "Fens", "pinned": false, "by": null}
    """
let drift = DriftReport()
var watched = Feed(of: Post.self, in: .lines)
watched.decoder.drift = drift
var watchedReader = watched.reader(of: drifting)
while try watchedReader.next() != nil {}
print(drift)
// Post.pinned: unknown key, 2 times in 2 objects, first at offset 28, for example true
// Post.by: unknown key, 1 time in 2 objects, first at offset 88, for example null

// A feed from another process, such as one that decompresses; here it is echo.
let unpacker = Process()
unpacker.executableURL = URL(fileURLWithPath: "/bin/echo")
unpacker.arguments = [document]
let output = Pipe()
unpacker.standardOutput = output
try unpacker.run()
var unpacked = posts.reader(ofDescriptor: output.fileHandleForReading.fileDescriptor, keeping: output)
while let post = try unpacked.next() { print("piped:", post.id) }  // piped: 1, then piped: 2
unpacker.waitUntilExit()

// Progress for Foundation's views: in bytes, if the size is known.
let progress = Progress(totalUnitCount: Int64(document.utf8.count))
var observed = posts
observed.onProgress(every: 1 << 20) { progress.completedUnitCount = Int64($0.bytes) }
var observedReader = observed.reader(of: document)
while try observedReader.next() != nil {}
print("\(Int(progress.fractionCompleted * 100)) % of \(progress.totalUnitCount) bytes")  // 100 % of 94 bytes
