import Foundation
import Yodel

// A client's calls, in a few lines each. Scripts/compatibility has the expected output.

struct Book: Model, Hashable {
    var title: String
    var pages: Int
    var published: Date?
    var tags: [String] = []

    static let mapping = Mapping(.map(\Book.published, to: "meta.published"))
}

final class Shelf: DefaultedModel, ModelHashable {
    var name = ""
    var books: [Book] = []
}

struct Room: Model, ModelCopyable {
    var shelves: Set<Shelf>
}

struct Author: Codable {
    var name: String
}

/// Its properties come from a list, not from the runtime.
struct Job: DefaultedModel {
    var name = ""
    var retries = 3

    static let mapping = Mapping.listing(.map(\Job.name, to: "name"), .map(\Job.retries, to: "max_retries"))
}

/// Its property is optional.
struct Patch: DefaultedModel {
    var note: Field<String> = .absent

    static let mapping = Mapping.listing(.map(\Patch.note, to: "note"))
}

/// Lists a property by its name, which requires the runtime's metadata.
struct Errand: DefaultedModel {
    var name = ""

    static let mapping = Mapping.listing(.map(\Errand.name))
}

/// Prints the result or the error.
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
    var decoder = ModelDecoder().incrementalDecoder(of: Book.self)
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
// Conformances that are looked up at run time; no symbol of this program refers to them.
show("containers") {
    let (encoder, decoder) = (YodelJSONEncoder(), YodelJSONDecoder())
    encoder.keyEncodingStrategy = .convertToSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let written = try encoder.encode(["someKey": [Author(name: "A"), nil]])
    let read = try decoder.decode([String: [Author?]].self, from: #"{"other_key": [{"name": "B"}, null]}"#)
    return "\(String(decoding: written, as: UTF8.self)) \(read.keys.joined())"
}
show("dynamic") {
    let values: [Any] = [JSONValue.null, JSONNumber(1), JSONObject(), Field<Int>.null]
    return values.map { "\($0 is any Encodable && $0 is any Decodable)" }.joined(separator: " ")
}
show("field") { "\(try ModelDecoder().decode(Patch.self, from: #"{"note": null}"#).note)" }
let decoded = await Task.detached {
    do throws(ModelError) {
        let shelf = try ModelDecoder().decode(Shelf.self, from: shelf)
        let copy = Room(shelves: [shelf]).deepCopy()
        return "\(shelf.books.count) \(copy.shelves.first === shelf ? "shared" : "copied")"
    } catch {
        return "\(error)"
    }
}.value
print("class:", decoded)
