// Keeps models in files that a later version of the program can read: the archive has the version that wrote it.

import Yodel

struct Book: VersionedModel {
    static let modelVersion = 3

    var title: String
    var authors: [String]
    var pages: Int

    // Version 1 had one author, version 2 no pages. An archive of version 1 needs both steps.
    static func migrate(_ object: inout JSONObject, from version: Int) throws {
        if version < 2, let author = object.removeValue(forKey: "author") { object["authors"] = [author] }
        if version < 3 { object["pages"] = 0 }
    }
}

let book = Book(title: "Emma", authors: ["Jane Austen"], pages: 474)
let archive = String(decoding: try ModelEncoder().encodeArchive(book), as: UTF8.self)
print(archive)
// {"model":"Book","version":3,"value":{"title":"Emma","authors":["Jane Austen"],"pages":474}}
print(try ModelDecoder().decodeArchive(Book.self, from: archive).pages)  // 474

// An archive of version 1.
let old = #"{"model": "Book", "version": 1, "value": {"title": "Emma", "author": "Jane Austen"}}"#
print(try ModelDecoder().decodeArchive(Book.self, from: old))
// Book(title: "Emma", authors: ["Jane Austen"], pages: 0)

// An archive of a later version, or of another model, is refused with an error.
func refusal(of archive: String) -> ModelError? {
    do {
        _ = try ModelDecoder().decodeArchive(Book.self, from: archive)
        return nil
    } catch {
        return error
    }
}
let later = refusal(of: #"{"model": "Book", "version": 4, "value": {}}"#)!
print(later.path, later.underlying!)
// $.version the archive was written by version 4 of Book, and this program knows versions up to 3
print(refusal(of: #"{"model": "Film", "version": 1, "value": {}}"#)!)
// $.model: expected the name "Book", found the string "Film" (invalidValue, line 1, column 11, offset 10): the archive does not hold a Book
