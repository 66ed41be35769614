import Yodel

// Types that contain themselves, and whose variant is known late or never.

private indirect enum Two: Polymorphic, Sendable {
    case a(A), b(B), end(Int)
    struct A: Model, Sendable { var v: Two; var x: Int }
    struct B: Model, Sendable { var v: Two; var y: Int }
    static let variants = Variants<Two>(.untagged, .case(Two.a), .case(Two.b), .case(Two.end))
}

private indirect enum Three: Polymorphic, Sendable {
    case a(A), b(B), c(C), end(Int)
    struct A: Model, Sendable { var v: Three; var x: Int }
    struct B: Model, Sendable { var v: Three; var y: Int }
    struct C: Model, Sendable { var v: Three; var z: Int }
    static let variants = Variants<Three>(.untagged, .case(Three.a), .case(Three.b), .case(Three.c), .case(Three.end))
}

private indirect enum Four: Polymorphic, Sendable {
    case a(A), b(B), c(C), d(D), end(Int)
    struct A: Model, Sendable { var v: Four; var w: Int }
    struct B: Model, Sendable { var v: Four; var x: Int }
    struct C: Model, Sendable { var v: [Four]; var y: Int }
    struct D: Model, Sendable { var v: Four; var z: Int }
    static let variants = Variants<Four>(
        .untagged, .case(Four.a), .case(Four.b), .case(Four.c), .case(Four.d), .case(Four.end))
}

/// Variants that exclude each other, below arrays.
private indirect enum Listed: Polymorphic, Sendable {
    case a(A), b(B), list([Listed]), map([String: Listed]), end(Int)
    struct A: Model, Sendable { var v: [Listed]; var x: Int }
    struct B: Model, Sendable { var v: [Listed]?; var y: Int }
    static let variants = Variants<Listed>(
        .untagged, .case(Listed.a), .case(Listed.b), .case(Listed.list), .case(Listed.map), .case(Listed.end))
}

/// The tag is the last member.
private indirect enum Tagged: Polymorphic, Sendable {
    case a(A), b(B)
    struct A: Model, Sendable { var v: Tagged? }
    struct B: Model, Sendable { var v: [Tagged]? }
    static let variants = Variants<Tagged>("t", .case("a", Tagged.a), .case("b", Tagged.b))
}

/// The content comes before its tag.
private indirect enum Adjacent: Polymorphic, Sendable {
    case a(Adjacent), b([Adjacent]), end(Int)
    static let variants = Variants<Adjacent>(
        .key("t", content: "c"), .case("a", Adjacent.a), .case("b", Adjacent.b), .case("e", Adjacent.end))
}

private indirect enum External: Polymorphic, Sendable {
    case a(External), b([External]), end(Int)
    static let variants = Variants<External>(
        .external, .case("a", External.a), .case("b", External.b), .case("e", External.end))
}

/// A function looks at the members; the last one decides.
private indirect enum Chosen: Polymorphic, Sendable {
    case a(A), b(B)
    struct A: Model, Sendable { var v: Chosen?; var x: Int }
    struct B: Model, Sendable { var v: Chosen?; var y: Int }
    static let variants = Variants<Chosen>(
        .choice { $0["y"] == nil ? "a" : "b" }, .case("a", Chosen.a), .case("b", Chosen.b))
}

/// Untagged variants with a tag, a property of ranked keys and a hook in between.
private indirect enum Mixed: Polymorphic, Sendable {
    case a(A), b(B), tagged(Tagged), end(Int)
    struct A: WillDecodeModel, Sendable {
        var v: Mixed
        var x: Int
        static func willDecode(_ object: inout JSONObject) throws {}
    }
    struct B: Model, Sendable {
        var v: Mixed
        var y: Int
        static let mapping = Mapping(.map(\B.v, to: "w", "v"))
    }
    static let variants = Variants<Mixed>(
        .untagged, .case(Mixed.a), .case(Mixed.b), .case(Mixed.tagged), .case(Mixed.end))
}

var variantTimeCases: [TimeCase] {
    func chain(_ before: String, _ innermost: String, _ after: String) -> (Int) -> String {
        { String(repeating: before, count: $0) + innermost + String(repeating: after, count: $0) }
    }
    var cases: [TimeCase] = []
    cases += TimeCase.cases("two, untagged", Two.self, chain(#"{"v":"#, "1", #","y":1}"#))
    cases += TimeCase.cases("two, untagged, none fits", Two.self, chain(#"{"v":"#, "true", #","y":1}"#))
    cases += TimeCase.cases("three, untagged", Three.self, chain(#"{"v":"#, "1", #","z":1}"#))
    cases += TimeCase.cases("three, untagged, none fits", Three.self, chain(#"{"v":"#, "[]", "}"))
    cases += TimeCase.cases("four, untagged", Four.self, chain(#"{"v":"#, "1", #","z":1}"#))
    cases += TimeCase.cases("below arrays", Listed.self, chain(#"{"v":["#, "1", #"],"y":1}"#))
    cases += TimeCase.cases("below arrays alone", Listed.self, chain("[", "true", "]"))
    cases += TimeCase.cases("below dictionaries", Listed.self, chain(#"{"":"#, "true", "}"))
    cases += TimeCase.cases("tag last", Tagged.self, chain(#"{"v":"#, #"{"t":"a"}"#, #","t":"a"}"#))
    cases += TimeCase.cases("tag last, below arrays", Tagged.self, chain(#"{"v":["#, "", #"],"t":"b"}"#))
    cases += TimeCase.cases("content first", Adjacent.self, chain(#"{"c":"#, #"{"c":1,"t":"e"}"#, #","t":"a"}"#))
    cases += TimeCase.cases("key around", External.self, chain(#"{"a":"#, #"{"e":true}"#, "}"))
    cases += TimeCase.cases("chosen", Chosen.self, chain(#"{"v":"#, "null", #","y":1}"#))
    cases += TimeCase.cases("mixed", Mixed.self, chain(#"{"v":"#, "1", #","y":1}"#))
    return cases
}

/// Tries its value as one of two types, both of which are this one.
private final class Doubling: Decodable, Sendable {
    let inner: Doubling?

    private enum Key: CodingKey { case v }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Key.self) else {
            inner = nil
            return
        }
        _ = try? container.decode(Doubling.self, forKey: .v)
        inner = try container.decodeIfPresent(Doubling.self, forKey: .v)
    }
}

/// Tries arrays element by element, and reads the path at each level.
private struct Retrying: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
        if decoder.codingPath.count < 0 { return }
        for _ in 0..<3 {
            guard var list = try? decoder.unkeyedContainer() else { continue }
            while !list.isAtEnd { if (try? list.decode(Retrying.self)) == nil { break } }
        }
        _ = try decoder.singleValueContainer().decode(Int.self)
    }
}

/// A model in a `Decodable` type in a model, tried twice at each level.
private final class Alternating: Decodable, Sendable {
    struct Part: Model, Decodable, Sendable { var v: Alternating? }

    init(from decoder: any Decoder) throws {
        _ = try? Part(from: decoder)
        let container = try decoder.singleValueContainer()
        _ = try? container.decode(Part.self)
        _ = try container.decode(Part.self)
    }
}

/// Tries a model that does not fit, at the innermost level, five times for each level.
private struct Trying: Decodable, Sendable {
    struct Part: Model, Decodable, Sendable { var v: Int }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd { _ = try list.decode(Trying.self) }
        guard list.currentIndex == 0 else { return }
        for _ in 0..<5 * decoder.codingPath.count { _ = try? decoder.singleValueContainer().decode(Part.self) }
    }
}

/// Tries a model that lacks its key as often, under keys that are not ASCII.
private struct TryingUnderKeys: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
        guard try decoder.singleValueContainer().decode([String: TryingUnderKeys].self).isEmpty else { return }
        for _ in 0..<5 * decoder.codingPath.count {
            _ = try? decoder.singleValueContainer().decode(Trying.Part.self)
        }
    }
}

/// A `Decodable` part in variants that must be tried.
private indirect enum Coded: Polymorphic, Sendable {
    case a(A), b(B), end(Int)
    struct A: Model, Sendable { var p: Doubling?; var v: Coded; var x: Int }
    struct B: Model, Sendable { var p: Doubling?; var v: Coded; var y: Int }
    static let variants = Variants<Coded>(.untagged, .case(Coded.a), .case(Coded.b), .case(Coded.end))
}

var codableTimeCases: [TimeCase] {
    func chain(_ before: String, _ innermost: String, _ after: String) -> (Int) -> String {
        { String(repeating: before, count: $0) + innermost + String(repeating: after, count: $0) }
    }
    var cases: [TimeCase] = []
    cases += TimeCase.codableCases("doubling", Doubling.self, chain(#"{"v":"#, "1", "}"))
    cases += TimeCase.codableCases("retrying arrays", Retrying.self, chain("[", "true", "]"))
    cases += TimeCase.codableCases("model and Decodable in turn", Alternating.self, chain(#"{"v":"#, "{}", "}"))
    cases += TimeCase.codableCases("model that does not fit", Trying.self, chain("[", "", "]"))
    cases += TimeCase.codableCases("model that lacks its key", TryingUnderKeys.self, chain(#"{"é":"#, "{}", "}"))
    cases += TimeCase.cases("Decodable parts in variants", Coded.self) { depth in
        chain(#"{"p":{"v":{"v":{"v":1}}},"v":"#, "1", #","y":1}"#)(depth)
    }
    return cases
}
