import Foundation
import Testing

@testable import Yodel

// Types that are `Decodable`: as parts of models, and as documents, where errors are those of Foundation with the
// model's error under them.

extension Golden {
    struct Line: Decodable {
        var sku: String
        var count: UInt8
        var dates: [Date]?
        var link: URL?
        var colour: Tint?
        var weight: JSONNumber?
    }

    enum Tint: String, Decodable { case red, green }

    struct Picky: Decodable {
        init(from decoder: any Decoder) throws { throw Refusal("not on Sundays") }
    }

    struct Order: Model {
        var id: Int
        var lines: [Line]
        var picky: Picky?
    }

    struct Bill: Model, Decodable {
        var id: Int
        var sum: Decimal
    }

    static var parts: [Golden] {
        documents(
            of: Order.self,
            [
                #"{"id": 1, "lines": [{"sku": 5, "count": 1}]}"#:
                    "$.lines[0].sku: expected String, found the number 5 (typeMismatch, line 1, column 29, offset 28)",
                #"{"id": 1, "lines": [{"sku": null, "count": 1}]}"#:
                    "$.lines[0].sku: expected String, found null (nullValue, line 1, column 29, offset 28)",
                #"{"id": 1, "lines": [{"sku": "a"}]}"#:
                    #"$.lines[0]: missing keys: "count" (missingKeys, line 1, column 32, offset 31)"#,
                #"{"id": 1, "lines": [{"sku": "a", "count": 256}]}"#:
                    "$.lines[0].count: expected UInt8, found the number 256 (numberOutOfRange, line 1, column 43, offset 42)",
                #"{"id": 1, "lines": [{"sku": "a", "count": 1.5}]}"#:
                    "$.lines[0].count: expected UInt8, found the number 1.5 (inexactNumber, line 1, column 43, offset 42)",
                #"{"id": 1, "lines": [{"sku": "a", "count": 1, "dates": ["soon"]}]}"#:
                    #"$.lines[0].dates[0]: expected Date, found the string "soon" (invalidValue, line 1, column 56, offset 55); dates = .iso8601 reads "2024-02-29T23:59:59Z""#,
                #"{"id": 1, "lines": [{"sku": "a", "count": 1, "link": ""}]}"#:
                    #"$.lines[0].link: found the string "" (invalidValue, line 1, column 54, offset 53): Invalid URL string."#,
                #"{"id": 1, "lines": [{"sku": "a", "count": 1, "colour": "blue"}]}"#:
                    #"$.lines[0].colour: found the string "blue" (invalidValue, line 1, column 56, offset 55): Cannot initialize Tint from invalid String value blue"#,
                #"{"id": 1, "lines": [{"sku": "a", "count": 1, "weight": "7"}]}"#:
                    #"$.lines[0].weight: expected JSONNumber, found the string "7" (typeMismatch, line 1, column 56, offset 55)"#,
                #"{"id": 1, "lines": [7]}"#:
                    "$.lines[0]: expected Line, found the number 7 (typeMismatch, line 1, column 21, offset 20)",
                #"{"id": 1, "lines": [{"sku": "a", }]}"#:
                    "$.lines[0]: expected a key, found '}' (unexpectedToken, line 1, column 34, offset 33)",
                #"{"id": 1, "lines": [], "picky": {}}"#:
                    "$.picky: expected Picky (invalidValue, line 1, column 33, offset 32): not on Sundays",
            ]) + [
                Golden(
                    Order.self, #"{"id": 1, "lines": [{"sku": "a", "count": 1, "more": [[[]]]}]}"#,
                    "$.lines[0]: expected at most 5 levels (depthLimit, line 1, column 56, offset 55); a higher limits.depth allows it"
                ) {
                    $0.limits.depth = 5
                }
            ]
    }

    static var codable: [Golden] {
        codableDocuments(
            of: [Line].self,
            [
                #"[{"sku": 5, "count": 1}]"#:
                    "typeMismatch at $[0].sku: Expected to decode String but found number instead.",
                #"[{"sku": null, "count": 1}]"#:
                    "valueNotFound at $[0].sku: Cannot get value of type String -- found null value instead",
                #"[{"sku": "a"}]"#:
                    #"keyNotFound at $[0]: No value associated with key CodingKeys(stringValue: "count", intValue: nil) ("count")."#,
                #"[{"sku": "a", "count": 256}]"#:
                    "dataCorrupted at $: Number 256 does not fit UInt8. | $[0].count: expected UInt8, found the number 256 (numberOutOfRange, line 1, column 24, offset 23)",
                #"[{"sku": "a", "count": 100000000000000000000000000000000000000000}]"#:
                    "dataCorrupted at $: Number 1000000000000000000000000000000000000000… does not fit UInt8. | $[0].count: expected UInt8, found the number 1000000000000000000000000000000000000000… (numberOutOfRange, line 1, column 24, offset 23)",
                #"[{"sku": "a", "count": 1, "colour": "blue"}]"#:
                    "dataCorrupted at $[0].colour: Cannot initialize Tint from invalid String value blue",
                #"[{"sku": "a", }]"#:
                    "dataCorrupted at $: The given data was not valid JSON: $[0]: expected a key, found '}' (unexpectedToken, line 1, column 15, offset 14)",
                #"[{"sku": "a"# + "\n\"}]":
                    "dataCorrupted at $: The given data was not valid JSON: $[0].sku: found the control character U+000A (controlCharacter, line 1, column 12, offset 11)",
                "[] []":
                    "dataCorrupted at $: The given data was not valid JSON: $: content after the document (trailingContent, line 1, column 4, offset 3)",
                "[ // none\n]":
                    "dataCorrupted at $: The given data was not valid JSON: $[0]: found '/' (unexpectedToken, line 1, column 3, offset 2)",
                "":
                    "dataCorrupted at $: The given data was not valid JSON: $: the document ends early (unexpectedEnd, line 1, column 1, offset 0)",
            ]) + [
                .codable(
                    [Line].self, #"[{"sku": "a", "count": 1, "dates": ["soon"]}]"#,
                    "dataCorrupted at $[0].dates: Expected date string to be ISO8601-formatted."
                ) {
                    $0.dateDecodingStrategy = .iso8601
                },
                .codable(
                    [Line].self, "[[[]]]",
                    "dataCorrupted at $: The given data was not valid JSON: $[0][0]: expected at most 2 levels (depthLimit, line 1, column 3, offset 2); a higher limits.depth allows it"
                ) { $0.limits.depth = 2 },
                .codable(
                    [Line].self, #"[{"sku": "a long one"}]"#,
                    "dataCorrupted at $: The given data was not valid JSON: $[0].sku: expected at most 8 bytes (stringLimit, line 1, column 10, offset 9); a higher limits.stringBytes allows it"
                ) { $0.limits.stringBytes = 8 },
                .codable(
                    Bill.self, #"{"id": "1", "sum": 2}"#,
                    #"typeMismatch at $.id: $.id: expected Int, found the string "1" (typeMismatch, line 1, column 8, offset 7)"#
                ), .codable([Picky].self, "[1]", "not on Sundays"),
            ]
    }
}
