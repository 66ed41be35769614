import Foundation
import Testing

@testable import Yodel

@Suite("Optional fields")
struct OptionalFieldTests {
    @Test("An absent field and null are nil, a value is the value")
    func optional() {
        expectDecoded(OneField<Int?>.self, "{}", as: nil) { $0.value }
        expectDecoded(OneField<Int?>.self, #"{"value":null}"#, as: nil) { $0.value }
        expectDecoded(OneField<Int?>.self, #"{"value":-7}"#, as: -7) { $0.value }
    }

    @Test("A document may be Optional")
    func document() {
        expectDecoded(Int?.self, " null ", as: nil)
        expectDecoded(Int?.self, "7", as: 7)
        expectDecoded(Int??.self, "7", as: 7)
        expectDecoded([Int?]?.self, "[null]", as: [nil])
        expectDecoded(Point?.self, #"{"x":1,"y":2}"#, as: Point(x: 1, y: 2))
    }

    @Test("Null is the outermost nil of a nested Optional, a value is at the innermost level")
    func nested() throws {
        func decode<Value: Equatable>(_ type: Value.Type, _ json: String) throws -> Value {
            try decodeEveryWay(OneField<Value>.self, json) { $0.value }.value
        }
        for json in ["{}", #"{"value":null}"#] {
            #expect(try decode(Int??.self, json) == .none)
            #expect(try decode(String???.self, json) == .none)
            #expect(try decode(Bool????.self, json) == .none)
        }
        #expect(try decode(Int??.self, #"{"value":0}"#) == .some(.some(0)))
        #expect(try decode(String???.self, #"{"value":""}"#) == .some(.some(.some(""))))
        #expect(try decode(Bool????.self, #"{"value":false}"#) == .some(.some(.some(.some(false)))))
        #expect(try decode([Int??]??.self, #"{"value":[1,null]}"#) == [1, nil])
    }

    @Test("Every field type may be Optional")
    func everyType() {
        expectOptional("true", true)
        expectOptional("-1", Int8(-1))
        expectOptional("-1", Int16(-1))
        expectOptional("-1", Int32(-1))
        expectOptional("-1", Int64(-1))
        expectOptional("-1", Int128(-1))
        expectOptional("-1", -1)
        expectOptional("255", UInt8(255))
        expectOptional("65535", UInt16(65_535))
        expectOptional("4294967295", UInt32(4_294_967_295))
        expectOptional("18446744073709551615", UInt64.max)
        expectOptional("340282366920938463463374607431768211455", UInt128.max)
        expectOptional("18446744073709551615", UInt.max)
        expectOptional("0.5", 0.5)
        expectOptional("0.5", Float(0.5))
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        expectOptional("0.5", Float16(0.5))
        #endif
        expectOptional(#""text longer than fifteen bytes""#, "text longer than fifteen bytes")
        expectOptional(#""text""#, Substring("text"))
        expectOptional(#""é""#, Character("é"))
        expectOptional(#""1970-01-01T00:00:01Z""#, Date(timeIntervalSince1970: 1))
        expectOptional(#""AAEC""#, Data([0, 1, 2]))
        expectOptional(#""https://example.com/a?b""#, URL(string: "https://example.com/a?b")!)
        expectOptional(
            #""00000000-0000-0000-0000-000000000001""#, UUID(uuidString: "00000000-0000-0000-0000-000000000001")!)
        expectOptional("1.10", Decimal(string: "1.1")!)
        expectOptional("[1,2]", [1, 2])
        expectOptional("[]", [String]())
        expectOptional("[1,2]", ContiguousArray([1, 2]))
        expectOptional("[1,2]", ArraySlice([1, 2]))
        expectOptional("[1,2]", Set([1, 2]))
        expectOptional(#"{"a":1}"#, ["a": 1])
        expectOptional(#""spades""#, Suit.spades)
        expectOptional("2", Priority.high)
        expectOptional("5", Flags(rawValue: 5))
        expectOptional(#"{"x":1,"y":2}"#, Point(x: 1, y: 2))
        expectOptional(#"{"a":[1.10]}"#, ["a": [1.1]] as JSONValue)
        expectOptional(#"{"a":1}"#, ["a": 1] as JSONObject)
        expectOptional("1.10", JSONNumber(text: "1.10")!)
        expectOptional(#""even""#, Parity.even)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("Inline arrays and raw JSON may be Optional")
    func notComparable() {
        expectOptional("[1,2]", [1, 2] as InlineArray<2, Int8>) { [$0[0], $0[1]] }
        expectOptional("[]", [] as InlineArray<0, Int>) { $0.count }
        expectOptional("[null]", [nil] as InlineArray<1, String?>) { $0[0] }
        expectOptional("[ 1 ]", RawJSON(uncheckedBytes: Array("[ 1 ]".utf8))) { $0.text }
    }

    @Test("A value of the wrong type is not nil")
    func mismatch() {
        expectError(
            .typeMismatch, at: 9, path: "$.value", expected: "Int??", found: #"the string "7""#,
            decoding: OneField<Int??>.self, #"{"value":"7"}"#)
    }

    private func expectOptional<Value: Equatable>(
        _ json: String, _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectOptional(json, value, sourceLocation: sourceLocation) { $0 }
    }

    /// Checks the Optional between other values, which would show bytes written beyond it.
    private func expectOptional<Value, Projection: Equatable>(
        _ json: String, _ value: Value, sourceLocation: SourceLocation = #_sourceLocation,
        comparing projection: (Value) -> Projection
    ) {
        func parts(_ model: Neighbours<Value>) -> [Projection?] {
            [model.first.map(projection), model.second.flatMap { $0.map(projection) }]
        }
        func check(_ document: String, _ expected: [Projection?]) {
            do throws(ModelError) {
                let model = try decodeEveryWay(
                    Neighbours<Value>.self, document, sourceLocation: sourceLocation, comparing: parts)
                #expect(parts(model) == expected, sourceLocation: sourceLocation)
                #expect(model.before == 1 && model.between == 2 && model.after == 3, sourceLocation: sourceLocation)
            } catch {
                Issue.record("\(document) is refused: \(error)", sourceLocation: sourceLocation)
            }
        }
        let expected = projection(value)
        check(#"{"before":1,"between":2,"after":3}"#, [nil, nil])
        check(#"{"before":1,"first":null,"between":2,"second":null,"after":3}"#, [nil, nil])
        check(#"{"before":1,"first":\#(json),"between":2,"second":\#(json),"after":3}"#, [expected, expected])
        check(#"{"after":3,"second":\#(json),"between":2,"first":\#(json),"before":1}"#, [expected, expected])

        do throws(ModelError) {
            let list = try decodeEveryWay([Value?].self, "[null,\(json),null,\(json)]", sourceLocation: sourceLocation)
            {
                $0.map { $0.map(projection) }
            }
            #expect(list.map { $0.map(projection) } == [nil, expected, nil, expected], sourceLocation: sourceLocation)
        } catch {
            Issue.record("an array of \(Value.self)? is refused: \(error)", sourceLocation: sourceLocation)
        }
    }
}

private struct Neighbours<Value>: Model {
    var before: UInt8
    var first: Value?
    var between: UInt8
    var second: Value??
    var after: Int8?
}

// MARK: - Types of several suites

enum Suit: String, CaseIterable { case clubs, spades }
enum Priority: Int { case low = 1, high = 2 }
struct Flags: OptionSet { var rawValue: UInt8 }

struct Point: Model, Hashable {
    var x: Int
    var y: Int
}

enum Parity: ModelScalar {
    case even, odd

    init(scalar: JSONScalar) throws {
        switch scalar {
        case .string("even"): self = .even
        case .string("odd"): self = .odd
        default: throw NoParity(text: "\(scalar)")
        }
    }

    var scalar: JSONScalar { .string(self == .even ? "even" : "odd") }
}

struct NoParity: Error, Equatable { var text: String }
