import Foundation
import Yodel

// What a client does, in a few lines each. Scripts/compatibility knows the output by heart.

struct Book: Model, Equatable {
    var title: String
    var pages: Int
    var published: Date?
    var tags: [String] = []

    static let mapping = Mapping(.map(\Book.published, to: "meta.published"))
}

final class Shelf: DefaultedModel {
    var name = ""
    var books: [Book] = []
}

struct Author: Codable {
    var name: String
}

/// Takes its properties from a list, and not from the runtime.
struct Job: DefaultedModel {
    var name = ""
    var retries = 3

    static let mapping = Mapping.listing(.map(\Job.name, to: "name"), .map(\Job.retries, to: "max_retries"))
}

/// Lists a property by its name, which the runtime has to know.
struct Errand: DefaultedModel {
    var name = ""

    static let mapping = Mapping.listing(.map(\Errand.name))
}

/// Prints what comes of something, or the error.
func show(_ what: String, _ body: () throws -> String) {
    do {
        print("\(what): \(try body())")
    } catch {
        print("\(what): \(error)")
    }
}

let book = #"{"title": "Emma", "pages": 474, "meta": {"published": "1815-12-23T00:00:00Z"}, "tags": ["novel"]}"#
let shelf = #"{"name": "top", "books": [\#(book)]}"#

show("listing") {
    let job = try ModelDecoder().decode(Job.self, from: #"{"name": "sweep", "max_retries": 5}"#)
    return "\(job.name) \(job.retries)"
}
show("listed name") { try ModelDecoder().decode(Errand.self, from: #"{"name": "milk"}"#).name }
show("struct") { try ModelDecoder().decode(Book.self, from: book).title }
show("round trip") {
    let decoder = ModelDecoder()
    let value = try decoder.decode(Book.self, from: book)
    return "\(try decoder.decode(Book.self, from: try ModelEncoder().encode(value)) == value)"
}
show("error") { try ModelDecoder().decode(Book.self, from: #"{"title": "Emma", "pages": "474"}"#).title }
show("chunks") {
    var decoder = ModelDecoder().incremental(Book.self)
    for byte in book.utf8 { try decoder.feed([byte]) }
    return try decoder.finish().tags.joined()
}
show("feed") {
    var parser = Feed(of: Book.self, in: .lines).parser()
    parser.feed("\(book)\n\(book)\n")
    parser.finish()
    var pages = 0
    while let next = try parser.next() { pages += next.pages }
    return "\(pages)"
}
show("codable") {
    let author = try YodelJSONDecoder().decode(Author.self, from: Data(#"{"name": "Jane"}"#.utf8))
    return String(decoding: try YodelJSONEncoder().encode(author), as: UTF8.self)
}
let decoded = await Task.detached {
    do throws(ModelError) {
        return try ModelDecoder().decode(Shelf.self, from: shelf).books.count.description
    } catch {
        return "\(error)"
    }
}.value
print("class:", decoded)
