/// Where in a document a property is: a key, or a path of keys and indices through nested objects and arrays.
///
/// A string literal is split at its dots, as YYModel's mapping does; if one of the parts would be empty (`".ext"`,
/// `"a."`), the whole literal is one key. Indices in brackets after a name select elements of an array:
/// `"items[0].name"`, `"rows[2][0]"`. Brackets with anything but digits, or without a name before them, are ordinary
/// characters. A path has at most 512 steps. A literal with interpolations is split after they are inserted.
public struct MappedKey: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The keys and indices from the decoded object down to the value.
    public let steps: [JSONPath.Step]

    /// Creates a path by splitting at dots and before brackets.
    public init(stringLiteral value: String) {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        steps = parts.contains("") ? [.key(value)] : parts.flatMap(Self.steps)
    }

    init(steps: [JSONPath.Step]) {
        self.steps = steps
    }

    /// Creates a path from its keys, whose dots and brackets are ordinary characters.
    public init(path keys: [String]) {
        steps = keys.map(JSONPath.Step.key)
    }

    /// One key, whose dots and brackets are ordinary characters.
    public static func literal(_ key: String) -> MappedKey {
        MappedKey(path: [key])
    }

    /// The path as a mapping writes it: its keys joined by dots, indices in brackets.
    public var description: String {
        steps.enumerated().reduce(into: "") { text, step in
            switch step.element {
            case .key(let key): text += step.offset == 0 ? key : ".\(key)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }

    /// A key and the indices after it; the whole text is one key if it is not written like that.
    private static func steps(of part: Substring) -> [JSONPath.Step] {
        let (name, indices) = part.splittingBrackets { $0.pathIndex.map(JSONPath.Step.index) }
        return name.isEmpty || name.hasSuffix("]") && !indices.isEmpty
            ? [.key(String(part))] : [.key(String(name))] + indices
    }
}

extension Substring {
    /// The text before the brackets at its end, and a step for each of these; others are part of the text.
    func splittingBrackets<Step>(_ step: (_ content: Substring) -> Step?) -> (name: Substring, steps: [Step]) {
        var (name, steps) = (self, [Step]())
        while name.hasSuffix("]"), let open = name.lastIndex(of: "["),
            let step = step(name[name.index(after: open)...].dropLast())
        {
            steps.insert(step, at: 0)
            name = name[..<open]
        }
        return (name, steps)
    }

    /// The index that the digits express; nil for any other text.
    var pathIndex: Int? {
        guard !isEmpty, utf8.allSatisfy(TextCursor.isDigit) else { return nil }
        // An index too large for an Int is outside every array, as the largest Int is.
        return Int(self) ?? .max
    }
}

extension JSONPath {
    func appending(_ key: MappedKey) -> JSONPath {
        JSONPath(steps + key.steps)
    }
}
