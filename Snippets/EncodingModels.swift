// Writes models as JSON, by the tables that they are decoded with.
//
// Paths become nested objects again, nil is left out, dictionaries and sets are sorted. A part of the properties can be
// written, and a document of any size can be written through a small buffer.

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

// For people to read.
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

// Some properties of every book, wherever it is.
print(try ModelEncoder().only(\Book.title, \Book.author.name).encodeText(["emma": [emma]]))
// {"emma":[{"name":"Emma","meta":{"author":{"name":"Jane Austen"}}}]}

// In chunks, never all of it at once.
var count = 0
try ModelEncoder().encode(Array(repeating: emma, count: 10_000), chunkSize: 4_096) { count += $0.count }
print(count, "bytes")  // 960001 bytes

// What JSON cannot say is an error that says where.
do {
    _ = try ModelEncoder().encode(["readings": [1, .nan, 3]])
} catch {
    print(error)
    // $.readings[1]: expected a finite number, found nan (invalidValue); nonConformingFloats = .convert(…) writes it
}
