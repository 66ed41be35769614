import Foundation
import Testing

@testable import Yodel

/// The outcomes of a document's tree and of its text, which should be the same.
struct TreeOutcomes<Value> {
    private var pairs: [(name: String, tree: Result<Value, ModelError>, text: Result<Value, ModelError>)] = []

    /// - Parameter tree: Decoded directly, and in JSONSerialization's form: rounded, and in the order of its keys.
    init(_ type: Value.Type, _ tree: JSONValue, decoder: ModelDecoder = ModelDecoder()) {
        pairs.append(
            (
                "a JSONValue", Result { () throws(ModelError) in try decoder.decode(type, from: tree) },
                Result { () throws(ModelError) in try decoder.decode(type, from: tree.text()) }
            ))
        let data = Data(tree.text().utf8)
        guard let foreign = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed),
            let rounded = try? JSONValue(tree: foreign)
        else { return }
        pairs.append(
            (
                "a tree of JSONSerialization",
                Result { () throws(ModelError) in try decoder.decode(type, fromTree: foreign) },
                Result { () throws(ModelError) in try decoder.decode(type, from: rounded.text()) }
            ))
    }

    /// The outcome of the JSONValue.
    var ofValue: Result<Value, ModelError> { pairs[0].tree }

    /// The difference between the outcomes, apart from the places of errors; nil if there is none.
    func difference(equal: (Value, Value) -> Bool) -> String? {
        for (name, tree, text) in pairs {
            switch (tree, text) {
            case (.success(let left), .success(let right)) where equal(left, right): continue
            case (.failure(let left), .failure(let right)) where says(left) == says(right) && left.offset == nil:
                continue
            // Unused values of a tree are not checked.
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

/// The error of decoding a tree, as one line.
func treeRefusal<Value>(of type: Value.Type, _ tree: Any, decoder: ModelDecoder = ModelDecoder()) -> String {
    thrown { () throws(ModelError) in try decoder.decode(type, fromTree: tree) }
}
