/// Where in a document a value stands: the keys and indices that lead to it from the root.
///
/// Printed as `$.statuses[3].user["first name"]`.
public struct JSONPath: Hashable, Sendable {
    /// One step down: into an object by key, or into an array by index.
    public enum Step: Hashable, Sendable {
        /// The member of an object with this key, as the document spells it.
        case key(String)
        /// The element of an array, counted from 0.
        case index(Int)
    }

    /// The steps from the root; empty for the root itself.
    public var steps: [Step]

    /// Creates a path from its steps; with none, the root's.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    func appending(_ step: Step) -> JSONPath {
        JSONPath(steps + [step])
    }

    func appending(_ path: JSONPath) -> JSONPath {
        JSONPath(steps + path.steps)
    }
}

extension JSONPath: CustomStringConvertible {
    /// The path as text, keys that are no plain identifiers in brackets and quotes, with the escapes that
    /// ``ModelError`` describes.
    ///
    /// It is as long as its keys are: all of the path is in it. An error prints its path shortened.
    public var description: String {
        steps.reduce(into: "$") { $0 += $1.written }
    }
}
