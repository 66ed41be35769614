import Yodel

/// A feed that reads documents, with the type of its items erased.
package struct FeedSubject: Sendable {
    package let name: String
    /// Writes a document for it, valid or nearly so.
    package let document: @Sendable (inout RandomJSON) -> String
    private let compare: @Sendable ([UInt8], FeedRecipe) -> String?

    init<Item>(_ name: String, _ feed: Feed<Item>, document: @escaping @Sendable (inout RandomJSON) -> String) {
        self.name = name
        self.document = document
        compare = { document, recipe in
            FeedComparison(feed: recipe.applied(to: feed), seed: recipe.seed, notes: recipe.notes).difference(document)
        }
    }

    /// The difference in a document's outcome when it is read in another way; nil if there is none.
    package func difference(_ document: [UInt8], _ recipe: FeedRecipe) -> String? {
        compare(document, recipe)
    }

    /// The subjects of recipes, by number: append new ones, so that earlier inputs keep their recipe.
    package static let all = plain + rich

    private static let plain: [FeedSubject] = [
        FeedSubject("root", Feed(of: FeedItem.self)) { "[\($0.feedItems(","))]\n" },
        FeedSubject("path", Feed(of: FeedItem.self, at: "d.i")) {
            #"{"n": 1, "d": {"x": [{}], "i": [\#($0.feedItems(" ,"))], "y": null}, "z": "]"}"#
        },
        FeedSubject("plural", Feed(of: FeedItem.self, at: "[*].i")) {
            #"[{"i": [\#($0.feedItems(","))]}, {"j": []}, \#($0.chance(4) ? "[]," : "") {"i": [\#($0.feedItems(","))]}]"#
        },
        FeedSubject("index", Feed(of: FeedItem.self, at: "r[1].i")) {
            #"{"r": [{"i": [{}]}, {"x": 1, "i": [\#($0.feedItems(","))]}, {"i": 5}], "s": []}"#
        },
        FeedSubject("deep", Feed(of: JSONValue.self, at: "[*][*]")) {
            "[[[\($0.feedItems(","))], []], [], [[\($0.feedItems(","))]]]"
        },
        FeedSubject("members", Feed(ofMembers: FeedItem.self)) { $0.feedMembers() },
        FeedSubject("members at a path", Feed(ofMembers: [String: Int].self, at: "m[*].v")) {
            #"{"m": [{"v": \#($0.feedMembers())}, {}, {"v": {}, "w": \#($0.feedMembers())}], "o": 1}"#
        },
        FeedSubject(
            "parts",
            Feed<String>(
                .items(of: FeedItem.self, at: "d.i", as: { "i\($0)" }),
                .value(of: Int.self, at: "n", as: { "n\($0)" }),
                .envelope(of: JSONValue.self, as: { "e\($0)" }))
        ) {
            #"{"x": "é\n", "n": \#($0.integer(0...9)), "d": {"x": [{}], "i": [\#($0.feedItems(" ,"))], "y": null}, "z": "]"}"#
        },
        FeedSubject(
            "arrays",
            Feed<String>(
                .items(of: FeedItem.self, at: "a", as: { "a\($0)" }),
                .items(of: FeedItem.self, at: "b", as: { "b\($0)" }),
                .members(of: JSONValue.self, at: "c", as: { "c\($0)\($1)" }),
                .items(of: FeedItem?.self, at: "d", as: { "d\($0 as Any)" }),
                .value(of: Int?.self, at: "e.f", as: { "e\($0 as Any)" }))
        ) { json in
            json.object([
                .required("a") { "[\($0.feedItems(","))]" }, .required("b") { "[\($0.feedItems(","))]" },
                .required("c") { $0.feedMembers() }, .required("d") { "[\($0.feedItems(","))]" },
                .optional("e") { #"{"f": \#($0.integer(0...9))}"# },
            ])
        },
        FeedSubject("envelope", Feed(of: FeedItem.self, at: "data.items", envelope: FeedPage.self)) { json in
            json.object([
                .required("total") { $0.integer(0...9) }, .optional("next") { $0.string() },
                .required("data") { json in
                    json.object([.required("items") { "[\($0.feedItems(","))]" }, .optional("beside") { $0.anyText() }])
                },
            ])
        },
        FeedSubject("lines", Feed(of: FeedItem.self, in: .lines)) {
            $0.feedItems($0.pick(["\n", "\r\n", "\n\n", "\n \n"]))
        },
        FeedSubject("lines of any kind", Feed(of: JSONValue.self, in: .lines)) { $0.feedItems("\n") },
        FeedSubject("concatenated", Feed(of: FeedItem.self, in: .concatenated)) { $0.feedItems($0.pick([" ", "\n"])) },
        FeedSubject("concatenated numbers", Feed(of: Double.self, in: .concatenated)) { json in
            (0..<json.count(0...6)).map { _ in json.double() }.joined(separator: " ")
        },
        FeedSubject("text sequence", Feed(of: FeedItem.self, in: .textSequence)) {
            "\u{1E}\($0.feedItems("\n\u{1E}"))\n"
        },
        FeedSubject("variants", Feed(of: Inside.self)) { json in
            json.array(0...5) {
                $0.pick([
                    #"{"kind": "point", "x": 1, "y": 2.5}"#, #"{"x": 1, "y": 2, "kind": "point"}"#,
                    #"{"kind": "nothing"}"#,
                    #"{"name": "n", "kind": "name"}"#, #"{"kind": "other"}"#, #"{"kind": 1}"#, "{}", "[]",
                ])
            }
        },
        FeedSubject("kept values", Feed(of: KeptItem.self)) { "[\($0.keptItems(","))]" },
        FeedSubject("kept values in lines", Feed(of: KeptItem.self, in: .lines)) { $0.keptItems("\n") },
        FeedSubject("kept values in a sequence", Feed(of: KeptItem.self, in: .textSequence)) {
            "\u{1E}\($0.keptItems("\n\u{1E}"))\n"
        },
    ]
}

/// Values that are kept unchanged until the end of the item, or longer.
struct KeptItem: Model, Sendable {
    struct Part: Codable, Sendable { var q: [Int]? }
    var a: RawJSON?
    var b: Lazy<JSONValue>?
    var c: Part?
}

struct FeedItem: Model, Equatable, Sendable {
    var a: Int
    var b: [String]?
    var c: JSONValue?
}

struct FeedPage: Model, Equatable, Sendable {
    var total: Int
    var next: String?
    var data: JSONValue?
}

extension RandomJSON {
    /// Items that mostly match ``KeptItem``.
    fileprivate mutating func keptItems(_ separator: String) -> String {
        (0..<count(0...6)).map { _ in
            let value = pick([
                anyText(), #"[1, 2, {"d": [3, 4]}]"#, "[1,[2,", #"{"q": [1, 2, 3, x]}"#, #"{"q": [1, 22, 333, 4444]}"#,
                "tru", #"{"q": [1, "2"]}"#, #""a long string, \u00e9\n and more of it""#, #"{"q":[1]} /* */"#,
            ])
            return #"{"\#(pick(["a", "b", "c"]))": \#(value)\#(pick(["}", "}", "}", #", "c": {"q": []}}"#, ""]))"#
        }.joined(separator: separator)
    }

    /// Items that mostly match ``FeedItem``.
    fileprivate mutating func feedItems(_ separator: String) -> String {
        let space = pick(["", "", " ", "\t"])
        return (0..<count(0...6)).map { _ in
            pick([
                #"{"a": 1}"#, #"{"a":2,"b":["x","\u00e9\""],"c":{"d":[{}]}}"#, #"{"b":[],"a":-3}"#,
                #"{"a": 4, "c": "}]\\"}"#, #"{"a":"5"}"#, "[]", "null", "7", #""]""#, #"{"a":1,"b":[1]}"#, "{}",
                #"{"c":{},"a":12345678901}"#, "true", #"{"a":1,"a":2}"#, #"{"a":1,"z":[[{}]]}"#,
                #"{"a":1,"c":[0.5e3]}"#,
            ])
        }.joined(separator: separator + space)
    }

    fileprivate mutating func feedMembers() -> String {
        let members = (0..<count(0...5)).map { _ in
            #""\#(pick(["k", "l", "é", "\\u006b", ""]))": \#(pick([#"{"a": 1}"#, "7", #"{"a": "x"}"#, "{}", "[]"]))"#
        }
        return "{\(members.joined(separator: ", "))}"
    }
}
