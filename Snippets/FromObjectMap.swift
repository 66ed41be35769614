// An NSObject+ObjectMap model, written in Swift: arrays of objects, dates in one format, data.
//
// The code of the article "Migrating from NSObject+ObjectMap".

import Foundation
import Yodel

final class Person: DefaultedModel, ModelCopyable {
    var name = ""
    var born: Date?
    var photo: Data?
    var friends: [Person] = []
}

let json = """
    {"name": "Ada", "born": "2013-05-06T08:25:11.250", "photo": "AQI=", "friends": [{"name": "Bo", "nick": null}]}
    """
var decoder = ModelDecoder()
decoder.dates = try .format("yyyy-MM-dd'T'HH:mm:ss.SSS")
var encoder = ModelEncoder()
encoder.dates = decoder.dates

let person = try decoder.decode(Person.self, from: json)
print(person.friends.map(\.name), person.photo!.count)  // ["Bo"] 2
print(try encoder.encodeText(person.deepCopy()))
// {"name":"Ada","born":"2013-05-06T08:25:11.250","photo":"AQI=","friends":[{"name":"Bo","friends":[]}]}
