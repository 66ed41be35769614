import Testing

@testable import Yodel

/// `modelCustomClassForDictionary`: the object selects the class of a model.
@Suite struct YYModelVariantTests {
    class Shape: DefaultedModel, Polymorphic {
        final var name = ""
        required init() {}
        class var variants: Variants<Shape> {
            Variants(
                .choice { members in members.contains("radius") ? "circle" : members.contains("width") ? "box" : nil },
                .type("circle", Circle.self), .type("box", Box.self), .otherwise(Shape.self))
        }
    }

    final class Circle: Shape {
        var radius = 0
    }

    final class Box: Shape {
        var width = 0
    }

    /// The classes and names of some shapes.
    private static func kinds(_ shapes: [Shape]) -> [String] {
        shapes.map { "\(type(of: $0)) \($0.name)" }
    }

    private struct Drawing: Model {
        var main: Shape
        var maybe: Shape?
        var list: [Shape]
        var named: [String: Shape]

        var kinds: [String] { YYModelVariantTests.kinds([main] + list) }
    }

    @Test func atTheTopInPropertiesAndInContainers() throws {
        #expect(try decodeEveryWay(Shape.self, #"{"radius": 3}"#) { Self.kinds([$0]) } is Circle)
        let drawing = try decodeEveryWay(
            Drawing.self,
            #"{"main": {"name": "a", "width": 1}, "list": [{"radius": 2, "name": "b"}, {"name": "c"}], "#
                + #""named": {"x": {"width": 4}}, "maybe": null}"#, comparing: \.kinds)
        #expect(drawing.kinds == ["Box a", "Circle b", "Shape c"])
        #expect((drawing.list[0] as? Circle)?.radius == 2 && drawing.named["x"] is Box && drawing.maybe == nil)
    }

    @Test func aClassThatIsNotNamedIsTheDeclaredOne() throws {
        // nil in YYModel.
        #expect(try decodeEveryWay([Shape].self, #"[{"name": "a"}]"#, comparing: Self.kinds).count == 1)
    }

    @Test func aChosenClassIsNotAskedAgain() throws {
        // Decoding a Circle makes a Circle, although its own list, inherited, names others.
        let circle = try decodeEveryWay(Circle.self, #"{"radius": 1}"#) { [$0.radius] }
        #expect(type(of: circle) == Circle.self)
    }

    class Animal: DefaultedModel, Polymorphic {
        final var name = ""
        final var age = 0
        required init() {}
        class var variants: Variants<Animal> { Variants("kind", .type("dog", Dog.self), .otherwise(Animal.self)) }
    }

    final class Dog: Animal {
        var barks = false
    }

    private struct Zoo: Model {
        var star: Animal
    }

    @Test func anObjectThatIsThereIsUpdated() throws {
        // YYModel does not ask for its class then. Here a tag of another class replaces it.
        let dog = Dog()
        dog.age = 3
        var zoo = Zoo(star: dog)
        try ModelDecoder().update(&zoo, from: #"{"star": {"barks": true, "name": "new"}}"#)
        #expect(zoo.star === dog && dog.barks && dog.name == "new" && dog.age == 3)
        try ModelDecoder().update(&zoo, from: #"{"star": {"kind": "cat", "name": "other"}}"#)
        #expect(type(of: zoo.star) == Animal.self && zoo.star.name == "other" && zoo.star.age == 0)
    }

    @Test func anObjectWhoseClassAFunctionTellsIsReplaced() throws {
        // YYModel updates it, as above.
        let circle = Circle()
        circle.name = "old"
        var drawing = Drawing(main: circle, maybe: nil, list: [], named: [:])
        try ModelDecoder().update(&drawing, from: #"{"main": {"radius": 5}}"#)
        #expect(drawing.main !== circle && drawing.main.name == "" && (drawing.main as? Circle)?.radius == 5)
    }
}
