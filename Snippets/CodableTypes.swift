// Decodes and encodes types that are Codable already: the coder is another, and nothing else.
//
// What the types and strategies say goes on to hold, and errors are the same DecodingErrors. They say more of the place
// where the text itself is wrong.

import Foundation
import Yodel

struct Order: Codable {
    var orderId: Int
    var placedAt: Date
    var lines: [Line]
}

struct Line: Codable {
    enum CodingKeys: String, CodingKey {
        case article = "sku"
        case count
    }

    var article: String
    var count: Int
}

let json = #"{"order_id": 7, "placed_at": "2024-02-29T12:00:00Z", "lines": [{"sku": "tea", "count": 2}]}"#

let decoder = YodelJSONDecoder()  // was JSONDecoder()
decoder.keyDecodingStrategy = .convertFromSnakeCase
decoder.dateDecodingStrategy = .iso8601
let order = try decoder.decode(Order.self, from: Data(json.utf8))
print(order.orderId, order.lines[0].article, order.placedAt)  // 7 tea 2024-02-29 12:00:00 +0000

let encoder = YodelJSONEncoder()  // was JSONEncoder()
encoder.keyEncodingStrategy = .convertToSnakeCase
encoder.dateEncodingStrategy = .iso8601
encoder.outputFormatting = .sortedKeys
print(String(decoding: try encoder.encode(order), as: UTF8.self))
// {"lines":[{"count":2,"sku":"tea"}],"order_id":7,"placed_at":"2024-02-29T12:00:00Z"}

// The same errors: a case that says what it was, and the path to it.
do {
    _ = try decoder.decode([Line].self, from: Data(#"[{"sku": "tea", "count": "two"}]"#.utf8))
} catch DecodingError.typeMismatch(let type, let context) {
    print(type, context.codingPath.map(\.stringValue))  // Int ["Index 0", "count"]
}

// A model may have such a type for a property, and is faster where it is one itself: it needs no init(from:).
struct Delivery: Model {
    var order: Order
    var boxes: Int
}
let delivery = #"{"boxes": 1, "order": {"order_id": 7, "placed_at": "2024-02-29T12:00:00Z", "lines": []}}"#
var models = ModelDecoder()
models.keys = .snakeCase
print(try models.decode(Delivery.self, from: delivery).order.orderId)  // 7
