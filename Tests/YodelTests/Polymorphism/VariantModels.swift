@testable import Yodel

struct Message: Model, Equatable {
    var text: String
    var tags: [String]?
    var raw: RawJSON?
}

struct Login: Model, Equatable {
    var user: String
    var type: String?
}

/// Selected by a member of the object.
enum Event: Polymorphic, Equatable {
    case message(Message)
    case login(Login)
    case ping
    case several([String: Int])

    static let variants = Variants<Event>(
        "type",
        .case(["message", "msg"], Event.message),
        .case("login", Event.login),
        .case("ping", Event.ping),
        .case(7, Event.several))
}

/// With a case for the rest.
enum OpenEvent: Polymorphic, Equatable {
    case message(Message)
    case ping
    case unknown(JSONValue)

    static let variants = Variants<OpenEvent>(
        "type", .case("message", OpenEvent.message), .case("ping", OpenEvent.ping),
        .otherwise(OpenEvent.unknown))
}

/// Values of unknown variants are dropped.
enum KnownEvent: Polymorphic, Equatable {
    case message(Message)
    case ping

    static let variants = Variants<KnownEvent>(
        "type", .case("message", KnownEvent.message), .case("ping", KnownEvent.ping), .otherwiseSkip)
}

/// Selected by the key around the value.
enum External: Polymorphic, Equatable {
    case message(Message)
    case number(Int)
    case maybe(Int?)
    case ping

    static let variants = Variants<External>(
        .external, .case("message", External.message), .case("number", External.number),
        .case("maybe", External.maybe), .case("ping", External.ping))
}

enum OpenExternal: Polymorphic, Equatable {
    case message(Message)
    case ping
    case other(JSONValue)

    static let variants = Variants<OpenExternal>(
        .external, .case("message", OpenExternal.message), .case("ping", OpenExternal.ping),
        .otherwise(OpenExternal.other))
}

/// Selected by a member beside the value.
enum Adjacent: Polymorphic, Equatable {
    case message(Message)
    case number(Int)
    case maybe(Int?)
    case list([Adjacent])
    case ping

    static let variants = Variants<Adjacent>(
        .key("t", content: "c"), .case("message", Adjacent.message), .case("number", Adjacent.number),
        .case("maybe", Adjacent.maybe), .case("list", Adjacent.list), .case("ping", Adjacent.ping))
}

/// Selected by trying.
enum Untagged: Polymorphic, Equatable {
    case number(Int)
    case text(String)
    case login(Login)
    case message(Message)
    case list([Untagged])
    case nothing

    static let variants = Variants<Untagged>(
        .untagged, .case(Untagged.number), .case(Untagged.text), .case(Untagged.login), .case(Untagged.message),
        .case(Untagged.list), .case(Untagged.nothing))
}

/// Selected by a function.
enum Figure: Polymorphic, Equatable {
    case circle(Radius)
    case square(Side)

    struct Radius: Model, Equatable { var radius: Double }
    struct Side: Model, Equatable { var side: Double }

    static let variants = Variants<Figure>(
        .choice { members in
            if members.contains("radius") { return "circle" }
            return members["corners"] == .number(4) ? "square" : nil
        },
        .case("circle", Figure.circle), .case("square", Figure.square))
}

/// A hierarchy of classes.
class Shape: DefaultedModel, Polymorphic, CustomStringConvertible, Hashable {
    final var name = ""

    required init() {}

    class var variants: Variants<Shape> {
        Variants("kind", .type("circle", Circle.self), .type("square", Square.self), .type("cube", Cube.self))
    }

    var description: String { "shape \(name)" }

    static func == (left: Shape, right: Shape) -> Bool { left.description == right.description }
    func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

final class Circle: Shape {
    var radius = 0.0
    var center: [Double] = []

    override var description: String { "circle \(name) \(radius) \(center)" }
}

class Square: Shape {
    final var side = 0
    final var kind: String?
    final var inner: Shape?

    override var description: String {
        "square \(name) \(side) \(kind ?? "-")" + (inner.map { " (\($0))" } ?? "")
    }
}

final class Cube: Square {
    override var description: String { "cube \(name) \(side)" }
}

/// Not among the variants.
final class Blob: Shape {
    var size = 0

    override var description: String { "blob \(name) \(size)" }
}

protocol Animal: Sendable {
    var name: String { get }
}

struct Dog: Model, Animal, Equatable {
    var name: String
    var barks: Bool
}

final class Cat: DefaultedModel, Animal {
    let name: String
    init() { name = "" }
}

enum Animals: Polymorphic {
    static let variants = Variants<any Animal>("kind", .type("dog", Dog.self) { $0 }, .type("cat", Cat.self) { $0 })
}
