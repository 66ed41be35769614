/// Makes a tree with a stack of its own: the containers under construction.
struct TreeMaker {
    private let null: Any
    /// What a string stands for, if not for itself.
    private let native: (String) -> Any?
    private var open: [Open] = []

    /// A container under construction.
    ///
    /// What is made of it stands in the one property or the other, and not in the cases of an enum: it grows where it
    /// is, as taking it out of a case would copy it for each value.
    private struct Open {
        var source: TreeContainer
        let isArray: Bool
        var elements: [Any] = []
        var members: [String: Any] = [:]
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
            let made = open.removeLast()
            return made.isArray ? made.elements : made.members
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
        case .array(let elements): open.append(Open(source: TreeContainer(content: .array(elements)), isArray: true))
        case .object(let object):
            open.append(Open(source: TreeContainer(content: .object(object.members)), isArray: false))
        }
        return nil
    }

    private mutating func add(_ value: Any) {
        let last = open.count - 1
        if open[last].isArray {
            open[last].elements.append(value)
        } else {
            let key = open[last].source.key(at: open[last].source.begun - 1)
            open[last].members[key!] = value
        }
    }
}

extension JSONNumber {
    /// The number as the first of the types of a tree that holds it.
    fileprivate func native(at path: @autoclosure () -> [JSONPath.Step]) throws(ModelError) -> Any {
        if let value = integer(as: Int.self) {
            // No integer has a sign on its zero.
            if value == 0, text.hasPrefix("-") { return -0.0 }
            return value
        }
        if let value = integer(as: UInt64.self) { return value }
        if let double, JSONNumber(double) == self { return double }
        if let decimal { return decimal }
        if let double { return double }
        throw ModelError(
            .numberOutOfRange, path: JSONPath(path()), expected: "a number that a tree can hold",
            found: "the number \(text.prefix(40))")
    }
}
