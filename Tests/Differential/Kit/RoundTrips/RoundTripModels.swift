import BenchmarkModels
import Foundation
import Yodel

/// A value that can be made at random, for round trips.
protocol RandomValue: Equatable, SendableMetatype {
    init(_ random: inout RandomValues)
}

/// A property of every kind.
struct EveryKind: Model, RandomValue {
    var flag: Bool
    var tiny: Int8
    var short: Int16
    var medium: Int32
    var long: Int
    var huge: Int128
    var unsignedTiny: UInt8
    var unsignedLong: UInt64
    var unsignedHuge: UInt128
    var double: Double
    var float: Float
    var decimal: Decimal
    var text: String
    var slice: Substring
    var character: Character
    var date: Date
    var data: Data
    var url: URL
    var uuid: UUID
    var number: JSONNumber
    var level: Level
    var grade: Grade
    var dynamic: JSONValue
    var maybe: Int?
    var maybeText: String?
    var twice: Int??
    var list: [Double]
    var nested: [[String?]]
    var set: Set<Int>
    var byName: [String: Int]
    var byNumber: [Int: [String]]
    var byLevel: [Level: Bool]
    var patched: Field<String>
    var touched: Field<[Int]>
    @Indirect var next: EveryKind?
}

enum Level: String, CaseIterable { case low, high, unheard = "un\"heard\n" }
enum Grade: Int { case first = 1, second, last = -7 }

/// The mapping entries that work in both directions.
struct Mapped: Model, RandomValue {
    var title: String
    var author: String?
    var city: String
    var country: String?
    var first: Int?
    var third: Int?
    var taken: Date
    var level: Level
    var celsius: Double
    var place: Coordinate
    var corner: Coordinate?
    var tags: [String]
    var secret: Int
    var payload: [Int]
    var extras: JSONObject

    static let mapping = Mapping(
        keys: .snakeCase,
        .map(\Mapped.title, to: "name", "title"),
        .map(\Mapped.author, to: "meta.author.name"),
        .map(\Mapped.city, to: "meta.place.city"),
        .map(\Mapped.country, to: .literal("meta.country")),
        .map(\Mapped.first, to: "numbers[0]"),
        .map(\Mapped.third, to: "numbers[2].value"),
        .transform(\Mapped.taken, to: "at", by: .millisecondsSince1970),
        .transform(\Mapped.level, by: .values(["lo": .low, "hi": .high], default: .unheard, reverseDefault: "?")),
        .compose(\Mapped.place, from: "lat", "lon") { (lat: Double, lon: Double) in
            Coordinate(lat: lat, lon: lon)
        } back: {
            ($0.lat, $0.lon)
        },
        .compose(\Mapped.corner, from: "box.x", "box.y") { (x: Double, y: Double) in
            Coordinate(lat: x, lon: y)
        } back: {
            ($0.lat, $0.lon)
        },
        .emptyWhenAbsent(\Mapped.tags),
        .ignore(\Mapped.secret, default: 7),
        .transform(\Mapped.payload, by: .jsonText),
        .unknown(\Mapped.extras))
}

struct Coordinate: Hashable { var lat: Double, lon: Double }

/// Variants selected in every way.
struct Varied: Model, RandomValue {
    var inside: Inside
    var outside: [Outside]
    var beside: [String: Beside]
    var any: Either
}

enum Inside: Polymorphic, Equatable {
    case point(Coordinates), name(Named), nothing
    static let variants = Variants<Inside>(
        "kind", .case("point", Inside.point), .case("name", Inside.name), .case("nothing", Inside.nothing))
}

enum Outside: Polymorphic, Equatable {
    case number(Int), list([Named]), nothing
    static let variants = Variants<Outside>(
        .external, .case("number", Outside.number), .case("list", Outside.list), .case("nothing", Outside.nothing))
}

enum Beside: Polymorphic, Equatable {
    case text(String), point(Coordinates)
    static let variants = Variants<Beside>(
        .key("t", content: "c"), .case("text", Beside.text), .case("point", Beside.point))
}

enum Either: Polymorphic, Equatable {
    case number(Int), text(String), point(Coordinates)
    static let variants = Variants<Either>(.untagged, .case(Either.number), .case(Either.text), .case(Either.point))
}

struct Coordinates: Model, Equatable { var x: Double, y: Double }

struct Named: Model, Equatable { var name: String, alias: String? }
