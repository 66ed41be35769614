import Foundation
import Testing

@testable import Yodel

@Suite("Dictionary fields")
struct DictionaryFieldTests {
    struct Code: RawRepresentable, Hashable { var rawValue: String }

    struct EvenNumber: RawRepresentable, Hashable {
        var rawValue: Int
        init?(rawValue: Int) {
            guard rawValue.isMultiple(of: 2) else { return nil }
            self.rawValue = rawValue
        }
    }

    struct Wrapped: RawRepresentable, Hashable { var rawValue: Suit }

    @Test("Keys are strings, with any text")
    func stringKeys() {
        expectEverywhere("{}", is: [String: Int]())
        expectEverywhere(#"{"a":1,"":2,"b.c":3,"\"\u00e9":4}"#, is: ["a": 1, "": 2, "b.c": 3, "\"é": 4])
        expectEverywhere(#"{"a":"x","b":""}"#, is: ["a": "x", "b": ""])
        expectEverywhere(#"{"a":null,"b":1}"#, is: ["a": nil, "b": 1] as [String: Int?])
        expectEverywhere(#"{"a":1}"#, is: [Substring("a"): 1])
        expectEverywhere(#"{"é":1,"\uD83D\uDE00":2}"#, is: [Character("é"): 1, "😀": 2])
    }

    @Test("Values are of any type")
    func values() {
        expectEverywhere(#"{"a":{"x":1,"y":2}}"#, is: ["a": Point(x: 1, y: 2)])
        expectEverywhere(#"{"a":{"b":{"c":[]}},"d":{}}"#, is: ["a": ["b": ["c": [Int]()]], "d": [:]])
        expectEverywhere(#"{"a":[{"x":1,"y":2}]}"#, is: ["a": [Point(x: 1, y: 2)]])
        expectEverywhere(#"{"a":null}"#, is: ["a": JSONValue.null])
    }

    @Test("Keys are integers of every width, from the smallest to the largest")
    func integerKeys() {
        func expectKeys<Key: FixedWidthInteger & Sendable>(
            _: Key.Type, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            expectEverywhere(
                #"{"\#(Key.min)":1,"\#(Key.max)":2,"7":3}"#, is: [Key.min: 1, Key.max: 2, 7: 3],
                sourceLocation: sourceLocation)
            expectBadKey("1\(Key.max)", [Key: Int].self, key: "\(Key.self)", sourceLocation: sourceLocation)
            for text in ["", "a", "1.5", "1.0", "1e0", "01", "+1", " 1", "1 ", "0x10", "1_000", "--1"] {
                expectBadKey(text, [Key: Int].self, key: "\(Key.self)", sourceLocation: sourceLocation)
            }
            if !Key.isSigned { expectBadKey("-1", [Key: Int].self, key: "\(Key.self)", sourceLocation: sourceLocation) }
        }
        for type in allIntegerTypes { expectKeys(type) }
    }

    @Test("Keys are enums and other types with raw values, and UUIDs")
    func otherKeys() {
        expectEverywhere(#"{"clubs":1,"spades":2}"#, is: [Suit.clubs: 1, .spades: 2])
        expectEverywhere(#"{"2":"a"}"#, is: [Priority.high: "a"])
        expectEverywhere(#"{"any":1}"#, is: [Code(rawValue: "any"): 1])
        expectEverywhere(#"{"4":1,"-2":2}"#, is: [EvenNumber(rawValue: 4)!: 1, EvenNumber(rawValue: -2)!: 2])
        expectEverywhere(#"{"spades":1}"#, is: [Wrapped(rawValue: .spades): 1])
        let uuid = UUID(uuidString: "0E984725-C51C-4BF4-9960-E1C80E27ABA0")!
        expectEverywhere(#"{"0E984725-C51C-4BF4-9960-E1C80E27ABA0":1}"#, is: [uuid: 1])
        expectEverywhere(#"{"0e984725-c51c-4bf4-9960-e1c80e27aba0":1}"#, is: [uuid: 1])
        expectBadKey("hearts", [Suit: Int].self, key: "Suit")
        expectBadKey("3", [Priority: Int].self, key: "Priority")
        expectBadKey("high", [Priority: Int].self, key: "Priority")
        expectBadKey("5", [EvenNumber: Int].self, key: "EvenNumber")
        expectBadKey("0E984725", [UUID: Int].self, key: "UUID")
        expectBadKey("ab", [Character: Int].self, key: "Character")
    }

    /// Expects that a key is refused at its opening quote.
    private func expectBadKey<Value>(
        _ text: String, _ type: Value.Type, key: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectError(
            .typeMismatch, at: 12, line: 2, column: 2, path: "$.value\(JSONPath([.key(text)]).description.dropFirst())",
            expected: "a key of type \(key)", found: "the key \"\(text)\"", decoding: OneField<Value>.self,
            "{\"value\":{\n \"\(text)\":1}}", sourceLocation: sourceLocation)
    }

    @Test("A value that does not match is refused under its key, as the document spells it")
    func valueOfWrongType() {
        expectRefusedEverywhere(
            #"{"a":1,"b c":"2"}"#, as: [String: Int].self, .typeMismatch, expected: "Int", found: #"the string "2""#,
            namesType: false, offset: 13, path: #"["b c"]"#)
        expectRefusedEverywhere(
            #"{"7":[1,null]}"#, as: [UInt8: [Int]].self, .nullValue, expected: "Int", found: "null", namesType: false,
            offset: 8, path: #"["7"][1]"#)
        expectRefusedEverywhere(
            #"{"spades":1,"clubs":[]}"#, as: [Suit: Int].self, .typeMismatch, expected: "Int", found: "an array",
            namesType: false, offset: 20, path: ".clubs")
        expectRefusedEverywhere(
            #"{"0e984725-c51c-4bf4-9960-e1c80e27aba0":true}"#, as: [UUID: Int].self, .typeMismatch, expected: "Int",
            found: "true", namesType: false, offset: 40, path: #"["0e984725-c51c-4bf4-9960-e1c80e27aba0"]"#)
        expectRefusedEverywhere(
            #"{"a":{"x":1}}"#, as: [String: Point].self, .missingKeys, expected: nil, namesType: false,
            offset: 11, path: ".a")
    }

    @Test("Only an object decodes to a dictionary")
    func mismatches() {
        expectMismatchEverywhere([String: Int].self, name: "[String: Int]", for: JSONLiteral.all(but: .object))
        expectMismatchEverywhere([Int: [String]].self, name: "[Int: [String]]", for: JSONLiteral.all(but: .object))
    }

    @Test("Of a duplicate key the last value counts, for any type of key")
    func duplicates() {
        expectDecoded([String: Int].self, #"{"a":1,"b":2,"a":3}"#, as: ["a": 3, "b": 2])
        expectDecoded([Suit: [Int]].self, #"{"clubs":[1],"clubs":[2]}"#, as: [.clubs: [2]])
        var decoder = ModelDecoder()
        decoder.duplicateKeys = .first
        expectDecoded([Int: String].self, #"{"1":"a","1":"b"}"#, as: [1: "a"], decoder: decoder)
        decoder.duplicateKeys = .error
        expectErrorAtMark(
            .duplicateKey, path: "$.a", decoding: [String: Int].self, #"{"a":1,"b":2,▸"a":3 }"#, decoder: decoder)
        expectErrorAtMark(
            .duplicateKey, path: "$.clubs", decoding: [Suit: [Int]].self, #"{"clubs":[],▸"clubs":[]}"#,
            decoder: decoder)
    }

    @Test("Dictionaries grow beyond any buffer: 10,000 keys")
    func growth() throws {
        let cuts = Cuts(chunkSizes: [61, 4_096])
        let strings = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("key number \($0)", "value \($0)") })
        let points = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ($0, Point(x: $0, y: 1)) })
        func document<Key, Value>(_ dictionary: [Key: Value], _ value: (Value) -> String) -> String {
            "{" + dictionary.map { "\"\($0)\":\(value($1))" }.joined(separator: ",") + "}"
        }
        expectDecoded([String: String].self, document(strings) { "\"\($0)\"" }, as: strings, cuts: cuts)
        expectDecoded([Int: Point].self, document(points) { #"{"x":\#($0.x),"y":1}"# }, as: points, cuts: cuts)
        #expect(try decodeEveryWay(JSONObject.self, document(strings) { "\"\($0)\"" }, cuts: cuts).count == 10_000)
    }
}
