// Applies a document with only the changes to an existing model.
//
// Missing values do not change, null clears an Optional, nested models are updated in place, arrays and dictionaries
// are replaced. The update is applied completely or not at all.

import Yodel

struct Address: Model {
    var street: String
    var city: String?
}

struct User: Model {
    var name: String
    var nickname: String?
    var address: Address
    var tags: [String]
}

final class Session: DefaultedModel {
    var visits = 0
    var lastPage: String?
}

var user = User(
    name: "Ada", nickname: "A.", address: Address(street: "1 Main Street", city: "Paris"), tags: ["a", "b"])

try ModelDecoder().update(&user, from: #"{"nickname": null, "address": {"street": "2 Side Street"}, "tags": ["c"]}"#)
print(user.name, user.nickname ?? "-", user.address.street, user.address.city ?? "-", user.tags)
// Ada - 2 Side Street Paris ["c"]

// The name is valid, the street is not: neither is changed.
do {
    try ModelDecoder().update(&user, from: #"{"name": "Bo", "address": {"street": 3}}"#)
} catch {
    print(error)
    // $.address.street: expected String, found the number 3 (typeMismatch, line 1, column 38, offset 37); conversions = .lenient converts it
}
print(user.name, user.address.street)  // Ada 2 Side Street

// An object of a class stays the same object.
let session = Session()
var updated = session
try ModelDecoder().update(&updated, from: #"{"visits": 3}"#)
print(session.visits, updated === session)  // 3 true
