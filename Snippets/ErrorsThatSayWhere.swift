// Shows what an error tells: what kind it is, where in the document, what was expected there and what was found.

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

func decode(_ json: String) {
    do {
        print(try ModelDecoder().decode([User].self, from: json))
    } catch {
        print(error)
    }
}

decode(#"[{"id": 1, "name": "Ada", "role": "editor"}, {"id": 2, "name": true, "role": "reader"}]"#)
decode(#"[{"id": 3000000000, "name": "Ada", "role": "editor"}]"#)
decode(#"[{"id": 1, "name": "Ada", "role": "owner"}]"#)
decode(#"[{"name": null}]"#)
decode(#"[{"email": "ada@example.org"}]"#)
decode(#"[{"id": 1, "name": "Ada" "role": "editor"}]"#)
decode(#"[{"id": 1, "name": "\ud83d", "role": "editor"}]"#)
decode(#"[{"id": 1, "na"#)

// The parts, for a program rather than a reader.
do {
    _ = try ModelDecoder().decode([User].self, from: "[\n  {\"email\": null}\n]")
} catch {
    print("category", error.category.rawValue, "code", error.code)
    print("path", error.path, "line", error.line ?? 0, "column", error.column ?? 0, "offset", error.offset ?? 0)
    print("missing", error.missingKeys)
}

// A type that cannot be decoded is an error too, before any document is read: it names the property.
struct Point: Model {
    var position: (Double, Double)
}
do {
    try ModelDecoder().prepare(Point.self)
} catch {
    print(error.category, error.reason ?? "")
}
