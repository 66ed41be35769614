// Tells a model where its properties are in a document that names and nests things differently.
//
// Properties are named by key paths, so the compiler checks them. What is not mapped has the key of its name, as the
// decoder's key strategy spells it.

import Yodel

struct Article: Model {
    var identifier: Int
    var title: String
    var authorName: String?
    var viewCount: Int
    var tagLine: String
    var isDraft: Bool

    static let mapping = Mapping(
        .map(\Article.identifier, to: "id"),
        // In order of rank: the first that holds a value, in whatever order the document has them.
        .map(\Article.title, to: "headline", "title"),
        // A path through nested objects. What it leads through is not kept.
        .map(\Article.authorName, to: "meta.author.name"),
        // A key that has dots in it.
        .map(\Article.viewCount, to: .literal("stats.views"), default: 0),
        // No part of the document.
        .ignore(\Article.isDraft, default: false))
}

let json = """
    [
        {
            "id": 1, "title": "Old title", "headline": "Tides", "stats.views": 1200, "tag_line": "Twice a day",
            "meta": { "section": "sea", "author": { "name": "Ada", "age": 36 } }
        },
        { "tag_line": "Slowly", "headline": null, "title": "Dunes", "id": 2 }
    ]
    """

var decoder = ModelDecoder()
decoder.keys = .snakeCase

for article in try decoder.decode([Article].self, from: json) {
    print(article.identifier, article.title, article.authorName ?? "-", article.viewCount, article.tagLine)
    // 1 Tides Ada 1200 Twice a day
    // 2 Dunes - 0 Slowly
}

// The table that came of it: property, offset, type, kind, keys, and what happens when the key is absent.
print(try decoder.describe(Article.self))
// Article (struct, 65 bytes)
//   identifier   0  Int      int64   "id"                    required
//   title        8  String   string  "headline", "title"     required
//   authorName  24  String?  string  "meta"."author"."name"  nil
//   viewCount   40  Int      int64   "stats.views"           default of the mapping
//   tagLine     48  String   string  "tag_line"              required
//   isDraft     64  Bool     gate    ignored                 default of the mapping
