import Foundation
import Testing

@testable import Yodel

@Suite("Equal values have one text")
struct EncodingOrderTests {
    enum Suit: String { case spades, clubs, hearts }
    struct Code: RawRepresentable, Hashable { var rawValue: Int }

    @Test("Dictionaries are sorted by the bytes of their keys")
    func dictionaries() {
        expectRoundTrip(["b": 1, "a": 2, "": 3, "ab": 4, "é": 5, "Z": 6], #"{"":3,"Z":6,"a":2,"ab":4,"b":1,"é":5}"#)
        expectRoundTrip([10: "a", 9: "b", -1: "c"], #"{"-1":"c","10":"a","9":"b"}"#)
        expectRoundTrip([Suit.spades: 1, .clubs: 2, .hearts: 3], #"{"clubs":2,"hearts":3,"spades":1}"#)
        expectRoundTrip([Code(rawValue: 5): 1, Code(rawValue: 10): 2], #"{"10":2,"5":1}"#)
        expectRoundTrip([Substring("b"): 1, "a": 2], #"{"a":2,"b":1}"#)
        expectRoundTrip([Character("é"): 1, "z": 2], #"{"z":2,"é":1}"#)
        expectRoundTrip([UInt128.max: 1, 0: 2], #"{"0":2,"340282366920938463463374607431768211455":1}"#)
        let uuid = UUID(uuidString: "0E984725-C51C-4BF4-9960-E1C80E27ABA0")!
        expectRoundTrip([uuid: 1], #"{"0E984725-C51C-4BF4-9960-E1C80E27ABA0":1}"#)
        expectRoundTrip(["\"\n": 1], #"{"\"\n":1}"#)
        let long = String(repeating: "k", count: 400)
        expectRoundTrip([long + "2": 1, long + "1": 2, long: 3], #"{"\#(long)":3,"\#(long)1":2,"\#(long)2":1}"#)
        expectRoundTrip(
            ["12345678b": 1, "12345678a": 2, "12345678": 3], #"{"12345678":3,"12345678a":2,"12345678b":1}"#)
    }

    @Test("The history of a dictionary does not matter")
    func dictionaryHistories() throws {
        var forwards: [String: Int] = [:]
        var backwards: [String: Int] = [:]
        backwards.reserveCapacity(10_000)
        for number in 0..<1_000 {
            forwards["key \(number)"] = number
            backwards["key \(999 - number)"] = 999 - number
        }
        #expect(try ModelEncoder().encode(forwards) == ModelEncoder().encode(backwards))
        let text = try ModelEncoder().encodeText(forwards)
        #expect(try ModelDecoder().decode([String: Int].self, from: text) == forwards)
    }

    struct Point: Hashable, Model { var x: Int }
    struct Version: ModelScalar, Hashable, Comparable {
        var number: Int
        init(number: Int) { self.number = number }
        init(scalar: JSONScalar) throws { number = 0 }
        var scalar: JSONScalar { .string("v\(number)") }
        static func < (left: Version, right: Version) -> Bool { left.number < right.number }
    }

    @Test("Sets are sorted if their elements, or the raw values of these, can be compared")
    func sets() throws {
        expectText(of: Set([10, 9, -1, 100]), "[-1,9,10,100]")
        expectText(of: Set(["b", "a", "ä", "Z"]), #"["Z","a","b","ä"]"#)
        expectText(of: Set([1.5, -2]), "[-2,1.5]")
        expectText(of: Set([Suit.spades, .clubs, .hearts]), #"["clubs","hearts","spades"]"#)
        expectText(of: Set([Code(rawValue: 7), Code(rawValue: 10)]), "[7,10]")
        expectText(of: Set([Version(number: 10), Version(number: 9)]), #"["v9","v10"]"#)
        expectText(
            of: Set([Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 0)]),
            #"["1970-01-01T00:00:00Z","1970-01-01T00:00:01Z"]"#)
        let points = Set((0..<10).map { Point(x: $0) })
        let text = try encodeEveryWay(points)
        #expect(try ModelDecoder().decode(Set<Point>.self, from: text) == points)
        expectText(of: Set<Int>(), "[]")
    }

    struct Colliding: RawRepresentable, Hashable {
        var rawValue: String { "same" }
        var number = 0
        init(number: Int) { self.number = number }
        init?(rawValue: String) {}
        static func == (left: Colliding, right: Colliding) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test("Two keys that become equal are an error")
    func collidingKeys() {
        expectFailure(
            of: [["a": [Colliding(number: 1): 1, Colliding(number: 2): 2]]], .duplicateKey, path: "$[0].a.same")
    }
}
