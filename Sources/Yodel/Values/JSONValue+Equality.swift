extension JSONValue: Equatable {
    /// Whether two values are equal: numbers by their value, objects in any order of their keys.
    ///
    /// The comparison is not recursive, so the depth of the values is unlimited.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        var comparison = JSONComparison()
        return comparison.add(left, right) && comparison.finish()
    }
}

extension JSONObject: Equatable {
    /// Whether two objects have the same keys with equal values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        var comparison = JSONComparison()
        return comparison.add(left, right) && comparison.finish()
    }
}

/// A comparison in progress, with the arrays and objects whose contents are still to be compared.
private struct JSONComparison {
    private var pending: [(JSONValue, JSONValue)] = []

    /// Compares scalars and records containers for later; returns false if the values are known to differ.
    mutating func add(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)): return left == right
        case (.string(let left), .string(let right)): return left == right
        case (.array(let elements), .array(let others)):
            guard elements.count == others.count else { return false }
            if elements.count > 0 { pending.append((left, right)) }
            return true
        case (.object(let object), .object(let other)):
            guard object.count == other.count else { return false }
            if object.count > 0 { pending.append((left, right)) }
            return true
        default: return false
        }
    }

    mutating func add(_ left: JSONObject, _ right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        for (position, member) in left.members.enumerated() {
            guard let other = right.position(of: member.key, near: position),
                add(member.value, right.members[other].value)
            else { return false }
        }
        return true
    }

    private mutating func add(_ left: [JSONValue], _ right: [JSONValue]) -> Bool {
        let isShared = left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
        }
        return isShared || zip(left, right).allSatisfy { add($0, $1) }
    }

    mutating func finish() -> Bool {
        while let (left, right) = pending.popLast() {
            switch (left, right) {
            case (.array(let left), .array(let right)): guard add(left, right) else { return false }
            case (.object(let left), .object(let right)): guard add(left, right) else { return false }
            default: preconditionFailure("a pending pair is two arrays or two objects")
            }
        }
        return true
    }
}
