extension JSONValue {
    /// Changes the value as a JSON Merge Patch (RFC 7396) says.
    ///
    /// ```swift
    /// var settings: JSONValue = ["theme": "dark", "font": ["size": 12, "name": "Fira"]]
    /// settings.apply(mergePatch: ["theme": nil, "font": ["size": 14]])
    /// print(settings)  // {"font":{"size":14,"name":"Fira"}}
    /// ```
    ///
    /// Members of the patch that are `null` are removed from the value's object, those that are objects are applied to its
    /// members of the same keys, and all others take their places, at the end where their keys are new. A patch that is no
    /// object takes the place of the whole value.
    ///
    /// It takes time in proportion to the patch and to the objects that it changes, and no stack: both may be of any depth.
    ///
    /// - Parameter patch: What is to change.
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

/// An object that is being changed, and what is left to be done to it.
private struct MergeLevel {
    var object: JSONObject
    /// Those that are not `null`, the first of them last.
    var changes: [JSONObject.Element]
    /// Its key in the object around it.
    let key: String

    init(of value: JSONValue?, _ changes: JSONObject, key: String) {
        let removed = changes.filter { $0.value.isNull }
        let object = if case .object(let object)? = value { object } else { JSONObject() }
        self.object = removed.isEmpty ? object : object.filter { removed[$0.key] == nil }
        self.changes = changes.filter { !$0.value.isNull }.reversed()
        self.key = key
    }
}
