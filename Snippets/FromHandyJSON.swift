// A HandyJSON model as a Yodel model: initial values, aliases, a path, a tolerant decoder, and what it left out.
//
// The code of the article "Migrating from HandyJSON and other Swift libraries".

import Foundation
import Yodel

struct User: DefaultedModel, DidDecodeModel {
    enum Plan: String { case free, paid }

    var id = 0
    var name = ""
    var plan = Plan.free
    var born: Date?
    var tags: [String] = []
    var token: String?

    static let mapping = Mapping(
        .map(\User.id, to: "user_id", "uid"),
        .transform(\User.born, to: "profile.born", by: .secondsSince1970),
        .ignore(\User.token))

    mutating func didDecode() {
        if name.isEmpty { name = "-" }
    }
}

struct Response<Content>: Model {
    var data: Content
}

extension ModelDecoder {
    static let tolerant = {
        var decoder = ModelDecoder()
        decoder.conversions = .lenient
        decoder.nulls = .useDefault
        decoder.mismatches = .useDefault
        decoder.badElements = .drop
        return decoder
    }()
}

let json = """
    {"code": 0, "data": {"uid": "7", "name": null, "plan": "gold",
     "profile": {"born": 1709222399}, "tags": ["a", null, 3]}}
    """
var decoder = ModelDecoder.tolerant
let report = DecodingReport()
decoder.report = report
let user = try decoder.decode(Response<User>.self, from: json).data
print(user.id, user.name, user.plan, user.tags)  // 7 - free ["a", "3"]
print(report.errors.map(\.path.description))  // ["$.data.plan", "$.data.tags[1]"]
