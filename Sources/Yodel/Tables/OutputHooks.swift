/// What a type wants to have done with each of its objects, beside having its properties written.
struct OutputHooks {
    /// The model's name, for an error.
    var typeName: String
    /// Calls the hooks of the type.
    var operations: Unmanaged<HookOperations>
    /// What is written is shown to the type before it goes anywhere.
    var isFinished: Bool
    /// That of a ``JSONObject``.
    var objectShape: ShapePointer
}

/// The members of an object that no property stands for, as they are written.
struct UnknownMembersOutput {
    /// The field they are in, and where it is.
    var field: Int
    var offset: Int
    var storage: UnknownMembersStorage
    /// The keys the type knows: a member with one of these is not written.
    var keys: UnsafePointer<KeyTable>
    /// Those it writes, some of which it may not read; in lower case where case is ignored.
    var written: Set<[UInt8]>
    var ignoresCase: Bool
    /// That of a ``JSONObject``.
    var objectShape: ShapePointer

    /// The members of the object at an address that are to be written.
    func members(at base: UnsafeRawPointer) -> JSONObject {
        let all = storage.read(base + offset)
        guard all.contains(where: isKnown) else { return all }
        return JSONObject(members: all.filter { !isKnown($0) })
    }

    private func isKnown(_ member: JSONObject.Element) -> Bool {
        var key = member.key
        if key.withUTF8({ keys.pointee.find($0.start, $0.count) != nil }) { return true }
        return written.contains(Array((ignoresCase ? key.lowercased() : key).utf8))
    }
}

/// Calls the hooks of a type whose name is known only when a table is built.
///
/// A value is given by its address: a struct's own, or that of an instance.
class HookOperations {
    func willEncode(_ value: UnsafeRawPointer) throws { preconditionFailure("overridden") }
    func didEncode(_ value: UnsafeRawPointer, _ object: inout JSONObject) throws { preconditionFailure("overridden") }
}

final class TypedHooks<Value: Model>: HookOperations {
    override func willEncode(_ value: UnsafeRawPointer) throws {
        try (self.value(at: value) as? any WillEncodeModel)?.willEncode()
    }

    override func didEncode(_ value: UnsafeRawPointer, _ object: inout JSONObject) throws {
        try (self.value(at: value) as? any DidEncodeModel)?.didEncode(&object)
    }

    private func value(at address: UnsafeRawPointer) -> Value {
        guard Value.self is AnyClass else { return address.assumingMemoryBound(to: Value.self).pointee }
        // SAFETY: the writer has the address of an instance, which whatever refers to it keeps alive.
        return Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() as! Value
    }
}
