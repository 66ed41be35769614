/// The hooks that a type has for encoding.
struct OutputHooks {
    /// The model's name, for an error.
    var typeName: String
    /// Calls the hook before a value is written, by the address of a struct or of an instance.
    var willEncode: (UnsafeRawPointer) throws -> Void
    /// Calls the hook that may change the written object; nil if the type has none.
    var didEncode: ((UnsafeRawPointer, inout JSONObject) throws -> Void)?
    /// The shape of a ``JSONObject``.
    var objectShape: ShapePointer
}

/// How an object's unknown members are written.
struct UnknownMembersOutput {
    /// The field that holds the members, and its offset.
    var field: Int
    var offset: Int
    var storage: UnknownMembersStorage
    /// The keys that the type reads: a member with one of these is not written.
    var keys: UnsafePointer<KeyTable>
    /// The keys that the type writes, including some that it may not read; lower-cased if case is ignored.
    var written: Set<[UInt8]>
    var ignoresCase: Bool
    /// The shape of a ``JSONObject``.
    var objectShape: ShapePointer

    /// The unknown members to write for the object at an address.
    func members(at base: UnsafeRawPointer) -> JSONObject {
        let all = storage.read(base + offset)
        guard all.contains(where: isKnown) else { return all }
        return JSONObject(members: all.filter { !isKnown($0) })
    }

    private func isKnown(_ member: JSONObject.Element) -> Bool {
        let key = member.key
        if withBytes(of: key, { keys.find($0.start, $0.count) != nil }) { return true }
        return written.contains(Array((ignoresCase ? key.lowercased() : key).utf8))
    }
}
