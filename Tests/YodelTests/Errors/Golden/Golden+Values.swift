import Foundation
import Testing

@testable import Yodel

// Values of another type, numbers that do not fit, invalid texts.

extension Golden {
    static var mismatches: [Golden] {
        documents(
            of: Kinds.self,
            [
                #"{"flag": 1}"#:
                    "$.flag: expected Bool?, found the number 1 (typeMismatch, line 1, column 10, offset 9); conversions = .lenient converts it",
                #"{"flag": 2}"#:
                    "$.flag: expected Bool?, found the number 2 (typeMismatch, line 1, column 10, offset 9)",
                #"{"flag": "yes"}"#:
                    #"$.flag: expected Bool?, found the string "yes" (typeMismatch, line 1, column 10, offset 9); conversions = .lenient converts it"#,
                #"{"flag": "perhaps"}"#:
                    #"$.flag: expected Bool?, found the string "perhaps" (typeMismatch, line 1, column 10, offset 9)"#,
                #"{"small": "12"}"#:
                    #"$.small: expected Int8?, found the string "12" (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"#,
                #"{"small": "1200"}"#:
                    #"$.small: expected Int8?, found the string "1200" (typeMismatch, line 1, column 11, offset 10)"#,
                #"{"small": "12abc"}"#:
                    #"$.small: expected Int8?, found the string "12abc" (typeMismatch, line 1, column 11, offset 10)"#,
                #"{"count": {}}"#:
                    "$.count: expected UInt?, found an object (typeMismatch, line 1, column 11, offset 10)",
                #"{"ratio": "1.5"}"#:
                    #"$.ratio: expected Double?, found the string "1.5" (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"#,
                #"{"ratio": "NaN"}"#:
                    #"$.ratio: expected Double?, found the string "NaN" (typeMismatch, line 1, column 11, offset 10); nonConformingFloats = .convert(…) allows it"#,
                #"{"ratio": "-Infinity"}"#:
                    #"$.ratio: expected Double?, found the string "-Infinity" (typeMismatch, line 1, column 11, offset 10); nonConformingFloats = .convert(…) allows it"#,
                #"{"half": true}"#:
                    "$.half: expected Float?, found true (typeMismatch, line 1, column 10, offset 9); conversions = .lenient converts it",
                #"{"exact": "0.10"}"#:
                    #"$.exact: expected Decimal?, found the string "0.10" (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"#,
                #"{"text": 12}"#:
                    "$.text: expected String?, found the number 12 (typeMismatch, line 1, column 10, offset 9); conversions = .lenient converts it",
                #"{"text": false}"#:
                    "$.text: expected String?, found false (typeMismatch, line 1, column 10, offset 9); conversions = .lenient converts it",
                #"{"text": ["a"]}"#:
                    "$.text: expected String?, found an array (typeMismatch, line 1, column 10, offset 9)",
                #"{"text": {"en": "a"}}"#:
                    "$.text: expected String?, found an object (typeMismatch, line 1, column 10, offset 9)",
                #"{"list": 1}"#:
                    "$.list: expected [Int]?, found the number 1 (typeMismatch, line 1, column 10, offset 9)",
                #"{"list": "[1]"}"#:
                    #"$.list: expected [Int]?, found the string "[1]" (typeMismatch, line 1, column 10, offset 9)"#,
                #"{"list": {"0": 1}}"#:
                    "$.list: expected [Int]?, found an object (typeMismatch, line 1, column 10, offset 9)",
                #"{"table": [1]}"#:
                    "$.table: expected [Int: Int]?, found an array (typeMismatch, line 1, column 11, offset 10)",
                #"{"table": {"one": 1}}"#:
                    #"$.table.one: expected a key of type Int, found the key "one" (typeMismatch, line 1, column 12, offset 11)"#,
                #"{"pair": [1]}"#: "$.pair: expected 2 elements, found 1 (wrongCount, line 1, column 12, offset 11)",
                #"{"pair": [1, 2, 3]}"#:
                    "$.pair: expected 2 elements, found more (wrongCount, line 1, column 17, offset 16)",
                #"{"number": "1"}"#:
                    #"$.number: expected JSONNumber?, found the string "1" (typeMismatch, line 1, column 12, offset 11); conversions = .lenient converts it"#,
            ]) + [
                Golden(
                    Kinds.self, #"{"small": "12abc"}"#,
                    #"$.small: expected Int8?, found the string "12abc" (typeMismatch, line 1, column 11, offset 10)"#
                ) { $0.conversions = .lenient },
                Golden(Book.self, "[]", "$: expected Book, found an array (typeMismatch, line 1, column 1, offset 0)"),
                Golden(
                    Book.self, #""Emma""#,
                    #"$: expected Book, found the string "Emma" (typeMismatch, line 1, column 1, offset 0)"#),
                Golden(
                    [Book].self, #"{"books": []}"#,
                    "$: expected [Book], found an object (typeMismatch, line 1, column 1, offset 0)"),
                Golden(
                    [Book].self, #"[{"title": "Emma", "authors": [{"name": "Jane", "born": "1775"}]}]"#,
                    #"$[0].authors[0].born: expected Int, found the string "1775" (typeMismatch, line 1, column 57, offset 56); conversions = .lenient converts it"#
                ),
                Golden(
                    [String: [Author]].self, #"{"a b": [{"name": "Jane", "born": []}]}"#,
                    #"$["a b"][0].born: expected Int, found an array (typeMismatch, line 1, column 35, offset 34)"#),
            ]
    }

    static var numbers: [Golden] {
        documents(
            of: Kinds.self,
            [
                #"{"small": 128}"#:
                    "$.small: expected Int8?, found the number 128 (numberOutOfRange, line 1, column 11, offset 10)",
                #"{"small": 1.5}"#:
                    "$.small: expected Int8?, found the number 1.5 (inexactNumber, line 1, column 11, offset 10)",
                #"{"small": 1e-3}"#:
                    "$.small: expected Int8?, found the number 1e-3 (inexactNumber, line 1, column 11, offset 10)",
                #"{"count": -1}"#:
                    "$.count: expected UInt?, found the number -1 (numberOutOfRange, line 1, column 11, offset 10)",
                #"{"count": 123456789012345678901234567890123456789012345678901234567890}"#:
                    "$.count: expected UInt?, found the number 1234567890123456789012345678901234567890… (numberOutOfRange, line 1, column 11, offset 10)",
                #"{"ratio": 1e999}"#:
                    "$.ratio: expected Double?, found the number 1e999 (numberOutOfRange, line 1, column 11, offset 10)",
                #"{"half": 1e40}"#:
                    "$.half: expected Float?, found the number 1e40 (numberOutOfRange, line 1, column 10, offset 9)",
                #"{"exact": 1e200}"#:
                    "$.exact: expected Decimal?, found the number 1e200 (numberOutOfRange, line 1, column 11, offset 10)",
                #"{"exact": 1.2345678901234567890123456789012345678901}"#:
                    "$.exact: expected Decimal?, found the number 1.23456789012345678901234567890123456789… (inexactNumber, line 1, column 11, offset 10)",
            ]) + [
                Golden(
                    Kinds.self, #"{"small": "128"}"#,
                    #"$.small: expected Int8?, found the string "128" (numberOutOfRange, line 1, column 11, offset 10)"#
                ) { $0.conversions = .lenient }
            ]
    }

    /// One of many values.
    struct Hour: RawRepresentable, CaseIterable {
        var rawValue: Int
        init?(rawValue: Int) {
            guard (0..<24).contains(rawValue) else { return nil }
            self.rawValue = rawValue
        }
        static var allCases: [Hour] { (0..<24).compactMap(Hour.init) }
    }

    static var texts: [Golden] {
        documents(
            of: Kinds.self,
            [
                #"{"letter": "ab"}"#:
                    #"$.letter: expected Character?, found the string "ab" (invalidValue, line 1, column 12, offset 11)"#,
                #"{"letter": ""}"#:
                    #"$.letter: expected Character?, found the string "" (invalidValue, line 1, column 12, offset 11)"#,
                #"{"level": 4}"#:
                    "$.level: expected Level?, one of 1, 2, 3, found the number 4 (invalidValue, line 1, column 11, offset 10)",
                #"{"level": "high"}"#:
                    #"$.level: expected Level?, one of 1, 2, 3, found the string "high" (typeMismatch, line 1, column 11, offset 10)"#,
                #"{"level": "3"}"#:
                    #"$.level: expected Level?, one of 1, 2, 3, found the string "3" (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"#,
                #"{"colour": "blue"}"#:
                    #"$.colour: expected Colour?, found the string "blue" (invalidValue, line 1, column 12, offset 11)"#,
                #"{"colour": 1}"#:
                    "$.colour: expected Colour?, found the number 1 (typeMismatch, line 1, column 12, offset 11)",
                #"{"small": "a text that goes on and on, far beyond what anybody wants to read"}"#:
                    #"$.small: expected Int8?, found the string "a text that goes on and on, far beyond w…" (typeMismatch, line 1, column 11, offset 10)"#,
                #"{"small": "tab\t, quote\" and \u0000"}"#:
                    #"$.small: expected Int8?, found the string "tab\t, quote\" and \u0000" (typeMismatch, line 1, column 11, offset 10)"#,
            ]) + [
                Golden(
                    Hour.self, "24",
                    "$: expected Hour, one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 or 4 others, found the number 24 (invalidValue, line 1, column 1, offset 0)"
                )
            ]
    }

    static var foundationTypes: [Golden] {
        documents(
            of: Visit.self,
            [
                #"{"at": "29.2.2024"}"#:
                    #"$.at: expected Date?, found the string "29.2.2024" (invalidValue, line 1, column 8, offset 7); dates = .iso8601 reads "2024-02-29T23:59:59Z""#,
                #"{"at": 1709251199}"#:
                    #"$.at: expected Date?, found the number 1709251199 (typeMismatch, line 1, column 8, offset 7); dates = .iso8601 reads "2024-02-29T23:59:59Z", conversions = .lenient reads this too"#,
                #"{"at": {"$date": 1}}"#:
                    #"$.at: expected Date?, found an object (typeMismatch, line 1, column 8, offset 7); dates = .iso8601 reads "2024-02-29T23:59:59Z""#,
                #"{"photo": "not Base64"}"#:
                    #"$.photo: expected Data?, found the string "not Base64" (invalidValue, line 1, column 11, offset 10); data = .base64 reads padded Base64"#,
                #"{"photo": [1, 2]}"#:
                    "$.photo: expected Data?, found an array (typeMismatch, line 1, column 11, offset 10); data = .base64 reads padded Base64",
                #"{"page": ""}"#:
                    #"$.page: expected URL?, found the string "" (invalidValue, line 1, column 10, offset 9); conversions = .lenient converts it"#,
                #"{"page": 7}"#:
                    "$.page: expected URL?, found the number 7 (typeMismatch, line 1, column 10, offset 9)",
                #"{"id": "0e984725"}"#:
                    #"$.id: expected UUID?, found the string "0e984725" (invalidValue, line 1, column 8, offset 7)"#,
            ]) + [
                Golden(
                    Visit.self, #"{"at": "2024-02-29"}"#,
                    #"$.at: expected Date?, found the string "2024-02-29" (typeMismatch, line 1, column 8, offset 7); dates = .secondsSince1970 reads 1709251199, conversions = .lenient reads this too"#
                ) { $0.dates = .secondsSince1970 },
                Golden(
                    Visit.self, #"{"at": "2024-02-29"}"#,
                    #"$.at: expected Date?, found the string "2024-02-29" (typeMismatch, line 1, column 8, offset 7); dates = .millisecondsSince1970 reads 1709251199000, conversions = .lenient reads this too"#
                ) { $0.dates = .millisecondsSince1970 },
                Golden(
                    Visit.self, #"{"at": "soon"}"#,
                    #"$.at: expected Date?, found the string "soon" (invalidValue, line 1, column 8, offset 7); dates = .anyKnownFormat reads ISO 8601, RFC 2822 and ctime"#
                ) { $0.dates = .anyKnownFormat },
                Golden(
                    Visit.self, #"{"at": "soon"}"#,
                    #"$.at: expected Date?, found the string "soon" (invalidValue, line 1, column 8, offset 7); dates = .format reads "dd.MM.yyyy""#
                ) { $0.dates = try! .format("dd.MM.yyyy") },
                Golden(
                    Visit.self, #"{"at": "soon"}"#,
                    #"$.at: expected Date?, found the string "soon" (invalidValue, line 1, column 8, offset 7): not on Sundays"#
                ) {
                    $0.dates = .custom { _ in throw Refusal("not on Sundays") }
                },
                Golden(
                    Visit.self, #"{"photo": [1, 256]}"#,
                    "$.photo[1]: expected UInt8, found the number 256 (numberOutOfRange, line 1, column 15, offset 14)"
                ) { $0.data = .bytes },
                Golden(
                    Visit.self, #"{"photo": "AAA="}"#,
                    #"$.photo: expected Data?, found the string "AAA=" (typeMismatch, line 1, column 11, offset 10); data = .bytes reads arrays of integers from 0 to 255"#
                ) { $0.data = .bytes },
                Golden(
                    Visit.self, #"{"photo": "A+/="}"#,
                    #"$.photo: expected Data?, found the string "A+/=" (invalidValue, line 1, column 11, offset 10); data = .base64URL reads Base64 with the alphabet for URLs"#
                ) { $0.data = .base64URL },
            ]
    }
}
