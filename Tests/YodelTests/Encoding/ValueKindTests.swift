import Foundation
import Testing

@testable import Yodel

@Suite("Values of every kind are written and read back")
struct ValueKindTests {
    @Test("Booleans")
    func booleans() {
        expectRoundTrip(true, "true")
        expectRoundTrip(false, "false")
    }

    @Test("Integers of every width, from the smallest to the largest")
    func integers() {
        func expect<Integer: FixedWidthInteger>(_: Integer.Type) {
            for value in [Integer.min, .max, 0, 1, 9, 10, 99, 100] { expectRoundTrip(value, "\(value)") }
            if Integer.isSigned { expectRoundTrip(0 &- 1 as Integer, "-1") }
        }
        for type in allIntegerTypes { expect(type) }
    }

    @Test("Powers of ten and their neighbours have the right number of digits")
    func digitCounts() {
        var power: UInt64 = 1
        for _ in 0..<19 {
            power *= 10
            expectText(of: [power - 1, power, power + 1], "[\(power - 1),\(power),\(power + 1)]")
            expectText(of: [-Int128(power) + 1, -Int128(power)], "[\(-Int128(power) + 1),\(-Int128(power))]")
        }
        for exponent in 18...38 {
            let power = (0..<exponent).reduce(1 as UInt128) { power, _ in power * 10 }
            expectText(of: [power - 1, power, power + 1], "[\(power - 1),\(power),\(power + 1)]")
        }
    }

    @Test("Strings, Substrings and Characters")
    func text() {
        expectRoundTrip("", #""""#)
        expectRoundTrip("Grüße, 世界 🌍", #""Grüße, 世界 🌍""#)
        expectRoundTrip("fifteen bytes..")
        expectRoundTrip("sixteen bytes...")
        expectRoundTrip(Substring("xabcx").dropFirst().dropLast(), #""abc""#)
        expectRoundTrip(Character("é"), #""é""#)
        expectRoundTrip("👩‍👩‍👧" as Character, #""👩‍👩‍👧""#)
    }

    @Test("URLs, UUIDs and Decimals")
    func foundationTypes() {
        expectRoundTrip(URL(string: "https://example.org/a?b=c#d")!, #""https://example.org/a?b=c#d""#)
        expectRoundTrip(
            UUID(uuidString: "0e984725-c51c-4bf4-9960-e1c80e27aba0")!, #""0E984725-C51C-4BF4-9960-E1C80E27ABA0""#)
        expectRoundTrip(Decimal(string: "0.1")!, "0.1")
        expectRoundTrip(Decimal(string: "-12345678901234567890.123456789")!, "-12345678901234567890.123456789")
        expectRoundTrip(Decimal(0), "0")
        expectRoundTrip(Decimal(sign: .plus, exponent: 127, significand: 1))
        expectRoundTrip(Decimal(sign: .minus, exponent: -127, significand: 1))
        expectRoundTrip(Decimal.greatestFiniteMagnitude)
        expectRoundTrip(Decimal.leastNonzeroMagnitude)
    }

    @Test("Numbers keep their literals")
    func jsonNumbers() {
        for text in ["1.10", "-0", "1E5", "123456789012345678901234567890.5"] {
            expectRoundTrip(JSONNumber(text: text)!, text)
        }
    }

    enum Suit: String, CaseIterable, Model { case clubs, spades = "sp\"ades" }
    enum Priority: Int { case low = -1, high = 1 }
    struct Tag: RawRepresentable, Hashable { var rawValue: String }
    struct Deep: RawRepresentable, Equatable { var rawValue: Tag }
    struct Ratio: RawRepresentable, Equatable { var rawValue: Double }

    @Test("Enums and other types with raw values")
    func rawValues() {
        expectRoundTrip(Suit.clubs, #""clubs""#)
        expectRoundTrip(Suit.spades, #""sp\"ades""#)
        expectRoundTrip(Priority.low, "-1")
        expectRoundTrip(Tag(rawValue: "a long one that is on the heap"), #""a long one that is on the heap""#)
        expectRoundTrip(Deep(rawValue: Tag(rawValue: "x")), #""x""#)
        expectRoundTrip(Ratio(rawValue: 0.5), "0.5")
        expectFailure(of: [Ratio(rawValue: .nan)], .invalidValue, path: "$[0]")
    }

    struct Version: ModelScalar, Equatable {
        var major: Int, minor: Int
        init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }
        init(scalar: JSONScalar) throws {
            guard case .string(let text) = scalar else { throw CocoaError(.coderInvalidValue) }
            let parts = text.split(separator: ".").compactMap { Int($0) }
            self.init(parts[0], parts[1])
        }
        var scalar: JSONScalar { .string("\(major).\(minor)") }
    }
    struct Flag: ModelScalar, Equatable { var scalar: JSONScalar }

    @Test("A client's own scalars")
    func modelScalars() {
        expectRoundTrip(Version(1, 2), #""1.2""#)
        expectRoundTrip(Flag(scalar: .bool(true)), "true")
        expectRoundTrip(Flag(scalar: .number(JSONNumber(text: "1.50")!)), "1.50")
    }

    @Test("Any JSON value, in its order")
    func dynamicValues() {
        let text = #"{"z":[1,2.50,"a\nb",null,true,{}],"a":{"b":[],"c":{"d":-1e+5}},"":false}"#
        expectRoundTrip(try! ModelDecoder().decode(JSONValue.self, from: text), text)
        expectRoundTrip(try! ModelDecoder().decode(JSONObject.self, from: text), text)
        expectText(of: [JSONValue.null], "[null]")
        expectRoundTrip(JSONObject(), "{}")
        expectRoundTrip(JSONValue.array([]), "[]")
    }

    @Test("Raw JSON is written unchanged")
    func rawJSON() {
        struct Holder: Model, Equatable { var raw: RawJSON, next: Int }
        let text = #"{"raw":{ "a" : [1.0, "\u0041"] },"next":1}"#
        expectRoundTrip(try! ModelDecoder().decode(Holder.self, from: text), text)
    }

    @Test("Nested collections")
    func collections() {
        expectRoundTrip([[1, 2], [], [3]], "[[1,2],[],[3]]")
        expectRoundTrip([[0.5], []] as [[Double]], "[[0.5],[]]")
        expectRoundTrip([1.5, 2] as [Float], "[1.5,2]")
        expectRoundTrip(["a": ["b": [["c"]]]], #"{"a":{"b":[["c"]]}}"#)
        expectRoundTrip([String](), "[]")
        expectRoundTrip([String: Int](), "{}")
        expectRoundTrip([nil, 1, nil] as [Int?], "[null,1,null]")
        expectRoundTrip([nil, "a"] as [String?], #"[null,"a"]"#)
        expectRoundTrip([nil, [nil, true]] as [[Bool?]?], "[null,[null,true]]")
        expectRoundTrip(["a": nil, "b": 1] as [String: Int?], #"{"a":null,"b":1}"#)
    }

    /// On Apple's platforms they stay in it.
    @Test("Objects of an NSArray")
    func objectsOfArrays() throws {
        final class Object: DefaultedModel {
            var number = 0
            static let mapping = Mapping(.check(\Object.number, .range(1...)))
        }
        let objects = NSArray(array: [Object(), Object()]) as! [Object]
        expectText(of: objects, #"[{"number":0},{"number":0}]"#)
        let errors = try #require(throws: ModelErrors.self) { try ModelDecoder().validate(objects) }
        #expect(errors.map(\.path.description) == ["$[0].number", "$[1].number"])
    }

    @Test("Inline arrays")
    func inlineArrays() {
        struct Holder: Model, Equatable {
            var point: InlineArray<3, Int>
            var names: InlineArray<2, String>
            var after: Int
            static func == (left: Holder, right: Holder) -> Bool {
                left.point[2] == right.point[2] && left.names[1] == right.names[1]
            }
        }
        expectRoundTrip(
            Holder(point: [1, 2, 3], names: ["a", "b"], after: 4), #"{"point":[1,2,3],"names":["a","b"],"after":4}"#)
    }

    @Test("Optionals of every kind, at several levels")
    func optionals() {
        expectText(of: nil as Int?, "null")
        expectText(of: 5 as Int??, "5")
        expectText(of: .some(nil) as Int??, "null")
        expectText(of: nil as Bool???, "null")
        expectText(of: true as Bool???, "true")
        expectText(of: .some(.some(nil)) as String???, "null")
        struct Many: Model, Equatable {
            var int: Int?, bool: Bool?, string: String?, double: Double?, date: Date?, url: URL?, uuid: UUID?
            var list: [Int]?, dictionary: [String: Int]?, set: Set<Int>?, model: Point?, raw: Suit?, any: JSONValue?
            var decimal: Decimal?, data: Data?, slice: ArraySlice<Int>?, object: JSONObject?, wrapped: Indirect<Int>?
            var twice: String??, thrice: Int???
            struct Point: Model, Equatable {
                var name: String
                var x: Int?
            }
        }
        expectRoundTrip(Many(), "{}")
        let all = Many(
            int: 1, bool: false, string: "", double: 0, date: Date(timeIntervalSince1970: 0),
            url: URL(string: "a:b")!, uuid: UUID(uuidString: "0E984725-C51C-4BF4-9960-E1C80E27ABA0"), list: [],
            dictionary: [:], set: [], model: .init(name: ""), raw: .clubs, any: .null, decimal: 0, data: Data(),
            slice: [], object: [:], wrapped: Indirect(wrappedValue: 1), twice: "", thrice: 0)
        expectText(
            of: all,
            #"{"int":1,"bool":false,"string":"","double":0,"date":"1970-01-01T00:00:00Z","url":"a:b","#
                + #""uuid":"0E984725-C51C-4BF4-9960-E1C80E27ABA0","list":[],"dictionary":{},"set":[],"#
                + #""model":{"name":""},"raw":"clubs","any":null,"decimal":0,"data":"","slice":[],"object":{},"#
                + #""wrapped":1,"twice":"","thrice":0}"#)
    }
}
