// Properties that are converted from JSON values, and back.
//
// A transform has a closure for each direction; the compiler checks their types.

import Foundation
import Yodel

enum Level { case low, high, unknown }

struct Coordinate { var latitude: Double, longitude: Double }

struct Reading: Model {
    var taken: Date
    var level: Level
    var celsius: Double
    var place: Coordinate
    var firstTag: String?

    static let mapping = Mapping(
        .transform(\Reading.taken, to: "t", by: .secondsSince1970),
        // Values that others represent, with a default for anything else.
        .transform(\Reading.level, by: .values(["lo": .low, "hi": .high], default: .unknown, reverseDefault: "?")),
        // Any pair of closures.
        .transform(
            \Reading.celsius,
            by: Transform {
                Double($0) / 10
            } encode: {
                Int($0 * 10)
            }),
        // A property made from several keys.
        .compose(\Reading.place, from: "lat", "lon") { (lat: Double, lon: Double) in
            Coordinate(latitude: lat, longitude: lon)
        } back: {
            ($0.latitude, $0.longitude)
        },
        // A path through an array.
        .map(\Reading.firstTag, to: "tags[0].name"))
}

let json = """
    {"t": 1709222399, "level": "hi", "celsius": 371, "lat": 51.48, "lon": -0.29, "tags": [{"name": "roof"}, {}]}
    """

let reading = try ModelDecoder().decode(Reading.self, from: json)
print(reading.level, reading.celsius, reading.place, reading.firstTag ?? "-")
// high 37.1 Coordinate(latitude: 51.48, longitude: -0.29) roof
print(try ModelEncoder().encodeText(reading))
// {"t":1709222399,"level":"hi","celsius":371,"lat":51.48,"lon":-0.29,"tags":[{"name":"roof"}]}

// A value that a transform refuses is an error with its place.
do {
    _ = try ModelDecoder().decode(Reading.self, from: #"{"t": "yesterday"}"#)
} catch {
    print(error)
    // $.t: expected Date, found the string "yesterday" (invalidValue, line 1, column 7, offset 6); the transform's .secondsSince1970 reads 1709251199
}
