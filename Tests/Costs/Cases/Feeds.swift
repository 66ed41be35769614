import Yodel

private struct Item: Model {
    var id: Int
    var tags: [String]?
}

/// Reads a feed in chunks of every size; items that fail are dropped.
private func feeding<Value>(_ name: String, _ feed: Feed<Value>, _ document: @escaping (Int) -> [UInt8]) -> [CostCase] {
    [(1, 4 << 10), (7, 16 << 10), (64, 64 << 10), (4_096, 128 << 10)].map { chunkSize, size in
        CostCase("feed: \(name), by \(chunkSize)", size) { size in
            let document = document(size)
            var feed = feed
            feed.badItems = .drop
            feed.keepsFailedBytes = true
            feed.decoder.limits.stringBytes = .max
            return {
                var parser = feed.parser()
                try document.withUnsafeBufferPointer { document in
                    for start in stride(from: 0, to: document.count, by: chunkSize) {
                        let chunk = document[start..<min(start + chunkSize, document.count)]
                        parser.feed(UnsafeBufferPointer(rebasing: chunk))
                        while try parser.nextResult() != nil {}
                    }
                }
                parser.finish()
                while try parser.nextResult() != nil {}
                guard parser.ending == .complete else { throw CostError("\(name) ended as \(parser.ending!)") }
            }
        }
    }
}

/// Feeds of many items, and of one item.
var feedCases: [CostCase] {
    var cases: [CostCase] = []
    let item = #"{"id":1,"tags":["a","b"]}"#
    let long = filled(#"[{"id":1,"tags":["a""#, #","b""#, "]}]")
    let longLine = filled(#"{"id":1,"tags":["a""#, #","b""#, "]}\n")
    cases += feeding("items", Feed(of: Item.self), filled("[", item + ",", item + "]"))
    cases += feeding("lines", Feed(of: Item.self, in: .lines), filled("", item + "\n", ""))
    cases += feeding("blank lines", Feed(of: Item.self, in: .lines), filled("", "\n", ""))
    cases += feeding("documents", Feed(of: Item.self, in: .concatenated), filled("", item, ""))
    cases += feeding("text sequences", Feed(of: Item.self, in: .textSequence), filled("", "\u{1E}\(item)\n", ""))
    cases += feeding(
        "members", Feed(ofMembers: Item.self), numbered("{", "\"last\":\(item)}") { "\"k\($0)\":\(item)," })
    cases += feeding("one long item", Feed(of: Item.self), long)
    cases += feeding("one long line", Feed(of: Item.self, in: .lines), longLine)
    cases += feeding("one long document", Feed(of: Item.self, in: .concatenated), longLine)
    cases += feeding("bad items", Feed(of: Item.self), filled("[", #"{"id":[1,{}]},"#, item + "]"))
    cases += feeding("bad lines", Feed(of: Item.self, in: .lines), filled("", "{\"id\":[1,{}]}\n{]\n", ""))
    cases += feeding("one long bad item", Feed(of: Item.self), filled(#"[{"id":[0"#, ",[1]", "]}]"))
    cases += feeding("one long bad line", Feed(of: Item.self, in: .lines), filled("]", ",[1]", "\n"))
    cases += feeding(
        "the document around", Feed(of: Item.self, at: "a.b", envelope: JSONObject.self),
        numbered(#"{"a":{"b":[{"id":1}]},"#, #""c":0}"#) { "\"k\($0)\":[]," })
    cases += feeding(
        "what is skipped", Feed(of: Item.self, at: "a.b"),
        numbered("{", #""a":{"b":[{"id":1}]}}"#) { "\"k\($0)\":[]," })
    cases += feeding("levels around an item", Feed(of: JSONValue.self), filled("[", "[[[[[]]]]],", "0]"))
    return cases
}
