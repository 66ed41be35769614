#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What texts of an untidy feed stand for: shared by the code that is written by hand for `JSONDecoder` and for
/// `JSONSerialization`.
enum LooseText {
    static func bool(_ text: String) -> Bool? {
        switch text {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }

    static func date(_ text: String) -> Date? {
        try? Date(text, strategy: .iso8601)
    }

    /// Some systems write the word.
    static func isNull(_ text: String) -> Bool {
        text == "null"
    }
}
