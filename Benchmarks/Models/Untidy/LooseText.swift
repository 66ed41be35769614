#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The meaning of texts in an untidy feed: shared by the hand-written code for `JSONDecoder` and for
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

    /// Whether a text means null: some systems write the word.
    static func isNull(_ text: String) -> Bool {
        text == "null"
    }
}
