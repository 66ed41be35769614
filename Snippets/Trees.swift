// Decodes and encodes what is in memory already: the dictionaries of JSONSerialization, and property lists.
//
// For text, decode the text: a tree between it and the model only costs time.

import Foundation
import Yodel

struct Note: Model {
    var title: String
    var written: Date?
    var image: Data?
}

// What older code hands on.
let object: Any = try JSONSerialization.jsonObject(with: Data(#"{"title": "Tea", "written": "2024-02-29"}"#.utf8))
let made = try ModelDecoder().decode(Note.self, fromTree: object)
print(made.title, made.written!)  // Tea 2024-02-29 00:00:00 +0000

// Property lists have dates and data of their own: they stay what they are.
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

// An error has its path; there is no text that it could have a place in.
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
