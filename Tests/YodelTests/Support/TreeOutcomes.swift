import Foundation
import Testing

@testable import Yodel

/// What comes of a document's tree and of its text, where all should come to the same.
struct TreeOutcomes<Value> {
    private var pairs: [(name: String, tree: Result<Value, ModelError>, text: Result<Value, ModelError>)] = []

    /// - Parameter tree: Decoded as it is, and as JSONSerialization gives it: rounded, and in the order of its keys.
    init(_ type: Value.Type, _ tree: JSONValue, decoder: ModelDecoder = ModelDecoder()) {
        pairs.append(
            (
                "a JSONValue", outcome { () throws(ModelError) in try decoder.decode(type, from: tree) },
                outcome { () throws(ModelError) in try decoder.decode(type, from: tree.text()) }
            ))
        let data = Data(tree.text().utf8)
        guard let foreign = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed),
            let rounded = try? JSONValue(tree: foreign)
        else { return }
        pairs.append(
            (
                "a tree of JSONSerialization",
                outcome { () throws(ModelError) in try decoder.decode(type, fromTree: foreign) },
                outcome { () throws(ModelError) in try decoder.decode(type, from: rounded.text()) }
            ))
    }

    /// What the JSONValue gives.
    var ofValue: Result<Value, ModelError> { pairs[0].tree }

    /// How the outcomes differ but for the places of errors; nil when they do not.
    func difference(equal: (Value, Value) -> Bool) -> String? {
        for (name, tree, text) in pairs {
            switch (tree, text) {
            case (.success(let left), .success(let right)) where equal(left, right): continue
            case (.failure(let left), .failure(let right)) where says(left) == says(right) && left.offset == nil:
                continue
            // A tree's values that nobody wants are not looked at.
            case (_, .failure(let error)) where error.category == .limit: continue
            default: return "\(name) gives \(tree), its text \(text)"
            }
        }
        return nil
    }

    private func says(_ error: ModelError) -> [String] {
        ["\(error.code)", "\(error.path)", error.expected ?? "", error.found ?? ""] + error.missingKeys
            + ["\(error.underlying.map { "\($0)" } ?? "")"]
    }
}

private func outcome<Value>(_ body: () throws(ModelError) -> Value) -> Result<Value, ModelError> {
    do throws(ModelError) {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}

/// What decoding a tree is refused with, as one line.
func treeRefusal<Value>(of type: Value.Type, _ tree: Any, decoder: ModelDecoder = ModelDecoder()) -> String {
    do throws(ModelError) {
        return "accepted: \(try decoder.decode(type, fromTree: tree))"
    } catch {
        return error.description
    }
}
