import Foundation
import Yodel

/// A model that uses little of its documents.
struct Kept: Model { var kept: Int? }

private enum Word: String, Codable, CaseIterable { case one, two, three }

/// Long strings, and many; white space and comments.
var textCases: [CostCase] {
    let kinds = [
        ("text", "The quick brown fox. "), ("escapes", #"\n\"\u00e9\ud83d\ude00\/"#), ("other scripts", "日本語é😀"),
        ("quotes", #"\""#),
    ]
    var cases: [CostCase] = []
    for (name, part) in kinds {
        cases += decoding("a string of \(name)", String.self, filled("\"", part, "\""))
        cases += decoding("a skipped string of \(name)", Kept.self, filled(#"{"b":""#, part, #"","kept":1}"#))
        cases += decoding("strings of \(name)", [String].self, filled("[", "\"\(part)\",", "\"\"]"))
    }
    // Letters with as many combining marks as allowed, and with more.
    let marks = #"e"# + String(repeating: "\u{301}\u{323}", count: 500)
    cases += decoding("a string of marks for a set", Set<String>.self, filled("[\"", marks, "\"]"))
    cases += decoding("a string of marks for an enum", Word.self, failure: .invalidValue, filled("\"", marks, "\""))
    cases += decoding(
        "more marks than there may be", Set<String>.self, failure: .combiningMarkLimit,
        filled("[\"" + marks + "\u{301}", "\u{301}\u{323}", "\"]"))
    cases += decoding(
        "a key of more marks than there may be", [String: Int].self, failure: .combiningMarkLimit,
        filled("{\"" + marks + "\u{301}", "\u{301}\u{323}", "\":1}"))
    let comments = ModelDecoder.unbounded { $0.allowsComments = true }
    let lenient = ModelDecoder.unbounded { $0.conversions = .lenient }
    cases += decoding("a string without its end", String.self, failure: .unexpectedEnd, filled("\"", "abc", ""))
    cases += decoding("white space", [Int].self, filled("[", " \n\t", "1]"))
    cases += decoding("white space after", [Int].self, filled("[1]", " \n\t", ""))
    cases += decoding("a block comment", [Int].self, with: comments, filled("[/*", "* / ", "*/1]"))
    cases += decoding("block comments", [Int].self, with: comments, filled("[", "/**/", "1]"))
    cases += decoding("line comments", [Int].self, with: comments, filled("[", "// a\n", "1]"))
    cases += decoding("a base64 string", Data.self, filled("\"", "QUJD", "\""))
    cases += decoding("a string for a date", Date.self, failure: .invalidValue, filled("\"", "2024-", "\""))
    cases += decoding("a string for a URL", URL.self, filled("\"https://a.b/", "c/", "\""))
    cases += decoding(
        "a long string for an integer", Int.self, failure: .numberOutOfRange, with: lenient, filled("\"", "1", "1\""))
    cases += decoding("a spaced string for an integer", Int.self, with: lenient, filled("\"", " ", "1\""))
    cases += decoding(
        "a long string for a date", Date.self, failure: .invalidValue, with: lenient, filled("\"", "1", "-\""))
    return cases
}
