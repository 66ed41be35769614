import Foundation
import Testing

@testable import Yodel

/// The conversions of NSObject+ObjectMap between JSON and objects.
///
/// Its XML and SOAP halves have no counterpart: Yodel reads only JSON, and trees of its shape.
@Suite struct ObjectMapTests {
    private class Person: DefaultedModel {
        final var name = ""
        final var born: Date?
        final var photo: Data?
        final var friends: [Person] = []
        final var address: Address?
        required init() {}
    }

    private struct Address: Model, Equatable {
        var street: String
        var number: Int
    }

    private final class Pupil: Person, ModelCopyable, ModelEquatable {
        var grade = 0
    }

    /// The compared parts of a person.
    private static func parts(_ person: Person) -> [String] {
        [
            person.name, "\(person.born?.timeIntervalSince1970 ?? -1)", "\(person.photo.map(Array.init) ?? [])",
            "\(person.address as Any)",
        ] + person.friends.flatMap(parts)
    }

    private static let text = """
        {"name": "Ada", "born": "2013-05-06T08:25:11.250", "photo": "AQI=", "address": {"street": "a", "number": 3},
         "friends": [{"name": "Bo", "friends": [{"name": "Cy"}]}, {"name": "Di"}]}
        """

    @Test func objectsArraysAndObjectsInThem() throws {
        // Without `propertyArrayMap`: the type of the array's elements is known.
        let person = try decodeEveryWay(Person.self, Self.text, comparing: Self.parts)
        #expect(person.name == "Ada" && person.address == Address(street: "a", number: 3))
        #expect(person.friends.map(\.name) == ["Bo", "Di"] && person.friends[0].friends[0].name == "Cy")
    }

    @Test func arraysOfScalarsAndOfArrays() throws {
        struct Lists: Model, Equatable {
            var words: [String]
            var grid: [[Int]]
            var flags: [Bool]
        }
        expectRoundTrip(
            Lists(words: ["a"], grid: [[1, 2], []], flags: [true]), #"{"words":["a"],"grid":[[1,2],[]],"flags":[true]}"#
        )
    }

    @Test func datesAreUTCWithMilliseconds() throws {
        let person = try decodeEveryWay(Person.self, Self.text, comparing: Self.parts)
        #expect(person.born == Date(timeIntervalSince1970: 1_367_828_711.25))
        // Exactly its one format.
        let dates = try DateStrategy.format("yyyy-MM-dd'T'HH:mm:ss.SSS")
        var encoder = ModelEncoder()
        encoder.dates = dates
        expectRoundTrip(
            [person.born], #"["2013-05-06T08:25:11.250"]"#, decoder: .with { $0.dates = dates }, encoder: encoder)
    }

    @Test func datesAreMillisecondsOrHaveASpace() throws {
        #expect(
            try decodeEveryWay([Date].self, "[1367828711250]", decoder: .with { $0.dates = .millisecondsSince1970 })
                == [Date(timeIntervalSince1970: 1_367_828_711.25)])
        #expect(
            try decodeEveryWay([Date].self, #"["2013-05-06 08:25:11"]"#)
                == [Date(timeIntervalSince1970: 1_367_828_711)])
    }

    @Test func dataIsBase64BothWays() throws {
        // NSObject+ObjectMap writes this and does not read it.
        let person = try decodeEveryWay(Person.self, Self.text, comparing: Self.parts)
        #expect(person.photo == Data([1, 2]))
        #expect(try ModelEncoder().only(\Person.photo).encodeText(person) == #"{"photo":"AQI="}"#)
    }

    @Test(arguments: ["null", "{}", #"{"a": [null]}"#, "[[]]"])
    func anUnknownKeyInAnArraysElement(value: String) throws {
        // Null and objects crash NSObject+ObjectMap.
        let people = try decodeEveryWay(
            Person.self, #"{"friends": [{"nick": \#(value), "name": "Bo"}, {"nick": \#(value)}]}"#,
            comparing: Self.parts)
        #expect(people.friends.map(\.name) == ["Bo", ""])
    }

    @Test(arguments: [
        #"{"name": 3}"#, #"{"name": {}}"#, #"{"friends": {}}"#, #"{"address": "x"}"#, #"{"friends": [1]}"#,
    ])
    func aValueOfAnotherTypeIsNotStored(json: String) {
        // NSObject+ObjectMap stores any object, and using it crashes.
        let error = #expect(throws: ModelError.self) { try decodeEveryWay(Person.self, json, comparing: Self.parts) }
        #expect(error?.code == .typeMismatch)
    }

    @Test func nullClearsAndAbsenceKeeps() throws {
        var person = try ModelDecoder().decode(Person.self, from: Self.text)
        try ModelDecoder().update(&person, from: #"{"born": null}"#)
        #expect(person.born == nil && person.name == "Ada" && person.friends.count == 2)
    }

    @Test func superclassesAndCopies() throws {
        let pupil = try decodeEveryWay(Pupil.self, #"{"name": "Ed", "grade": 4}"#, comparing: Self.parts)
        #expect(pupil.name == "Ed" && pupil.grade == 4)
        let copy = pupil.deepCopy()
        #expect(copy == pupil && copy !== pupil)
    }

    @Test func dictionaryTextAndData() throws {
        let pupil = Pupil()
        pupil.name = "Ed \"E\" & <co>"
        pupil.address = Address(street: "b", number: 1)
        let text = #"{"name":"Ed \"E\" & <co>","friends":[],"address":{"street":"b","number":1},"grade":0}"#
        #expect(try encodeEveryWay(pupil) == text)
        let tree = try #require(try ModelEncoder().encodeTree(pupil, null: NSNull()) as? [String: Any])
        #expect(try ModelDecoder().decode(Pupil.self, fromTree: tree) == pupil)
    }

    @Test func anArrayAtTheRoot() throws {
        let people = try decodeEveryWay([Person].self, "[\(Self.text), {}]") { $0.map(Self.parts) }
        #expect(people.map(\.name) == ["Ada", ""])
    }
}
