// Equality, copies, descriptions and merging from the tables that models are decoded with, without any code.
//
// Use it for classes, and for structs with a property that is not Equatable; the compiler provides == for other
// structs.

import Yodel

final class Author: DefaultedModel, ModelHashable, ModelCopyable, ModelDescribable {
    var name = ""
    var books: [Book] = []
}

struct Book: Model {
    var title: String
    var pages: Int
    var author: Author?
}

let ada = try ModelDecoder().decode(Author.self, from: #"{"name": "Ada", "books": [{"title": "Tides", "pages": 90}]}"#)
let same = try ModelDecoder().decode(Author.self, from: #"{"books": [{"pages": 90, "title": "Tides"}], "name": "Ada"}"#)
print(ada == same, ada === same, Set([ada, same]).count)  // true false 1

// A deep copy has its own objects in the shape of the original: a cycle stays a cycle.
ada.books[0].author = ada
let copy = ada.deepCopy()
copy.name = "Bo"
print(copy.books[0].author === copy, ada.name, ada == same)  // true Ada false
ada.books[0].author = nil
print(ada)
// Author {
//   books: [
//     Book {
//       author: nil
//       pages: 90
//       title: "Tides"
//     }
//   ]
//   name: "Ada"
// }

// A model takes over values of another: of all properties, of some, or of those that are not nil.
struct Draft: Model {
    var title: String?
    var pages: Int?
}
struct Edition: Model {
    var title: String?
    var pages: Int?
    var number: Int
}
var edition = Edition(title: "Tides", pages: 90, number: 1)
try edition.merge(from: Draft(title: nil, pages: 96), nils: .keep)
print(edition)  // Edition(title: Optional("Tides"), pages: Optional(96), number: 1)

// Equal if one property is equal, whatever the others are.
struct Tweet: IdentityComparable {
    typealias ID = Int
    static let identity: any KeyPath<Tweet, Int> & Sendable = \Tweet.number
    var number: Int
    var text: String
}
print(Tweet(number: 7, text: "a") == Tweet(number: 7, text: "b"), Tweet(number: 7, text: "").id)  // true 7
