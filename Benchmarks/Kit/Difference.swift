/// Returns where two values that should be equal first differ, as a path through their fields; nil if no difference is
/// found.
///
/// It is slow: it is called once, when a check has already failed.
package func firstDifference(_ expected: Any, _ actual: Any, at path: String = "$") -> String? {
    let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
    if left.displayStyle == .dictionary {
        return keyedDifference(left, right, at: path)
    }
    if left.children.isEmpty || right.children.isEmpty {
        let (before, after) = ("\(expected)", "\(actual)")
        return before == after ? nil : "\(path): expected \(abbreviated(before)), found \(abbreviated(after))"
    }
    if left.children.count != right.children.count {
        return "\(path): expected \(left.children.count) elements, found \(right.children.count)"
    }
    for (index, (one, other)) in zip(left.children, right.children).enumerated() {
        let step = left.displayStyle == .optional ? "" : one.label.map { ".\($0)" } ?? "[\(index)]"
        if let difference = firstDifference(one.value, other.value, at: path + step) {
            return difference
        }
    }
    return nil
}

private func keyedDifference(_ left: Mirror, _ right: Mirror, at path: String) -> String? {
    var actual: [String: Any] = [:]
    for (key, value) in entries(right) {
        actual[key] = value
    }
    for (key, value) in entries(left) {
        guard let other = actual.removeValue(forKey: key) else { return "\(path).\(key): missing" }
        if let difference = firstDifference(value, other, at: "\(path).\(key)") { return difference }
    }
    return actual.keys.min().map { "\(path).\($0): unexpected" }
}

/// The entries of a mirrored dictionary by the text of their keys, in order.
private func entries(_ mirror: Mirror) -> [(key: String, value: Any)] {
    mirror.children.compactMap { child in
        let pair = Array(Mirror(reflecting: child.value).children)
        return pair.count == 2 ? (key: "\(pair[0].value)", value: pair[1].value) : nil
    }.sorted { $0.key < $1.key }
}

private func abbreviated(_ text: String) -> String {
    text.count <= 80 ? text : "\(text.prefix(77))…"
}
