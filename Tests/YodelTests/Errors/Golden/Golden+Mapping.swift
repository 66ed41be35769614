import Foundation
import Testing

@testable import Yodel

// Mappings: paths, aliases, compositions and transforms; and nested collections.

extension Golden {
    static var paths: [Golden] {
        documents(
            of: Song.self,
            [
                "{}":
                    #"$: missing keys: "name", "info.artist", "tracks[0].length" (missingKeys, line 1, column 2, offset 1)"#,
                #"{"title": 1}"#:
                    "$.title: expected String, found the number 1 (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it",
                #"{"name": null, "title": null}"#:
                    "$.name: expected String, found null (nullValue, line 1, column 10, offset 9)",
                #"{"info": "none"}"#:
                    #"$.info: expected an object, found the string "none" (typeMismatch, line 1, column 10, offset 9)"#,
                #"{"info": {"artist": []}}"#:
                    "$.info.artist: expected String, found an array (typeMismatch, line 1, column 21, offset 20)",
                #"{"tracks": {"length": 1}}"#:
                    "$.tracks: expected an array, found an object (typeMismatch, line 1, column 12, offset 11)",
                #"{"tracks": [{"length": "3:20"}]}"#:
                    #"$.tracks[0].length: expected Int, found the string "3:20" (typeMismatch, line 1, column 24, offset 23)"#,
                #"{"name": "", "info": {"artist": ""}, "tracks": []}"#:
                    #"$: missing keys: "tracks[0].length" (missingKeys, line 1, column 50, offset 49)"#,
            ]) + [
                Golden(
                    Place.self, #"{"name": "Pole", "lat": 91, "lon": 0}"#,
                    #"$: expected Position of "lat", "lon" (invalidValue, line 1, column 37, offset 36): no such latitude"#
                ),
                Golden(
                    Place.self, #"{"name": "Kew", "lat": 51.5}"#,
                    #"$: missing keys: "lon" (missingKeys, line 1, column 28, offset 27)"#),
                Golden(
                    Place.self, #"{"name": "Kew", "lat": "51.5", "lon": 0}"#,
                    #"$.lat: expected Double, found the string "51.5" (typeMismatch, line 1, column 24, offset 23); conversions = .lenient converts it"#
                ),
            ]
    }

    struct Entry: Model {
        var title: String?
        var stars: Int?
        var tags: [String]?
        var from: Int?
        var to: Int?
        static let mapping = Mapping(
            .check(\Entry.title, .length(2...), .pattern(#/\w+/#)),
            .check(\Entry.stars, .range(1...5), .multiple(of: 2)),
            .check(\Entry.tags, .count(...2), .unique), .check(each: \Entry.tags, .oneOf(["a", "b"])),
            .check("to after from") { (entry: Entry) in entry.to ?? .max > entry.from ?? .min })
    }

    static var constraints: [Golden] {
        documents(
            of: Entry.self,
            [
                #"{"title": "a"}"#:
                    "$.title: expected at least 2 characters, found 1 character (invalidValue, line 1, column 11, offset 10)",
                #"{"title": "a b"}"#:
                    #"$.title: expected text that matches /\w+/, found the string "a b" (invalidValue, line 1, column 11, offset 10)"#,
                #"{"stars": 6}"#:
                    "$.stars: expected 1 to 5, found the number 6 (invalidValue, line 1, column 11, offset 10)",
                #"{"stars": 3}"#:
                    "$.stars: expected a multiple of 2, found the number 3 (invalidValue, line 1, column 11, offset 10)",
                #"{"tags": ["a", "b", "a"]}"#:
                    "$.tags: expected at most 2 elements, found 3 elements (invalidValue, line 1, column 24, offset 23)",
                #"{"tags": ["a", "a"]}"#:
                    "$.tags: expected different elements, found equal ones at 0 and 1 (invalidValue, line 1, column 19, offset 18)",
                #"{"tags": ["c"]}"#:
                    #"$.tags[0]: expected one of "a", "b", found the string "c" (invalidValue, line 1, column 11, offset 10)"#,
                #"{"from": 2, "to": 1}"#: "$: expected to after from (invalidValue, line 1, column 20, offset 19)",
            ])
    }

    struct Reading: Model {
        var celsius: Double?
        var level: Level?
        var taken: Date?
        var author: Author?
        var limit: Int?
        static let mapping = Mapping(
            .transform(
                \Reading.celsius,
                by: Transform { (tenths: Int) in
                    guard tenths > -2731 else { throw Refusal("colder than cold") }
                    return Double(tenths) / 10
                }),
            .transform(\Reading.level, by: .values(["lo": .low, "hi": .high])),
            .transform(\Reading.taken, by: .secondsSince1970), .transform(\Reading.author, by: .jsonText),
            .transform(\Reading.limit, by: .numberInString))
    }

    struct Watched: Model, DidDecodeModel {
        var from: Int
        var to: Int
        mutating func didDecode() throws {
            guard from <= to else { throw Refusal("it ends before it begins") }
        }
    }

    static var transforms: [Golden] {
        documents(
            of: Reading.self,
            [
                #"{"celsius": -3000}"#:
                    "$.celsius: expected Double?, found the number -3000 (invalidValue, line 1, column 13, offset 12): colder than cold",
                #"{"celsius": 36.6}"#:
                    "$.celsius: expected Int, found the number 36.6 (inexactNumber, line 1, column 13, offset 12)",
                #"{"level": "mid"}"#:
                    #"$.level: expected one of "lo", "hi", found "mid" (invalidValue, line 1, column 11, offset 10)"#,
                #"{"level": 3}"#:
                    "$.level: expected String, found the number 3 (typeMismatch, line 1, column 11, offset 10)",
                #"{"taken": "2024-02-29"}"#:
                    #"$.taken: expected Date, found the string "2024-02-29" (invalidValue, line 1, column 11, offset 10); the transform's .secondsSince1970 reads 1709251199"#,
                #"{"author": {"name": "Jane"}}"#:
                    "$.author: expected String, found an object (typeMismatch, line 1, column 12, offset 11)",
                #"{"author": "{\"name\": \"Jane\", \"born\": true}"}"#:
                    "$.author.born: expected Int, found true (typeMismatch, line 1, column 12, offset 11): $.born: expected Int, found true (typeMismatch, line 1, column 26, offset 25); conversions = .lenient converts it",
                #"{"author": "{\"name\": "}"#:
                    #"$.author: expected Author?, found the string "{\"name\": " (invalidValue, line 1, column 12, offset 11): $.name: the document ends early (unexpectedEnd, line 1, column 10, offset 9)"#,
                #"{"author": "{\"name\": \"Jane\"}"}"#:
                    #"$.author: missing keys: "born" (missingKeys, line 1, column 12, offset 11): $: missing keys: "born" (missingKeys, line 1, column 16, offset 15)"#,
                #"{"limit": "none"}"#:
                    #"$.limit: expected Int in a string, found the string "none" (invalidValue, line 1, column 11, offset 10)"#,
            ]) + [
                Golden(
                    Watched.self, #"{"from": 2, "to": 1}"#,
                    "$: expected Watched, found an object that its hook refuses (invalidValue, line 1, column 20, offset 19): it ends before it begins"
                ),
                Golden(
                    [Watched].self, #"[{"from": 1, "to": 2}, {"from": 2, "to": 1}]"#,
                    "$[1]: expected Watched, found an object that its hook refuses (invalidValue, line 1, column 43, offset 42): it ends before it begins"
                ),
            ]
    }

    static var collections: [Golden] {
        [
            Golden(
                [[[Int]]].self, "[[], [[1], [2, true]]]",
                "$[1][1][1]: expected Int, found true (typeMismatch, line 1, column 16, offset 15); conversions = .lenient converts it"
            ),
            Golden(
                [String: [String: Int]].self, #"{"a": {"b c": "x"}}"#,
                #"$.a["b c"]: expected Int, found the string "x" (typeMismatch, line 1, column 15, offset 14)"#),
            Golden(
                [String: [Int: [Bool]]].self, #"{"": {"7": [true, 0]}}"#,
                #"$[""]["7"][1]: expected Bool, found the number 0 (typeMismatch, line 1, column 19, offset 18); conversions = .lenient converts it"#
            ),
            Golden(
                [Colour: Int].self, #"{"blue": 1}"#,
                #"$.blue: expected a key of type Colour, found the key "blue" (typeMismatch, line 1, column 2, offset 1)"#
            ),
            Golden(
                Set<Int>.self, "[1, 1.5]",
                "$[1]: expected Int, found the number 1.5 (inexactNumber, line 1, column 5, offset 4)"),
            Golden(
                [Int].self, "[1, \"a\", null]",
                #"$[1]: expected Int, found the string "a" (typeMismatch, line 1, column 5, offset 4)"#
            ) { $0.badElements = .null },
        ]
    }
}
