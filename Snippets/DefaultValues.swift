// What becomes of properties that the document leaves out: nil, what init() gives, what the mapping says, or an error.

import Yodel

// Whose init() gives the values says so. What is wrong is still an error, and so is null.
struct Settings: DefaultedModel {
    var theme = "light"
    var fontSize = 12
    var recent: [String] = []
}
print(try ModelDecoder().decode(Settings.self, from: #"{"fontSize": 14}"#))
// Settings(theme: "light", fontSize: 14, recent: [])

// Without one, an Optional is nil, and the mapping has defaults for the others.
struct Article: Model {
    var title: String
    var views: Int
    var tags: [String]
    var author: String?
    var editor: String?
    var isRead: Bool

    static let mapping = Mapping(
        .default(\Article.views, 0),
        .emptyWhenAbsent(\Article.tags),
        .required(\Article.editor),
        .ignore(\Article.isRead, default: false))
}
print(try ModelDecoder().decode(Article.self, from: #"{"title": "Tides", "editor": "Bo", "isRead": true}"#))
// Article(title: "Tides", views: 0, tags: [], author: nil, editor: Optional("Bo"), isRead: false)

// All that is missing is said at once.
do {
    _ = try ModelDecoder().decode(Article.self, from: #"{"views": 3}"#)
} catch {
    print(error)  // $: missing keys: "title", "editor" (missingKeys, line 1, column 12, offset 11)
}

// Where null is to mean the same as nothing, the decoder says that.
var decoder = ModelDecoder()
decoder.nulls = .useDefault
print(try decoder.decode(Settings.self, from: #"{"theme": null, "fontSize": null}"#).theme)  // light

// Classes are made by init(), then what is in the document takes its place. Superclasses have their share.
class Item: DefaultedModel {
    var name = "unnamed"
    required init() {}
}
final class Tool: Item {
    var weight = 1.0
}
let tool = try ModelDecoder().decode(Tool.self, from: #"{"weight": 2.5}"#)
print(tool.name, tool.weight)  // unnamed 2.5
