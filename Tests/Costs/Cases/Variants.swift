import Yodel

private indirect enum Chain: Polymorphic {
    case link(Chained)
    case end
    case other(JSONValue)

    struct Chained: Model {
        var next: Chain
        var tags: [Int]?
    }

    static let variants = Variants<Chain>(
        "type", .case("link", Chain.link), .case("end", Chain.end), .otherwise(Chain.other))
}

private enum Content: Polymorphic {
    case numbers([Int])
    case branch(Branch)

    static let variants = Variants<Content>(
        .key("type", content: "content"), .case("numbers", Content.numbers), .case("branch", Content.branch))
}

private indirect enum Shape: Polymorphic {
    case text(String)
    case branch(Branch)
    case list([Shape])

    static let variants = Variants<Shape>(.untagged, .case(Shape.text), .case(Shape.branch), .case(Shape.list))
}

/// Reads the lazy values of a page twice: that it lacks a key is known only at its end.
private enum Answer: Polymorphic {
    case page(Page)
    case whole(Whole)

    struct Page: Model {
        var items: [Lazy<Int>]
        var next: Int
    }

    struct Whole: Model { var items: [Lazy<Int>] }

    static let variants = Variants<Answer>(.untagged, .case(Answer.page), .case(Answer.whole))
}

private struct Twice: Model {
    var first: [Lazy<Int>]
    var second: [Lazy<Int>]

    static let mapping = Mapping(.map(\Twice.first, to: "items"), .map(\Twice.second, to: "items"))
}

/// Reads the lazy values of each pair twice.
private enum Late: Polymorphic {
    case pairs(Pairs)
    case end

    struct Pairs: Model { var items: [Pair] }

    enum Pair: Polymorphic {
        case three(Three)
        case two(Two)

        struct Three: Model {
            var x: Lazy<Int>
            var y: Lazy<Int>
            var z: Int
        }

        struct Two: Model {
            var x: Lazy<Int>
            var y: Lazy<Int>
        }

        static let variants = Variants<Pair>(.untagged, .case(Pair.three), .case(Pair.two))
    }

    static let variants = Variants<Late>("type", .case("pairs", Late.pairs), .case("end", Late.end))
}

/// Types that the document selects, with most of the value before the tag.
var variantCases: [CostCase] {
    var cases: [CostCase] = []
    let tail = #"],"next":{"type":"end"},"type":"link"}"#
    cases += decoding("one value with its tag last", Chain.self, filled(#"{"tags":[0"#, ",1", tail))
    cases += decoding("members before the tag", Chain.self, numbered("{", #""type":"end"}"#) { "\"k\($0)\":0," })
    cases += decoding("values with their tags last", [Chain].self, filled("[", #"{"tags":[1,2],"type":"end"},"#, "{}]"))
    cases += decoding("an unknown value with its tag last", Chain.self, filled(#"{"a":[0"#, ",1", #"],"type":"x"}"#))
    cases += decoding(
        "levels with their tags last", Chain.self, size: 500,
        nested(#"{"next":"#, #"{"type":"end"}"#, #","type":"link"}"#))
    cases += decoding(
        "levels with their tags first", Chain.self, size: 500,
        nested(#"{"type":"link","next":"#, #"{"type":"end"}"#, "}"))
    cases += decoding("content before its tag", Content.self, filled(#"{"content":[0"#, ",1", #"],"type":"numbers"}"#))
    cases += decoding(
        "contents before their tags", [Content].self,
        filled("[", #"{"content":[0],"type":"numbers"},"#, #"{"content":{},"type":"branch"}]"#))
    cases += decoding("an untagged list", Shape.self, filled("[", #""a",{"name":"b"},["c"],"#, #""d"]"#))
    cases += decoding("lazy lines of an untagged value", Answer.self, filled(#"{"items":[1"#, ",\n    1", "]}"))
    cases += decoding("lazy lines of two properties", Twice.self, filled(#"{"items":[1"#, ",\n    1", "]}"))
    cases += decoding(
        "lazy lines of untagged values", Late.self,
        filled(#"{"items":["#, "{\"x\":1,\n\"y\":2},", #"{"x":1,"y":2}],"type":"pairs"}"#))
    cases += decoding("a tag that never comes", Chain.self, filled(#"{"a":[0"#, ",1", "]}"))
    return cases
}
