/// A type that keeps members of any key.
protocol UnknownMembers: Sendable {
    init()
    /// The members, sorted by key where the type keeps no order.
    var unknownMembers: JSONObject { get }
    /// Adds members to those there are, in place of those with the same keys.
    ///
    /// - Returns: The first of two new keys that the type takes for one, where that is an error; it holds what it
    ///   happens to hold then.
    mutating func add(_ members: JSONObject, duplicates: DuplicateKeyPolicy) -> String?
}

extension JSONObject: UnknownMembers {
    var unknownMembers: JSONObject { self }

    mutating func add(_ members: JSONObject, duplicates: DuplicateKeyPolicy) -> String? {
        for (key, value) in members { self[key] = value }
        return nil
    }
}

extension [String: JSONValue]: UnknownMembers {
    var unknownMembers: JSONObject { JSONObject(self) }

    /// Swift takes keys for equal that JSON tells apart: two spellings of é.
    mutating func add(_ members: JSONObject, duplicates: DuplicateKeyPolicy) -> String? {
        let new = [String: JSONValue](members.map { ($0.key, $0.value) }) { duplicates == .first ? $0 : $1 }
        if duplicates == .error, new.count < members.count {
            var met: Set<String> = []
            return members.first { !met.insert($0.key).inserted }?.key
        }
        merge(new) { $1 }
        return nil
    }
}

extension Optional: UnknownMembers where Wrapped: UnknownMembers {
    init() { self = nil }

    var unknownMembers: JSONObject { self?.unknownMembers ?? JSONObject() }

    mutating func add(_ members: JSONObject, duplicates: DuplicateKeyPolicy) -> String? {
        var all = self ?? Wrapped()
        defer { self = all }
        return all.add(members, duplicates: duplicates)
    }
}

/// What can be done to the property of a model that keeps unknown members.
struct UnknownMembersStorage: Sendable {
    /// Writes a value without members to memory that holds none.
    let writeEmpty: DefaultValue
    /// Writes a value with these members, and those of a present one, to memory that holds none.
    ///
    /// Returns a key that occurs twice, where that is an error; the memory holds nothing then.
    let write: @Sendable (JSONObject, UnsafeRawPointer?, DuplicateKeyPolicy, UnsafeMutableRawPointer) -> String?
    /// The members a value has.
    let read: @Sendable (UnsafeRawPointer) -> JSONObject

    init<Value: UnknownMembers>(_ type: Value.Type) {
        writeEmpty = { $0.initializeMemory(as: Value.self, to: Value()) }
        write = { members, present, duplicates, target in
            var value = present?.assumingMemoryBound(to: Value.self).pointee ?? Value()
            if let duplicate = value.add(members, duplicates: duplicates) { return duplicate }
            target.initializeMemory(as: Value.self, to: value)
            return nil
        }
        read = { $0.assumingMemoryBound(to: Value.self).pointee.unknownMembers }
    }
}
