extension JSONValue {
    /// Applies a JSON Merge Patch (RFC 7396).
    ///
    /// ```swift
    /// var settings: JSONValue = ["theme": "dark", "font": ["size": 12, "name": "Fira"]]
    /// settings.apply(mergePatch: ["theme": nil, "font": ["size": 14]])
    /// print(settings)  // {"font":{"size":14,"name":"Fira"}}
    /// ```
    ///
    /// Members of the patch that are `null` remove members of the value's object, those that are objects are applied to
    /// its members of the same keys, and all others replace its members or are added at the end. A patch that is not an
    /// object replaces the whole value.
    ///
    /// The time is proportional to the size of the patch and of the objects that it changes. The function is not
    /// recursive: both may have any depth.
    ///
    /// - Parameter patch: The changes.
    public mutating func apply(mergePatch patch: JSONValue) {
        guard case .object(let changes) = patch else {
            self = patch
            return
        }
        var open = [MergeLevel(of: self, changes, key: "")]
        while true {
            let last = open.count - 1
            guard let (key, value) = open[last].changes.popLast() else {
                let finished = open.removeLast()
                guard last > 0 else {
                    self = .object(finished.object)
                    return
                }
                open[last - 1].object[finished.key] = .object(finished.object)
                continue
            }
            guard case .object(let changes) = value else {
                open[last].object[key] = value
                continue
            }
            open.append(MergeLevel(of: open[last].object[key], changes, key: key))
        }
    }
}

/// An object that is being changed, and the remaining changes.
private struct MergeLevel {
    var object: JSONObject
    /// The changes that are not `null`, in reverse order.
    var changes: [JSONObject.Element]
    /// The object's key in the enclosing object.
    let key: String

    init(of value: JSONValue?, _ changes: JSONObject, key: String) {
        let removed = changes.filter { $0.value.isNull }
        let object = if case .object(let object)? = value { object } else { JSONObject() }
        self.object = removed.isEmpty ? object : object.filter { removed[$0.key] == nil }
        self.changes = changes.filter { !$0.value.isNull }.reversed()
        self.key = key
    }
}
