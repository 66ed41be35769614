// Reads a feed with bad items: they are dropped, the others stay, and a report lists the errors.
//
// Unknown members are kept and written back; a patch distinguishes absent from null.

import Foundation
import Yodel

struct Track: Model {
    var title: String
    var seconds: Int?
    var extras: JSONObject

    static let mapping = Mapping(
        .onMismatch(\Track.seconds, .useDefault),
        .unknown(\Track.extras))
}

struct Patch: Model {
    var name: Field<String>
    var nickname: Field<String>
}

let feed = """
    [
        { "title": "A", "seconds": "long", "label": "north" },
        { "seconds": 3 },
        { "title": "B", "seconds": 4 }
    ]
    """

let report = DecodingReport()
var decoder = ModelDecoder()
decoder.badElements = .drop
decoder.report = report

let tracks = try decoder.decode([Track].self, from: feed)
print(try ModelEncoder().encodeText(tracks))  // [{"title":"A","label":"north"},{"title":"B","seconds":4}]
for error in report.errors {
    print(error)
    // $[0].seconds: expected Int?, found the string "long" (typeMismatch, line 2, column 32, offset 33)
    // $[1]: missing keys: "title" (missingKeys, line 3, column 20, offset 80)
}

let patch = try decoder.decode(Patch.self, from: #"{"nickname": null}"#)
print(patch.name, patch.nickname)  // absent null
