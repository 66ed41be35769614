import Testing

@testable import Yodel

// Null, and keys that are missing, unknown or repeated.

extension Golden {
    struct Rules: Model {
        var name: String
        var names: [String]
        var counts: [String: Int]
        var parent: Author?
        static let mapping = Mapping(.onNull(\Rules.name, .error))
    }

    static var nulls: [Golden] {
        [
            Golden(
                Book.self, #"{"title": null}"#,
                "$.title: expected String, found null (nullValue, line 1, column 11, offset 10)"),
            Golden([Int].self, "[1, null]", "$[1]: expected Int, found null (nullValue, line 1, column 5, offset 4)"),
            Golden(
                [String: Int].self, #"{"a": null}"#,
                "$.a: expected Int, found null (nullValue, line 1, column 7, offset 6)"),
            Golden(Book.self, "null", "$: expected Book, found null (nullValue, line 1, column 1, offset 0)"),
            Golden(
                Settings.self, #"{"theme": null}"#,
                "$.theme: expected String, found null (nullValue, line 1, column 11, offset 10); nulls = .useDefault uses the default"
            ),
            Golden(
                Settings.self, #"{"sizes": null}"#,
                "$.sizes: expected [Int], found null (nullValue, line 1, column 11, offset 10); nulls = .useDefault uses the default"
            ),
            Golden(
                Rules.self, #"{"name": "", "names": null}"#,
                "$.names: expected [String], found null (nullValue, line 1, column 23, offset 22); missingCollections = .empty allows it"
            ),
            Golden(
                Rules.self, #"{"name": "", "counts": null}"#,
                "$.counts: expected [String: Int], found null (nullValue, line 1, column 24, offset 23); missingCollections = .empty allows it"
            ),
            Golden(
                [[Int]].self, "[[1], null]",
                "$[1]: expected [Int], found null (nullValue, line 1, column 7, offset 6); missingCollections = .empty allows it"
            ),
            Golden(
                Kinds.self, #"{"pair": [1, null]}"#,
                "$.pair[1]: expected Int, found null (nullValue, line 1, column 14, offset 13)"),
            Golden(
                Kinds.self, #"{"table": {"1": null}}"#,
                #"$.table["1"]: expected Int, found null (nullValue, line 1, column 17, offset 16)"#),
            Golden(
                Kinds.self, #"{"small": "null"}"#,
                #"$.small: expected Int8?, found the string "null" (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"#
            ),
        ]
    }

    static var missing: [Golden] {
        [
            Golden(Book.self, "{}", #"$: missing keys: "title" (missingKeys, line 1, column 2, offset 1)"#),
            Golden(Author.self, "{}", #"$: missing keys: "name", "born" (missingKeys, line 1, column 2, offset 1)"#),
            Golden(
                [Book].self, "[\n  {\"title\": \"Emma\", \"authors\": [{\"born\": 1775}]}\n]",
                #"$[0].authors[0]: missing keys: "name" (missingKeys, line 2, column 46, offset 47)"#),
            Golden(
                Rules.self, #"{"name": ""}"#,
                #"$: missing keys: "names", "counts" (missingKeys, line 1, column 12, offset 11); missingCollections = .empty allows it"#
            ),
            Golden(
                Rules.self, #"{"names": []}"#,
                #"$: missing keys: "name", "counts" (missingKeys, line 1, column 13, offset 12)"#),
            Golden(Rules.self, "{}", #"$: missing keys: "name" (missingKeys, line 1, column 2, offset 1)"#) {
                $0.missingCollections = .empty
            },
        ]
    }

    static var unknown: [Golden] {
        [
            Golden(
                Book.self, #"{"title": "Emma", "isbn": 978}"#,
                #"$.isbn: found the unknown key "isbn" (unknownKey, line 1, column 19, offset 18); unknownKeys = .ignore skips it"#
            ) { $0.unknownKeys = .error },
            Golden(
                [Book].self, #"[{"authors": [{"first name": "Jane"}]}]"#,
                #"$[0].authors[0]["first name"]: found the unknown key "first name" (unknownKey, line 1, column 16, offset 15); unknownKeys = .ignore skips it"#
            ) { $0.unknownKeys = .error },
            Golden(
                Book.self, #"{"Title": "Emma"}"#,
                #"$.Title: found the unknown key "Title" (unknownKey, line 1, column 2, offset 1); unknownKeys = .ignore skips it"#
            ) { $0.unknownKeys = .error },
        ]
    }

    static var duplicates: [Golden] {
        [
            Golden(
                Book.self, #"{"title": "Emma", "title": "Emma"}"#,
                "$.title: found the key twice (duplicateKey, line 1, column 19, offset 18); duplicateKeys = .last takes the last value"
            ) { $0.duplicateKeys = .error },
            Golden(
                [String: Int].self, #"{"a": 1, "b": 2, "a": 3}"#,
                "$.a: found the key twice (duplicateKey, line 1, column 18, offset 17); duplicateKeys = .last takes the last value"
            ) { $0.duplicateKeys = .error },
            Golden(
                [Int: Int].self, #"{"1": 1, "1.0": 3}"#,
                #"$["1.0"]: expected a key of type Int, found the key "1.0" (typeMismatch, line 1, column 10, offset 9)"#
            ) { $0.duplicateKeys = .error },
            Golden(
                JSONValue.self, #"[{"a": 1, "a": 3}]"#,
                "$[0].a: found the key twice (duplicateKey, line 1, column 11, offset 10); duplicateKeys = .last takes the last value"
            ) { $0.duplicateKeys = .error },
        ]
    }
}
