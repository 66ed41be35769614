import Testing

@testable import Yodel

/// Objects of classes keep their identity when they are updated.
@Suite struct ClassUpdateTests {
    private struct Pet: Model, Equatable {
        var name: String
        var age: Int?
    }

    private class Person: DefaultedModel, CustomStringConvertible {
        var name = "nobody"
        var friend: Person?
        var pet: Pet?
        var tags: [String] = []
        var visits = 0

        required init() {}

        convenience init(_ name: String, friend: Person? = nil, pet: Pet? = nil) {
            self.init()
            self.name = name
            self.friend = friend
            self.pet = pet
        }

        var description: String {
            "\(name) \(friend.map { "(\($0))" } ?? "-") \(pet.map { "\($0)" } ?? "-") \(tags) \(visits)"
        }
    }

    private final class Employee: Person { var badge: Int? = 7 }

    private struct Team: Model {
        var lead: Person
        var deputy: Person?
        var name: String
    }

    @Test func theObjectItselfIsChanged() throws {
        let person = Person("a", friend: Person("b"))
        var updated = person
        try ModelDecoder().update(&updated, from: #"{"name": "c", "tags": ["t"]}"#)
        #expect(updated === person)
        #expect(person.description == #"c (b - - [] 0) - ["t"] 0"#)
    }

    @Test func objectsWithinAreChangedToo() throws {
        let friend = Person("b", pet: Pet(name: "p", age: 1))
        let person = Person("a", friend: friend)
        var updated = person
        try ModelDecoder().update(&updated, from: #"{"friend": {"pet": {"age": null}, "visits": 4}}"#)
        #expect(person.friend === friend)
        #expect(friend.pet == Pet(name: "p", age: nil))
        #expect(friend.name == "b" && friend.visits == 4)
    }

    @Test func anObjectThatIsNotThereIsMade() throws {
        var person = Person("a")
        try ModelDecoder().update(&person, from: #"{"friend": {"visits": 1}, "pet": {"name": "p"}}"#)
        #expect(person.friend?.name == "nobody")
        #expect(person.friend?.visits == 1)
        #expect(person.pet == Pet(name: "p", age: nil))
    }

    @Test func nullLetsAnObjectGo() throws {
        let friend = Person("b")
        var person = Person("a", friend: friend)
        try ModelDecoder().update(&person, from: #"{"friend": null}"#)
        #expect(person.friend == nil)
        #expect(friend.name == "b")
    }

    @Test func aStructThatRefersToAnObjectLetsItsCopiesSeeTheChange() throws {
        let lead = Person("a")
        var team = Team(lead: lead, deputy: nil, name: "t")
        let copy = team
        try ModelDecoder().update(&team, from: #"{"lead": {"name": "b"}, "name": "u"}"#)
        #expect(team.lead === lead && copy.lead === lead)
        #expect([lead.name, copy.name, team.name] == ["b", "t", "u"])
    }

    @Test func propertiesOfTheSuperclassAreUpdated() throws {
        var employee = Employee()
        let before = employee
        try ModelDecoder().update(&employee, from: #"{"name": "e", "badge": null}"#)
        #expect(employee === before)
        #expect(employee.name == "e")
        #expect(employee.badge == nil)
    }

    @Test func anObjectOfASubclassIsUpdatedAsWhatItIs() throws {
        let employee = Employee()
        var team = Team(lead: employee, deputy: nil, name: "t")
        try ModelDecoder().update(&team, from: #"{"lead": {"name": "e", "badge": 8}}"#)
        #expect(team.lead === employee)
        #expect(employee.name == "e")
        #expect(employee.badge == 8)
    }

    @Test func anUpdateThatFailsLeavesEveryObjectAsItWas() {
        let friend = Person("b", friend: Person("c"), pet: Pet(name: "p", age: 1))
        var person = Person("a", friend: friend)
        let before = person.description
        let patch = #"{"name": "x", "friend": {"name": "y", "pet": {"age": 2}, "friend": {"tags": ["q"]}}, "visits": "#
        for end in ["true}", "1,}", "", "1} x", "1.5}"] {
            #expect(refusal(updating: &person, patch + end) != "accepted")
            #expect(person.description == before)
            #expect(person.friend === friend)
        }
    }

    // MARK: - One object in several places

    /// Two updates of one object conflict: each could free what the other writes to.
    @Test func oneObjectInTwoPropertiesCannotBeUpdatedTwice() throws {
        let person = Person("a", friend: Person("f", pet: Pet(name: "p", age: 1)), pet: Pet(name: "p", age: 1))
        var team = Team(lead: person, deputy: person, name: "t")
        let before = "\(team)"
        let error = refusal(updating: &team, #"{"lead": {"pet": null, "friend": null}, "deputy": {"pet": {"age": 2}}}"#)
        #expect(
            error == "$.deputy: expected each object to be updated once, found a second update of this object "
                + "(invalidValue, line 1, column 51, offset 50)")
        #expect("\(team)" == before)
        try ModelDecoder().update(&team, from: #"{"deputy": {"pet": {"age": 2}}, "name": "u"}"#)
        #expect(team.lead === person)
        #expect(team.lead.pet?.age == 2)
    }

    @Test func anObjectThatRefersToItselfCannotBeUpdatedTwice() throws {
        let person = Person("a", pet: Pet(name: "p", age: 1))
        person.friend = person
        defer { person.friend = nil }
        var updated = person
        #expect(
            refusal(updating: &updated, #"{"pet": null, "friend": {"pet": {"age": 2}}}"#)
                .contains("$.friend: expected each object to be updated once"))
        #expect(person.pet == Pet(name: "p", age: 1))
        try ModelDecoder().update(&updated, from: #"{"friend": null}"#)
        #expect(person.friend == nil)
    }

    @Test func anObjectMayTakeThePlaceOfItsOwner() throws {
        // Everything that an update releases is alive until the update is done.
        let person = Person("a", friend: Person("b", friend: Person("c", pet: Pet(name: "p"))))
        var updated = person
        try ModelDecoder().update(
            &updated, from: #"{"friend": {"friend": {"pet": {"age": 1}, "name": "d"}, "name": "e"}}"#)
        #expect(person.friend?.friend?.pet == Pet(name: "p", age: 1))
        try ModelDecoder().update(&updated, from: #"{"friend": {"friend": {"pet": {"age": 5}}}, "friend": null}"#)
        #expect(person.friend == nil)
    }
}
