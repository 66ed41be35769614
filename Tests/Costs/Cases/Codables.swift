import Foundation
import Yodel

/// Decodes the keys `k0`, `k1`, … in a different order from the document.
private struct Asking: Decodable {
    enum Order: Sendable { case forwards, backwards, shuffled, all, absent, nested }

    static let order = CodingUserInfoKey(rawValue: "order")!
    static let count = CodingUserInfoKey(rawValue: "count")!

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let count = decoder.userInfo[Self.count] as! Int
        switch decoder.userInfo[Self.order] as! Order {
        case .forwards: for key in 0..<count { _ = try container.decode(Int.self, forKey: Key("k\(key)")) }
        case .backwards:
            for key in (0..<count).reversed() { _ = try container.decode(Int.self, forKey: Key("k\(key)")) }
        case .shuffled:
            for key in 0..<count { _ = try container.decode(Int.self, forKey: Key("k\(key * 7_919 % count)")) }
        case .all: for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
        case .absent: for key in 0..<count { _ = try container.decodeIfPresent(Int.self, forKey: Key("x\(key)")) }
        case .nested:
            for key in 0..<count {
                let decoder = try container.superDecoder(forKey: Key("k\(key)"))
                _ = try decoder.singleValueContainer().decode(Int.self)
            }
        }
    }
}

/// Any key.
struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Contains itself.
private struct Level: Codable {
    var levels: [Level]?
    var nameOfIt: String?
}

/// Tries one type after the other.
private enum Either: Decodable {
    case number(Int), text(String), list([Either])

    init(from decoder: any Decoder) throws {
        if let list = try? [Either](from: decoder) {
            self = .list(list)
            return
        }
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }
}

/// Skips elements that fail.
private struct Tolerant: Decodable {
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            if (try? container.decode(Int.self)) == nil { _ = try container.decode(Level.self) }
        }
    }
}

/// Each element is a container.
private struct Nesting: Decodable {
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            var inner = try container.nestedUnkeyedContainer()
            while !inner.isAtEnd { _ = try inner.decode(Int.self) }
        }
    }
}

private func pulling<Value: Decodable>(
    _ name: String, _ type: Value.Type, size: Int = 64 << 10, change: @escaping (YodelJSONDecoder) -> Void = { _ in },
    _ document: @escaping (Int) -> [UInt8]
) -> CostCase {
    CostCase("Codable: \(name)", size) { size in
        let document = document(size)
        let decoder = YodelJSONDecoder()
        decoder.limits = ModelDecoder.unbounded.limits
        change(decoder)
        return { _ = try decoder.decode(type, from: document) }
    }
}

private func asking(
    _ name: String, _ order: Asking.Order, _ key: @escaping (Int) -> String = { "k\($0)" },
    _ change: @escaping (YodelJSONDecoder) -> Void = { _ in }
) -> CostCase {
    CostCase("Codable: \(name)", 1_500) { count in
        let members = (0..<count).map { "\"\(key($0))\":\($0)" }
        let document = "{" + members.joined(separator: ",") + "}"
        let decoder = YodelJSONDecoder()
        decoder.userInfo = [Asking.order: order, Asking.count: count]
        change(decoder)
        return { _ = try decoder.decode(Asking.self, from: document) }
    }
}

/// Types that take their values from the tape.
var codableCases: [CostCase] {
    let snake: (YodelJSONDecoder) -> Void = { $0.keyDecodingStrategy = .convertFromSnakeCase }
    return [
        asking("keys in order", .forwards), asking("keys in reverse", .backwards), asking("keys at random", .shuffled),
        asking("all keys", .all), asking("absent keys", .absent), asking("a decoder for each key", .nested),
        asking("escaped keys in reverse", .backwards) { "\\u006b\($0)" },
        asking("snake case in order", .forwards, { "k\($0)" }, snake),
        asking("snake case in reverse", .backwards, { "k\($0)" }, snake),
        asking("absent keys in snake case", .absent, { "k_a\($0)" }, snake),
        pulling("different keys into a dictionary", [String: Int].self, numbered("{", #""z":1}"#) { "\"k\($0)\":0," }),
        pulling("paired keys into a dictionary", [String: Int].self, numbered("{", #""z":1}"#) { "\"k\($0 / 2)\":0," }),
        pulling("equal keys into a dictionary", [String: Int].self, filled("{", #""k":0,"#, #""k":1}"#)),
        pulling("equal keys into a struct", Level.self, filled("{", #""nameOfIt":"a","#, #""levels":[]}"#)),
        pulling("unknown keys", Level.self, numbered("{", #""levels":[]}"#) { "\"k\($0)\":0," }),
        pulling(
            "snake case into a dictionary", [String: Level].self, change: snake,
            numbered("{", #""z":{}}"#) { "\"k_\($0)\":{}," }),
        pulling(
            "snake case into structs", [Level].self, change: snake, filled("[", #"{"name_of_it":"a","x_y":1},"#, "{}]")),
        pulling("a long key in snake case", [String: Level].self, change: snake, filled("{\"", "a_b", "\":{}}")),
        pulling("underscores in snake case", Level.self, change: snake, filled("{\"", "_", "\":1}")),
        pulling("a long key", [String: Int].self, filled("{\"", "key", "\":1}")),
        pulling("a long escaped key", [String: Int].self, filled("{\"", #"\u00e9"#, "\":1}")),
        pulling("a long string", String.self, filled("\"", "The fox. ", "\"")),
        pulling("a long string of escapes", String.self, filled("\"", #"\n\u00e9"#, "\"")),
        pulling("strings", [String].self, filled("[", #""a","#, #""é"]"#)),
        pulling("integers", [Int].self, filled("[", "12,", "0]")),
        pulling("a long number", [Double].self, filled("[0.", "123", "]")),
        pulling("nulls", [Int?].self, filled("[", "null,", "0]")),
        pulling("arrays", [[Int]].self, filled("[", "[1],", "[]]")),
        pulling("nested containers", Nesting.self, filled("[", "[1],", "[]]")),
        pulling("structs", [Level].self, filled("[", #"{"nameOfIt":"a"},"#, "{}]")),
        pulling("models among them", [Branch].self, filled("[", #"{"name":"a"},"#, "{}]")),
        pulling("dynamic values", JSONValue.self, filled("[", #"{"name":[1]},"#, "{}]")),
        pulling("types that are tried", Either.self, size: 16 << 10, filled("[", #""a",1,["b"],"#, "[]]")),
        pulling("elements that fail", Tolerant.self, size: 16 << 10, filled("[", "{},", "{}]")),
        pulling("levels", Level.self, size: 150, nested(#"{"levels":["#, "{}", "]}")),
        pulling("levels that are tried", Either.self, size: 150, nested("[", "1", "]")),
        pulling("levels that are passed over", Level.self, size: 1_000, nested(#"{"x":["#, "{}", "]}")),
    ]
}

private struct Part: Codable {
    var name: String?
    var parts: [Part]?
}

private struct Holder: Model {
    var kept: Int?
    var part: Part?
    var parts: [Part]?
    var named: [String: Part]?
}

/// Parts of models that are only `Decodable`.
var codableMemberCases: [CostCase] {
    var cases: [CostCase] = []
    cases += decoding("parts: many", Holder.self, filled(#"{"parts":["#, #"{"name":"a"},"#, #"{}],"kept":1}"#))
    cases += decoding("parts: one", Holder.self, filled(#"{"part":{"parts":["#, #"{"name":"a"},"#, "{}]}}"))
    cases += decoding("parts: one long string", Holder.self, filled(#"{"part":{"name":""#, "abc", "\"}}"))
    cases += decoding("parts: by name", Holder.self, numbered(#"{"named":{"#, #""z":{}}}"#) { "\"k\($0)\":{}," })
    cases += decoding("parts: over and over", Holder.self, filled("{", #""part":{"name":"a"},"#, #""part":{}}"#))
    cases += decoding("parts: documents", [Holder].self, filled("[", #"{"part":{"name":"a"}},"#, "{}]"))
    let tolerant = ModelDecoder.unbounded { $0.badElements = .drop }
    cases += decoding(
        "parts: bad ones", Holder.self, with: tolerant, filled(#"{"parts":["#, #"{"name":1},"#, #"{}],"kept":1}"#))
    cases += decoding(
        "parts: lines before an error", Holder.self, failure: .typeMismatch,
        filled(#"{"parts":["#, "{},\n", #"{"name":1}]}"#))
    return cases
}
