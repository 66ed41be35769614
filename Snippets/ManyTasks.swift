// Decodes in many tasks at once, with one decoder and one encoder for all of them.
//
// Both are Sendable values: no locks are needed, and nothing is made for each request. The table of a type is built
// once, by the first task, and then read by all.

import Yodel

struct Reading: Model {
    var station: Int
    var values: [Double]
}

struct Mean: Model {
    var station: Int
    var mean: Double
}

/// The unknown keys of all tasks: a collector may be shared, too.
let unknown = UnknownKeyCollector()

let decoder: ModelDecoder = {
    var decoder = ModelDecoder()
    decoder.keys = .snakeCase
    decoder.unknownKeys = .collect(unknown)
    return decoder
}()
let encoder = ModelEncoder()

// At start-up, so that the first request need not wait for the table, and an error in a type shows early.
try decoder.prepare(Reading.self)

@Sendable func answer(_ request: String) throws -> String {
    let reading = try decoder.decode(Reading.self, from: request)
    let mean = Mean(station: reading.station, mean: reading.values.reduce(0, +) / Double(max(reading.values.count, 1)))
    return try encoder.encodeText(mean)
}

let requests = (0..<1_000).map { number in
    #"{"station": \#(number), "values": [\#(number), \#(number + 1)], "battery": "low"}"#
}
let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
    for (number, request) in requests.enumerated() { group.addTask { (number, try answer(request)) } }
    // The tasks end in any order.
    var answers: [Int: String] = [:]
    for try await (number, answer) in group { answers[number] = answer }
    return answers
}
print(answers.count, answers[7]!)  // 1000 {"station":7,"mean":7.5}
print(unknown.count, unknown.keys.map(\.path))  // 1000 [$.battery]
