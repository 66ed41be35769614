// Reads a feed with loose types, and lists the keys that the model does not know.
//
// Lenient decoding converts values only if nothing is lost: the last item is still an error.

import Foundation
import Yodel

struct Sale: Model {
    var id: Int
    var price: Decimal
    var paid: Bool
    var buyer: String
    var at: Date
    var discount: Double?
}

let feed = """
    [
        { "id": "17", "price": "1.10", "paid": "yes", "buyer": 4711, "at": 1709222399, "discount": "null" },
        { "id": 18.0, "price": 2, "paid": 1, "buyer": "Bo", "at": "Thu, 29 Feb 2024 15:59:59 GMT", "till": 3 }
    ]
    """

let unknown = UnknownKeyCollector()
var decoder = ModelDecoder()
decoder.conversions = .lenient
decoder.unknownKeys = .collect(unknown)

for sale in try decoder.decode([Sale].self, from: feed) {
    print(sale.id, sale.price, sale.paid, sale.buyer, Int(sale.at.timeIntervalSince1970), sale.discount ?? 0)
    // 17 1.1 true 4711 1709222399 0.0
    // 18 2 true Bo 1709222399 0.0
}
print(unknown.keys)  // [$[1].till (offset 202)]

do {
    _ = try decoder.decode(
        Sale.self, from: #"{"id": "18 or so", "price": 2, "paid": 1, "buyer": "Bo", "at": 0}"#)
} catch {
    print(error)
    // $.id: expected Int, found the string "18 or so" (typeMismatch, line 1, column 8, offset 7)
}
