import Yodel

/// Existing models: a document changes everything it contains, or nothing.
package enum UpdatedModels: ModelFamily {
    private static let subjects =
        Subject.all.filter(\.isModel) + PolymorphicModels.subjects.filter(\.isModel) + [
            Subject(model: Watched.self, equal: { $0.description == $1.description }) { Watched.json(&$0) },
            Subject(model: Limited.self) { json in
                json.object([
                    .required("value") {
                        $0.dictionary(0...2) {
                            $0.pick(["a", "b"])
                        } value: {
                            $0.integer(0...9)
                        }
                    },
                    .optional("limit") { $0.integer(0...20) },
                ])
            },
        ]

    package static func subject(_ number: Int) -> Subject { subjects[number % subjects.count] }

    package static func adjust(_ recipe: inout Recipe) { recipe.isUpdate = true }
}

private struct Refusal: Error, CustomStringConvertible { var description: String { "too large" } }

/// Instances that refuse some values after they have been set.
private final class Watched: DefaultedModel, DidDecodeModel, CustomStringConvertible {
    var name = "unset"
    var size = 0
    var child: Watched?
    var leaf: RandomModels.Leaf?
    var others: [Watched] = []

    func didDecode() throws {
        if size > 7 { throw Refusal() }
    }

    var description: String { "\(name) \(size) \(leaf as Any) [\(child?.description ?? "")] \(others)" }

    static func json(_ json: inout RandomJSON) -> String { self.json(&json, 0) }

    private static func json(_ json: inout RandomJSON, _ depth: Int) -> String {
        json.object([
            .optional("name") { $0.string() }, .optional("size") { $0.chance(8) ? "9" : $0.integer(0...7) },
            .optional("child") { depth > 2 ? "null" : Self.json(&$0, depth + 1) },
            .optional("leaf", RandomModels.Leaf.json),
            .optional("others") { random in depth > 1 ? "[]" : random.array(0...2) { Self.json(&$0, depth + 1) } },
        ])
    }
}

/// A struct that refuses.
private struct Limited: Model, Equatable, DidDecodeModel {
    var value: [String: Int]
    var limit: Int?

    mutating func didDecode() throws {
        if value.count > limit ?? 20 { throw Refusal() }
    }
}
