// Unknown members of objects whose type keeps them: decoded as JSON values, and collected until the object ends.

/// The unknown members of an object under construction.
struct UnknownMemberList {
    var members: [JSONObject.Element] = []
    /// Their keys, if a repeated key is an error.
    var keys: Set<[UInt8]> = []
}

extension Binder {
    /// Begins the value of an unknown key that the top object keeps.
    mutating func keepUnknown(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        let bytes = UnsafeBufferPointer(start: start, count: count)
        guard !CombiningMarks.areTooMany(in: bytes, limits) else { return failKey(.combiningMarkLimit) }
        let key = String(decoding: bytes, as: UTF8.self)
        if options.duplicateKeys == .error {
            let isNew = unknown.members[topIndex, default: UnknownMemberList()].keys.insert(Array(bytes)).inserted
            guard isNew else { return failKey(.duplicateKey, key, found: "the key twice") }
        }
        unknown.key = key
        let shape = top.pointee.meta!.pointee.unknownMembers!.pointee.valueShape
        pushBuffered(.unknown, shape, making: shape)
        return .take
    }

    mutating func finishUnknown() -> Bool {
        let buffer = top.pointee.buffer!
        let value = buffer.start.assumingMemoryBound(to: JSONValue.self).move()
        pool.give(buffer)
        top -= 1
        if unknown.isSampled { drift!.sample(value.sample) }
        unknown.members[topIndex, default: UnknownMemberList()].members.append((unknown.key, value))
        return true
    }

    /// Stores the unknown members in the top object, which ends.
    mutating func storeUnknown() -> Bool {
        guard let field = top.pointee.meta!.pointee.unknownMembers,
            let list = unknown.members.removeValue(forKey: topIndex), !list.members.isEmpty
        else { return true }
        let offset = top.pointee.meta!.pointee.fields[Int(field.pointee.field)].offset
        let object = JSONObject(decodedMembers: list.members, keepingFirst: options.duplicateKeys == .first)
        let present = top.pointee.isUpdate ? liveStorage(of: top).map { UnsafeRawPointer($0) + offset } : nil
        let target = top.pointee.base + offset
        if let duplicate = field.pointee.storage.write(object, present, options.duplicateKeys, target) {
            return fail(.duplicateKey, path: pathOfParent(), found: "the key \(excerpt(duplicate)) twice")
        }
        top.pointee.markSeen(field.pointee.field)
        return true
    }
}
