// What types want done with their objects: looked at before and after they are written, and members that no property
// stands for.

extension ValueWriter {
    /// Begins an object that is more than its properties.
    @inline(never)
    mutating func beginSpecial(_ base: UnsafeRawPointer, _ table: UnsafePointer<OutputTable>) -> Bool {
        guard let hooks = table.pointee.hooks else { return failConflict(table) }
        do {
            try hooks.pointee.operations._withUnsafeGuaranteedRef { try $0.willEncode(base) }
        } catch {
            return failRefusal(hooks, error)
        }
        if table.pointee.conflict != nil { return failConflict(table) }
        guard hooks.pointee.isFinished else { return true }
        // The object goes to a buffer of its own, until the frame that is pushed here has its turn.
        let outer = UnsafeMutablePointer<OutputBuffer>.allocate(capacity: 1)
        outer.initialize(to: OutputBuffer(capacity: 1_024, maximumBytes: .max))
        swap(&out, &outer.pointee)
        outerBuffers.append(outer)
        push(
            OutputFrame(kind: .finishing, base: base, shape: Shape.gate, entry: frames.pointee.entry, selection: table))
        return true
    }

    /// The object above the frame on top has been written: shows it to its type, and writes what is left of it.
    mutating func finishObject() -> Bool {
        let (base, hooks) = (top.pointee.base, top.pointee.selection!.pointee.hooks!)
        let context = DecodingContext(.ofOwnText(depth: options.limits.depth))
        let outer = outerBuffers.removeLast()
        swap(&out, &outer.pointee)
        defer {
            outer.deinitialize(count: 1)
            outer.deallocate()
        }
        top -= 1
        do {
            var object = try context.decode(JSONObject.self, from: outer.pointee.bytes)
            try hooks.pointee.operations._withUnsafeGuaranteedRef { try $0.didEncode(base, &object) }
            let shape = hooks.pointee.objectShape
            let kept = keep(object)
            pushCopy(kept, shape)
            return writeValue(UnsafeRawPointer(kept.start), shape, selection: nil)
        } catch {
            return failRefusal(hooks, error)
        }
    }

    private mutating func failRefusal(_ hooks: UnsafePointer<OutputHooks>, _ error: any Error) -> Bool {
        fail(
            .invalidValue, expected: hooks.pointee.typeName, found: "an object it refuses", underlying: error)
    }

    /// An object in a buffer, which whoever takes it destroys.
    private mutating func keep(_ object: JSONObject) -> GrowthBuffer {
        let buffer = pool.take(atLeast: MemoryLayout<JSONObject>.size)
        buffer.start.initializeMemory(as: JSONObject.self, to: object)
        return buffer
    }

    // MARK: - Unknown members

    /// Begins the members that the object on top keeps though it does not know them.
    mutating func pushUnknown(_ unknown: UnsafePointer<UnknownMembersOutput>) -> Bool {
        let object = unknown.pointee.members(at: top.pointee.base)
        guard object.count > 0 else { return true }
        let kept = keep(object)
        let members = kept.start.assumingMemoryBound(to: JSONObject.self).pointee.memberSpan
        let sorted = options.sortsKeys && members.count > 1 ? sortedKeys(of: members) : nil
        push(
            OutputFrame(
                kind: .unknown, base: UnsafeRawPointer(members.baseAddress!), shape: unknown.pointee.objectShape,
                entry: frames.pointee.entry, count: members.count, copies: kept, copyCount: 1, keys: sorted))
        return true
    }

    /// Writes the next of them into the object below, or ends them.
    mutating func writeUnknownMember() -> Bool {
        guard top.pointee.index < top.pointee.count else { return popCopy() }
        return writeMember(of: top - 1, top.pointee.shape.pointee.element!)
    }
}
