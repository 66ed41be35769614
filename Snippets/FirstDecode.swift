// Decodes a small document into structs.
//
// The structs only conform to Model. An Optional property may be missing from the document or null; every other one is
// required. Unknown keys are skipped.

import Foundation
import Yodel

enum Format: String, CaseIterable {
    case hardcover, paperback, digital
}

struct Author: Model {
    var name: String
    var born: Int?
}

struct Book: Model {
    var title: String
    var pages: Int
    var format: Format
    var published: Date
    var author: Author?
    var ratings: [String: [Double]]
}

let json = """
    {
        "title": "Emma",
        "pages": 474,
        "format": "hardcover",
        "published": "1815-12-23",
        "shelf": { "row": 12, "place": "left" },
        "author": { "name": "Jane Austen" },
        "ratings": { "readers": [4.5, 5, 3.5], "critics": [] }
    }
    """

let book = try ModelDecoder().decode(Book.self, from: json)

print(book.title, book.pages)  // Emma 474
print(book.author?.name ?? "nobody", book.author?.born.map(String.init) ?? "unknown")  // Jane Austen unknown
print(book.format, book.published)  // hardcover 1815-12-23 00:00:00 +0000
print(book.ratings["readers", default: []])  // [4.5, 5.0, 3.5]

// The document can be of any type that a property can have: arrays, dictionaries, scalars.
let authors = try ModelDecoder().decode([Author].self, from: #"[{"name": "Ada"}, {"name": "Bo", "born": 1990}]"#)
print(authors.map(\.name))  // ["Ada", "Bo"]
