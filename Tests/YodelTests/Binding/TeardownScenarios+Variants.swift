import Testing
import Yodel

extension TeardownScenario {
    /// Variants of every kind of tag.
    static let variants: [TeardownScenario] = [
        TeardownScenario(
            "variants, tag first", [Counted].self, #"[{"type":"pair","a":"1","b":"2"},{"type":"one","c":["3","4"]}]"#),
        TeardownScenario(
            "variants, tag last", [Counted].self, #"[{"a":"1","b":"2","type":"pair"},{"c":["3","4"],"type":"one"}]"#),
        TeardownScenario(
            "adjacent variants", [Beside].self, #"[{"t":"pair","c":{"a":"1","b":"2"}},{"c":"3","t":"one"}]"#),
        TeardownScenario("external variants", [Around].self, #"[{"pair":{"a":"1","b":"2"}},{"one":"3"},"none"]"#),
        TeardownScenario("untagged variants", [Tried].self, #"[{"a":"1","b":"2"},{"a":"1","c":["3"]},["x"],"y"]"#),
        TeardownScenario("variant classes", [Part].self, #"[{"kind":"wheel","life":"a"},{"size":"b","kind":"door"}]"#),
        TeardownScenario(
            "skipped variants", [String: Known].self, #"{"a":{"a":"1","type":"x"},"b":{"type":"pair","a":"1","b":"2"}}"#
        ),
    ]
}

// MARK: - Models

private struct One: Model { var a: Tracked?; var c: [Tracked] }

private enum Counted: Polymorphic {
    case pair(Pair), one(One)
    static let variants = Variants<Counted>("type", .case("pair", Counted.pair), .case("one", Counted.one))
}

private enum Beside: Polymorphic {
    case pair(Pair), one(Tracked)
    static let variants = Variants<Beside>(
        .key("t", content: "c"), .case("pair", Beside.pair), .case("one", { Beside.one($0) }))
}

private enum Around: Polymorphic {
    case pair(Pair), one(Tracked), none
    static let variants = Variants<Around>(
        .external, .case("pair", Around.pair), .case("one", Around.one), .case("none", Around.none))
}

private enum Tried: Polymorphic {
    case pair(Pair), one(One), list([Tracked]), text(Tracked)
    static let variants = Variants<Tried>(
        .untagged, .case(Tried.pair), .case(Tried.one), .case(Tried.list), .case(Tried.text))
}

private enum Known: Polymorphic {
    case pair(Pair)
    static let variants = Variants<Known>("type", .case("pair", Known.pair), .otherwiseSkip)
}

private class Part: DefaultedModel, Polymorphic {
    final var life: Tracked?
    required init() {}
    class var variants: Variants<Part> { Variants("kind", .type("wheel", Wheel.self), .type("door", Door.self)) }
}

private final class Wheel: Part { let own = Tracked("own") }
private final class Door: Part { var size: Tracked? }
