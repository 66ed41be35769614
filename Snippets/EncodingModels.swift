// Writes models as JSON, with the tables that they are decoded with.
//
// Paths become nested objects again, nil is left out, dictionaries and sets are sorted. The output can be limited to
// some properties, and a document of any size can be written through a small buffer.

import Yodel

struct Author: Model {
    var name: String
    var born: Int?
}

struct Book: Model {
    var title: String
    var author: Author
    var year: Int?
    var tags: Set<String>

    static let mapping = Mapping(
        .map(\Book.title, to: "name", "title"),
        .map(\Book.author, to: "meta.author"),
        .map(\Book.year, to: "meta.year"))
}

let emma = Book(
    title: "Emma", author: Author(name: "Jane Austen", born: nil), year: 1815, tags: ["novel", "classic"])
print(try ModelEncoder().encodeText(emma))
// {"name":"Emma","meta":{"author":{"name":"Jane Austen"},"year":1815},"tags":["classic","novel"]}

// Indented, for human readers.
var encoder = ModelEncoder()
encoder.layout = .pretty
encoder.nils = .null
print(try encoder.encodeText(emma))
// {
//   "name": "Emma",
//   "meta": {
//     "author": {
//       "name": "Jane Austen",
//       "born": null
//     },
//     "year": 1815
//   },
//   "tags": [
//     "classic",
//     "novel"
//   ]
// }

// Only some properties of every book, at any depth.
print(try ModelEncoder().only(\Book.title, \Book.author.name).encodeText(["emma": [emma]]))
// {"emma":[{"name":"Emma","meta":{"author":{"name":"Jane Austen"}}}]}

// In chunks, so that memory never holds the whole document.
var count = 0
try ModelEncoder().encode(Array(repeating: emma, count: 10_000), chunkSize: 4_096) { count += $0.count }
print(count, "bytes")  // 960001 bytes

// A value that JSON cannot represent is an error with its path.
do {
    _ = try ModelEncoder().encode(["readings": [1, .nan, 3]])
} catch {
    print(error)
    // $.readings[1]: expected a finite number, found nan (invalidValue); nonConformingFloats = .convert(…) writes it
}
