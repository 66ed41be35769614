import Foundation
import Testing

@testable import Yodel

// Errors that name an option, and errors that must not: the option would not accept the value.

extension Golden {
    struct Exact: Model {
        var count: Int
        var counts: [Int]?
        static let mapping = Mapping(.conversions(\Exact.count, .strict), .conversions(\Exact.counts, .strict))
    }

    struct Initials: Model {
        var first: Character?
        var number: JSONNumber?
    }

    struct Wrapping: Model {
        var counts: Indirect<[Int]>
        static let mapping = Mapping(.onNull(\Wrapping.counts, .error))
    }

    struct Rated: Model {
        enum Level: Int, CaseIterable { case low = 1, high }
        var stars: Int
        var level: Level?
        static let mapping = Mapping(.default(\Rated.stars, 3))
    }

    struct Track: Model {
        enum Side: Int { case front = 1, back }
        struct Length: RawRepresentable { var rawValue: Double }
        struct Site: RawRepresentable { var rawValue: URL }
        var side: Side?
        var length: Length?
        var site: Site?
    }

    struct Boxes: Model {
        @Indirect var ids: [Int]
        static let mapping = Mapping(.map(\Boxes._ids, to: "ids", "numbers"))
    }

    struct Point: Model {
        struct Place { var x: Int; var y: [Int] }
        var place: Place
        static let mapping = Mapping(
            .compose(\Point.place, from: "x", "y", by: { (x: Int, y: [Int]) in Place(x: x, y: y) }))
    }

    struct Refusing: Model {
        var names: [Int]
        var others: [Int]
        var limit: Int?
        static let mapping = Mapping(
            .map(\Refusing.names, to: "a", "b"), .onNull(\Refusing.names, .error),
            .onNull(\Refusing.others, .error), .onNull(\Refusing.limit, .error))
    }

    /// The decoder's options, where a mapping takes part.
    static var hints: [Golden] {
        [
            Golden(
                Exact.self, #"{"count": "5"}"#,
                #"$.count: expected Int, found the string "5" (typeMismatch, line 1, column 11, offset 10)"#
            ) { $0.conversions = .lenient },
            Golden(
                Exact.self, #"{"count": "5"}"#,
                #"$.count: expected Int, found the string "5" (typeMismatch, line 1, column 11, offset 10)"#),
            Golden(
                Exact.self, #"{"count": 5, "counts": ["5"]}"#,
                #"$.counts[0]: expected Int, found the string "5" (typeMismatch, line 1, column 25, offset 24)"#),
            Golden(
                Initials.self, #"{"first": "null"}"#,
                #"$.first: expected Character?, found the string "null" (invalidValue, line 1, column 11, offset 10)"#),
            Golden(
                Initials.self, #"{"number": true}"#,
                "$.number: expected JSONNumber?, found true (typeMismatch, line 1, column 12, offset 11); conversions = .lenient converts it"
            ),
            Golden(
                Visit.self, #"{"at": "null"}"#,
                #"$.at: expected Date?, found the string "null" (invalidValue, line 1, column 8, offset 7); conversions = .lenient converts it"#
            ),
            Golden(
                Point.self, #"{"x": null, "y": []}"#,
                "$.x: expected Int, found null (nullValue, line 1, column 7, offset 6)"),
            Golden(
                Point.self, #"{"x": "null", "y": []}"#,
                #"$.x: expected Int, found the string "null" (typeMismatch, line 1, column 7, offset 6)"#
            ) { $0.nulls = .useDefault },
            Golden(
                Point.self, #"{"x": 1, "y": null}"#,
                "$.y: expected [Int], found null (nullValue, line 1, column 15, offset 14); missingCollections = .empty allows it"
            ),
            Golden(
                Refusing.self, #"{"a": null, "others": []}"#,
                "$.a: expected [Int], found null (nullValue, line 1, column 7, offset 6)"),
            Golden(
                Refusing.self, #"{"a": [], "others": null}"#,
                "$.others: expected [Int], found null (nullValue, line 1, column 21, offset 20)"
            ) { $0.missingCollections = .empty },
            Golden(
                Refusing.self, #"{"a": [], "others": [], "limit": null}"#,
                "$.limit: expected Int, found null (nullValue, line 1, column 34, offset 33)"),
            Golden(
                Refusing.self, #"{"a": [], "others": [], "limit": "null"}"#,
                #"$.limit: expected Int?, found the string "null" (typeMismatch, line 1, column 34, offset 33)"#),
            Golden(
                Rated.self, #"{"stars": "null"}"#,
                #"$.stars: expected Int, found the string "null" (typeMismatch, line 1, column 11, offset 10)"#),
            Golden(
                Rated.self, #"{"stars": "null"}"#,
                #"$.stars: expected Int, found the string "null" (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"#
            ) { $0.nulls = .useDefault },
            Golden(
                Rated.self, #"{"level": "null"}"#,
                #"$.level: expected Level?, one of 1, 2, found the string "null" (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"#
            ),
            Golden(
                Rated.self, #"{"level": true}"#,
                "$.level: expected Level?, one of 1, 2, found true (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"
            ),
            Golden(
                Rated.self, #"{"level": false}"#,
                "$.level: expected Level?, one of 1, 2, found false (typeMismatch, line 1, column 11, offset 10)"),
            Golden(
                Rated.self, #"{"level": "+2"}"#,
                #"$.level: expected Level?, one of 1, 2, found the string "+2" (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"#
            ),
            Golden(
                Track.self, #"{"side": "2"}"#,
                #"$.side: expected Side?, found the string "2" (typeMismatch, line 1, column 10, offset 9); conversions = .lenient converts it"#
            ),
            Golden(
                Track.self, #"{"side": "3"}"#,
                #"$.side: expected Side?, found the string "3" (typeMismatch, line 1, column 10, offset 9)"#),
            Golden(
                Track.self, #"{"length": "2.50"}"#,
                #"$.length: expected Length?, found the string "2.50" (typeMismatch, line 1, column 12, offset 11); conversions = .lenient converts it"#
            ),
            Golden(
                Track.self, #"{"site": " http://[x "}"#,
                #"$.site: expected Site?, found the string " http://[x " (invalidValue, line 1, column 10, offset 9)"#),
            Golden(
                Wrapping.self, #"{"counts": null}"#,
                "$.counts: expected [Int], found null (nullValue, line 1, column 12, offset 11)"
            ) { $0.missingCollections = .empty },
            Golden(
                Boxes.self, #"{"numbers": null}"#,
                "$.numbers: expected Indirect<Array<Int>>, found null (nullValue, line 1, column 13, offset 12); missingCollections = .empty allows it"
            ),
            Golden(
                [Int].self, "[1] x/y",
                "$: content after the document (trailingContent, line 1, column 5, offset 4); allowsTrailingContent = true skips it"
            ),
            Golden(
                [Int].self, "[1] /",
                "$: content after the document (trailingContent, line 1, column 5, offset 4); allowsTrailingContent = true skips it, allowsComments = true skips a comment"
            ),
            Golden(
                [Int].self, "[1] / 2",
                "$: content after the document (trailingContent, line 1, column 5, offset 4); allowsTrailingContent = true skips it"
            ) { $0.allowsComments = true },
        ]
    }

    // MARK: - Parts without their own places

    struct Inner: Codable { var a: Int }
    struct Whole: Model {
        var part: Inner?
        var later: Lazy<Author>?
    }

    struct Prepared: WillDecodeModel {
        var part: Inner
        static func willDecode(_ object: inout JSONObject) throws { object["zzzz"] = nil }
    }

    struct Old: VersionedModel {
        static let modelVersion = 3
        var title: String
        var part: Inner?
        static func migrate(_ object: inout JSONObject, from version: Int) throws {}
    }

    static var partsElsewhere: [Golden] {
        func tree(_ json: String) throws(ModelError) -> JSONValue {
            try ModelDecoder().decode(JSONValue.self, from: json)
        }
        return [
            .calling(#"$.part.a: expected Int, found the string "x" (typeMismatch)"#) { () throws(ModelError) in
                try ModelDecoder().decode(Whole.self, from: try tree(#"{"part": {"a": "x"}}"#))
            },
            .calling(
                #"$.later.name: expected String, found the number 1 (typeMismatch); conversions = .lenient converts it"#
            ) {
                () throws(ModelError) in
                try ModelDecoder().decode(Whole.self, from: try tree(#"{"later": {"name": 1}}"#)).later!.value()
            },
            Golden(
                [Prepared].self, "[\n {\"zzzz\": 1, \"part\": {\"a\": \"x\"}}]",
                #"$[0].part.a: expected Int, found the string "x" (typeMismatch, line 2, column 2, offset 3)"#),
            .calling(#"$.value.part.a: expected Int, found the string "x" (typeMismatch)"#) { () throws(ModelError) in
                try ModelDecoder().decodeArchive(
                    Old.self, from: #"{"model": "Old", "version": 2, "value": {"title": "", "part": {"a": "x"}}}"#)
            },
            .calling(#"$: missing keys: "value" (missingKeys, line 1, column 30, offset 29)"#) {
                () throws(ModelError) in
                try ModelDecoder().decodeArchive(Old.self, from: #"{"model": "Old", "version": 2}"#)
            },
            .calling(
                #"$.value: found the key twice (duplicateKey, line 1, column 45, offset 44); duplicateKeys = .last takes the last value"#
            ) { () throws(ModelError) in
                try ModelDecoder.with { $0.duplicateKeys = .error }.decodeArchive(
                    Old.self, from: #"{"model": "Old", "version": 2, "value": {}, "value": {}}"#)
            },
            .calling("$: expected an archive of Old, found an array (typeMismatch, line 1, column 1, offset 0)") {
                () throws(ModelError) in try ModelDecoder().decodeArchive(Old.self, from: "[]")
            },
            .calling("$.value: expected Old, found the number 5 (typeMismatch, line 1, column 41, offset 40)") {
                () throws(ModelError) in
                try ModelDecoder().decodeArchive(Old.self, from: #"{"model": "Old", "version": 2, "value": 5}"#)
            },
        ]
    }

    // MARK: - Suggestions

    struct Letter: Model {
        struct Body: Model { var id: Int }
        var body: Body
        static let mapping = Mapping(.transform(\Letter.body, by: .jsonText))
    }

    enum Pick: Polymorphic {
        case number(Int), text(String)
        static let variants = Variants<Pick>(
            .untagged, .case({ (number: Int) throws in throw Refusal("not \(number)") }), .case(Pick.text))
    }

    struct Parcel: Model {
        struct Body: Model { var picks: [Pick] }
        var body: Body
        static let mapping = Mapping(.transform(\Parcel.body, by: .jsonText))
    }

    enum Around: Polymorphic {
        case number(Int)
        static let variants = Variants<Around>(.external, .case("n", Around.number))
    }

    static var meanings: [Golden] {
        [
            Golden(
                Letter.self, #"{"body": "{\"id\": 1, \"x\": 2}"}"#,
                #"$.body.x: found the unknown key "x" (unknownKey, line 1, column 10, offset 9): $.x: found the unknown key "x" (unknownKey, line 1, column 11, offset 10); unknownKeys = .ignore skips it"#
            ) { $0.unknownKeys = .error },
            Golden(
                Letter.self, #"{"body": "{\"id\": 01}"}"#,
                "$.body.id: found '01' (invalidValue, line 1, column 10, offset 9): $.id: found '01' (invalidNumber, line 1, column 8, offset 7)"
            ),
            Golden(
                Pick.self, "5",
                "$: no variant fits: Int: $: expected Int: not 5; String: $: expected String, found the number 5 (noMatchingVariant, line 1, column 1, offset 0)"
            ),
            Golden(
                Parcel.self, #"{"body": "{\"picks\": [true]}"}"#,
                "$.body.picks[0]: no variant fits (noMatchingVariant, line 1, column 10, offset 9): $.picks[0]: no variant fits: Int: $: expected Int, found true; String: $: expected String, found true (noMatchingVariant, line 1, column 12, offset 11)"
            ),
            Golden(
                Around.self, #"{"n": 1, "n": 2}"#,
                "$.n: expected an object with one key, found the key twice (invalidValue, line 1, column 10, offset 9)"),
            .encoding(
                [Letter(body: Letter.Body(id: 1))],
                "$[0].body: expected at most 2 levels (depthLimit): $: expected at most 0 levels (depthLimit); a higher limits.depth allows it"
            ) { $0.limits.depth = 2 },
            .feed(
                Feed(of: Int.self, at: "data.items", envelope: Envelope.self),
                #"{"data": {"items": ["a"]}, "total": 1}"#,
                #"$.data.items[0]: expected Int, found the string "a" (typeMismatch, line 1, column 21, offset 20)"#
            ) { $0.decoder.unknownKeys = .error },
            .feed(
                Feed(of: Int.self, at: "data.items", envelope: Envelope.self),
                #"{"data": {"items": [1]}, "total": 1, "more": 2}"#,
                #"$.more: found the unknown key "more" (unknownKey, line 1, column 38, offset 37); unknownKeys = .ignore skips it"#
            ) { $0.decoder.unknownKeys = .error },
        ]
    }
}
