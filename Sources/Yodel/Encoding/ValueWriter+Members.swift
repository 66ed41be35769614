// The members of models: the hot path.

extension ValueWriter {
    /// Writes the members of the object on top up to one that is itself an object or a collection, or to the end.
    mutating func writeMembers() -> Bool {
        let frame = top
        let base = frame.pointee.base
        var entry = frame.pointee.entry + 1
        let isSteady = !frame.pointee.isInstance || !out.hasReceiver
        while true {
            let address = base + entry.pointee.offset
            if entry.pointee.nilTest != .never, omitsNil, entry.pointee.shape.pointee.isNil(address) {
                entry += 1
                continue
            }
            guard entry.pointee.kind.isHot, entry.pointee.nilTest == .never || omitsNil, isSteady else {
                frame.pointee.entry = entry
                return writeMember(entry)
            }
            guard writeKey(entry, in: frame) else {
                frame.pointee.entry = entry
                return false
            }
            switch entry.pointee.kind {
            case .int64: out.put(integer: address.load(as: Int64.self))
            case .bool: out.put(address.load(as: Bool.self))
            default:
                guard writeString(at: address) else {
                    frame.pointee.entry = entry
                    return false
                }
            }
            entry += 1
        }
    }

    /// Writes a key with the punctuation around it, and leaves room for a number.
    @inline(__always)
    mutating func writeKey(
        _ entry: UnsafePointer<OutputEntry>, in frame: UnsafeMutablePointer<OutputFrame>
    ) -> Bool {
        let count = entry.pointee.key.textCount
        guard hasPlainKeys, count <= OutputKey.padding, out.makeRoom() else { return writeKeySlow(entry, in: frame) }
        // The first key has no comma before it.
        let skipped = frame.pointee.isEmpty ? 1 : 0
        frame.pointee.isEmpty = false
        // SAFETY: the text is followed by as many readable bytes as are copied, and the buffer has room for more.
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

    /// Writes a key that is in no table, and the colon after it.
    mutating func writeKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard writeString(bytes) else { return false }
        out.put(UInt8(ascii: ":"))
        if indentation >= 0 { out.put(UInt8(ascii: " ")) }
        return out.makeRoom()
    }

    /// Writes the comma before any but the first member or element, and the line break if the layout has lines.
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

    /// Writes the value of an entry, under its key in an object or as an element of an array; or ends the object.
    @inline(never)
    mutating func writeMember(_ entry: UnsafePointer<OutputEntry>) -> Bool {
        switch entry.pointee.action {
        case .field, .part: return writeField(entry, entry)
        case .group, .elements:
            let table = entry.pointee.table!
            let (base, isInstance) = (top.pointee.base, top.pointee.isInstance)
            guard table.pointee.hasValue(at: base) || table.pointee.writesNull(options.nils, at: base) else {
                return writeNothing(entry, of: top - frames)
            }
            guard beginMember(entry, in: top) else { return false }
            return entry.pointee.action == .group
                ? pushObject(base, table, isInstance: isInstance) : pushElements(base, table, isInstance: isInstance)
        case .several:
            let (candidates, base) = (entry.pointee.candidates, top.pointee.base)
            let chosen =
                candidates.firstIndex { $0.hasValue(at: base) }
                ?? candidates.firstIndex { $0.writesNull(options.nils, at: base) } ?? 0
            return writeField(entry, candidates.baseAddress! + chosen)
        case .unknown: return pushUnknown(entry.pointee.unknown!)
        case .end: return close(UInt8(ascii: "}"))
        }
    }

    /// Writes the punctuation before a value, and its key if it has one.
    mutating func beginMember(
        _ entry: UnsafePointer<OutputEntry>, in frame: UnsafeMutablePointer<OutputFrame>
    ) -> Bool {
        frame.pointee.kind == .elements || writeKey(entry, in: frame)
    }

    /// Writes a field, or a part of a composed field, under the key of an entry.
    private mutating func writeField(_ entry: UnsafePointer<OutputEntry>, _ field: UnsafePointer<OutputEntry>) -> Bool {
        if field.pointee.action == .part { return writePart(entry, field) }
        var address = top.pointee.base + field.pointee.offset
        var shape = field.pointee.shape
        let object = top - frames
        if top.pointee.isInstance, shape.pointee.kind.isContainer || out.hasReceiver {
            address = pushCopy(of: address, shape)
        }
        let nils = field.pointee.nils
        if shape.pointee.isNil(address) { return writeNil(entry, of: object, address, shape, nils) }
        if shape.pointee.kind == .wrapper {
            if shape.pointee.wrapsScalar { return writeWrapped(address, shape, as: entry, of: object) }
            guard let (inside, insideShape) = unwrap(address, shape) else { return false }
            (address, shape) = (inside, insideShape)
            if shape.pointee.isNil(address) { return writeNil(entry, of: object, address, shape, nils) }
        }
        guard beginMember(entry, in: frames + object) else { return false }
        return writeValue(address, shape, selection: field.pointee.table)
    }

    private mutating func writePart(_ entry: UnsafePointer<OutputEntry>, _ part: UnsafePointer<OutputEntry>) -> Bool {
        let object = top - frames
        let shape = part.pointee.shape
        if shape.pointee.isPlainScalar { return writeScalarPart(entry, part, of: object) }
        let copy = pool.take(atLeast: shape.pointee.size)
        do {
            guard try part.pointee.copyPart(of: top.pointee.base, into: copy.start) else {
                pool.give(copy)
                // A `nil` field has no parts. They are not written as null either, as they need not be Optional.
                return writeNothing(entry, of: object)
            }
        } catch {
            pool.give(copy)
            return failTakingApart(entry, of: object, error)
        }
        pushCopy(copy, shape)
        guard let (address, shape) = unwrap(copy.start, shape) else { return false }
        if shape.pointee.isNil(address) { return writeNil(entry, of: object, address, shape, part.pointee.nils) }
        return beginMember(entry, in: frames + object) && writeValue(address, shape, selection: part.pointee.table)
    }

    /// Writes a part that is always a scalar, without a frame for it.
    private mutating func writeScalarPart(
        _ entry: UnsafePointer<OutputEntry>, _ part: UnsafePointer<OutputEntry>, of object: Int
    ) -> Bool {
        let shape = part.pointee.shape
        return shape.withMemory { value in
            do {
                guard try part.pointee.copyPart(of: top.pointee.base, into: value) else {
                    return writeNothing(entry, of: object)
                }
            } catch {
                return failTakingApart(entry, of: object, error)
            }
            // SAFETY: the memory holds a value of the part's type since it was copied there.
            defer { shape.destroy(value) }
            return beginMember(entry, in: frames + object) && writeScalar(value, shape)
        }
    }

    private mutating func failTakingApart(
        _ entry: UnsafePointer<OutputEntry>, of object: Int, _ error: any Error
    ) -> Bool {
        frames[object].entry = entry
        return fail(.invalidValue, expected: "a value that can be split into its parts", underlying: error)
    }

    /// Writes `null` for a field, or nothing; the loop pops any copies made of the field.
    ///
    /// - Parameter policy: The field's own policy, from the mapping.
    private mutating func writeNil(
        _ entry: UnsafePointer<OutputEntry>, of object: Int, _ value: UnsafeRawPointer, _ shape: ShapePointer,
        _ policy: NilPolicy?
    ) -> Bool {
        // A `Field` is left out when it is absent, and written when it is null.
        let isOmitted =
            shape.pointee.absentBytes == nil ? (policy ?? options.nils) == .omit : shape.pointee.isAbsent(value)
        return isOmitted ? writeNothing(entry, of: object) : writeNull(entry, of: object)
    }

    /// Leaves a field out; in an array, which must keep the positions of its elements, writes `null` instead.
    private mutating func writeNothing(_ entry: UnsafePointer<OutputEntry>, of object: Int) -> Bool {
        frames[object].kind != .elements || writeNull(entry, of: object)
    }

    private mutating func writeNull(_ entry: UnsafePointer<OutputEntry>, of object: Int) -> Bool {
        guard beginMember(entry, in: frames + object) else { return false }
        out.put("null")
        return true
    }
}

extension ValueKind {
    /// Whether values of the kind are written without leaving the loop over an object's members.
    @inline(__always)
    fileprivate var isHot: Bool { self == .string || self == .int64 || self == .bool }

    /// Whether values of the kind are written through their contents.
    var isContainer: Bool {
        switch self {
        case .list, .fixedList, .dictionary, .structure, .instance, .wrapper, .variant, .lazy, .dynamic, .data: true
        default: false
        }
    }
}
