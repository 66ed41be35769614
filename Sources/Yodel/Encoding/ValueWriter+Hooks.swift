// Hooks of models: calls before and after an object is written, and unknown members.

extension ValueWriter {
    /// Begins an object that has hooks or a conflict of keys.
    @inline(never)
    mutating func beginSpecial(_ base: UnsafeRawPointer, _ table: UnsafePointer<OutputTable>) -> Bool {
        guard let hooks = table.pointee.hooks else { return failConflict(table) }
        do {
            try hooks.pointee.willEncode(base)
        } catch {
            return failRefusal(hooks, error)
        }
        if table.pointee.conflict != nil { return failConflict(table) }
        guard hooks.pointee.didEncode != nil else { return true }
        // The object is written to a buffer of its own, until the frame pushed here is on top again.
        let outer = UnsafeMutablePointer<OutputBuffer>.allocate(capacity: 1)
        outer.initialize(to: OutputBuffer(capacity: 1_024, maximumBytes: .max))
        swap(&out, &outer.pointee)
        outerBuffers.append(outer)
        push(OutputFrame(kind: .finishing, base: base, shape: Shape.gate, selection: table))
        return true
    }

    /// Passes the object above the top frame to its type, and writes the object that the type returns.
    mutating func finishObject() -> Bool {
        let (base, hooks) = (top.pointee.base, top.pointee.selection!.pointee.hooks!)
        let context = DecodingContext(.ofOwnText(depth: options.limits.depth))
        let outer = outerBuffers.removeLast()
        swap(&out, &outer.pointee)
        defer { outer.deinitialize(count: 1).deallocate() }
        top -= 1
        do {
            var object = try context.decode(JSONObject.self, from: outer.pointee.bytes)
            try hooks.pointee.didEncode!(base, &object)
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
            .invalidValue, expected: hooks.pointee.typeName, found: "an object that its hook refuses", underlying: error
        )
    }

    /// Puts an object into a buffer; the frame that takes the buffer destroys the object.
    private mutating func keep(_ object: JSONObject) -> GrowthBuffer {
        let buffer = pool.take(atLeast: MemoryLayout<JSONObject>.size)
        buffer.start.initializeMemory(as: JSONObject.self, to: object)
        return buffer
    }

    // MARK: - Unknown members

    /// Begins the unknown members that the object on top has kept.
    mutating func pushUnknown(_ unknown: UnsafePointer<UnknownMembersOutput>) -> Bool {
        let object = unknown.pointee.members(at: top.pointee.base)
        guard object.count > 0 else { return true }
        let kept = keep(object)
        let members = kept.start.assumingMemoryBound(to: JSONObject.self).pointee.memberSpan
        let sorted = sortedKeys(of: members)
        push(
            OutputFrame(
                kind: .unknown, base: UnsafeRawPointer(members.baseAddress!), shape: unknown.pointee.objectShape,
                count: members.count, copies: kept, keys: sorted))
        return true
    }

    /// Writes the next unknown member into the object below, or ends them.
    mutating func writeUnknownMember() -> Bool {
        guard top.pointee.index < top.pointee.count else { return popCopy() }
        return writeMember(of: top - 1, top.pointee.shape.pointee.element!)
    }
}
