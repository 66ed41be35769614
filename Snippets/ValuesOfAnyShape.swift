// Values of unknown shape: read, changed, kept unchanged, and decoded later.
//
// JSONValue keeps the order of keys and the digits of numbers; RawJSON keeps the very bytes.

import Yodel

let document: JSONValue = try ModelDecoder().decode(
    JSONValue.self, from: #"{"name": "loom", "price": 1.10, "id": 12345678901234567890, "sizes": [2, 3], "by": null}"#)

// A missing member, or one of another kind, is nil.
print(document["name"]?.stringValue ?? "-", document["sizes"]?[1]?.intValue ?? 0)  // loom 3
print(document["by"]?.isNull ?? false, document["from"]?["city"] == nil)  // true true
print(document["price"]!, document["id"]!, document["price"]?.doubleValue ?? 0)  // 1.10 12345678901234567890 1.1

// A switch covers every kind.
func shape(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "a truth"
    case .number(let number): "the number \(number)"
    case .string: "a text"
    case .array(let elements): "[\(elements.map(shape).joined(separator: ", "))]"
    case .object(let members): "{\(members.map { "\($0.key): \(shape(of: $0.value))" }.joined(separator: ", "))}"
    }
}
print(shape(of: document))
// {name: a text, price: the number 1.10, id: the number 12345678901234567890, sizes: [the number 2, the number 3], by: null}

// Change it, and write it.
var members = document.objectValue!
members["by"] = "Ada"
members["sizes"] = [4, true, ["deep": 1.5]]
members.removeValue(forKey: "id")
print(members)  // {"name":"loom","price":1.10,"sizes":[4,true,{"deep":1.5}],"by":"Ada"}

// In a model: a value of any shape, and one to decode later.
struct Event: Model {
    var kind: String
    var details: JSONValue
    var payload: RawJSON
}

struct Sale: Model {
    var amount: Double
}

let event = try ModelDecoder().decode(
    Event.self, from: #"{"kind": "sale", "details": ["web", 3], "payload": {"amount" : 4.50}}"#)
print(event.details, event.payload)  // ["web",3] {"amount" : 4.50}
if event.kind == "sale" {
    print(try ModelDecoder().decode(Sale.self, from: event.payload.bytes).amount)  // 4.5
}

// A value in memory is decoded like text.
print(try ModelDecoder().decode([String: Int].self, from: ["a": 1, "b": 2]).count)  // 2
