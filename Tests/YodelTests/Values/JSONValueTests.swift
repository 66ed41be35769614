import Foundation
import Testing

@testable import Yodel

@Suite("JSONValue")
struct JSONValueTests {
    static let sample: JSONValue = [
        "title": "Dune",
        "year": 1965,
        "rating": 4.25,
        "read": true,
        "lent": nil,
        "editions": [["year": 1965], ["year": 1984]],
    ]

    @Test("has seventeen bytes, a tag more than a string")
    func size() {
        #expect(MemoryLayout<JSONValue>.size == MemoryLayout<String>.size + 1)
    }

    // MARK: Access

    @Test("literals give the case they look like")
    func literals() {
        #expect(Self.sample["title"] == .string("Dune"))
        #expect(Self.sample["year"] == .number(1965))
        #expect(Self.sample["rating"] == .number(4.25))
        #expect(Self.sample["read"] == .bool(true))
        #expect(Self.sample["lent"] == .some(.null))
        #expect(Self.sample["editions"] == .array([.object(["year": 1965]), .object(["year": 1984])]))
        let name = "Dune"
        #expect("\(name) II" as JSONValue == .string("Dune II"))
    }

    @Test("initialisers take values of Swift's types")
    func initialisers() {
        let (flag, name, count, ratio) = (true, "x", UInt8(3), 0.5)
        #expect(JSONValue(flag) == .bool(true))
        #expect(JSONValue(name) == .string("x"))
        #expect(JSONValue(count) == .number(3))
        #expect(JSONValue(ratio) == .number(0.5))
        #expect(JSONValue(Double.nan) == nil)
    }

    @Test("accessors give the value of their case and nil for the others")
    func accessors() {
        let values: [JSONValue] = [nil, true, 1, "s", [1], ["k": 1]]
        #expect(values.map(\.isNull) == [true, false, false, false, false, false])
        #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil])
        #expect(values.map(\.numberValue) == [nil, nil, 1, nil, nil, nil])
        #expect(values.map(\.intValue) == [nil, nil, 1, nil, nil, nil])
        #expect(values.map(\.doubleValue) == [nil, nil, 1, nil, nil, nil])
        #expect(values.map(\.stringValue) == [nil, nil, nil, "s", nil, nil])
        #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, [1], nil])
        #expect(values.map(\.objectValue) == [nil, nil, nil, nil, nil, ["k": 1]])
    }

    @Test("subscripts descend as far as the shape allows")
    func descent() {
        #expect(Self.sample["editions"]?[1]?["year"]?.intValue == 1984)
        #expect(Self.sample["editions"]?[2] == nil)
        #expect(Self.sample["editions"]?[-1] == nil)
        #expect(Self.sample["editions"]?["year"] == nil)
        #expect(Self.sample["absent"] == nil)
        #expect(Self.sample[0] == nil)
    }

    @Test("subscripts change, add and remove")
    func changes() {
        var value = Self.sample
        value["editions"]?[0]?["year"] = 1966
        value["publisher"] = "Chilton"
        value["rating"] = nil
        value["editions"]?[1] = nil
        #expect(
            value.description
                == #"{"title":"Dune","year":1965,"read":true,"lent":null,"editions":[{"year":1966}],"publisher":"Chilton"}"#
        )
        #expect(Self.sample["year"] == 1965)
        #expect(Self.sample["editions"]?.arrayValue?.count == 2)
    }

    @Test("assigning to a value of another shape changes nothing")
    func ignoredChanges() {
        for original: JSONValue in [nil, true, 1, "s", [1], ["k": 1]] {
            var value = original
            value[1] = 2
            value[-1] = 2
            value[Int.max] = nil
            #expect(value == original)
            if original.objectValue == nil {
                value["k"] = 2
                #expect(value == original)
            }
        }
    }

    // MARK: Equality

    @Test("deep values are compared, hashed and released on a small stack")
    func deepEquality() {
        let areEqual = onStack(of: 512 << 10) { () -> [Bool] in
            func nested(_ depth: Int, _ innermost: JSONValue) -> JSONValue {
                (0..<depth).reduce(innermost) { value, level in level % 2 == 0 ? [value, 1] : ["key": value] }
            }
            let value = nested(512, 1)
            return [
                value == nested(512, 1), value == nested(512, 2), value == nested(510, 1), value == value,
                value.hashValue == nested(512, 1).hashValue,
            ]
        }
        #expect(areEqual == [true, false, false, true, true])
    }

    @Test("values of different kinds are never equal")
    func kinds() {
        let values: [JSONValue] = [nil, false, 0, "", [], [:], true, 1, "1", [nil], ["": nil]]
        for (left, right) in values.indices.flatMap({ left in values.indices.map { (left, $0) } }) {
            #expect((values[left] == values[right]) == (left == right))
        }
        #expect(Set(values).count == values.count)
    }

    @Test("equality is by meaning at every level")
    func meaning() throws {
        let spelled = JSONValue.array([.object(["a": .number(try #require(JSONNumber(text: "1.0e0"))), "b": nil])])
        let plain: JSONValue = [["b": nil, "a": 1]]
        #expect(spelled == plain)
        #expect(spelled.hashValue == plain.hashValue)
    }

    // MARK: Text

    @Test("compact text is the value and nothing else")
    func compactText() {
        let text =
            #"{"title":"Dune","year":1965,"rating":4.25,"read":true,"lent":null,"#
            + #""editions":[{"year":1965},{"year":1984}]}"#
        #expect(Self.sample.text() == text)
        #expect(Self.sample.description == text)
        #expect(Self.sample.debugDescription == "JSONValue(\(text))")
    }

    @Test("pretty text has every member on its own line")
    func prettyText() {
        let value: JSONValue = ["a": [1, [], [:], [2]], "b": ["c": nil]]
        #expect(
            value.text(pretty: true) == """
                {
                  "a": [
                    1,
                    [],
                    {},
                    [
                      2
                    ]
                  ],
                  "b": {
                    "c": null
                  }
                }
                """)
    }

    @Test("an option sorts keys at every level")
    func sortedText() {
        let value: JSONValue = ["b": ["z": 1, "y": 2], "a": 3, "é": 4, "Z": 5]
        #expect(value.text(sortedKeys: true) == #"{"Z":5,"a":3,"b":{"y":2,"z":1},"é":4}"#)
        #expect(value.text() == #"{"b":{"z":1,"y":2},"a":3,"é":4,"Z":5}"#)
    }

    @Test(
        "strings are escaped where JSON requires it",
        arguments: [
            ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
            ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\u{0}\u{F}\u{10}\u{1F}", #""\u0000\u000f\u0010\u001f""#),
            ("a\"b\nc", #""a\"b\nc""#), ("é €😀\u{7F}\u{2028}", "\"é €😀\u{7F}\u{2028}\""),
        ])
    func escapes(string: String, text: String) {
        #expect(JSONValue.string(string).text() == text)
        #expect(JSONValue.object([string: 1]).text() == "{\(text):1}")
    }

    @Test("Foundation reads back every character")
    func escapesReadBack() throws {
        let everything = String(String.UnicodeScalarView((0...0x2FFF).compactMap(Unicode.Scalar.init)))
        let text = JSONValue.array([.string(everything)]).text()
        #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == [everything])
    }

    @Test("text of any depth is written")
    func deepText() {
        var value: JSONValue = []
        for _ in 0..<100_000 { value = ["k": [value]] }
        #expect(value.text().utf8.count == 100_000 * #"{"k":[]}"#.utf8.count + 2)
        // Taken apart from the outside in, as the documentation recommends.
        while let inner = value["k"]?[0] { value = inner }
        #expect(value == [])
    }

    @Test("text is also written near the end of the stack, where documents are refused")
    func textAtEndOfStack() {
        let (text, code) = atEndOfStack {
            (Self.sample["editions"]?.text(), modelError { try ModelEncoder().encode([1]) }?.code)
        }
        #expect(text == #"[{"year":1965},{"year":1984}]"#)
        #expect(code == .depthLimit)
    }

    // MARK: Codable

    @Test("passes through Foundation's JSON coders")
    func codable() throws {
        let data = try JSONEncoder().encode(Self.sample)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == Self.sample)
        #expect(try JSONDecoder().decode(JSONObject.self, from: data) == Self.sample.objectValue)
    }

    @Test(
        "a fraction that Foundation's decoder rounds to an integer keeps its digits",
        arguments: ["4503599627370497.5", "-12345678901234567.89", "0.99999999999999999999"])
    func codableFraction(literal: String) throws {
        let number = try #require(JSONNumber(text: literal))
        #expect(try JSONDecoder().decode([JSONValue].self, from: Data("[\(literal)]".utf8)) == [.number(number)])
        #expect(try JSONDecoder().decode([JSONNumber].self, from: Data("[\(literal)]".utf8)) == [number])
    }

    @Test("passes through property lists")
    func propertyList() throws {
        let value: JSONValue = ["a": [1, -2, 0.5, "s", true, false], "b": ["c": []]]
        let data = try PropertyListEncoder().encode(value)
        #expect(try PropertyListDecoder().decode(JSONValue.self, from: data) == value)
    }

    @Test("is a member of other Codable types")
    func codableMember() throws {
        struct Envelope: Codable, Equatable {
            var kind: String
            var payload: JSONValue
            var note: JSONValue?
        }
        let json = #"{"kind":"k","payload":[0,1,true,"1",null,{"1":1.5}]}"#
        let envelope = try JSONDecoder().decode(Envelope.self, from: Data(json.utf8))
        #expect(envelope == Envelope(kind: "k", payload: [0, 1, true, "1", nil, ["1": 1.5]], note: nil))
        #expect(try JSONDecoder().decode(Envelope.self, from: JSONEncoder().encode(envelope)) == envelope)
    }

    @Test("an error inside has its path")
    func codableError() throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(JSONValue.self, from: Data(#"{"a":[0,1e999]}"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("Expected dataCorrupted, got \(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
    }
}
