// Decodes and encodes types that are already Codable: only the coders change.
//
// Types and strategies keep their meaning, and errors are the same DecodingErrors. If the text is invalid, they add the
// place.

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

// The same errors: a case, and the coding path.
do {
    _ = try decoder.decode([Line].self, from: Data(#"[{"sku": "tea", "count": "two"}]"#.utf8))
} catch DecodingError.typeMismatch(let type, let context) {
    print(type, context.codingPath.map(\.stringValue))  // Int ["Index 0", "count"]
}

// Such a type may be a property of a model. As a model itself it is faster, and needs no init(from:).
struct Delivery: Model {
    var order: Order
    var boxes: Int
}
let delivery = #"{"boxes": 1, "order": {"order_id": 7, "placed_at": "2024-02-29T12:00:00Z", "lines": []}}"#
var models = ModelDecoder()
models.keys = .snakeCase
print(try models.decode(Delivery.self, from: delivery).order.orderId)  // 7
