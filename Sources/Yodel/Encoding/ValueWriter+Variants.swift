// Polymorphic and lazy values: the reverse of decoding them.

extension ValueWriter {
    // MARK: - Variants

    mutating func writeVariant(
        _ address: UnsafeRawPointer, _ shape: ShapePointer, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        let table = shape.pointee.variants!
        guard let (index, value) = variant(of: address, table, shape) else { return false }
        let variant = table.pointee.variants[index]
        let selection = selection.flatMap { $0.pointee.variants?[index] }
        guard index != table.pointee.otherwise, table.pointee.tagging != .untagged, table.pointee.tagging != .choice
        else {
            if let value, let shape = variant.shape { return writeValue(value, shape, selection: selection) }
            guard index != table.pointee.otherwise else {
                return fail(
                    .invalidValue, expected: "a known variant", found: "the otherwise variant")
            }
            out.put("null")
            return true
        }
        switch table.pointee.tagging {
        case .internal: return writeTagged(variant, value, table, selection: selection)
        case .external where value == nil: return writeScalar(variant.tags[0])
        default: break
        }
        guard open(UInt8(ascii: "{")) else { return false }
        let entry = frames.pointee.entry
        push(OutputFrame(kind: .tagged, base: address, shape: shape, entry: entry, count: index))
        if table.pointee.tagging == .adjacent {
            guard writeMember(table.pointee.tagText), writeScalar(variant.tags[0]) else { return false }
        }
        guard let value, let shape = variant.shape else { return true }
        return writeMember(taggedKey(of: top.pointee)) && writeValue(value, shape, selection: selection)
    }

    /// Returns the index of a value's variant and the address of its associated value, in place or in a copy that is
    /// pushed; nil after a failure.
    private mutating func variant(
        of address: UnsafeRawPointer, _ table: VariantTablePointer, _ shape: ShapePointer
    ) -> (index: Int, value: UnsafeRawPointer?)? {
        if table.pointee.isHierarchy {
            // SAFETY: the value is a reference, which keeps its object.
            let instance = Unmanaged<AnyObject>.fromOpaque(address.load(as: UnsafeRawPointer.self))
            let found = instance._withUnsafeGuaranteedRef { ($0 as AnyObject, table.index(of: $0)) }
            if let index = found.1 { return (index, address) }
            return failVariant("an instance of \(displayName(of: type(of: found.0)))", table, shape)
        }
        for (index, variant) in table.pointee.variants.enumerated() {
            guard let value = variant.shape else {
                if variant.operations.isVariant(address) { return (index, nil) }
                continue
            }
            let copy = pool.take(atLeast: value.pointee.size)
            if variant.operations.copyValue(of: address, into: copy.start) {
                pushCopy(copy, value)
                return (index, UnsafeRawPointer(copy.start))
            }
            pool.give(copy)
        }
        return failVariant("a value of \(table.pointee.variants[0].operations.typeName(of: address))", table, shape)
    }

    private mutating func failVariant(
        _ found: String, _ table: VariantTablePointer, _ shape: ShapePointer
    ) -> (index: Int, value: UnsafeRawPointer?)? {
        let names = table.pointee.variants.map { $0.tags.first?.text ?? $0.name }.joined(separator: ", ")
        _ = fail(.unknownVariant, expected: "one of the variants of \(shape.pointee.typeName): \(names)", found: found)
        return nil
    }

    // MARK: - Tags

    /// Writes an object with the tag as its first member.
    private mutating func writeTagged(
        _ variant: VariantTable.Entry, _ value: UnsafeRawPointer?, _ table: VariantTablePointer,
        selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        guard let value, let shape = variant.shape else {
            let entry = frames.pointee.entry
            guard open(UInt8(ascii: "{")) else { return false }
            push(OutputFrame(kind: .object, base: top.pointee.base, shape: Shape.gate, entry: entry))
            return writeMember(table.pointee.tagText) && writeScalar(variant.tags[0]) && close(UInt8(ascii: "}"))
        }
        let frameBefore = top - frames
        guard writeValue(value, shape, selection: selection ?? variant.output) else { return false }
        // A value that pushes no frame, such as RawJSON, already has its tag.
        guard top - frames > frameBefore, !hasTag(table) else { return true }
        switch top.pointee.kind {
        case .object, .dictionary, .members:
            if holdsKey(of: table) {
                return fail(.duplicateKey, found: "the tag's key, \(table.pointee.tagText), in the value itself")
            }
            return writeMember(table.pointee.tagText) && writeScalar(variant.tags[0])
        default: return true
        }
    }

    /// Whether the object that has just begun has a member under the tag's key.
    private func hasTag(_ table: VariantTablePointer) -> Bool {
        guard top.pointee.kind == .object else { return false }
        var entry = top.pointee.entry + 1
        while entry.pointee.action != .end {
            let key = entry.pointee.key.bytes
            if table.isTag(key.start, key.count) { return true }
            entry += 1
        }
        return false
    }

    /// Whether a dictionary, whose keys are known only now, has the tag's key.
    private func holdsKey(of table: VariantTablePointer) -> Bool {
        let (base, count) = (top.pointee.base, top.pointee.count)
        switch top.pointee.kind {
        case .dictionary:
            let keys = SortedKeys(top.pointee.keys!, count: count)
            return (0..<count).contains { index in
                let key = keys.text(of: keys.records[index])
                return table.isTag(key.start, key.count)
            }
        case .members:
            let members = UnsafeBufferPointer(
                start: base.assumingMemoryBound(to: JSONObject.Element.self), count: count)
            return members.contains { member in
                var key = member.key
                return key.withUTF8 { table.isTag($0.start, $0.count) }
            }
        default: return false
        }
    }

    /// Writes the key of the next member of the object on top.
    private mutating func writeMember(_ key: String) -> Bool { separate(in: top) && writeKey(key) }

    /// The key of a variant's value in the object around it.
    func taggedKey(of frame: OutputFrame) -> String {
        let table = frame.shape.pointee.variants!
        if table.pointee.tagging == .adjacent { return table.pointee.contentText }
        guard case .string(let text) = table.pointee.variants[frame.count].tags[0] else { return "" }
        return text
    }

    /// Ends the object around a variant's value.
    mutating func closeTagged() -> Bool { close(UInt8(ascii: "}")) }

    // MARK: - Lazy values

    mutating func writeLazy(
        _ address: UnsafeRawPointer, _ shape: ShapePointer, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        let operations = shape.pointee.lazyOperations
        // The raw bytes contain the whole value.
        if selection == nil, let raw = operations.rawJSON(of: address) {
            return writeForeign(raw)
        }
        let value = shape.pointee.element!
        let copy = pool.take(atLeast: value.pointee.size)
        do {
            try operations.copyValue(of: address, into: copy.start)
        } catch {
            pool.give(copy)
            return failUnwrapping(shape, error)
        }
        pushCopy(copy, value)
        return writeValue(UnsafeRawPointer(copy.start), value, selection: selection)
    }
}
