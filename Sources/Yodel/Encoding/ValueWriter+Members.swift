import CYodelKernels

// The members of models: the hot path.

extension ValueWriter {
    /// Writes the members of the object on top up to one that is itself an object or a collection, or to the end.
    mutating func writeMembers() -> Bool {
        let frame = top
        let base = frame.pointee.base
        var entry = frame.pointee.entry + 1
        while true {
            let address = base + entry.pointee.offset
            if entry.pointee.nilTest != .never, omitsNil, entry.pointee.shape.pointee.isNil(address) {
                entry += 1
                continue
            }
            guard entry.pointee.kind.isHot, entry.pointee.nilTest == .never || omitsNil else {
                frame.pointee.entry = entry
                return writeMemberSlow(entry, address)
            }
            guard writeKey(entry, in: frame) else {
                frame.pointee.entry = entry
                return false
            }
            switch entry.pointee.kind {
            case .int64: out.put(integer: address.load(as: Int64.self))
            case .bool: out.put(address.load(as: Bool.self) ? "true" : "false")
            default:
                guard writeString(at: address) else {
                    frame.pointee.entry = entry
                    return false
                }
            }
            entry += 1
        }
    }

    /// Writes a key with what is before and behind it; afterwards there is room for a number.
    @inline(__always)
    mutating func writeKey(
        _ entry: UnsafePointer<OutputEntry>, in frame: UnsafeMutablePointer<OutputFrame>
    ) -> Bool {
        let count = entry.pointee.key.textCount
        guard hasPlainKeys, count <= OutputKey.padding, out.makeRoom() else { return writeKeySlow(entry, in: frame) }
        // Without the comma before the first.
        let skipped = frame.pointee.isEmpty ? 1 : 0
        frame.pointee.isEmpty = false
        // SAFETY: behind the text are as many readable bytes as are copied, and more in the buffer.
        let text = entry.pointee.key.text + skipped
        out.cursor.update(from: text, count: 32)
        if count > 32 { (out.cursor + 32).update(from: text + 32, count: 32) }
        out.cursor += count &- skipped
        return true
    }

    @inline(never)
    private mutating func writeKeySlow(
        _ entry: UnsafePointer<OutputEntry>, in frame: UnsafeMutablePointer<OutputFrame>
    ) -> Bool {
        guard separate(in: frame) else { return false }
        return writeKey(entry.pointee.key.bytes)
    }

    /// Writes a key that is no table's, and the colon behind it.
    mutating func writeKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard writeString(bytes) else { return false }
        out.put(UInt8(ascii: ":"))
        if indentation >= 0 { out.put(UInt8(ascii: " ")) }
        return out.makeRoom()
    }

    /// Writes what is between two members or elements.
    @inline(__always)
    mutating func separate(in frame: UnsafeMutablePointer<OutputFrame>) -> Bool {
        guard out.makeRoom() else { return false }
        if frame.pointee.isEmpty {
            frame.pointee.isEmpty = false
        } else {
            out.put(UInt8(ascii: ","))
        }
        return indentation < 0 || breakLine()
    }

    /// Writes a member of any other kind, or ends the object.
    @inline(never)
    private mutating func writeMemberSlow(_ entry: UnsafePointer<OutputEntry>, _ address: UnsafeRawPointer) -> Bool {
        switch entry.pointee.action {
        case .field: return writeField(entry, entry)
        case .group:
            let table = entry.pointee.table!
            guard !omitsNil || table.pointee.hasValue(at: top.pointee.base) else { return true }
            let (base, isInstance) = (top.pointee.base, top.pointee.isInstance)
            return writeKey(entry, in: top) && pushObject(base, table, isInstance: isInstance)
        case .several:
            let candidates = entry.pointee.candidates
            let chosen = candidates.firstIndex { $0.hasValue(at: top.pointee.base) } ?? 0
            return writeField(entry, candidates.baseAddress! + chosen)
        case .end: return close(UInt8(ascii: "}"))
        }
    }

    /// Writes a field under the key of an entry.
    private mutating func writeField(_ entry: UnsafePointer<OutputEntry>, _ field: UnsafePointer<OutputEntry>) -> Bool {
        var address = top.pointee.base + field.pointee.offset
        var shape = field.pointee.shape
        let object = top - frames
        if shape.pointee.isNil(address) { return writeNil(entry, of: object) }
        if shape.pointee.kind == .wrapper || (top.pointee.isInstance && shape.pointee.kind.isContainer) {
            if top.pointee.isInstance { address = pushCopy(of: address, shape) }
            guard let (inside, insideShape) = unwrap(address, shape) else { return false }
            (address, shape) = (inside, insideShape)
            if shape.pointee.isNil(address) { return writeNil(entry, of: object) }
        }
        guard writeKey(entry, in: frames + object) else { return false }
        return writeValue(address, shape, selection: field.pointee.table)
    }

    /// Writes `null` for a field, or nothing; copies that were made of it are left for the loop to pop.
    private mutating func writeNil(_ entry: UnsafePointer<OutputEntry>, of object: Int) -> Bool {
        if omitsNil { return true }
        guard writeKey(entry, in: frames + object) else { return false }
        out.put("null")
        return true
    }
}

extension ValueKind {
    /// Written without leaving the loop over an object's members.
    @inline(__always)
    fileprivate var isHot: Bool { self == .string || self == .int64 || self == .bool }

    /// Written by going through what it consists of.
    var isContainer: Bool {
        switch self {
        case .list, .fixedList, .dictionary, .structure, .instance, .wrapper, .variant, .lazy, .dynamic, .data: true
        default: false
        }
    }
}
