import Yodel

/// A document of a type whose parts are read again and again.
struct TimeCase {
    let name: String
    /// The number of nested values.
    let levels: Int
    /// Makes a document of at least so many bytes, and returns its size and the work that decodes it.
    ///
    /// An error of the work is ignored.
    let prepare: (Int) -> (bytes: Int, work: () -> Void)

    /// The maximum seconds per megabyte, at the default limits.
    static let bound = 5.0

    /// Every type of the lists, at several depths, in every way.
    static var all: [TimeCase] { variantTimeCases + codableTimeCases }
}

extension TimeCase {
    /// Depths at which replays are allowed, are just too many, and end early.
    private static let depths = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 100, 400]

    /// The cases of a type.
    ///
    /// - Parameter item: Makes a value with so many levels.
    static func cases<Item: SendableMetatype>(
        _ name: String, _ type: Item.Type, _ item: @escaping (Int) -> String
    ) -> [TimeCase] {
        func array(_ decoder: ModelDecoder) -> ([UInt8]) -> Void {
            { _ = try? decoder.decode([Item].self, from: $0) }
        }
        var dropping = ModelDecoder()
        dropping.badElements = .drop
        var reporting = dropping
        reporting.report = DecodingReport()
        let lazily: ([UInt8]) -> Void = { document in
            for item in (try? ModelDecoder().decode([Lazy<Item>].self, from: document)) ?? [] { _ = try? item.value() }
        }
        var whole = [
            ("array", array(ModelDecoder())), ("array, dropped", array(dropping)),
            ("array, dropped and reported", array(reporting)),
            ("lazy values", lazily), ("feed of an array", feed(Feed(of: Item.self))),
        ]
        if let other = Parser.other {
            var byOther = reporting
            byOther.parser = other
            whole.append(("array by \(other), dropped and reported", array(byOther)))
        }
        var result = cases(name, whole.map { ($0.0, ("[", ",", "]"), $0.1) }, item)
        result += cases(name, [("feed of lines", ("", "\n", ""), feed(Feed(of: Item.self, in: .lines)))], item)
        let members: (Int) -> String = { #""k":"# + item($0) }
        result += cases(name, [("feed of members", ("{", ",", "}"), feed(Feed(ofMembers: Item.self)))], members)
        let texts: (Int) -> String = { #"{"text":"# + JSONValue.string(item($0)).description + "}" }
        result += cases(
            name,
            [
                ("text in a string", ("[", ",", "]"), { _ = try? dropping.decode([Texted<Item>].self, from: $0) }),
                ("text in a string, lines", ("", "\n", ""), feed(Feed(of: Texted<Item>.self, in: .lines))),
            ], texts)
        return result
    }

    /// The same for a type that is `Decodable`.
    static func codableCases<Item: Decodable & SendableMetatype>(
        _ name: String, _ type: Item.Type, _ item: @escaping (Int) -> String
    ) -> [TimeCase] {
        let decoder: ([UInt8]) -> Void = { _ = try? YodelJSONDecoder().decode([Item].self, from: $0) }
        return cases(name, [("by YodelJSONDecoder", ("[", ",", "]"), decoder)], item) + cases(name, type, item)
    }

    private static func feed<Item>(_ feed: Feed<Item>) -> ([UInt8]) -> Void {
        var feed = feed
        feed.badItems = .drop
        return { [feed] document in
            var reader = feed.reader(of: document)
            while (try? reader.next()) != nil {}
        }
    }

    private static func cases(
        _ name: String,
        _ ways: [(name: String, around: (start: String, between: String, end: String), work: ([UInt8]) -> Void)],
        _ item: @escaping (Int) -> String
    ) -> [TimeCase] {
        ways.flatMap { way in
            depths.map { depth in
                TimeCase(name: "\(name), \(way.name)", levels: depth) { size in
                    let item = Array(item(depth).utf8)
                    var document = Array(way.around.start.utf8) + item
                    while document.count < size { document += Array(way.around.between.utf8) + item }
                    document += Array(way.around.end.utf8)
                    return (document.count, { [document] in way.work(document) })
                }
            }
        }
    }
}

/// A value that is JSON text in a string.
private struct Texted<Item>: Model {
    var text: Item

    static var mapping: Mapping { Mapping(.transform(\Self.text, by: .jsonText)) }
}
