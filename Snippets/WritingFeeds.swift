// Writes items one by one: as lines, as an array in an envelope, and to a file that is appended to after a crash.
//
// Memory does not grow with the number of items, and no item is written partially.

import Foundation
import Yodel

struct Reading: Model {
    var sensor: Int
    var celsius: Double
}

// Items may come from any sequence, including asynchronous ones: rows of a database, another feed.
let readings = AsyncStream<Reading> { continuation in
    for sensor in 1...3 {
        continuation.yield(Reading(sensor: sensor, celsius: sensor == 2 ? .nan : 20.5))
    }
    continuation.finish()
}

// An item that cannot be encoded is left out and reported; by default it ends the output with an error.
var output = FeedOutput.array(
    at: "data.readings", envelope: ["station": "north", "data": ["readings": [], "unit": "C"]] as JSONValue)
output.badItems = .drop
output.onFailure { print($0.index, $0.error.path) }  // 1 $.data.readings[1].celsius

for try await chunk in ModelEncoder().stream(readings, as: output) {
    print(String(decoding: chunk, as: UTF8.self))
    // {"station":"north","data":{"readings":[{"sensor":1,"celsius":20.5},{"sensor":3,"celsius":20.5}],"unit":"C"}}
}

// A log of lines from a process that was killed while it wrote an item.
let path = FileManager.default.temporaryDirectory.appending(path: "readings-\(UUID().uuidString).ndjson").path
try ModelEncoder().write([Reading(sensor: 1, celsius: 19)], as: .lines, toFileAt: path)
let file = FileHandle(forWritingAtPath: path)!
try file.seekToEnd()
try file.write(contentsOf: Data(#"{"sensor":2,"cel"#.utf8))

let progress = try ModelEncoder().append([Reading(sensor: 3, celsius: 21)], as: .lines, toFileAt: path)
print(progress.items, progress.cutBytes)  // 1 16

var log = try Feed(of: Reading.self, in: .lines).reader(ofFileAt: path)
while let reading = try log.next() { print(reading.sensor, reading.celsius) }  // 1 19.0, then 3 21.0
try FileManager.default.removeItem(atPath: path)
