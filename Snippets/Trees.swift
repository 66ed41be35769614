// Decodes and encodes trees in memory: the dictionaries of JSONSerialization, and property lists.
//
// If there is text, decode the text: a tree in between only takes time.

import Foundation
import Yodel

struct Note: Model {
    var title: String
    var written: Date?
    var image: Data?
}

// A tree from older code.
let object: Any = try JSONSerialization.jsonObject(with: Data(#"{"title": "Tea", "written": "2024-02-29"}"#.utf8))
let made = try ModelDecoder().decode(Note.self, fromTree: object)
print(made.title, made.written!)  // Tea 2024-02-29 00:00:00 +0000

// Property lists have their own dates and data, which are not converted.
func propertyList(of note: Note) throws -> Data {
    let tree = try ModelEncoder().encodeTree(note, null: "")
    return try PropertyListSerialization.data(fromPropertyList: tree, format: .binary, options: 0)
}
func note(ofPropertyList data: Data) throws -> Note {
    let tree = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try ModelDecoder().decode(Note.self, fromTree: tree)
}
let saved = Note(title: "Tea", written: Date(timeIntervalSince1970: 0), image: Data([1, 2]))
let restored = try note(ofPropertyList: propertyList(of: saved))
print(restored.written!, restored.image!.count)  // 1970-01-01 00:00:00 +0000 2

// An error has its path, but no place, since there is no text.
do {
    _ = try ModelDecoder().decode([Note].self, fromTree: [["title": 3]])
} catch {
    print(error)
    // $[0].title: expected String, found the number 3 (typeMismatch); conversions = .lenient converts it
}

// From a value to a tree, and the other way.
let value: JSONValue = ["pages": 474, "ratings": [4.5, nil]]
let tree = try value.tree(null: NSNull()) as! [String: Any]
print(tree["pages"]!, try JSONValue(tree: tree) == value)  // 474 true
