import Foundation
import Testing
import Yodel

/// The models of the tests in this folder.
enum SchemaModels {
    enum Level: String, CaseIterable { case low, high }
    enum Grade: Int { case first = 1, second }

    struct Author: Model {
        var name: String
        var born: Int?
    }

    struct Node: Model {
        var value: Int8
        var children: [Node]?
        @Indirect var next: Node?
    }

    struct Coordinate { var lat: Double, lon: Double }

    struct Place: Model {
        var here: Coordinate
        var there: Coordinate?

        static let mapping = Mapping(
            .compose(\Place.here, from: "lat", "lon") { (lat: Double, lon: Double) in
                Coordinate(lat: lat, lon: lon)
            } back: {
                ($0.lat, $0.lon)
            },
            .compose(\Place.there, from: "to.lat", "to.lon") { (lat: Double, lon: Double) in
                Coordinate(lat: lat, lon: lon)
            } back: {
                ($0.lat, $0.lon)
            })
    }

    struct Paths: Model {
        var title: String
        var name: String
        var city: String?
        var first: Int8?
        var third: Int8

        static let mapping = Mapping(
            .map(\Paths.title, to: "title", "meta.name"), .map(\Paths.name, to: "meta.author.name"),
            .map(\Paths.city, to: "meta.place.city"), .map(\Paths.first, to: "numbers[0]"),
            .map(\Paths.third, to: "numbers[2].value"))
    }

    struct Defaults: Model {
        var count: UInt8
        var made: Date
        var level: Level
        var secret: UInt8
        var list: [UInt8]
        var must: UInt8?

        static let mapping = Mapping(
            .default(\Defaults.count, 7), .default(\Defaults.made, Date(timeIntervalSince1970: 0)),
            .default(\Defaults.level, .high), .ignore(\Defaults.secret, default: 1), .emptyWhenAbsent(\Defaults.list),
            .required(\Defaults.must, allowsNull: false))
    }

    final class Account: DefaultedModel {
        var id = UUID()
        var name = "unset"
        var owner: Account?
        var tags: [String] = []
    }

    // MARK: - Several types in one place

    enum Event: Polymorphic {
        case message(Message), login(Login), ping, counts([String: UInt8])

        struct Message: Model {
            var text: String
            var type: String?
        }
        struct Login: Model { var user: String }

        static let variants = Variants<Event>(
            "type", .case(["message", "msg"], Event.message), .case(2, Event.login), .case(true, Event.ping),
            .case("counts", Event.counts), .otherwiseSkip)
    }

    struct Log: Model {
        var first: Event
        var all: [Event]
    }

    enum Outside: Polymorphic {
        case number(UInt8), nothing
        static let variants = Variants<Outside>(
            .external, .case("number", Outside.number), .case("nothing", Outside.nothing))
    }

    enum Beside: Polymorphic {
        case text(String), none, other(JSONValue)
        static let variants = Variants<Beside>(
            .key("t", content: "c"), .case("text", Beside.text), .case("none", Beside.none), .otherwise(Beside.other))
    }

    enum Either: Polymorphic {
        case number(UInt8), text(String), list([Either]), nothing
        static let variants = Variants<Either>(
            .untagged, .case(Either.number), .case(Either.text), .case(Either.list), .case(Either.nothing))
    }

    enum Chosen: Polymorphic {
        case author(Author)
        static let variants = Variants<Chosen>(.choice { _ in "author" }, .case("author", Chosen.author))
    }

    class Shape: DefaultedModel, Polymorphic {
        var name = ""
        required init() {}
        class var variants: Variants<Shape> {
            Variants("kind", .type("circle", Circle.self), .otherwise(Shape.self))
        }
    }

    final class Circle: Shape { var radius = 1.5 }
}

/// The schema as text, without the first member, which all schemas of documents share.
func text(of schema: JSONObject) -> String {
    JSONValue.object(schema.filter { $0.key != "$schema" }).description
}

/// The definition of the root's type, or of the type with that name.
func definition(_ name: String? = nil, in schema: JSONObject) -> String {
    let root = schema["$ref"]?.stringValue.map { String($0.dropFirst("#/$defs/".count)) }
    return schema["$defs"]?[name ?? root ?? ""]?.description ?? "none"
}

/// The schema of an `Int`.
let schemaOfInt = #"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#

/// Expects this definition in a decoder's schema of a type.
func expectDefinition<Value>(
    _ type: Value.Type, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(definition(in: try ModelDecoder().schema(of: type)) == expected, sourceLocation: sourceLocation)
}
