import Yodel

struct Branch: ModelHashable, ModelDescribable, ModelCopyable, Decodable {
    var children: [Branch]?
    var name: String?
}

final class Link: DefaultedModel, ModelHashable, ModelDescribable, ModelCopyable {
    var number = 0
    var next: Link?
}

private struct Boxed: Model { @Indirect var next: Boxed? }

private struct Parts: Model {
    var lazy: Lazy<[Int]>?
    var raw: RawJSON?
}

/// Deep and wide documents.
var shapeCases: [CostCase] {
    var cases: [CostCase] = []
    cases += decoding("levels of arrays", JSONValue.self, size: 1_000, nested("[", "", "]"))
    cases += decoding("levels of objects", JSONValue.self, size: 1_000, nested(#"{"a":"#, "1", "}"))
    cases += decoding("levels of structs", Branch.self, size: 1_000, nested(#"{"children":["#, "{}", "]}"))
    cases += decoding("levels of classes", Link.self, size: 1_000, nested(#"{"next":"#, "null", "}"))
    cases += decoding("levels of boxes", Boxed.self, size: 1_000, nested(#"{"next":"#, "null", "}"))
    cases += decoding("levels that are skipped", Kept.self, size: 1_000, nested(#"{"a":["#, "1", "]}"))
    cases += decoding(
        "levels without an end", JSONValue.self, size: 1_000, failure: .unexpectedEnd, nested("[", "", ""))
    cases += decoding(
        "an error in the depth", Branch.self, size: 1_000, failure: .typeMismatch, nested(#"{"children":["#, "1", "]}"))
    cases += decoding("levels of raw JSON", RawJSON.self, size: 1_000, nested("[", "", "]"))
    cases += decoding("shallow levels", JSONValue.self, filled("[", #"[[1],{"a":[]}],"#, "[]]"))
    cases += decoding("shallow levels that are skipped", Kept.self, filled(#"{"a":["#, #"[[1],{"a":[]}],"#, "[]]}"))
    cases += decoding("empty objects into models", [Branch].self, filled("[", "{},", "{}]"))
    cases += decoding("empty objects into classes", [Link].self, filled("[", "{},", "{}]"))
    cases += decoding("empty arrays", [[Int]].self, filled("[", "[],", "[]]"))
    cases += decoding("nulls", [Int?].self, filled("[", "null,", "1]"))
    cases += decoding("words into JSONValue", JSONValue.self, filled("[", "true,null,", "false]"))
    cases += decoding(
        "a wide tree", Branch.self, filled(#"{"children":["#, #"{"name":"a","children":[{},{}]},"#, "{}]}"))
    cases += decoding("one raw value", RawJSON.self, filled("[0", #",{"a":"b"}"#, "]"))
    cases += decoding("many raw values", [RawJSON].self, filled("[0", #",{"a":"b"}"#, "]"))
    cases += decoding("one lazy value", Parts.self, filled(#"{"lazy":[0"#, ",1", "]}"))
    cases += decoding("many lazy values", [Parts].self, filled("[{}", #",{"raw":[1 ,2],"lazy":[1]}"#, "]"))
    cases += decoding("lines before an error", [Int].self, failure: .typeMismatch, filled("[", "1,\n", "true]"))
    cases.append(
        CostCase("lazy values that are asked for", 16 << 10) { size in
            let document = filled(#"{"lazy":[0"#, ",1", "]}")(size)
            return { _ = try ModelDecoder.unbounded.decode(Parts.self, from: document).lazy!.value() }
        })
    cases.append(
        CostCase("a tree of dictionaries", 4_000) { size in
            let tree: [String: Any] = ["children": (0..<size).map { ["name": "\($0)", "b": [1, 2]] as [String: Any] }]
            return { _ = try ModelDecoder.unbounded.decode(Branch.self, fromTree: tree) }
        })
    cases.append(
        CostCase("a tree of JSONValue", 4_000) { size in
            let tree = try ModelDecoder().decode(JSONValue.self, from: filled("[", #"{"name":"a"},"#, "{}]")(size * 10))
            return { _ = try ModelDecoder.unbounded.decode([Branch].self, from: tree) }
        })
    return cases
}
