import Foundation
import Yodel

/// Models whose types the document selects, in every way.
package enum PolymorphicModels: ModelFamily {
    package static func subject(_ number: Int) -> Subject { subjects[number % subjects.count] }

    static let subjects: [Subject] = [
        Subject(model: Varied.self) { $0.document(of: Varied.self) },
        Subject([Event].self, sample: "[]") { json in
            json.array(0...4) { Event.json(&$0) }
        },
        Subject(model: Log.self) { json in
            json.object([
                .required("first") { Event.json(&$0) }, .optional("last") { Event.json(&$0) },
                .required("all") { $0.array(0...3) { Event.json(&$0) } },
                .required("byName") {
                    $0.dictionary(0...2) {
                        $0.pick(["k", "l", "é"])
                    } value: {
                        Event.json(&$0)
                    }
                },
                .optional("later") { Event.json(&$0) },
            ])
        },
        Subject(model: Drawing.self, equal: { $0.text == $1.text }) { json in
            json.object([
                .required("background") { Shape.json(&$0) },
                .required("shapes") { $0.array(0...4) { Shape.json(&$0) } },
            ])
        },
        Subject(model: Zoo.self, equal: { $0.text == $1.text }) { json in
            json.object([
                .required("star") { Animals.json(&$0) },
                .required("others") { $0.array(0...3) { Animals.json(&$0) } },
            ])
        },
        Subject([Figure].self, sample: "[]") { json in json.array(0...4) { Figure.json(&$0) } },
        Subject(Term.self, sample: "1") { Term.json(&$0) },
        Subject([String: Term?].self, sample: "{}") { json in
            json.dictionary(0...3) {
                $0.pick(["a", "b"])
            } value: {
                Term.json(&$0)
            }
        },
        Subject([Path].self, sample: "[]") { json in json.array(0...3) { Path.json(&$0) } },
    ]
}

extension RandomJSON {
    /// A random value, encoded.
    mutating func document<Value: RandomValue>(of type: Value.Type) -> String {
        var random = RandomValues(seed: UInt64(count(0...Int.max)))
        var encoder = ModelEncoder()
        encoder.dates = .secondsSince1970
        return (try? encoder.encodeText(Value(&random))) ?? "{}"
    }
}

/// Selected by a member of any kind at any place; sometimes it is missing.
private enum Event: Polymorphic, Equatable {
    case message(Message), login(Login), ping, counts([String: Int])

    struct Message: Model, Equatable {
        var text: String
        var type: String?
        var inner: [Event]?
    }

    struct Login: Model, Equatable {
        var user: String
        var at: Int

        static let mapping = Mapping(.map(\Login.at, to: "meta.at", "at"))
    }

    static let variants = Variants<Event>(
        "type", .case(["message", "msg"], Event.message), .case(2, Event.login), .case(true, Event.ping),
        .case("counts", Event.counts), .otherwiseSkip)

    static func json(_ json: inout RandomJSON) -> String {
        let tag = json.pick([#""message""#, #""msg""#, "2", "true", #""counts""#, #""other""#, "null", "2.0"])
        var members: [RandomJSON.Member] = [.required("type") { _ in tag }]
        switch tag {
        case "2": members += [.required("user") { $0.string() }, .required("at") { $0.integer(0...9) }]
        case "true": break
        case #""counts""#: members += [.required("a") { $0.integer(0...9) }]
        default:
            members += [
                .required("text") { $0.string() },
                .optional("inner") { json in json.chance(2) ? "[]" : "[\(Event.json(&json))]" },
            ]
        }
        return json.object(members)
    }
}

private struct Log: Model, Equatable {
    var first: Event?
    var last: Event?
    var all: [Event]
    var byName: [String: Event]
    var later: Lazy<Event>?

    static func == (left: Log, right: Log) -> Bool {
        left.first == right.first && left.last == right.last && left.all == right.all && left.byName == right.byName
            && (left.later == nil) == (right.later == nil) && (try? left.later?.value()) == (try? right.later?.value())
    }
}

/// A hierarchy of classes.
private class Shape: DefaultedModel, Polymorphic {
    var name = ""
    var next: Shape?
    required init() {}
    class var variants: Variants<Shape> {
        Variants("kind", .type("circle", Circle.self), .type("square", Square.self), .otherwise(Shape.self))
    }

    var text: String { "\(type(of: self)) \(name)" + (next.map { " [\($0.text)]" } ?? "") }

    static func json(_ json: inout RandomJSON) -> String {
        let kind = json.pick([#""circle""#, #""square""#, #""other""#, "1"])
        return json.object([
            .required("kind") { _ in kind }, .optional("name") { $0.string() }, .optional("radius") { $0.double() },
            .optional("side") { $0.double() }, .optional("next") { $0.chance(2) ? "null" : Shape.json(&$0) },
        ])
    }
}

private final class Circle: Shape {
    var radius = 0.0
    override var text: String { "\(super.text) \(radius)" }
}

private final class Square: Shape {
    var side = 0.0
    override var text: String { "\(super.text) \(side)" }
}

private struct Drawing: Model, CustomStringConvertible {
    var background: Shape?
    var shapes: [Shape]

    var text: String { "\(background?.text ?? "-") \(shapes.map(\.text))" }
    var description: String { text }
}

/// A protocol, with the content beside the tag.
private protocol Animal { var name: String { get } }
private struct Dog: Model, Animal { var name: String }
private struct Cat: Model, Animal { var name: String; var lives: Int? }

private enum Animals: Polymorphic {
    static let variants = Variants<any Animal>(
        .key("k", content: "v"), .type("dog", Dog.self) { $0 }, .type("cat", Cat.self) { $0 })

    static func json(_ json: inout RandomJSON) -> String {
        json.object([
            .required("k") { $0.pick([#""dog""#, #""cat""#, #""cow""#]) },
            .required("v") {
                $0.object([.required("name") { $0.string() }, .optional("lives") { $0.integer(0...9) }])
            },
        ])
    }
}

private struct Zoo: Model, CustomStringConvertible {
    @OneOf<Animals> var star: any Animal
    var others: [OneOf<Animals>]

    var text: String { "\(star) \(others.map { "\($0.wrappedValue)" })" }
    var description: String { text }
}

/// Selected by a function of the members.
private enum Figure: Polymorphic, Equatable {
    case circle(Radius), square(Side), named(Event)
    struct Radius: Model, Equatable { var radius: Double }
    struct Side: Model, Equatable { var side: Double }

    static let variants = Variants<Figure>(
        .choice { members in
            members.contains("radius") ? "circle" : members.contains("side") ? "square" : "named"
        },
        .case("circle", Figure.circle), .case("square", Figure.square), .case("named", Figure.named))

    static func json(_ json: inout RandomJSON) -> String {
        switch json.count(0...2) {
        case 0: json.object([.required("radius") { $0.double() }, .optional("side") { $0.double() }])
        case 1: json.object([.required("side") { $0.double() }])
        default: Event.json(&json)
        }
    }
}

/// Selected by trying; contains itself.
private indirect enum Term: Polymorphic, Equatable {
    case number(Int), text(String), pair(Pair), list([Term]), names([String: Term])

    struct Pair: Model, Equatable {
        var left: Term
        var right: Term?
    }

    static let variants = Variants<Term>(
        .untagged, .case(Term.number), .case(Term.text), .case(Term.pair), .case(Term.list), .case(Term.names))

    static func json(_ json: inout RandomJSON) -> String { self.json(&json, 0) }

    private static func json(_ json: inout RandomJSON, _ depth: Int) -> String {
        let inner: (inout RandomJSON) -> String = { Self.json(&$0, depth + 1) }
        switch json.count(depth > 2 ? 0...1 : 0...4) {
        case 0: return json.integer(0...9)
        case 1: return json.string(0...3)
        case 2: return json.object([.required("left", inner), .optional("right", inner)])
        case 3: return json.array(0...3, inner)
        default:
            return json.dictionary(0...2) {
                $0.pick(["m", "n"])
            } value: {
                inner(&$0)
            }
        }
    }
}

/// Selected by keys around the value and beside it, each inside the other.
private indirect enum Path: Polymorphic, Equatable {
    case end(Int), down(Path), maybe(Path?), step(Step), here

    indirect enum Step: Polymorphic, Equatable {
        case name(String), next(Step), path(Path)

        static let variants = Variants<Step>(
            .key("k", content: "v"), .case("name", Step.name), .case("next", Step.next), .case("path", Step.path))
    }

    static let variants = Variants<Path>(
        .external, .case("end", Path.end), .case("down", Path.down), .case("maybe", Path.maybe),
        .case("step", Path.step), .case("here", Path.here), .otherwiseSkip)

    static func json(_ json: inout RandomJSON) -> String { self.json(&json, 0) }

    private static func json(_ json: inout RandomJSON, _ depth: Int) -> String {
        let inner: (inout RandomJSON) -> String = { Self.json(&$0, depth + 1) }
        switch json.count(depth > 3 ? 0...1 : 0...4) {
        case 0: return json.object([.required("end") { $0.integer(0...9) }])
        case 1: return json.pick([#""here""#, #"{"here": null}"#, #"{"maybe": null}"#, #"{"other": [{}]}"#])
        case 2: return json.object([.required("down", inner)])
        case 3: return json.object([.required("maybe", inner)])
        default: return json.object([.required("step") { Self.step(&$0, depth + 1) }])
        }
    }

    private static func step(_ json: inout RandomJSON, _ depth: Int) -> String {
        let kind = json.pick(depth > 3 ? ["name"] : ["name", "next", "path"])
        return json.object([
            .required("k") { _ in "\"\(kind)\"" },
            .required("v") { json in
                switch kind {
                case "name": json.string(0...3)
                case "next": step(&json, depth + 1)
                default: Self.json(&json, depth + 1)
                }
            },
        ])
    }
}
