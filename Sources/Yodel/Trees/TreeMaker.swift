extension JSONValue {
    /// Returns the value as a tree, without recursion: a stack holds the containers under construction.
    ///
    /// - Parameters:
    ///   - null: The object for `null`.
    ///   - natives: The dates and data for which the text has tokens.
    func makeTree(null: Any, natives: NativeValues? = nil) throws(ModelError) -> Any {
        var open = [TreeUnderConstruction(nil, [self])]
        while true {
            let last = open.count - 1
            guard open[last].made.count < open[last].values.count else {
                let finished = open.removeLast()
                guard last > 0 else { return finished.made[0] }
                open[last - 1].made.append(finished.tree)
                continue
            }
            // A switch over the element itself copies what is open, with Swift 6.2 where code is not optimised.
            let value = open[last].values[open[last].made.count]
            switch value {
            case .null: open[last].made.append(null)
            case .bool(let isTrue): open[last].made.append(isTrue)
            case .number(let number): open[last].made.append(try number.native(at: open.dropFirst().map(\.step)))
            case .string(let text): open[last].made.append(natives?.value(for: text) ?? text)
            case .array(let elements): open.append(TreeUnderConstruction(nil, elements))
            case .object(let object): open.append(TreeUnderConstruction(object.keys, object.values))
            }
        }
    }
}

/// An array or object, and the trees of its first values.
private struct TreeUnderConstruction {
    /// Nil for an array.
    let keys: [String]?
    let values: [JSONValue]
    var made: [Any] = []

    init(_ keys: [String]?, _ values: [JSONValue]) {
        self.keys = keys
        self.values = values
        made.reserveCapacity(values.count)
    }

    var step: JSONPath.Step { keys.map { .key($0[made.count]) } ?? .index(made.count) }

    var tree: Any {
        // Swift treats some keys as equal that are different in JSON.
        keys.map { Dictionary(zip($0, made)) { _, last in last } } ?? made
    }
}

extension JSONNumber {
    /// The number as the first of the types of a tree that holds it.
    fileprivate func native(at path: @autoclosure () -> [JSONPath.Step]) throws(ModelError) -> Any {
        if let value = integer(as: Int.self) {
            // An integer cannot hold the sign of a zero.
            if value == 0, text.hasPrefix("-") { return -0.0 }
            return value
        }
        if let value = integer(as: UInt64.self) { return value }
        if let double, JSONNumber(double) == self { return double }
        if let decimal { return decimal }
        if let double { return double }
        throw ModelError(
            .numberOutOfRange, path: JSONPath(path()), expected: "a number that a tree can hold",
            found: "the number \(excerpt(token: text.utf8))")
    }
}
