/// Where in a document a value is: the keys and indices on the path from the root to it.
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

    /// Creates a path from its steps; without any, the path of the root.
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
    /// The whole path as text, however long its keys are; an error prints its path shortened.
    ///
    /// Keys that are not plain identifiers are in brackets and quotes, with the escapes that ``ModelError`` describes.
    public var description: String {
        steps.reduce(into: "$") { $0 += $1.written }
    }
}
