import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// A tree of JSON values is decoded like its text.
@Suite struct TreeTests {
    private struct Book: Model, Equatable {
        var title: String
        var pages: Int
        var price: Decimal?
        var author: Author?
        var tags: [String]
        var editions: [String: Author]
        var any: JSONValue?
        var raw: RawJSON?
        @Indirect var boxed: Author?
    }

    private static let tree: JSONValue = [
        "title": "Dune \"\u{1F600}\"", "pages": 412, "price": 9.95, "author": ["name": "Frank", "born": nil],
        "tags": ["a", "b\n"], "editions": ["1": ["name": "x", "born": 1], "é": ["name": "y"]],
        "any": ["z": [1, nil, true, [:], []], "a": -0.5], "raw": ["k": [1, "two\"", ["x": nil]], "l": [:]],
        "unknown": [["deep": [1]]], "boxed": ["name": "b"],
    ]

    @Test func aTreeIsDecodedAsItsText() throws {
        let book = try ModelDecoder().decode(Book.self, from: Self.tree)
        #expect(book == (try ModelDecoder().decode(Book.self, from: Self.tree.text())))
        #expect(book.pages == 412)
        #expect(book.price == Decimal(string: "9.95"))
        #expect(book.raw?.text == #"{"k":[1,"two\"",{"x":null}],"l":{}}"#)
        #expect(book.any?.text() == #"{"z":[1,null,true,{},[]],"a":-0.5}"#)
    }

    @Test(arguments: [
        #"null"#, "true", "-1.5e3", #""text""#, "[]", "{}", "[1,[2,[3,[]]],{}]", #"{"a":{"b":{"c":[null,false]}}}"#,
        "12345678901234567890123456789", "1e400", #"["\u0000","\"\\/","é","😀"]"#, #"{"":{"":[""]},"é":1}"#,
    ])
    func everyKindOfDocumentIsTheSame(json: String) throws {
        let tree = try ModelDecoder().decode(JSONValue.self, from: json)
        #expect(try ModelDecoder().decode(JSONValue.self, from: tree).text() == tree.text())
        #expect(try ModelDecoder().decode(RawJSON.self, from: tree).text == tree.text())
        #expect(TreeOutcomes(JSONValue.self, tree).difference(equal: ==) == nil)
        #expect(TreeOutcomes([RawJSON].self, tree).difference(equal: ==) == nil)
        #expect(TreeOutcomes([String: RawJSON?].self, tree).difference(equal: ==) == nil)
        #expect(TreeOutcomes(Double.self, tree).difference(equal: ==) == nil)
        #expect(TreeOutcomes([Int8?].self, tree).difference(equal: ==) == nil)
        #expect(TreeOutcomes(String?.self, tree).difference(equal: ==) == nil)
    }

    // MARK: - At random

    private static let types: [any RandomModel.Type] = [
        RandomModels.Flat.self, RandomModels.Nested.self, RandomModels.Node.self, RandomModels.Keyed.self,
        RandomModels.Values.self, RandomModels.Mapped.self, RandomModels.Tree.self,
    ]

    private func decoder(_ random: inout RandomJSON) -> ModelDecoder {
        var decoder = ModelDecoder.randomlyLoose(&random)
        if random.chance(4) { decoder.allowsFragments = false }
        if random.chance(4) {
            decoder.limits = ParserLimits(
                depth: random.count(1...8), keyBytes: random.count(3...20), numberCharacters: random.count(2...20),
                keysPerObject: random.count(1...8))
        }
        return decoder
    }

    @Test func randomTreesAreDecodedAsTheirTexts() {
        var accepted = 0
        var complaints = 0
        for seed in RandomCases.seeds where complaints < 3 {
            var random = RandomJSON(seed: seed &* 11)
            let type = random.pick(Self.types)
            func check<Value: RandomModel>(_ type: Value.Type, _ random: inout RandomJSON) -> String? {
                let json = random.chance(8) ? String(decoding: random.anyDocument(), as: UTF8.self) : type.json(&random)
                guard let tree = try? ModelDecoder().decode(JSONValue.self, from: json) else { return nil }
                let outcomes = TreeOutcomes(type, tree, decoder: decoder(&random))
                if case .success = outcomes.ofValue { accepted += 1 }
                return outcomes.difference(equal: ==).map { "\(tree.text()): \($0)" }
            }
            guard let complaint = check(type, &random) else { continue }
            complaints += 1
            Issue.record("seed \(seed): \(complaint)")
        }
        #expect(accepted > RandomCases.count / 4, "too many documents are refused to show much")
    }

    // MARK: - Errors

    private let strings = "expected at most 3 bytes (stringLimit); a higher limits.stringBytes allows it"
    private let levels = "expected at most 2 levels (depthLimit); a higher limits.depth allows it"
    private let characters = "expected at most 2 characters (numberLimit); a higher limits.numberCharacters allows it"

    @Test func theLimitsHold() {
        func refusal(_ tree: JSONValue, _ configure: (inout ParserLimits) -> Void) -> String {
            treeRefusal(of: JSONValue.self, tree, decoder: .with { configure(&$0.limits) })
        }
        #expect(refusal([[[]]]) { $0.depth = 2 } == "$[0][0]: \(levels)")
        #expect(refusal(["a": "éé"]) { $0.stringBytes = 3 } == "$.a: \(strings)")
        #expect(refusal(["ab": ["abcd": 1]]) { $0.stringBytes = 3 } == "$.ab: \(strings)")
        #expect(
            refusal(["abcd": 1]) { $0.keyBytes = 3 }
                == "$: expected at most 3 bytes (keyLimit); a higher limits.keyBytes allows it")
        #expect(refusal([1, 123]) { $0.numberCharacters = 2 } == "$[1]: \(characters)")
        #expect(
            refusal(["a": 1, "b": 2]) { $0.keysPerObject = 1 }
                == "$: expected at most 1 key (keyCountLimit); a higher limits.keysPerObject allows it")
        #expect(refusal([[[]]]) { $0.depth = 3 } == "accepted: [[[]]]")
    }

    /// An object that is kept as its bytes sends no events for its members, but they are checked.
    @Test func theLimitsHoldWithinRawJSON() {
        func refusal(_ tree: JSONValue, _ configure: (inout ParserLimits) -> Void) -> String {
            treeRefusal(of: RawJSON.self, tree, decoder: .with { configure(&$0.limits) })
        }
        #expect(refusal(["a": [[]]]) { $0.depth = 2 } == "$: \(levels)")
        #expect(refusal(["a": ["abcd"]]) { $0.stringBytes = 3 } == "$: \(strings)")
        #expect(refusal(["a": 123]) { $0.numberCharacters = 2 } == "$: \(characters)")
        #expect(refusal(["a": [123], "b": 1]) { $0.depth = 2 } == #"accepted: {"a":[123],"b":1}"#)
    }

    private enum Either: Polymorphic, Equatable {
        case number(Int), text(String)
        static let variants: Variants<Either> = Variants(.untagged, .case(Either.number), .case(Either.text))
    }

    /// As in a document, a value is kept until its variant is known.
    @Test func theLimitOfKeptBytesHoldsForScalars() throws {
        let decoder = ModelDecoder.with { $0.limits.bufferedBytes = 5 }
        #expect(try decoder.decode([Either].self, from: ["abc", 12345]) == [.text("abc"), .number(12345)])
        for tree in [["abcd"], [123_456], [["a": [1, 2]], "abcd"]] as [JSONValue] {
            #expect(TreeOutcomes([Either].self, tree, decoder: decoder).difference(equal: ==) == nil)
            #expect(treeRefusal(of: [Either].self, tree, decoder: decoder).contains("at most 5 bytes (bufferLimit)"))
        }
    }

    @Test func unusedValuesAreNotRead() throws {
        var deep: JSONValue = 1
        for _ in 0..<1_000 { deep = [deep] }
        #expect(try ModelDecoder().decode(Author.self, from: ["name": "x", "unknown": deep]).name == "x")
    }

    /// 100,000 levels, which are then released from the outside in.
    @Test func aTreeOfAnyDepthEndsInAnError() {
        var deep: JSONValue = 1
        for level in 0..<100_000 { deep = level % 2 == 0 ? [deep] : ["a": deep] }
        for type in [JSONValue.self, RawJSON.self, Book.self] as [Any.Type] {
            func code<Value>(_ type: Value.Type) -> ModelError.Code? {
                modelError { try ModelDecoder().decode(type, from: deep) }?.code
            }
            let expected: ModelError.Code = type == Book.self ? .missingKeys : .depthLimit
            #expect(_openExistential(type, do: code) == expected)
        }
        while true {
            if case .array(let elements) = deep, let next = elements.first {
                deep = next
            } else if case .object(let object) = deep, let next = object["a"] {
                deep = next
            } else {
                break
            }
        }
    }

    // MARK: - Options

    @Test func unknownKeysAreCollectedWithoutOffsets() throws {
        let collector = UnknownKeyCollector()
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        _ = try decoder.decode(Author.self, from: ["name": "x", "a": 1, "b": ["c": 2]])
        #expect(collector.keys.map(\.description) == ["$.a (offset 0)", "$.b (offset 0)"])
    }

    private struct Shared: Model, Equatable {
        var list: [Int]
        var raw: RawJSON
        var inner: [RawJSON]
        var deep: String

        static let mapping = Mapping(
            .map(\Shared.list, to: "a"), .map(\Shared.raw, to: "a"), .map(\Shared.inner, to: "a"),
            .map(\Shared.deep, to: "b.c"))
    }

    @Test func oneValueServesSeveralProperties() throws {
        let shared = try ModelDecoder().decode(Shared.self, from: ["x": 0, "a": [10, 200], "b": ["c": "d"]])
        #expect(shared.list == [10, 200])
        #expect(shared.raw.text == "[10,200]")
        #expect(shared.inner.map(\.text) == ["10", "200"])
        #expect(shared.deep == "d")
        #expect(
            treeRefusal(of: Shared.self, ["a": [1, "x"], "b": 1] as JSONValue)
                == "$.a[1]: expected Int, found the string \"x\" (typeMismatch)")
    }

    // MARK: - Updates

    @Test func aModelIsUpdatedFromATree() throws {
        var book = try ModelDecoder().decode(Book.self, from: Self.tree)
        var expected = book
        let patch: JSONValue = ["pages": 1, "author": ["born": 1920], "tags": [], "price": nil]
        try ModelDecoder().update(&book, from: patch)
        try ModelDecoder().update(&expected, from: patch.text())
        #expect(book == expected)
        #expect(book.author == Author(name: "Frank", born: 1920))
    }

    // MARK: - Encoding

    private struct Signed: Model, Equatable {
        var double: Double
        var float: Float
        var number: JSONNumber
    }

    @Test(arguments: ["-0", "-0.0", "-0e5", "-0.00"])
    func aNegativeZeroKeepsItsSignInATree(_ literal: String) throws {
        let number = try #require(JSONNumber(text: literal))
        let tree = try JSONValue.array([.number(number), 0, 0.0]).tree(null: NSNull())
        let numbers = try #require(tree as? [Any])
        #expect(numbers.map { $0 is Double } == [true, false, false])
        #expect((numbers[0] as? Double)?.sign == .minus)
        #expect(numbers[1] as? Int == 0)
        #expect(numbers[2] as? Int == 0)

        let signed = Signed(double: -0.0, float: -0.0, number: number)
        let copy = try ModelDecoder().decode(Signed.self, fromTree: ModelEncoder().encodeTree(signed, null: NSNull()))
        #expect(copy == signed)
        #expect(copy.double.sign == .minus)
        #expect(copy.float.sign == .minus)
        #expect(copy.number.double?.sign == .minus)
        #expect(try ModelDecoder().decode([Int].self, fromTree: tree) == [0, 0, 0])
    }
}
