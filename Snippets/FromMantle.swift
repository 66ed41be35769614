// A Mantle model, written in Swift: transformers, a property made from several keys, validation, null in the output.
//
// The code of the article "Migrating from Mantle".

import Foundation
import Yodel

enum State { case open, closed }

struct Position {
    var latitude: Double
    var longitude: Double
}

struct Issue: Model, DidDecodeModel {
    struct NoNumber: Error {}

    var url: URL
    var number: Int
    var state: State
    var reporter: String?
    var updatedAt: Date?
    var position: Position?

    static let mapping = Mapping(
        .map(\Issue.url, to: "html_url"),
        .transform(\Issue.state, by: .values(["open": .open, "closed": .closed])),
        .map(\Issue.reporter, to: "user.login"),
        .transform(\Issue.updatedAt, to: "updated_at", by: .secondsSince1970),
        .compose(\Issue.position, from: "lat", "lon") { (latitude: Double, longitude: Double) in
            Position(latitude: latitude, longitude: longitude)
        } back: { position in
            (position.latitude, position.longitude)
        })

    mutating func didDecode() throws {
        if number <= 0 { throw NoNumber() }
    }
}

let json = """
    {"html_url": "https://example.org/7", "number": 7, "state": "open", "user": {"login": "ada"},
     "updated_at": 1390220688, "lat": 51.5, "lon": -0.25}
    """
var issue = try ModelDecoder().decode(Issue.self, from: json)
print(issue.number, issue.reporter ?? "-", issue.position!.latitude)  // 7 ada 51.5

var encoder = ModelEncoder()
encoder.nils = .null
issue.updatedAt = nil
print(try encoder.only(\Issue.number, \Issue.state, \Issue.updatedAt).encodeText(issue))
// {"number":7,"state":"open","updated_at":null}

do {
    _ = try ModelDecoder().decode([Issue].self, from: "[\(json), \(json.replacing("\"open\"", with: "\"ajar\""))]")
} catch {
    print(error.path, error.found!)  // $[1].state "ajar"
}
