// Maps a model to a document that names and nests things differently.
//
// Properties are named by key paths, which the compiler checks. An unmapped property has its own name as the key,
// spelled by the decoder's key strategy.

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
        // In order of rank: the first key with a value counts, whatever the order in the document.
        .map(\Article.title, to: "headline", "title"),
        // A path through nested objects, of which nothing else is kept.
        .map(\Article.authorName, to: "meta.author.name"),
        // A key that contains dots.
        .map(\Article.viewCount, to: .literal("stats.views"), default: 0),
        // Not in the document.
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

// The resulting table: property, offset, type, kind, keys, and what happens if the key is absent.
print(try decoder.tableDescription(of: Article.self))
// Article (struct, 65 bytes)
//   identifier   0  Int      int64   "id"                    required
//   title        8  String   string  "headline", "title"     required
//   authorName  24  String?  string  "meta"."author"."name"  nil
//   viewCount   40  Int      int64   "stats.views"           default of the mapping
//   tagLine     48  String   string  "tag_line"              required
//   isDraft     64  Bool     gate    ignored                 default of the mapping
