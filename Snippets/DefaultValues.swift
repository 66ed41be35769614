// What properties get that the document leaves out: nil, the value of init(), a default of the mapping, or an error.

import Yodel

// A DefaultedModel takes missing values from init(). A wrong value is still an error, and so is null.
struct Settings: DefaultedModel {
    var theme = "light"
    var fontSize = 12
    var recent: [String] = []
}
print(try ModelDecoder().decode(Settings.self, from: #"{"fontSize": 14}"#))
// Settings(theme: "light", fontSize: 14, recent: [])

// Without init(), an Optional is nil, and the mapping has defaults for the others.
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

// One error names all missing keys.
do {
    _ = try ModelDecoder().decode(Article.self, from: #"{"views": 3}"#)
} catch {
    print(error)  // $: missing keys: "title", "editor" (missingKeys, line 1, column 12, offset 11)
}

// An option of the decoder makes null the same as a missing value.
var decoder = ModelDecoder()
decoder.nulls = .useDefault
print(try decoder.decode(Settings.self, from: #"{"theme": null, "fontSize": null}"#).theme)  // light

// init() makes an object, then the values of the document replace its own. This includes properties of superclasses.
class Item: DefaultedModel {
    var name = "unnamed"
    required init() {}
}
final class Tool: Item {
    var weight = 1.0
}
let tool = try ModelDecoder().decode(Tool.self, from: #"{"weight": 2.5}"#)
print(tool.name, tool.weight)  // unnamed 2.5
