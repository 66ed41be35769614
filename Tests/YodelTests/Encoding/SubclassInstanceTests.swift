import Foundation
import Testing

@testable import Yodel

/// An instance of a subclass keeps its class where a superclass is declared.
@Suite struct SubclassInstanceTests {
    class Animal: DefaultedModel, ModelHashable, ModelCopyable, ModelDescribable {
        final var legs = 4

        required init() {}
    }

    final class Dog: Animal {
        var name = ""
        var tag: Tag?

        required init() { super.init() }

        convenience init(_ name: String, tag: Tag? = nil) {
            self.init()
            self.name = name
            self.tag = tag
        }
    }

    struct Tag: Model, Equatable, Hashable {
        var number: Int
        var city: String
    }

    struct Zoo: Model {
        var first: Animal
        var second: Animal?
        var list: [Animal?]
        var rows: [[Animal]]
        var byName: [String: Animal]
        var lazy: Lazy<Animal>
        var far: Animal
        var text: Animal
        @Indirect var boxed: Animal

        static var mapping: Mapping {
            Mapping(.map(\Zoo.far, to: "a.b"), .transform(\Zoo.text, by: .jsonText))
        }
    }

    private static var zoo: Zoo {
        Zoo(
            first: Dog("a"), second: Dog("b"), list: [Dog("c"), nil, Animal()], rows: [[Dog("d")]],
            byName: ["k": Dog("e")], lazy: Lazy(Dog("f")), far: Dog("g"), text: Dog("h"), boxed: Dog("i"))
    }

    @Test func everyPlaceIsWrittenByTheInstancesOwnTable() throws {
        let written = try ModelEncoder().encodeText(Self.zoo)
        #expect(
            written == #"""
                {"first":{"legs":4,"name":"a"},"second":{"legs":4,"name":"b"},"list":[{"legs":4,"name":"c"},null,{"legs":4}]\#
                ,"rows":[[{"legs":4,"name":"d"}]],"byName":{"k":{"legs":4,"name":"e"}},"lazy":{"legs":4,"name":"f"}\#
                ,"a":{"b":{"legs":4,"name":"g"}},"text":"{\"legs\":4,\"name\":\"h\"}","boxed":{"legs":4,"name":"i"}}
                """#)
        #expect(try ModelEncoder().encodeText(Dog("x") as Animal) == #"{"legs":4,"name":"x"}"#)
        #expect(try ModelEncoder().encodeJSONValue([Dog("x") as Animal]) == [["legs": 4, "name": "x"]])
        var encoder = ModelEncoder()
        encoder.keys = .upperCamelCase
        encoder.nils = .null
        #expect(try encoder.encodeText(Dog("x") as Animal) == #"{"Legs":4,"Name":"x","Tag":null}"#)
    }

    @Test func selectionsHoldForSubclasses() throws {
        let dogs: [Animal] = [Dog("x", tag: Tag(number: 1, city: "B"))]
        #expect(
            try ModelEncoder().except(\Animal.legs).encodeText(dogs) == #"[{"name":"x","tag":{"number":1,"city":"B"}}]"#
        )
        #expect(try ModelEncoder().only(\Animal.legs).encodeText(dogs) == #"[{"legs":4}]"#)
        #expect(try ModelEncoder().only(\Dog.name).encodeText(dogs) == #"[{"name":"x"}]"#)
        #expect(try ModelEncoder().only(\Tag.city).encodeText(dogs) == #"[{"legs":4,"name":"x","tag":{"city":"B"}}]"#)
        struct Pair: Model { var left: Animal; var right: Animal }
        let pair = Pair(left: Dog("l"), right: Dog("r"))
        let left = ModelEncoder().except(\Animal.legs, in: \Pair.left)
        #expect(try left.encodeText(pair) == #"{"left":{"name":"l"},"right":{"legs":4,"name":"r"}}"#)
        let right = ModelEncoder().only(\Dog.name, in: \Pair.right)
        #expect(try right.encodeText(pair) == #"{"left":{"legs":4,"name":"l"},"right":{"name":"r"}}"#)
    }

    @Test func aSubclassesMappingErrorIsTheEncodersError() {
        class Wrong: Animal { final var x: (Int, Int) = (1, 2) }
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encodeText([Wrong() as Animal]) }
        #expect(error?.category == .model && error?.path == JSONPath([.index(0)]))
    }

    @Test func updatesAreByTheInstancesOwnTable() throws {
        struct Pair: Model { var left: Animal; var right: Animal?; var other: Animal? }
        let (dog, second) = (Dog("a", tag: Tag(number: 1, city: "B")), Dog("b"))
        var pair = Pair(left: dog, right: second, other: nil)
        let patch =
            #"{"left": {"legs": 3, "name": "c", "tag": {"city": "D"}}, "right": {"name": "e"}, "other": {"name": 5}}"#
        try ModelDecoder().update(&pair, from: patch)
        #expect(pair.left === dog && pair.right === second)
        #expect(dog.legs == 3 && dog.name == "c" && dog.tag == Tag(number: 1, city: "D") && second.name == "e")
        #expect(pair.other.map { type(of: $0) == Animal.self } == true)
        var root: Animal = dog
        try ModelDecoder().update(&root, from: #"{"name": "f", "tag": null}"#)
        #expect(root === dog && dog.name == "f" && dog.tag == nil)
        // A mismatch in the subclass's property is an error, and changes nothing.
        #expect(throws: ModelError.self) {
            try ModelDecoder().update(&pair, from: #"{"left": {"legs": 1, "name": 5}}"#)
        }
        #expect(dog.legs == 3 && dog.name == "f")
    }

    @Test func mergesAreByTheInstancesOwnTables() throws {
        let (dog, other): (Animal, Animal) = (Dog("a"), Dog("b"))
        try dog.merge(from: other)
        #expect((dog as? Dog)?.name == "b")
        try dog.merge(from: Animal())
        #expect((dog as? Dog)?.name == "b")
    }

    @Test func equalityHashesCopiesAndDescriptionsAreOfTheInstancesOwnClass() {
        let (dog, other): (Animal, Animal) = (Dog("a"), Dog("a"))
        #expect(dog == other && dog.hashValue == other.hashValue && dog != Dog("b") && dog != Animal())
        #expect((dog.deepCopy() as? Dog)?.name == "a" && (dog.shallowCopy() as? Dog)?.name == "a")
        #expect(dog.description.contains(#"name: "a""#))
    }

    // MARK: - Archives

    class Page: VersionedModel, DefaultedModel {
        class var modelVersion: Int { 1 }
        final var number = 1

        required init() {}
    }

    final class Cover: Page {
        override class var modelVersion: Int { 2 }
        var title = "t"
    }

    @Test func anArchiveIsOfTheInstancesOwnClass() throws {
        let archive = try ModelEncoder().encodeArchive(Cover() as Page)
        #expect(
            String(decoding: archive, as: UTF8.self)
                == #"{"model":"Cover","version":2,"value":{"number":1,"title":"t"}}"#)
        #expect(try ModelDecoder().decodeArchive(Cover.self as Page.Type, from: archive) is Cover)
        #expect(
            modelError { try ModelDecoder().decodeArchive(Page.self, from: archive) }?.path == JSONPath([.key("model")])
        )
    }
}
