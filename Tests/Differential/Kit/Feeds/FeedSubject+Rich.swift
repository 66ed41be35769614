import Yodel

extension FeedSubject {
    /// Feeds of every kind over items of every kind.
    static let rich: [FeedSubject] =
        kinds("undecided", RichItem<UndecidedFields>.self) { $0.richItem() }
        + kinds("dropping", RichItem<DroppingFields>.self) { $0.richItem() }
        + kinds("tolerant", RichItem<TolerantFields>.self) { $0.richItem() }
        + kinds("hooked", HookedItem.self) { $0.hookedItem() }
        + kinds("instance", RichInstance.self) { $0.richItem() }
        + kinds("variant", RichVariant.self) { $0.richVariant() }
        + kinds("lazy", Lazy<RichItem<UndecidedFields>>.self) { $0.richItem() }
        + kinds("list", [RichPart?].self) { $0.looseList { $0.richPart() } }
        + kinds("dictionary", [String: CheckedPart].self) { $0.looseMap { $0.richPart() } }
        + kinds("set", Set<Int>.self) { $0.looseList { $0.richNumber() } }

    /// The kinds of feeds for one type of items.
    private static func kinds<Item: SendableMetatype>(
        _ name: String, _ type: Item.Type, item: @escaping @Sendable (inout RandomJSON) -> String
    ) -> [FeedSubject] {
        let items: @Sendable (inout RandomJSON, String) -> String = { json, separator in
            (0..<json.count(0...5)).map { _ in item(&json) }.joined(separator: separator)
        }
        let array: @Sendable (inout RandomJSON) -> String = { "[\(items(&$0, $0.pick([",", " ,\n"])))]" }
        let members: @Sendable (inout RandomJSON) -> String = { json in
            let members = (0..<json.count(0...4)).map { _ in
                #""\#(json.pick(["k", "l", "é", "\\u006b", ""]))": \#(item(&json))"#
            }
            return "{\(members.joined(separator: ", "))}"
        }
        return [
            FeedSubject("\(name) root", Feed(of: type), document: array),
            FeedSubject("\(name) key", Feed(of: type, at: "i")) { #"{"x": [{}], "i": \#(array(&$0)), "n": 1}"# },
            FeedSubject("\(name) path", Feed(of: type, at: "d.e.i")) {
                #"{"n": 1, "d": {"x": [{}], "e": {"i": \#(array(&$0)), "y": null}}, "z": "]"}"#
            },
            FeedSubject("\(name) plural", Feed(of: type, at: "[*].i")) {
                #"[{"i": \#(array(&$0))}, {"j": []}, \#($0.chance(4) ? "[]," : "") {"i": \#(array(&$0))}]"#
            },
            FeedSubject("\(name) index", Feed(of: type, at: "r[1].i")) {
                #"{"r": [{"i": [{}]}, {"x": 1, "i": \#(array(&$0))}, {"i": 5}], "s": []}"#
            },
            FeedSubject("\(name) members", Feed(ofMembers: type), document: members),
            FeedSubject("\(name) members at a path", Feed(ofMembers: type, at: "m[*].v")) {
                #"{"m": [{"v": \#(members(&$0))}, {}, {"v": {}, "w": \#(members(&$0))}], "o": 1}"#
            },
            FeedSubject(
                "\(name) parts",
                Feed<String>(
                    .items(of: type, at: "d.i", as: { "i\(shown($0))" }),
                    .members(of: type, at: "d.m", as: { "m\($0) \(shown($1))" }),
                    .value(of: type, at: "v", as: { "v\(shown($0))" }),
                    .envelope(of: RichEnvelope.self, as: { "e\(shown($0))" }))
            ) { json in
                json.object([
                    .optional("total") { $0.loose { $0.integer(0...9) } },
                    .optional("list") { $0.looseList { $0.richNumber() } },
                    .required("v", item),
                    .required("d") { json in
                        json.object([
                            .required("i", array), .required("m", members), .optional("beside") { $0.anyText() },
                        ])
                    },
                ])
            },
            FeedSubject("\(name) envelope", Feed(of: type, at: "d.i", envelope: RichEnvelope.self)) { json in
                json.object([
                    .optional("total") { $0.loose { $0.integer(0...9) } },
                    .optional("list") { $0.looseList { $0.richNumber() } },
                    .required("d") { json in json.object([.required("i", array), .optional("y") { $0.anyText() }]) },
                ])
            },
            FeedSubject("\(name) lines", Feed(of: type, in: .lines)) { items(&$0, $0.pick(["\n", "\r\n", "\n \n"])) },
            FeedSubject("\(name) concatenated", Feed(of: type, in: .concatenated)) {
                items(&$0, $0.pick([" ", "\n"]))
            },
            FeedSubject("\(name) sequence", Feed(of: type, in: .textSequence)) {
                "\u{1E}\(items(&$0, "\n\u{1E}"))\n"
            },
        ]
    }
}

/// The members around the items.
private struct RichEnvelope: Model {
    var total: Int?
    var list: [Int]?
    var d: JSONValue?
}

extension RandomJSON {
    /// A value, or sometimes something else.
    fileprivate mutating func loose(_ value: (inout RandomJSON) -> String) -> String {
        guard chance(8) else { return value(&self) }
        return pick([
            "null", #""x""#, #"[1, {"q": [2]}]"#, #"{"q": [1, {}]}"#, "1.5", "true", "1e99", "[]", "{}", "[[]]",
            #""7""#,
            #"{"n": "x", "list": [1, "y"]}"#,
        ])
    }

    fileprivate mutating func looseList(_ element: (inout RandomJSON) -> String) -> String {
        loose { json in "[\((0..<json.count(0...3)).map { _ in json.loose(element) }.joined(separator: ","))]" }
    }

    fileprivate mutating func looseMap(_ value: (inout RandomJSON) -> String) -> String {
        loose { json in
            let members = (0..<json.count(0...3)).map { _ in
                #""\#(json.pick(["k", "l", "é", "\\u006b"]))":\#(json.loose(value))"#
            }
            return "{\(members.joined(separator: ","))}"
        }
    }

    fileprivate mutating func richNumber() -> String { pick(["1", "2", "3", "-4", "7.0"]) }

    /// An object with a random selection of the members, in random order.
    private mutating func looseObject(_ members: [(String, (inout RandomJSON) -> String)], oneIn: Int) -> String {
        let chosen = shuffled(members).filter { _ in chance(oneIn) }
        var written = chosen.map { key, value in #""\#(key)":\#(loose(value))"# }
        if chance(10), let again = chosen.first { written.append(#""\#(again.0)": \#(loose(again.1))"#) }
        if chance(6) { written.insert(#""unknown\#(count(0...2))": \#(anyText())"#, at: 0) }
        return "{\(written.joined(separator: pick([",", ", ", ",\n"])))}"
    }

    fileprivate mutating func richPart() -> String {
        looseObject(
            [
                ("n", { $0.richNumber() }), ("n", { $0.richNumber() }), ("list", { $0.looseList { $0.richNumber() } }),
                ("old", { $0.richNumber() }), ("x", { #"{"y": \#($0.loose { $0.richNumber() })}"# }),
                ("z", { $0.richNumber() }),
                ("next", { json in json.chance(2) ? "[]" : json.looseList { $0.richPart() } }),
            ], oneIn: 2)
    }

    fileprivate mutating func hookedItem() -> String {
        loose { json in
            json.looseObject(
                [
                    ("id", { $0.richNumber() }), ("id", { $0.richNumber() }), ("n", { $0.richNumber() }),
                    ("list", { $0.looseList { $0.richNumber() } }), ("part", { $0.richPart() }),
                    ("checked", { $0.looseList { $0.richPart() } }), ("lazy", { $0.richPart() }),
                ], oneIn: 2)
        }
    }

    fileprivate mutating func richVariant() -> String {
        switch count(0...4) {
        case 0: richNumber()
        case 1: looseList { $0.chance(2) ? $0.richPart() : $0.richNumber() }
        case 2: richPart()
        default: richItem()
        }
    }

    fileprivate mutating func richItem() -> String {
        loose { json in
            let rest = json.looseObject(Self.richMembers, oneIn: 5)
            let id = json.loose { $0.richNumber() }
            return json.chance(20) ? rest : #"{"id":\#(id)\#(rest == "{}" ? "" : ",")\#(rest.dropFirst())"#
        }
    }

    private static var richMembers: [(String, (inout RandomJSON) -> String)] {
        let numbers: (inout RandomJSON) -> String = { $0.looseList { $0.richNumber() } }
        let part: (inout RandomJSON) -> String = { $0.richPart() }
        return [
            ("list", numbers), ("set", numbers), ("map", { $0.looseMap { $0.richNumber() } }),
            ("grid", { $0.looseList(numbers) }), ("holes", numbers),
            ("names", { $0.looseMap { _ in #""n""# } }), ("part", part), ("parts", { $0.looseList(part) }),
            ("partMap", { $0.looseMap(part) }), ("pair", { $0.chance(3) ? numbers(&$0) : "[1, 2]" }),
            ("checked", part), ("prepared", { $0.looseList(part) }), ("raw", { $0.anyText() }), ("lazy", part),
            ("lazies", { $0.looseList(numbers) }), ("any", { $0.anyText() }),
            ("inside", { $0.richInside() }), ("outside", { $0.looseList { $0.richOutside() } }),
            ("beside", { $0.looseMap { $0.richBeside() } }), ("either", { $0.looseList { $0.richInside() } }),
            ("coded", part),
            (
                "within",
                { json in
                    let text = json.richPart()
                    return
                        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " "))\""
                }
            ),
            ("first", { $0.string(0...3) }), ("alias", { $0.string(0...3) }), ("next", { $0.richItem() }),
            (
                "deep",
                { json in
                    json.looseObject(
                        [
                            ("alias", { $0.string(0...3) }),
                            (
                                "a",
                                { json in
                                    let object = json.loose { #"{"b": \#($0.loose { $0.richNumber() })}"# }
                                    return json.pick(["[]", "[0, \(object)]", "[{}, \(object), \(numbers(&json)), 1]"])
                                }
                            ),
                        ], oneIn: 1)
                }
            ),
            ("second", numbers),
        ]
    }

    private mutating func richInside() -> String {
        pick([
            #"{"kind": "point", "x": 1, "y": 2.5}"#, #"{"x": 1, "y": [2], "kind": "point"}"#, #"{"kind": "nothing"}"#,
            #"{"name": "n", "q": [{}], "kind": "name"}"#, #"{"kind": "other", "x": {}}"#, #"{"kind": 1}"#, "5", #""t""#,
            #"{"x": 1, "y": 2}"#, #"{"x": 1, "z": [2]}"#,
        ])
    }

    private mutating func richOutside() -> String {
        pick([
            #"{"number": 1}"#, #"{"list": [{"name": "a"}, {"name": 1}]}"#, #""nothing""#, #"{"nothing": {}}"#,
            #"{"number": "x"}"#, #"{"other": [1]}"#, #"{"number": 1, "list": []}"#,
        ])
    }

    private mutating func richBeside() -> String {
        pick([
            #"{"t": "text", "c": "x"}"#, #"{"c": {"x": 1, "y": 2}, "t": "point"}"#, #"{"t": "text", "c": [1]}"#,
            #"{"t": "other", "c": {"d": []}}"#, #"{"c": []}"#,
        ])
    }
}
