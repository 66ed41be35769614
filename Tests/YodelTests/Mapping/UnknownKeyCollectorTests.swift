import Foundation
import Testing

@testable import Yodel

/// Unknown keys that are collected rather than refused.
@Suite struct UnknownKeyCollectorTests {
    private struct Author: Model { var name: String }

    private struct Book: Model {
        var title: String
        var authors: [Author]?
        var index: [String: Author]?
        var editor: String?
        static let mapping = Mapping(.map(\Book.editor, to: "meta.editor.name"))
    }

    private func collected<Value>(
        _ type: Value.Type, _ json: String, limit: Int = 1_000, chunk: Int = .max
    ) throws -> UnknownKeyCollector {
        let collector = UnknownKeyCollector(limit: limit)
        var decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }.incrementalDecoder(of: type)
        var rest = Array(json.utf8)[...]
        while !rest.isEmpty {
            try decoder.feed(rest.prefix(chunk))
            rest = rest.dropFirst(chunk)
        }
        _ = try decoder.finish()
        return collector
    }

    @Test func keysOfAValueThatPathsAlsoLeadIntoAreThatValuesOwn() throws {
        struct User: Model, Equatable {
            var name: String
            var id: Int?
        }
        struct Message: Model, Equatable {
            var user: User
            var userID: Int
            var street: String?
            static let mapping = Mapping(
                .map(\Message.userID, to: "user.id"), .map(\Message.street, to: "user.at.street"))
        }
        struct Kept: Model, Equatable {
            var user: RawJSON
            var userID: Int
            static let mapping = Mapping(.map(\Kept.userID, to: "user.id"))
        }
        let json = #"{"user":{"id":7,"name":"Ada","at":{"street":"s","no":1},"x":1}}"#
        let strict = ModelDecoder.with { $0.unknownKeys = .error }
        #expect(try decodeEveryWay(Kept.self, json, decoder: strict).userID == 7)
        #expect(refusal(of: Message.self, json, decoder: strict).hasPrefix("$.user.at: found the unknown key"))
        expectDecoded(
            #"{"user":{"id":7,"name":"Ada"}}"#, as: Message(user: User(name: "Ada", id: 7), userID: 7), decoder: strict)
        for chunk in [1, Int.max] {
            let keys = try collected(Message.self, json, chunk: chunk).keys.map(\.path.description)
            #expect(keys == ["$.user.at", "$.user.x"])
        }
    }

    @Test(arguments: [1, 3, Int.max])
    func eachIsNotedWithItsPathAndOffset(_ chunk: Int) throws {
        let json = """
            {"isbn": 1, "title": "t", "meta": {"x": 1, "editor": {"y y": 2}},
             "authors": [{"name": "a"}, {"name": "b", "born": {"born": 1}}], "index": {"k": {"z": 0, "name": ""}}}
            """
        let collector = try collected(Book.self, json, chunk: chunk)
        #expect(
            collector.keys.map(\.description) == [
                "$.isbn (offset 1)", "$.meta.x (offset 35)", #"$.meta.editor["y y"] (offset 54)"#,
                "$.authors[1].born (offset 108)", "$.index.k.z (offset 147)",
            ])
        #expect(collector.count == 5)
        let names = ["isbn", "x", "y y", "born", "z"]
        for (key, name) in zip(collector.keys, names) {
            #expect(json.utf8.dropFirst(key.offset).starts(with: "\"\(name)\"".utf8))
        }
    }

    @Test func indicesOfArraysDoNotMakeADifference() throws {
        let items = (0..<100).map { #"{"name": "\#($0)", "born": \#($0), "x": 1}"# }.joined(separator: ",")
        let collector = try collected(Book.self, #"{"title": "t", "authors": [\#(items)]}"#)
        #expect(collector.keys.map { "\($0.path)" } == ["$.authors[0].born", "$.authors[0].x"])
        #expect(collector.count == 200)
    }

    @Test func keysOfDictionariesDo() throws {
        let collector = try collected([String: Author].self, #"{"a": {"x": 1, "name": ""}, "b": {"x": 1, "name": ""}}"#)
        #expect(collector.keys.map { "\($0.path)" } == ["$.a.x", "$.b.x"])
    }

    @Test func noMoreAreKeptThanTheLimit() throws {
        let members = (0..<50).map { #""k\#($0)": 0"# }.joined(separator: ",")
        let collector = try collected(Author.self, "{\(members), \"name\": \"a\", \"k0\": 1}", limit: 10)
        #expect(collector.limit == 10)
        #expect(collector.keys.map { "\($0.path)" } == (0..<10).map { "$.k\($0)" })
        #expect(collector.count == 51)
        let none = try collected(Author.self, #"{"x": 1, "name": "a"}"#, limit: 0)
        #expect(none.keys.isEmpty)
        #expect(none.count == 1)
    }

    @Test func knownDocumentsLeaveItEmpty() throws {
        let collector = try collected(
            Book.self, #"{"title": "t", "authors": [{"name": "a"}], "meta": {"editor": {"name": "e"}}}"#)
        #expect(collector.keys.isEmpty)
        #expect(collector.count == 0)
    }

    @Test func whatIsWithinAnUnknownValueIsNotLookedAt() throws {
        let collector = try collected(Author.self, #"{"x": {"y": {"z": 1}}, "name": "a", "w": [{"v": 1}]}"#)
        #expect(collector.keys.map { "\($0.path)" } == ["$.x", "$.w"])
    }

    @Test func whatWasMetBeforeAnErrorStays() {
        let collector = UnknownKeyCollector()
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        #expect(throws: ModelError.self) { try decoder.decode(Author.self, from: #"{"x": 1, "name": 2, "y": 3}"#) }
        #expect(collector.keys.map { "\($0.path)" } == ["$.x"])
    }

    @Test func oneCollectorServesManyDocumentsAtOnce() async throws {
        let collector = UnknownKeyCollector(limit: 20)
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for index in 0..<50 {
                        _ = try decoder.decode(
                            Author.self, from: #"{"k\#(index % 30)": 1, "name": "a", "t\#(task)": 2}"#)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(collector.count == 8 * 50 * 2)
        #expect(collector.keys.count == 20)
        #expect(Set(collector.keys.map(\.path)).count == 20)
    }
}
