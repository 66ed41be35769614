// Decodes a document that arrives in pieces, as a network body does.
//
// The pieces may be cut anywhere, here within a character, a number and an escape. Memory holds only the values decoded
// so far and the current token.

import Yodel

struct Reading: Model {
    var station: String
    var values: [Double]
    var note: String?
}

let document = Array(#"{"station": "Køge", "values": [20.5, 19.25, 1e1], "note": "caf\u00e9"}"#.utf8)

// Chunks of any size, cut at any byte.
func decodeInPieces(_ document: [UInt8], of size: Int) throws -> Reading {
    var decoder = ModelDecoder().incrementalDecoder(of: Reading.self)
    for start in stride(from: 0, to: document.count, by: size) {
        let chunk = document[start..<min(start + size, document.count)]
        try decoder.feed(chunk)
        if decoder.isComplete { print("complete after", start + chunk.count, "bytes") }  // complete after 71 bytes
    }
    return try decoder.finish()
}

let reading = try decodeInPieces(document, of: 5)
print(reading.station, reading.values, reading.note ?? "")  // Køge [20.5, 19.25, 10.0] café

// The error is the same as for the whole document: the offset counts all bytes fed so far.
func failure(of chunks: [String]) -> ModelError? {
    var decoder = ModelDecoder().incrementalDecoder(of: Reading.self)
    do {
        for chunk in chunks { try decoder.feed(chunk) }
        _ = try decoder.finish()
        return nil
    } catch {
        return error
    }
}
print(failure(of: [#"{"station": "K", "val"#, #"ues": [1, tr"#, "ue]}"])!)
// $.values[1]: expected Double, found true (typeMismatch, line 1, column 32, offset 31); conversions = .lenient converts it
print(failure(of: [#"{"station": "K", "values": [1, true]}"#])!.offset!)  // 31

// A document that ends early has an error of its own: with more bytes it might have been valid.
print(failure(of: [#"{"station": "K", "val"#])!)
// $: the document ends early (unexpectedEnd, line 1, column 22, offset 21)
