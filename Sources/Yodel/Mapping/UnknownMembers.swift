/// A type that can keep members with any keys.
protocol UnknownMembers: Sendable {
    init()
    /// The members, sorted by key where the type keeps no order.
    var unknownMembers: JSONObject { get }
    /// Adds members; they replace present ones with the same keys.
    ///
    /// - Returns: The second of two new keys that the type considers equal, if that is an error; the contents are then
    ///   unspecified.
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

    /// Swift considers keys equal that JSON tells apart: two spellings of é.
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

/// The operations on the property of a model that keeps unknown members.
struct UnknownMembersStorage: Sendable {
    /// Writes a value without members to uninitialised memory.
    let writeEmpty: DefaultValue
    /// Writes a value with these members and those of a present value to uninitialised memory.
    ///
    /// Returns a key that occurs twice, if that is an error; the memory is then still uninitialised.
    let write: @Sendable (JSONObject, UnsafeRawPointer?, DuplicateKeyPolicy, UnsafeMutableRawPointer) -> String?
    /// The members of a value.
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
