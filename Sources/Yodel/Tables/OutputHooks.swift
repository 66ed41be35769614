/// The hooks that a type has for encoding.
struct OutputHooks {
    /// The model's name, for an error.
    var typeName: String
    /// Calls the hooks of the type.
    var operations: Unmanaged<HookOperations>
    /// Whether the type sees, and may change, an object after it has been written.
    var isFinished: Bool
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
        var key = member.key
        if key.withUTF8({ keys.find($0.start, $0.count) != nil }) { return true }
        return written.contains(Array((ignoresCase ? key.lowercased() : key).utf8))
    }
}

/// Calls the hooks of a type that is known only when its table is built.
///
/// A value is passed by its address: a struct's own, or that of an instance.
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
        // SAFETY: the address is that of an instance, which the value being written keeps alive.
        return Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() as! Value
    }
}
