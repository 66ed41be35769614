// A JSONModel model, written in Swift: required and optional properties, a transformer, validation, merging.
//
// The code of the article "Migrating from JSONModel".

import Foundation
import Yodel

struct Product: Model {
    var name: String
    var price: Decimal
}

struct Order: Model, DidDecodeModel {
    struct Invalid: Error {}

    var orderID: Int
    var products: [Product]
    var note: String?
    var draft: String?
    var zone: TimeZone

    static let mapping = Mapping(
        .map(\Order.orderID, to: "meta.id"),
        .ignore(\Order.draft),
        .transform(
            \Order.zone,
            by: Transform { (name: String) in
                guard let zone = TimeZone(identifier: name) else { throw Invalid() }
                return zone
            } encode: { zone in
                zone.identifier
            }))

    mutating func didDecode() throws {
        if products.isEmpty { throw Invalid() }
    }
}

let json = #"{"meta": {"id": 104}, "products": [{"name": "Tea", "price": 8.80}], "zone": "GMT"}"#
var order = try ModelDecoder().decode(Order.self, from: json)
print(order.orderID, order.products[0].price, order.zone.identifier)  // 104 8.8 GMT

do {
    _ = try ModelDecoder().decode(Order.self, from: #"{"products": [{"price": 1}, {}]}"#)
} catch {
    print(error.path, error.missingKeys)  // $.products[0] ["name"]
}

try ModelDecoder().update(&order, fromTree: ["note": "cold"])
print(try ModelEncoder().only(\Order.orderID, \Order.note).encodeText(order))
// {"meta":{"id":104},"note":"cold"}
