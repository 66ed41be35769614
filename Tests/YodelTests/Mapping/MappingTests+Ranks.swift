import Testing

@testable import Yodel

@Suite("Several keys for one property")
struct MappingRankTests {
    struct Optional_: Model, Equatable {
        var value: Int?
        var after: String?
        static let mapping = Mapping(.map(\Optional_.value, to: "a", "b", "c"))
    }

    struct Required: Model, Equatable {
        var value: Int
        static let mapping = Mapping(.map(\Required.value, to: "a", "b", "c"))
    }

    struct Defaulted: Model, Equatable {
        var value: String
        static let mapping = Mapping(.map(\Defaulted.value, to: "a", "b", "c", default: "default"))
    }

    struct Initial: DefaultedModel {
        var value = -1
        static let mapping = Mapping(.map(\Initial.value, to: "a", "b", "c"))
    }

    /// The values of the three keys in a document, in an order.
    struct Document: CustomTestStringConvertible {
        /// The present keys, each with its value, or nil for null.
        var members: [(key: String, value: Int?)]

        var json: String {
            "{" + members.map { "\"\($0.key)\":\n\($0.value.map(String.init) ?? "null")" }.joined(separator: ", ")
                + " }"
        }
        var testDescription: String { json.replacing("\n", with: "") }

        /// The first value that is not null in the order of rank.
        var winner: Int? {
            ["a", "b", "c"].lazy.compactMap { key in members.first { $0.key == key }?.value }.first
        }

        /// The document with a mark before its first null.
        var markedAtNull: String {
            let null = json.firstRange(of: "null")!
            return json[..<null.lowerBound] + "▸" + json[null.lowerBound...]
        }

        var firstNullKey: String? { members.first { $0.value == nil }?.key }

        static let all: [Document] = {
            let orders = ["abc", "acb", "bac", "bca", "cab", "cba"]
            var seen: Set<String> = []
            var documents: [Document] = []
            for order in orders {
                for states in 0..<27 {
                    let state = ["a": states % 3, "b": states / 3 % 3, "c": states / 9]
                    let members = order.map(String.init).compactMap { key -> (key: String, value: Int?)? in
                        switch state[key]! {
                        case 0: nil
                        case 1: (key, nil)
                        default: (key, Int(key.utf8.first!))
                        }
                    }
                    let document = Document(members: members)
                    if seen.insert(document.json).inserted { documents.append(document) }
                }
            }
            return documents
        }()
    }

    @Test("The first that is not null wins by rank, in every order of the document", arguments: Document.all)
    func ranks(document: Document) throws {
        let value = try decodeEveryWay(Optional_.self, document.json).value
        #expect(value == document.winner)
        let decoder = ModelDecoder.with { $0.nulls = .useDefault }
        expectDecoded(Initial.self, document.json, as: document.winner ?? -1, decoder: decoder) { $0.value }
        if let winner = document.winner {
            #expect(try decodeEveryWay(Required.self, document.json).value == winner)
        } else if let key = document.firstNullKey {
            expectErrorAtMark(
                .nullValue, path: "$.\(key)", expected: "Int", found: "null", decoding: Required.self,
                document.markedAtNull)
        } else {
            expectErrorAtMark(
                .missingKeys, path: "$", missing: ["a"], decoding: Required.self, document.json.dropLast() + "▸}")
        }
    }

    @Test("Replaced values are destroyed; strings, lists and models are ranked like numbers")
    func kinds() {
        struct Kinds: Model, Equatable {
            var text: String
            var list: [Point]
            var point: Point?
            var dictionary: [String: String]
            @Indirect var next: Kinds?
            static let mapping = Mapping(
                .map(\Kinds.text, to: "t1", "t2"), .map(\Kinds.list, to: "l1", "l2"),
                .map(\Kinds.point, to: "p1", "p2"),
                .map(\Kinds.dictionary, to: "d1", "d2"), .map(\Kinds._next, to: "n1", "n2"))
        }
        let worse =
            #""t2":"worse, and longer than fifteen bytes","l2":[{"x":0,"y":0}],"p2":{"x":0,"y":0},"d2":{"a":"worse"},"#
            + #""n2":{"t1":"","l1":[],"d1":{}}"#
        let better =
            #""t1":"better, and longer than fifteen bytes","l1":[{"x":1,"y":2}],"p1":{"x":1,"y":2},"#
            + #""d1":{"b":"better"},"n1":{"t2":"inner","l2":[],"d2":{}}"#
        let expected = Kinds(
            text: "better, and longer than fifteen bytes", list: [Point(x: 1, y: 2)], point: Point(x: 1, y: 2),
            dictionary: ["b": "better"], next: Kinds(text: "inner", list: [], point: nil, dictionary: [:], next: nil))
        let cuts = Cuts(everySplitBelow: 1_000)
        expectDecoded(Kinds.self, "{\(worse),\(better)}", as: expected, cuts: cuts)
        expectDecoded(Kinds.self, "{\(better),\(worse)}", as: expected, cuts: cuts)
        expectDecoded(Kinds.self, "{\(worse),\(better),\(worse)}", as: expected, cuts: Cuts(chunkSizes: [7]))
    }

    struct Nullables: Model {
        var any: JSONValue
        var raw: RawJSON
        @Indirect var text: String?
        static let mapping = Mapping(
            .map(\Nullables.any, to: "a1", "a2"), .map(\Nullables.raw, to: "r1", "r2"),
            .map(\Nullables._text, to: "t1", "t2"))
    }

    @Test("Types that take null get it if there is no other value, in any order")
    func nullables() throws {
        func decode(_ json: String) throws -> [String] {
            func parts(_ model: Nullables) -> [String] { [model.any.description, model.raw.text, model.text ?? "nil"] }
            return parts(try decodeEveryWay(Nullables.self, json, comparing: parts))
        }
        #expect(try decode(#"{"a1":null,"r2":null,"t1":null}"#) == ["null", "null", "nil"])
        #expect(try decode(#"{"a1":null,"a2":1,"r2":2,"r1":null,"t1":null,"t2":"t"}"#) == ["1", "2", "t"])
        #expect(try decode(#"{"a2":1,"a1":null,"r1":null,"r2":[ 2 ],"t2":"t","t1":null}"#) == ["1", "[ 2 ]", "t"])
        #expect(try decode(#"{"a2":null,"a1":[1],"r1":{},"r2":null,"t2":null}"#) == ["[1]", "{}", "nil"])
        #expect(
            try decode(#"{"a2":{"k":[1]},"a1":[],"r2":[ 2 ],"r1":{"q": 1},"t2":"worse","t1":"t"}"#)
                == ["[]", #"{"q": 1}"#, "t"])
        expectErrorAtMark(.missingKeys, path: "$", missing: ["a1", "r1"], decoding: Nullables.self, "{▸}")
    }

    @Test("A null that a transform refuses leaves the value to another key, in any order")
    func refusedNulls() throws {
        struct Refused: Model, Equatable {
            var any: Int
            var optional: Int?
            static let mapping = Mapping(
                .transform(
                    \Refused.any, to: "a1", "a2",
                    by: Transform<JSONValue, Int> { value in
                        guard let number = value.intValue else { throw TestFailure() }
                        return number
                    }),
                .transform(
                    \Refused.optional, to: "o1", "o2",
                    by: Transform<JSONValue, Int?> { value in
                        guard let number = value.intValue else { throw TestFailure() }
                        return number
                    }))
        }
        expectDecoded(#"{"a2":null,"a1":1,"o1":null,"o2":2}"#, as: Refused(any: 1, optional: 2))
        expectDecoded(#"{"a1":null,"a2":1,"o2":2,"o1":null}"#, as: Refused(any: 1, optional: 2))
        expectDecoded(#"{"a1":1}"#, as: Refused(any: 1, optional: nil))
        expectErrorAtMark(.invalidValue, path: "$.a1", decoding: Refused.self, #"{"a1":▸null,"a2":null,"o1":2}"#)
        expectErrorAtMark(.invalidValue, path: "$.o2", decoding: Refused.self, #"{"o2":▸null,"a2":1}"#)
    }

    /// It is made of the first element, and of no `null`.
    private static let first = Transform<[Int], Int> { list in
        guard let number = list.first else { throw TestFailure() }
        return number
    }

    @Test("A null that makes an empty collection, or fits no variant, leaves the value to another key")
    func refusedElsewhere() throws {
        struct OfNull: Decodable {
            init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode(Int.self) }
        }
        enum Untagged: Polymorphic {
            case number(OfNull), text(String)
            static let variants = Variants<Untagged>(.untagged, .case(Untagged.number), .case(Untagged.text))
        }
        struct Refused: Model {
            var first: Int
            var either: Untagged
            static let mapping = Mapping(
                .transform(\Refused.first, to: "f1", "f2", by: MappingRankTests.first),
                .map(\Refused.either, to: "e1", "e2"))
        }
        let decoder = ModelDecoder.with { ($0.missingCollections, $0.badElements) = (.empty, .drop) }
        for json in [#"{"f1":null,"f2":[1],"e1":null,"e2":"a"}"#, #"{"f2":[1],"f1":null,"e2":"a","e1":null}"#] {
            let value = try #require(try decoder.decode([Refused].self, from: "[\(json)]").first)
            guard value.first == 1, case .text("a") = value.either else { throw TestFailure() }
        }
        expectErrorAtMark(
            .invalidValue, path: "$.f2", decoding: Refused.self, #"{"f2":▸null,"e1":"a"}"#, decoder: decoder)
        expectErrorAtMark(
            .noMatchingVariant, path: "$.e1", decoding: Refused.self, #"{"e1":▸null,"f1":[1],"e2":null}"#)
    }

    @Test("A refused null is in a report once, and in the drift where it is stored")
    func notesOfRefusedNulls() throws {
        struct Noted: Model, Equatable {
            var number: Int
            var any: Int
            var optional: Int?
            static let mapping = Mapping(
                .transform(
                    \Noted.number, to: "n1", "n2",
                    by: Transform<Int?, Int> { number in
                        guard let number else { throw TestFailure() }
                        return number
                    }),
                .transform(
                    \Noted.any, to: "a1", "a2",
                    by: Transform<JSONValue, Int> { value in
                        guard let number = value.intValue else { throw TestFailure() }
                        return number
                    }),
                .map(\Noted.any, default: 7),
                .transform(
                    \Noted.optional, to: "o1", "o2",
                    by: Transform<JSONValue, Int?> { value in
                        guard let number = value.intValue else { throw TestFailure() }
                        return number
                    }))
        }
        for json in [#"{"n1":"null","n2":1}"#, #"{"n2":1,"n1":"null"}"#] {
            let (report, drift) = (DecodingReport(), DriftReport())
            let decoder = ModelDecoder.with {
                $0.conversions = .lenient
                ($0.report, $0.drift) = (report, drift)
            }
            #expect(try decoder.decode(Noted.self, from: json) == Noted(number: 1, any: 7, optional: nil))
            let found = drift.findings.filter { $0.key == "n1" }
            #expect(Set(found.map(\.kind)) == [.converted, .null])
            #expect(found.allSatisfy { $0.count == 1 })
        }
        let report = DecodingReport()
        let decoder = ModelDecoder.with { ($0.mismatches, $0.report) = (.useDefault, report) }
        let value = try decoder.decode(Noted.self, from: #"{"n1":1,"a1":null,"o2":null}"#)
        #expect(value == Noted(number: 1, any: 7, optional: nil))
        #expect(report.errors.map(\.path.description) == ["$.a1", "$.o2"])
    }

    private static let lenient = ModelDecoder.with { $0.conversions = .lenient }

    @Test("A text that lenient decoding reads as null does not beat a value either")
    func nullWords() throws {
        struct Checked: Model, Equatable {
            var value: Int?
            static let mapping = Mapping(.map(\Checked.value, to: "a", "b"), .check(\Checked.value, .range(1...)))
        }
        for json in [#"{"a":"null","b":5}"#, #"{"b":5,"a":"null"}"#, #"{"a":5,"b":"null"}"#] {
            #expect(try decodeEveryWay(Optional_.self, json, decoder: Self.lenient).value == 5)
            #expect(try decodeEveryWay(Checked.self, json, decoder: Self.lenient).value == 5)
        }
        #expect(try decodeEveryWay(Optional_.self, #"{"b":"null"}"#, decoder: Self.lenient).value == nil)
    }

    enum Size: String { case small, null }

    @Test("Nor does one for an optional enum, unless it is a case")
    func nullWordsOfEnums() {
        struct Sized: Model, Equatable {
            var size: Size?
            var suit: Suit?
            var level: Priority?
            static let mapping = Mapping(
                .map(\Sized.size, to: "s1", "s2"), .map(\Sized.suit, to: "t1", "t2"),
                .map(\Sized.level, to: "l1", "l2"), .check(\Sized.level, Constraint("high") { $0 == .high }))
        }
        let values = #""s2":"small","t2":"clubs","l2":2"#
        let words = #""s1":"nil","t1":"null","l1":"(null)""#
        let expected = Sized(size: .small, suit: .clubs, level: .high)
        for json in ["{\(words),\(values)}", "{\(values),\(words)}"] {
            expectDecoded(Sized.self, json, as: expected, decoder: Self.lenient)
        }
        expectDecoded("{\(words)}", as: Sized(), decoder: Self.lenient)
        for json in [#"{"s1":"null","s2":"small"}"#, #"{"s2":"small","s1":"null"}"#] {
            expectDecoded(json, as: Sized(size: .null), decoder: Self.lenient)
        }
    }

    @Test("Nor does one for an Optional in a wrapper, or for one that a transform takes")
    func nullWordsInWrappers() throws {
        struct Wrapped: Model {
            @Indirect var value: Int?
            var text: String
            static let mapping = Mapping(
                .map(\Wrapped._value, to: "v1", "v2"),
                .transform(
                    \Wrapped.text, to: "t1", "t2", by: Transform { (number: Int?) in number.map { "\($0)" } ?? "-" }))
        }
        func decode(_ json: String) throws -> String {
            func text(_ model: Wrapped) -> String { (model.value.map { "\($0)" } ?? "nil") + " " + model.text }
            return text(try decodeEveryWay(Wrapped.self, json, decoder: Self.lenient, comparing: text))
        }
        for json in [
            #"{"v1":"null","v2":5,"t1":"null","t2":6}"#, #"{"v2":5,"v1":"null","t2":6,"t1":"null"}"#,
        ] {
            #expect(try decode(json) == "5 6")
        }
        #expect(try decode(#"{"v2":"null","t1":"nil"}"#) == "nil -")
    }

    @Test("A property that refuses null refuses a word for it, and the error says that it is a string")
    func refusedNullWords() {
        struct Strict: Model, Equatable {
            var value: Int?
            var suit: Suit?
            static let mapping = Mapping(
                .map(\Strict.value, to: "a", "b"), .onNull(\Strict.value, .error), .onNull(\Strict.suit, .error))
        }
        expectErrorAtMark(
            .nullValue, path: "$.b", expected: "Int", found: "a string that means null", decoding: Strict.self,
            #"{"b":▸"null"}"#, decoder: Self.lenient)
        expectErrorAtMark(
            .nullValue, path: "$.suit", expected: "Suit", found: #"the string "null""#, decoding: Strict.self,
            #"{"suit":▸"null"}"#, decoder: Self.lenient)
        expectDecoded(#"{"b":"null","a":1}"#, as: Strict(value: 1), decoder: Self.lenient)
    }

    @Test("A word for null means the default of an enum too")
    func nullWordsOfDefaultedEnums() {
        struct Suited: Model, Equatable {
            var suit: Suit
            var other: Suit
            static let mapping = Mapping(
                .default(\Suited.suit, .spades), .map(\Suited.other, to: "a", "b", default: .spades))
        }
        var decoder = Self.lenient
        decoder.nulls = .useDefault
        let json = #"{"suit":"null","a":"null","b":"clubs"}"#
        expectDecoded(json, as: Suited(suit: .spades, other: .clubs), decoder: decoder)
        expectErrorAtMark(
            .invalidValue, path: "$.suit", decoding: Suited.self, #"{"suit":▸"null"}"#, decoder: Self.lenient)
    }

    struct Seven: Model, Equatable {
        var value: Int
        static let mapping = Mapping(.map(\Seven.value, to: "a", "b", default: 7))
    }

    @Test("The hint for such a text does not depend on the order of the keys", arguments: ["", #""a":1,"#])
    func hintForNullWords(before: String) {
        let error = refusal(of: Seven.self, #"{\#(before)"b":"null"}"#, decoder: .with { $0.nulls = .useDefault })
        #expect(error.hasSuffix("; conversions = .lenient converts it"), "\(error)")
    }

    @Test("Such a text is a mismatch, with several keys as with one, unless null is a value or means the default")
    func nullWordsThatAreNoValues() throws {
        func expectMismatch<Value>(_ type: Value.Type, _ path: String, _ json: String) {
            expectErrorAtMark(
                .typeMismatch, path: path, expected: "Int", found: #"the string "null""#, decoding: type, json,
                decoder: Self.lenient)
        }
        for (path, json) in [
            ("$.a", #"{"a":▸"null"}"#), ("$.b", #"{"b":▸"null","a":1}"#), ("$.b", #"{"a":1,"b":▸"null"}"#),
        ] {
            expectMismatch(Required.self, path, json)
            expectMismatch(Seven.self, path, json)
        }
        var useDefault = Self.lenient
        useDefault.nulls = .useDefault
        #expect(try decodeEveryWay(Seven.self, #"{"a":"null"}"#, decoder: useDefault).value == 7)
        for json in [#"{"b":"null","a":1}"#, #"{"a":1,"b":"null"}"#] {
            #expect(try decodeEveryWay(Seven.self, json, decoder: useDefault).value == 1)
        }
    }

    @Test("A default is used if none of the keys is present")
    func defaulted() throws {
        #expect(try decodeEveryWay(Defaulted.self, "{}").value == "default")
        #expect(try decodeEveryWay(Defaulted.self, #"{"c":"c","a":null}"#).value == "c")
        expectErrorAtMark(
            .nullValue, path: "$.b", expected: "String", found: "null", decoding: Defaulted.self, "{\"b\":\n ▸null}")
        let decoder = ModelDecoder.with { $0.nulls = .useDefault }
        #expect(try decodeEveryWay(Defaulted.self, #"{"b":null,"c":null}"#, decoder: decoder).value == "default")
        expectErrorAtMark(
            .nullValue, path: "$.c", expected: "Int", decoding: Required.self, #"{"c":▸null,"b":null}"#,
            decoder: decoder)
    }

    struct Ranked<Value>: Model {
        var value: Value
        static var mapping: Mapping { Mapping(.map(\Self.value, to: "good", "bad")) }
    }

    @Test("A value of a lower rank must also match, before the better one or after it, or be null")
    func worseRanks() throws {
        func expect<Value: Equatable>(
            _ value: Value, _ good: String, bad: String, _ code: ModelError.Code, path: String = "",
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            for members in [#""good":\#(good),"bad":\#(bad)"#, #""bad":\#(bad),"good":\#(good)"#] {
                expectErrorAtMark(
                    code, path: "$.bad" + path, decoding: Ranked<Value>.self, "{\(members)}",
                    sourceLocation: sourceLocation)
            }
            for members in [#""good":\#(good),"bad":null"#, #""bad":null,"good":\#(good)"#] {
                let ranked = try decodeEveryWay(
                    Ranked<Value>.self, "{\(members)}", sourceLocation: sourceLocation
                ) { $0.value }
                #expect(ranked.value == value, sourceLocation: sourceLocation)
            }
            let both = try decodeEveryWay(
                Ranked<Value>.self, #"{"good":\#(good),"bad":\#(good)}"#, sourceLocation: sourceLocation
            ) { $0.value }
            #expect(both.value == value, sourceLocation: sourceLocation)
        }
        try expect(1, "1", bad: #"▸"1""#, .typeMismatch)
        try expect("long enough to be on the heap", #""long enough to be on the heap""#, bad: "▸[]", .typeMismatch)
        try expect([1, 2], "[1,2]", bad: "[1,▸null]", .nullValue, path: "[1]")
        try expect(Point(x: 1, y: 2), #"{"x":1,"y":2}"#, bad: #"{"x":1▸}"#, .missingKeys)
        try expect([Point(x: 1, y: 2)], #"[{"x":1,"y":2}]"#, bad: #"[{"x":1,"y":▸1.5}]"#, .inexactNumber, path: "[0].y")
        try expect(["a": "b"] as [String: String]?, #"{"a":"b"}"#, bad: #"{"c":"d","e":▸1}"#, .typeMismatch, path: ".e")
        try expect(Suit.clubs, #""clubs""#, bad: #"▸"hearts""#, .invalidValue)
        try expect(Parity.odd, #""odd""#, bad: "▸7", .invalidValue)
    }

    @Test("Of a duplicate key the last value counts, or the first, or it is an error")
    func duplicates() throws {
        var decoder = ModelDecoder()
        #expect(try decodeEveryWay(Required.self, #"{"b":1,"b":2}"#).value == 2)
        #expect(try decodeEveryWay(Required.self, #"{"b":1,"a":3,"b":2,"a":4}"#).value == 4)
        decoder.duplicateKeys = .first
        #expect(try decodeEveryWay(Required.self, #"{"b":1,"b":2}"#, decoder: decoder).value == 1)
        #expect(try decodeEveryWay(Required.self, #"{"b":1,"a":3,"b":2,"a":4}"#, decoder: decoder).value == 3)
        decoder.duplicateKeys = .error
        #expect(try decodeEveryWay(Required.self, #"{"b":1,"a":3}"#, decoder: decoder).value == 3)
        for json in [
            #"{"b":1,▸"b":2}"#, #"{"b":null,▸"b":2}"#, #"{"b":1,▸"b":null}"#, #"{"a":1,"b":2,▸"b":2}"#,
            #"{"b":1,"a":2,▸"b":3}"#,
        ] {
            expectErrorAtMark(.duplicateKey, path: "$.b", decoding: Required.self, json, decoder: decoder)
        }
    }

    @Test("Ranked keys of many properties and in many objects are independent")
    func many() {
        struct Row: Model, Equatable {
            var a: Int
            var b: Int?
            static let mapping = Mapping(.map(\Row.a, to: "a", "x"), .map(\Row.b, to: "b", "x", "y"))
        }
        expectDecoded(
            #"[{"x":1},{"a":2},{"y":3,"x":4,"a":5},{"b":6,"x":7,"y":8}]"#,
            as: [Row(a: 1, b: 1), Row(a: 2, b: nil), Row(a: 5, b: 4), Row(a: 7, b: 6)])
    }

    @Test("There may be up to 64 keys, and the last counts like the first")
    func manyKeys() throws {
        struct Many: Model, Equatable {
            var value: Int
            static let mapping = Mapping(entries: [
                Mapping.Entry(keyPath: \Many.value, keys: (0..<64).map { .literal("k\($0)") })
            ])
        }
        let json = "{" + (0..<64).reversed().map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        #expect(try decodeEveryWay(Many.self, json, cuts: Cuts(chunkSizes: [64])).value == 0)
        #expect(try decodeEveryWay(Many.self, #"{"k63":63}"#).value == 63)
    }
}
