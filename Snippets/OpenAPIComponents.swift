// Prints the schemas of a service's models as components of an OpenAPI 3.1 document, for requests and for responses.

import Yodel

enum Role: String, CaseIterable {
    case reader, editor
}

struct Author: Model {
    var name: String
    var role: Role
    var email: String?
}

struct Article: Model {
    var title: String
    var authors: [Author]
    var blocks: [Block]
    var views: UInt32

    static let mapping = Mapping(.default(\Article.views, 0))
}

enum Block: Polymorphic {
    case text(Text), image(Image)
    struct Text: Model { var text: String }
    struct Image: Model { var source: String, blocks: [Block]? }

    static let variants = Variants<Block>("type", .case("text", Block.text), .case("image", Block.image))
}

// The schemas of a service that refuses unknown keys show it.
var decoder = ModelDecoder()
decoder.unknownKeys = .error
let requests = try decoder.schemas(of: Article.self, Author.self, at: "#/components/schemas")
print(requests.keys)  // ["Article", "Author", "Block"]

let document: JSONObject = [
    "openapi": "3.1.0",
    "info": ["title": "Articles", "version": "1"],
    "paths": [
        "/articles": [
            "post": [
                "requestBody": [
                    "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Article"]]]
                ],
                "responses": ["204": ["description": "It is published."]],
            ]
        ]
    ],
    "components": ["schemas": .object(requests)],
]
var encoder = ModelEncoder()
encoder.layout = .pretty
print(try encoder.encodeText(document["components"]?["schemas"]?["Author"]))
// {
//   "title": "Author",
//   "type": "object",
//   "properties": {
//     "name": {
//       "type": "string"
//     },
//     "role": {
//       "type": "string",
//       "enum": [
//         "reader",
//         "editor"
//       ]
//     },
//     "email": {
//       "type": [
//         "string",
//         "null"
//       ]
//     }
//   },
//   "required": [
//     "name",
//     "role"
//   ],
//   "additionalProperties": false
// }

// Responses differ from requests: a property that is nil is left out, and never null.
let responses = try ModelEncoder().schemas(of: Author.self, at: "#/components/schemas")
print(responses["Author"]?["properties"]?["email"] ?? "")  // {"type":"string"}
print(requests["Block"]?["oneOf"]?[0]?["required"] ?? "")  // ["type","text"]
