import Testing

@testable import Yodel

/// Values that are decoded on request.
@Suite struct LazyTests {
    private struct Page: Model, Equatable {
        var title: String
        var body: Lazy<Message>
        var maybe: Lazy<Int>?
        var list: [Lazy<[Int]>]?
        var named: [String: Lazy<Login>]?
    }

    @Test func theyAreDecodedOnFirstUse() throws {
        let json = """
            {"title": "a", "body": {"text" : "b"}, "maybe": 1, "list": [[1, 2], [ ]], "named": {"x": {"user": "u"}}}
            """
        let page = try decodeEveryWay(Page.self, json)
        let fresh = try ModelDecoder().decode(Page.self, from: json)
        #expect(fresh.body.rawJSON?.text == #"{"text" : "b"}"#)
        #expect(try fresh.body.value() == Message(text: "b"))
        #expect(fresh.body.rawJSON == nil)
        #expect(try page.maybe?.value() == 1)
        #expect(try page.list?.map { try $0.value() } == [[1, 2], []])
        #expect(try page.named?["x"]?.value() == Login(user: "u"))
        #expect(page.body == Lazy(Message(text: "b")))
    }

    @Test func theSyntaxIsCheckedAtOnceAndTheTypeOnUse() throws {
        expectError(
            .unexpectedToken, at: 28, decoding: Page.self, #"{"title": "a", "body": {"x":]}}"#,
            cuts: Cuts(everySplitBelow: 0))
        let page = try ModelDecoder().decode(
            Page.self, from: "{\"title\": \"a\",\n \"body\": {\n\"text\": 1}, \"maybe\":\"x\"}")
        func failure<Value>(_ lazy: Lazy<Value>?) -> String {
            do throws(ModelError) { return "\(try lazy!.value())" } catch { return "\(error)" }
        }
        for _ in 0..<2 {
            #expect(
                failure(page.body)
                    == "$.body.text: expected String, found the number 1 (typeMismatch, line 3, column 9, offset 34); conversions = .lenient converts it"
            )
        }
        #expect(
            failure(page.maybe)
                == #"$.maybe: expected Int, found the string "x" (typeMismatch, line 3, column 21, offset 46)"#)
    }

    @Test func aThreadWithoutStackDoesNotSpoilThem() throws {
        let lazy = try ModelDecoder().decode([Lazy<[Int]>].self, from: "[[1]]")[0]
        let code = atEndOfStack { modelError { try lazy.value() }?.code }
        #expect(code == .depthLimit)
        #expect(try lazy.value() == [1])
    }

    @Test func norDoesAHookWithoutStack() throws {
        struct Plain: Decodable { var id: Int }
        struct Asking: Model, DidDecodeModel {
            var id: Int

            @TaskLocal static var inner: Result<Int, any Error>?

            mutating func didDecode() throws { id = try Self.inner?.get() ?? id }
        }
        let results: [Result<Int, any Error>] = atEndOfStack {
            let plain = Result { try YodelJSONDecoder().decode(Plain.self, from: #"{"id":1}"#).id }
            return [
                Result { try ModelDecoder().decode(Int.self, from: "1") },
                Result { () throws -> Int in try ModelDecoder().decodeCollectingErrors(Int.self, from: "1") },
                plain,
                plain.mapError {
                    DecodingError.dataCorrupted(
                        .init(codingPath: [], debugDescription: "", underlyingError: $0)) as any Error
                },
            ]
        }
        for result in results {
            let lazy = try ModelDecoder().decode([Lazy<Asking>].self, from: #"[{"id":1}]"#)[0]
            let code = Asking.$inner.withValue(result) { modelError { try lazy.value() }?.code }
            #expect(code == .depthLimit)
            #expect(try lazy.value().id == 1)
        }
    }

    @Test func nullIsAnErrorAtOnceUnlessItIsTaken() throws {
        expectError(.nullValue, at: 23, path: "$.body", decoding: Page.self, #"{"title": "a", "body": null}"#)
        struct Loose: Model { var a: Lazy<Int?>; var b: Lazy<Int>? }
        let loose = try ModelDecoder().decode(Loose.self, from: #"{"a": null, "b": null}"#)
        #expect(try loose.a.value() == nil)
        #expect(loose.b == nil)
    }

    @Test func aMissingContentIsNull() throws {
        enum Later: Polymorphic {
            case maybe(Lazy<Int?>)
            static let variants = Variants<Later>(.key("type", content: "content"), .case("maybe", Later.maybe))
        }
        func expectNull(_ later: Later) throws {
            guard case .maybe(let lazy) = later else { return }
            #expect(lazy.rawJSON?.text == "null")
            #expect(try ModelEncoder().encodeText(later) == #"{"type":"maybe","content":null}"#)
            #expect(try lazy.value() == nil)
        }
        try expectNull(try decodeEveryWay(Later.self, #"{"type": "maybe"}"#) { "\($0)" })
        try expectNull(try decodeEveryWay(Later.self, #"{"type": "maybe", "content": null}"#) { "\($0)" })
        let tree: JSONValue = ["type": "maybe"]
        try expectNull(try ModelDecoder().decode(Later.self, from: tree))
    }

    @Test func theDecodersOptionsHold() throws {
        struct Named: Model, Equatable { var firstName: String; var age: Int }
        struct Outer: Model { var innerValue: Lazy<Named> }
        let decoder = ModelDecoder.with {
            $0.keys = .snakeCase
            $0.conversions = .lenient
            $0.allowsFragments = false
        }
        let outer = try decoder.decode(Outer.self, from: #"{"inner_value": {"first_name": "a", "age": "3"}}"#)
        #expect(try outer.innerValue.value() == Named(firstName: "a", age: 3))
        let numbers = try decoder.decode([Lazy<Int>].self, from: #"["3"]"#)
        #expect(try numbers[0].value() == 3)
    }

    @Test func theTablesOfACustomStrategyOutliveTheDecoder() throws {
        struct Outer: Model { var inner: Lazy<Message> }
        var lazy: Lazy<Message>?
        do {
            let decoder = ModelDecoder.with { $0.keys = .custom { $0.uppercased() } }
            lazy = try decoder.decode(Outer.self, from: #"{"INNER": {"TEXT": "a"}}"#).inner
        }
        #expect(try lazy?.value() == Message(text: "a"))
    }

    @Test func variantsAndLazyValuesHoldEachOther() throws {
        enum Box: Polymorphic {
            case later(Lazy<Message>)
            static let variants = Variants<Box>("type", .case("later", Box.later))
        }
        for json in [#"{"type":"later", "text": "a"}"#, #"{"text": "a", "type":"later"  }"#] {
            let box = try decodeEveryWay(Box.self, json) { "\($0)" }
            guard case .later(let lazy) = box else { return }
            #expect(lazy.description == json)
            #expect(try lazy.value() == Message(text: "a"))
        }
        let events = try decodeEveryWay([Lazy<Event>].self, #"[{"text": "a", "type": "msg"}]"#)
        #expect(try events[0].value() == .message(Message(text: "a")))
    }

    @Test func theTagOfAVariantIsNoUnknownKeyToIt() throws {
        enum Later: Polymorphic {
            case message(Lazy<Message>), counts(Lazy<[String: Int]>)
            static let variants = Variants<Later>(
                "type", .case("message", Later.message), .case("counts", Later.counts))
        }
        for keys in [KeyStrategy.asWritten, .caseInsensitive] {
            let decoder = ModelDecoder.with {
                $0.unknownKeys = .error
                $0.keys = keys
            }
            let json = #"[{"type":"message","text":"a"},{"text":"b","type":"message"},{"a":1,"type":"counts"}]"#
            let values = try decodeEveryWay([Later].self, json, decoder: decoder) { "\($0)" }
            guard case .message(let first) = values[0], case .message(let second) = values[1],
                case .counts(let counts) = values[2]
            else { throw CancellationError() }
            #expect(try first.value().text == "a")
            #expect(try second.value().text == "b")
            #expect(try counts.value() == ["a": 1])
        }
        let other = ModelDecoder.with { $0.unknownKeys = .error }
        let values = try other.decode([Later].self, from: #"[{"type":"message","text":"a","x":{"type":1}}]"#)
        guard case .message(let message) = values[0] else { throw CancellationError() }
        #expect(throws: ModelError.self) { try message.value() }
    }

    @Test func theyAreSharedBetweenThreads() async throws {
        let page = try ModelDecoder().decode([Lazy<[Int]>].self, from: "[[1, 2, 3]]")
        let lazy = page[0]
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<50 { group.addTask { try lazy.value() } }
            for try await value in group { #expect(value == [1, 2, 3]) }
        }
    }

    @Test func valuesAreCompared() throws {
        let lazies = try ModelDecoder().decode([Lazy<Int>].self, from: #"[1, 1.0, 2, "x", "x"]"#)
        #expect(lazies[0] == lazies[1])
        #expect(lazies[0] != lazies[2])
        #expect(lazies[2] != lazies[3])
        #expect(lazies[3] == lazies[4])
        #expect(Set(lazies).count == 3)
        #expect(Lazy(5).description == "5")
        #expect(lazies[3].description == #""x""#)
    }

    @Test func comparisonsAndHashesLeaveTheBytes() throws {
        let lazies = try ModelDecoder().decode([Lazy<Int>].self, from: #"[1.0, 1.00, "x"]"#)
        #expect(lazies[0] == lazies[1])
        #expect(lazies[1] != lazies[2])
        #expect(Set(lazies).count == 2)
        #expect(lazies.map { $0.rawJSON?.text } == ["1.0", "1.00", #""x""#])
        #expect(try ModelEncoder().encodeText(lazies) == #"[1.0,1.00,"x"]"#)
        #expect(try lazies[0].value() == 1)
        // Copies, too, are written as the value that the client has.
        #expect(try ModelEncoder().encodeText(Array(lazies.prefix(2))) == "[1,1.00]")
    }

    @Test func depthIsThatOfTheWholeDocument() {
        let decoder = ModelDecoder.with { $0.limits.depth = 3 }
        #expect(throws: ModelError.self) { try decoder.decode([Lazy<JSONValue>].self, from: "[[[[]]]]") }
        #expect(throws: Never.self) { try decoder.decode([Lazy<JSONValue>].self, from: "[[[]]]") }
    }
}
