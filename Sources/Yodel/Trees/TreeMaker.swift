/// Makes a tree with a stack of its own: the containers under construction.
struct TreeMaker {
    private let null: Any
    /// What a string stands for, if not for itself.
    private let native: (String) -> Any?
    private var open: [(source: TreeContainer, made: Made)] = []

    private enum Made {
        case array([Any])
        case object([String: Any])
    }

    init(null: Any, native: @escaping (String) -> Any? = { _ in nil }) {
        self.null = null
        self.native = native
    }

    mutating func make(_ value: JSONValue) throws(ModelError) -> Any {
        var finished = try begin(value)
        while true {
            if let value = finished {
                guard !open.isEmpty else { return value }
                add(value)
            }
            finished = try goOn()
        }
    }

    /// The next value of the innermost container; the container itself when it is complete; nil when one was begun.
    private mutating func goOn() throws(ModelError) -> Any? {
        let last = open.count - 1
        let position = open[last].source.begun
        guard position < open[last].source.count else {
            switch open.removeLast().made {
            case .array(let elements): return elements
            case .object(let members): return members
            }
        }
        open[last].source.begun += 1
        switch open[last].source.content {
        case .array(let elements): return try begin(elements[position])
        case .object(let members): return try begin(members[position].value)
        case .foreignArray, .foreignObject: preconditionFailure("a JSONValue has none")
        }
    }

    private mutating func begin(_ value: JSONValue) throws(ModelError) -> Any? {
        switch value {
        case .null: return null
        case .bool(let value): return value
        case .number(let number): return try number.native(at: open.map(\.source.step))
        case .string(let text): return native(text) ?? text
        case .array(let elements): open.append((TreeContainer(content: .array(elements)), .array([])))
        case .object(let object): open.append((TreeContainer(content: .object(object.members)), .object([:])))
        }
        return nil
    }

    private mutating func add(_ value: Any) {
        let last = open.count - 1
        let key = open[last].source.key(at: open[last].source.begun - 1)
        // Taken out while it changes: a second reference would have it copied.
        let made = open[last].made
        open[last].made = .array([])
        switch made {
        case .array(var elements):
            elements.append(value)
            open[last].made = .array(elements)
        case .object(var members):
            members[key!] = value
            open[last].made = .object(members)
        }
    }
}

extension JSONNumber {
    /// The number as the first of the types of a tree that holds it.
    fileprivate func native(at path: [JSONPath.Step]) throws(ModelError) -> Any {
        if let value = integer(as: Int.self) { return value }
        if let value = integer(as: UInt64.self) { return value }
        if let double, JSONNumber(double) == self { return double }
        if let decimal { return decimal }
        if let double { return double }
        throw ModelError(
            .numberOutOfRange, path: JSONPath(path), expected: "a number that a tree can hold",
            found: "the number \(text.prefix(40))")
    }
}
