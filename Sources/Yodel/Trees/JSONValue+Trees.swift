extension JSONValue {
    /// Creates a value from a tree as `JSONSerialization` and `PropertyListSerialization` give it.
    ///
    /// See ``ModelDecoder/decode(_:fromTree:)`` for what such a tree may be made of. Dates become ISO 8601 strings and
    /// data Base64; to have them otherwise, decode the tree with a decoder: `decode(JSONValue.self, fromTree: tree)`.
    ///
    /// - Throws: ``ModelError``, with the path of what stands for no JSON value, or of what is deeper than 512 levels.
    public init(tree: Any) throws(ModelError) {
        self = try ModelDecoder().decode(JSONValue.self, fromTree: tree)
    }

    /// The value as a tree of `[String: Any]`, `[Any]`, `String`, `Bool` and numbers, for `JSONSerialization`,
    /// `PropertyListSerialization` and code that expects what they give.
    ///
    /// A number becomes the first of `Int`, `UInt64`, `Double` and `Decimal` that holds it exactly; one that none of
    /// them does is rounded to the nearest `Double`. The order of members is lost.
    ///
    /// ```swift
    /// let data = try JSONSerialization.data(withJSONObject: value.tree(null: NSNull()))
    /// ```
    ///
    /// - Parameter null: What stands for `null`: `NSNull()` for `JSONSerialization`. A property list has none.
    /// - Throws: ``ModelError`` of the code ``ModelError/Code/numberOutOfRange`` for a number beyond the range of
    ///   `Double`, with its path.
    public func tree(null: Any) throws(ModelError) -> Any {
        var maker = TreeMaker(null: null)
        return try maker.make(self)
    }
}

/// Makes a tree with a stack of its own: the containers under construction.
private struct TreeMaker {
    let null: Any
    private var open: [(source: TreeContainer, made: Made)] = []

    private enum Made {
        case array([Any])
        case object([String: Any])
    }

    init(null: Any) {
        self.null = null
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
        case .number(let number): return try native(number)
        case .string(let text): return text
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

    private func native(_ number: JSONNumber) throws(ModelError) -> Any {
        if let value = number.integer(as: Int.self) { return value }
        if let value = number.integer(as: UInt64.self) { return value }
        let double = number.double
        if let double, JSONNumber(double) == number { return double }
        if let value = number.decimal { return value }
        if let double { return double }
        throw ModelError(
            .numberOutOfRange, path: JSONPath(open.map(\.source.step)), expected: "a number that a tree can hold",
            found: "the number \(number.text.prefix(40))")
    }
}
