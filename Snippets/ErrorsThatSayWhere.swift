// Shows the parts of an error: its kind, its place in the document, what was expected and what was found.

import Yodel

enum Role: String, CaseIterable {
    case reader, editor
}

struct User: Model {
    var id: Int32
    var name: String
    var role: Role
    var email: String?
}

func complaint(about json: String) -> String {
    do {
        return "\(try ModelDecoder().decode([User].self, from: json))"
    } catch {
        return "\(error)"
    }
}

print(complaint(about: #"[{"id": 1, "name": "Ada", "role": "editor"}, {"id": 2, "name": true, "role": "reader"}]"#))
// $[1].name: expected String, found true (typeMismatch, line 1, column 64, offset 63); conversions = .lenient converts it
print(complaint(about: #"[{"id": 3000000000, "name": "Ada", "role": "editor"}]"#))
// $[0].id: expected Int32, found the number 3000000000 (numberOutOfRange, line 1, column 9, offset 8)
print(complaint(about: #"[{"id": 1, "name": "Ada", "role": "owner"}]"#))
// $[0].role: expected Role, one of "reader", "editor", found the string "owner" (invalidValue, line 1, column 35, offset 34)
print(complaint(about: #"[{"name": null}]"#))
// $[0].name: expected String, found null (nullValue, line 1, column 11, offset 10)
print(complaint(about: #"[{"email": "ada@example.org"}]"#))
// $[0]: missing keys: "id", "name", "role" (missingKeys, line 1, column 29, offset 28)
print(complaint(about: #"[{"id": 1, "name": "Ada" "role": "editor"}]"#))
// $[0]: expected ',' or '}', found a string (unexpectedToken, line 1, column 26, offset 25)
print(complaint(about: #"[{"id": 1, "name": "\ud83d", "role": "editor"}]"#))
// $[0].name: invalid escape (invalidEscape, line 1, column 21, offset 20)
print(complaint(about: #"[{"id": 1, "na"#))
// $[0]: the document ends early (unexpectedEnd, line 1, column 15, offset 14)

// The parts of an error as values, for programs.
do {
    _ = try ModelDecoder().decode([User].self, from: "[\n  {\"email\": null}\n]")
} catch {
    print(error.category.rawValue, error.code, error.missingKeys)  // data missingKeys ["id", "name", "role"]
    print(error.path, error.line ?? 0, error.column ?? 0, error.offset ?? 0)  // $[0] 2 17 18
}

// A type that cannot be decoded is also an error, before any document is read; it names the property.
struct Point: Model {
    var position: (Double, Double)
}
do {
    try ModelDecoder().prepare(Point.self)
} catch {
    print(error.category, error.path, error.reason!.prefix(88))
    // model $ Point.position: (Double, Double) cannot be decoded. A tuple cannot conform to a protocol
}
