import Foundation
import Testing

@testable import Yodel

/// Mantle's adapter for a dictionary: an explicit map, a transformer for every key, and no coercion.
@Suite struct MantleTests {
    private enum State: Sendable { case open, closed, unknown }

    private struct Issue: Model, Equatable {
        var url: URL?
        var number: Int
        var state: State
        var reporter: String?
        var assignee: User?
        var updatedAt: Date?
        var title: String
        var labels: [String]?

        struct User: Model, Equatable {
            var login: String
            var id: UUID?
        }

        static let mapping = Mapping(
            .map(\Issue.url, to: "html_url"),
            .map(\Issue.reporter, to: "user.login"),
            .transform(\Issue.updatedAt, to: "updated_at", by: .date(format)),
            .transform(
                \Issue.state, by: .values(["open": .open, "closed": .closed], default: .unknown, reverseDefault: "?")))

        static let format = try! DateFormat("yyyy-MM-dd'T'HH:mm:ss'Z'")
    }

    @Test func anIssue() throws {
        let text = """
            {"html_url": "https://example.org/1", "number": 1, "state": "closed", "user": {"login": "ada"}, "x": 1,
             "assignee": {"login": "bo", "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}, "title": "T",
             "updated_at": "2014-01-20T12:24:48Z", "labels": ["a"]}
            """
        let issue = try decodeEveryWay(Issue.self, text)
        let expected = Issue(
            url: URL(string: "https://example.org/1"), number: 1, state: .closed, reporter: "ada",
            assignee: Issue.User(login: "bo", id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
            updatedAt: Date(timeIntervalSince1970: 1_390_220_688), title: "T", labels: ["a"])
        #expect(issue == expected)
        #expect(try ModelDecoder().decode(Issue.self, from: encodeEveryWay(expected)) == expected)
        #expect(
            try ModelDecoder().decode(Issue.self, fromTree: JSONSerialization.jsonObject(with: Data(text.utf8)))
                == issue)
    }

    // MARK: - The map

    @Test func onlyWhatTheMapNames() throws {
        struct Window: DefaultedModel {
            var title = ""
            var size = 1
            var delegate: (any AnyObject & Sendable)?
            static let mapping = Mapping.listing(.map(\Window.title), .map(\Window.size, to: "s"))
        }
        let window = try decodeEveryWay(Window.self, #"{"title": "a", "s": 2, "size": 3, "delegate": 4}"#) {
            [$0.title, "\($0.size)"]
        }
        #expect(window.size == 2 && window.delegate == nil)
    }

    @Test func theIdentityMap() throws {
        // Mantle needs a helper for this.
        #expect(try decodeEveryWay([Issue.User].self, #"[{"login": "a", "other": 1}]"#) == [Issue.User(login: "a")])
    }

    @Test func aPathThroughNullAndThroughAString() throws {
        let rest = #""number": 1, "state": "open", "title": """#
        #expect(try decodeEveryWay(Issue.self, #"{"user": null, \#(rest)}"#).reporter == nil)
        #expect(try decodeEveryWay(Issue.self, #"{"user": {}, \#(rest)}"#).reporter == nil)
        #expect(refusal(of: Issue.self, #"{"user": "ada", \#(rest)}"#).hasPrefix("$.user: expected an object"))
    }

    private struct Range: Model, Equatable {
        var span: Span
        var note: String?

        struct Span: Equatable {
            var start: Int
            var length: Int?
        }

        static let mapping = Mapping(
            .compose(\Range.span, from: "range.location", "range.length") { (start: Int, length: Int?) in
                Span(start: start, length: length)
            } back: { span in
                (span.start, span.length)
            })
    }

    @Test func aPropertyOfSeveralKeys() throws {
        expectRoundTrip(
            Range(span: Range.Span(start: 1, length: 2), note: "n"),
            #"{"range":{"location":1,"length":2},"note":"n"}"#)
        #expect(try decodeEveryWay(Range.self, #"{"range": {"location": 1}}"#).span.length == nil)
        // There the transformer gets a dictionary without the key and may do what it likes.
        #expect(refusal(of: Range.self, #"{"range": {"length": 1}}"#).contains(#"missing keys: "range.location""#))
    }

    @Test func severalPathsIntoOneObjectAndTheObjectItself() throws {
        struct Post: Model, Equatable {
            var author: Issue.User
            var login: String
            static let mapping = Mapping(.map(\Post.author, to: "user"), .map(\Post.login, to: "user.login"))
        }
        #expect(
            try decodeEveryWay(Post.self, #"{"user": {"login": "a"}}"#)
                == Post(author: Issue.User(login: "a"), login: "a"))
    }

    // MARK: - Transformers

    @Test(arguments: [#""1""#, "true", "1.5", "null", "{}", "[]"])
    func thereIsNoCoercion(json: String) {
        // A bad value costs the whole model, and the error says which one; there it has no path.
        let text = #"[{"number": 1, "state": "open", "title": ""}, {"number": \#(json), "state": "open", "title": ""}]"#
        #expect(refusal(of: [Issue].self, text).hasPrefix("$[1].number: "))
    }

    @Test func theValueMapAndItsDefaults() throws {
        for (text, state) in [("open", State.open), ("closed", .closed), ("merged", .unknown)] {
            let json = #"{"number":1,"state":"\#(text)","title":""}"#
            let issue = try decodeEveryWay(Issue.self, json)
            #expect(issue.state == state)
            expectText(of: issue, json.replacingOccurrences(of: "merged", with: "?"))
        }
    }

    private struct Values: Model, Equatable {
        var amount: Int
        var isVisible: Bool
        var days: [Date]
        var size: Size

        enum Size: String { case small, large }
        struct NotAsked: Error {}

        static let mapping = Mapping(
            .transform(\Values.amount, by: .numberInString),
            .transform(
                \Values.isVisible, to: "hidden",
                by: Transform { (hidden: Bool) in
                    !hidden
                } encode: { visible in
                    !visible
                }),
            .transform(each: \Values.days, by: .secondsSince1970))
    }

    @Test func theBuiltInTransformers() throws {
        // A formatter's number, inversion, an array of transformed values, an enum.
        expectRoundTrip(
            Values(amount: 7, isVisible: true, days: [Date(timeIntervalSince1970: 5)], size: .large),
            #"{"amount":"7","hidden":false,"days":[5],"size":"large"}"#)
        let bad = #"{"amount": "7", "hidden": false, "days": [5, "x"], "size": "large"}"#
        // There the index is in a text.
        #expect(refusal(of: Values.self, bad).hasPrefix("$.days[1]: "))
    }

    @Test func aTransformersError() {
        struct Refused: Error, Equatable { var input: String }
        struct Item: Model {
            var name: String
            static let mapping = Mapping(
                .transform(\Item.name, by: Transform { (text: String) in throw Refused(input: text) }))
        }
        let error = #expect(throws: ModelError.self) {
            try decodeEveryWay(Item.self, #"{"name": "x"}"#, comparing: \.name)
        }
        #expect(error?.underlying as? Refused == Refused(input: "x") && error?.found == #"the string "x""#)
    }

    @Test func aTransformerThatCannotBeReversed() throws {
        struct Item: Model, Equatable {
            var length: Int
            var name: String
            static let mapping = Mapping(.transform(\Item.length, by: Transform { (text: String) in text.count }))
        }
        let item = try decodeEveryWay(Item.self, #"{"length": "abc", "name": "n"}"#)
        #expect(item.length == 3)
        // There it is written as null, which the model would not read again. Here it is an error, or left out.
        expectFailure(of: item, .invalidValue, path: "$.length")
        #expect(try ModelEncoder().except(\Item.length).encodeText(item) == #"{"name":"n"}"#)
    }

    @Test func nullReachesATransformerThatTakesIt() throws {
        struct Item: Model, Equatable {
            var size: Int
            static let mapping = Mapping(
                .transform(
                    \Item.size,
                    by: Transform { (size: Int?) in
                        size ?? -1
                    } encode: { size in
                        size < 0 ? nil : size
                    }))
        }
        #expect(try decodeEveryWay(Item.self, #"{"size": null}"#).size == -1)
        expectRoundTrip(Item(size: 3), #"{"size":3}"#)
        // One that gives nil back has its key left out.
        expectRoundTrip(Item(size: -1), "{}")
    }

    @Test func aNullInAnArray() throws {
        // There it is kept as an NSNull in an array of models.
        #expect(throws: ModelError.self) { try decodeEveryWay([Issue.User].self, #"[{"login": "a"}, null]"#) }
        #expect(try decodeEveryWay([Issue.User?].self, #"[null, {"login": "a"}]"#) == [nil, Issue.User(login: "a")])
    }

    @Test func valuesOfAnyType() throws {
        struct Holder: Model, Equatable { var value: JSONValue }
        for text in ["1.50", #""a""#, "null", "[1,{}]", #"{"b":true}"#] {
            let holder = try decodeEveryWay(Holder.self, "{\"value\":\(text)}")
            expectText(of: holder, "{\"value\":\(text)}")
        }
    }

    @Test func modelsThatReferToEachOther() throws {
        final class Group: DefaultedModel {
            var name = ""
            var owner: Member?
            var users: [Member] = []
        }
        final class Member: DefaultedModel {
            var name = ""
            var groups: [Group] = []
        }
        let group = try decodeEveryWay(
            Group.self,
            #"{"name": "g", "owner": {"name": "a", "groups": [{"name": "h"}]}, "users": [{"name": "b"}]}"#
        ) { [$0.name, $0.owner?.name, $0.owner?.groups[0].name, $0.users[0].name] }
        #expect(group.owner?.groups[0].name == "h" && group.users[0].name == "b")
    }

    // MARK: - Validation

    private struct Person: Model, DidDecodeModel, Equatable {
        struct TooShort: Error {}
        var name: String
        var age: Int

        // `validate<Key>:error:` may change a value and refuse it, `validate:` the whole.
        mutating func didDecode() throws {
            age = max(age, 0)
            if name.isEmpty { throw TooShort() }
        }
    }

    @Test func validation() throws {
        #expect(try decodeEveryWay(Person.self, #"{"name": "a", "age": -3}"#) == Person(name: "a", age: 0))
        let error = #expect(throws: ModelError.self) { try decodeEveryWay([Person].self, #"[{"name": "", "age": 1}]"#) }
        #expect(error?.path.description == "$[0]" && error?.underlying is Person.TooShort)
    }
}
