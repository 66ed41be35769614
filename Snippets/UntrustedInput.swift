// Decodes untrusted input: any bytes give a value or an error, and limits bound the work.
//
// The limits are wide by default. A service sets them to the needs of its documents, above all their size.

import Yodel

struct Comment: Model {
    var author: String
    var text: String
    var replyTo: Int?
}

/// For comments from the network.
let careful: ModelDecoder = {
    var decoder = ModelDecoder()
    decoder.limits.documentBytes = 64 << 10
    decoder.limits.stringBytes = 4_000
    decoder.limits.depth = 8
    decoder.limits.keysPerObject = 50
    decoder.duplicateKeys = .error
    return decoder
}()

/// The answer, which is also the line of the log: the input cannot forge a line of it.
func response(to body: String) -> String {
    do {
        return "200 \(try careful.decode(Comment.self, from: body).author)"
    } catch  where error.category == .limit {
        return "413 \(error)"
    } catch {
        return "400 \(error)"
    }
}

print(response(to: #"{"author": "Ada", "text": "Twice a day"}"#))  // 200 Ada

// Limits apply to unused values, too.
let long = String(repeating: "a", count: 5_000)
let deep = String(repeating: "[", count: 10_000)
let wide = String(repeating: "0, ", count: 100_000)
let many = (0..<100).map { #""more\#($0)": 0"# }.joined(separator: ", ")
print(response(to: #"{"author": "Ada", "text": "\#(long)"}"#))
// 413 $.text: expected at most 4000 bytes (stringLimit, line 1, column 27, offset 26); a higher limits.stringBytes allows it
print(response(to: #"{"more": \#(deep)"#))
// 413 $: expected at most 8 levels (depthLimit, line 1, column 17, offset 16); a higher limits.depth allows it
print(response(to: #"{"more": [\#(wide)"#))
// 413 $: expected at most 65536 bytes (documentLimit, line 1, column 65537, offset 65536); a higher limits.documentBytes allows it
print(response(to: "{\(many)}"))
// 413 $: expected at most 50 keys (keyCountLimit, line 1, column 642, offset 641); a higher limits.keysPerObject allows it

// Invalid text, a value that does not match, a duplicate key, and a string that would add a line to the log.
print(response(to: #"{"author": "\ud800", "text": ""}"#))
// 400 $.author: invalid escape (invalidEscape, line 1, column 13, offset 12)
print(response(to: #"{"author": "Ada", "text": "", "replyTo": 1e99}"#))
// 400 $.replyTo: expected Int?, found the number 1e99 (numberOutOfRange, line 1, column 42, offset 41)
print(response(to: #"{"author": "Ada", "author": "Bo", "text": ""}"#))
// 400 $.author: found the key twice (duplicateKey, line 1, column 19, offset 18); duplicateKeys = .last takes the last value
print(response(to: #"{"author": "Ada", "text": "", "replyTo": "1\n200 root"}"#))
// 400 $.replyTo: expected Int?, found the string "1\n200 root" (typeMismatch, line 1, column 42, offset 41)
