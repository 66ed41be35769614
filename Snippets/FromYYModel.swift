// A YYModel model, written in Swift: aliases, a path, conversions, elements that are dropped, a veto.
//
// The code of the article "Migrating from YYModel".

import Foundation
import Yodel

struct Picture: Model {
    var url: URL
    var width: Int
}

struct Status: Model, DidDecodeModel {
    struct NotOne: Error {}

    var statusID: UInt64
    var authorName: String?
    var createdAt: Date
    var pictures: [Picture]
    var isRead: Bool

    static let mapping = Mapping(
        .map(\Status.statusID, to: "id", "idstr"),
        .map(\Status.authorName, to: "user.name"),
        .map(\Status.createdAt, to: "created_at"),
        .onBadElement(\Status.pictures, .drop),
        .ignore(\Status.isRead, default: false))

    mutating func didDecode() throws {
        if statusID == 0 { throw NotOne() }
    }
}

var decoder = ModelDecoder()
decoder.conversions = .lenient

let json = """
    {"id": null, "idstr": "3839283", "user": {"name": 3989}, "created_at": "Fri Sep 04 00:12:21 +0800 2015",
     "pictures": [{"url": " https://example.org/1 ", "width": "640"}, null, {"width": 1}]}
    """
let status = try decoder.decode(Status.self, from: json)
print(status.statusID, status.authorName ?? "-", status.pictures.count)  // 3839283 3989 1
print(try ModelEncoder().only(\Status.statusID, \Status.authorName).encodeText(status))
// {"id":3839283,"user":{"name":"3989"}}

let report = DecodingReport()
decoder.nulls = .useDefault
decoder.mismatches = .useDefault
decoder.badElements = .drop
decoder.report = report
_ = try decoder.decode(Status.self, from: json)
print(report.errors.map(\.path.description))  // ["$.pictures[1]", "$.pictures[2]"]
