/// Where in a document the items of a feed are: the keys and indices on the path to their container.
///
/// A string literal is split at its dots. An index in brackets selects an element of an array, `[*]` all of its
/// elements: `"data.items"`, `"results[*].entries"`, `"pages[0].rows"`, `"[*].tags"`. The empty string is the root.
/// Keys are spelled as in the document: a decoder's key strategy does not change them. A path has at most 512 steps.
/// A feed follows a key each time that an object has it, whatever the decoder's ``ModelDecoder/duplicateKeys``.
public struct FeedPath: Hashable, Sendable {
    /// One step down.
    public enum Step: Hashable, Sendable {
        /// The member of an object with this key.
        case key(String)
        /// The element of an array at this index.
        case index(Int)
        /// Each element of an array.
        case each
    }

    /// The steps from the root; empty for the root itself.
    public var steps: [Step]

    /// Creates a path from its steps.
    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// The document's root.
    public static let root = FeedPath([])

    /// Whether the path contains `[*]`, so that any number of places may match it.
    var isPlural: Bool { steps.contains(.each) }

    /// The path in a feed's surroundings, where an array holds only the elements that are on the path to items.
    ///
    /// - Parameter paths: All paths of the feed.
    func inSurroundings(of paths: [FeedPath]) -> FeedPath {
        FeedPath(
            steps.indices.map { depth in
                guard case .index(let index) = steps[depth] else { return steps[depth] }
                let before = paths.compactMap { other -> Int? in
                    guard other.steps.count > depth + 1,
                        zip(other.steps, steps[..<depth]).allSatisfy({ $0.isSame(as: $1) }),
                        case .index(let number) = other.steps[depth], number < index
                    else { return nil }
                    return number
                }
                return .index(Set(before).count)
            })
    }

    /// Whether the path goes through a place in a document.
    func leads(through path: JSONPath) -> Bool {
        steps.count > path.steps.count
            && zip(steps, path.steps).allSatisfy { step, place in
                switch (step, place) {
                case (.key(let key), .key(let other)): key.utf8.elementsEqual(other.utf8)
                case (.index(let index), .index(let other)): index == other
                case (.each, .index): true
                default: false
                }
            }
    }
}

extension FeedPath.Step {
    /// Whether both steps lead to the same place: keys are compared by their bytes, as in documents.
    func isSame(as other: FeedPath.Step) -> Bool {
        guard case (.key(let key), .key(let otherKey)) = (self, other) else { return self == other }
        return key.utf8.elementsEqual(otherKey.utf8)
    }
}

extension FeedPath: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates a path by splitting at dots and before brackets.
    ///
    /// Brackets that contain anything but digits or a star are part of the key.
    public init(stringLiteral value: String) {
        steps = value.isEmpty ? [] : value.split(separator: ".", omittingEmptySubsequences: false).flatMap(Self.steps)
    }

    /// A key, if any, and the brackets after it.
    private static func steps(of part: Substring) -> [Step] {
        let (name, steps) = part.splittingBrackets { $0 == "*" ? Step.each : $0.pathIndex.map(Step.index) }
        return (name.isEmpty && !steps.isEmpty ? [] : [.key(String(name))]) + steps
    }
}

extension FeedPath: CustomStringConvertible {
    /// The path as text, from the root: `$.results[*].entries`.
    public var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .each: text += "[*]"
            case .index(let index): text += "[\(index)]"
            case .key(let key): text += JSONPath([.key(key)]).description.dropFirst()
            }
        }
    }
}
