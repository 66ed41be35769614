// Values whose shape is not known: looked into, changed, kept as they came, and decoded once it is known.
//
// JSONValue has the order of keys and the digits of numbers as the document has them; RawJSON has the very bytes.

import Yodel

let document: JSONValue = try ModelDecoder().decode(
    JSONValue.self, from: #"{"name": "loom", "price": 1.10, "id": 12345678901234567890, "sizes": [2, 3], "by": null}"#)

// A part that is not there, or not of that kind, is nil.
print(document["name"]?.stringValue ?? "-", document["sizes"]?[1]?.intValue ?? 0)  // loom 3
print(document["by"]?.isNull ?? false, document["from"]?["city"] == nil)  // true true
print(document["price"]!, document["id"]!, document["price"]?.doubleValue ?? 0)  // 1.10 12345678901234567890 1.1

// A switch has all there is.
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

// Changed, and written.
var members = document.objectValue!
members["by"] = "Ada"
members["sizes"] = [4, true, ["deep": 1.5]]
members.removeValue(forKey: "id")
print(members)  // {"name":"loom","price":1.10,"sizes":[4,true,{"deep":1.5}],"by":"Ada"}

// In a model: what it does not care for, and what it will look at later.
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

// A value that is there is decoded like a text.
print(try ModelDecoder().decode([String: Int].self, from: ["a": 1, "b": 2]).count)  // 2
