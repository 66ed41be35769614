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
        if let value, let shape = variant.shape {
            return writeTagged(variant, value, shape, table, selection: selection)
        }
        guard open(UInt8(ascii: "{")) else { return false }
        // No members of its own follow the tag.
        push(OutputFrame(kind: .members, base: top.pointee.base, shape: Shape.gate, entry: frames.pointee.entry))
        return writeTag(of: variant, table)
    }

    private mutating func writeTagged(
        _ variant: VariantTable.Entry, _ value: UnsafeRawPointer, _ shape: ShapePointer, _ table: VariantTablePointer,
        selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        switch shape.pointee.kind {
        case .wrapper where !shape.pointee.isNil(value):
            guard let (inside, insideShape) = unwrap(value, shape) else { return false }
            return writeTagged(variant, inside, insideShape, table, selection: selection)
        case .lazy where !shape.pointee.isNil(value):
            // The bytes are written only if they have the tag: they may be those of a value without one.
            if selection == nil, let raw = shape.pointee.lazyOperations.rawJSON(of: value),
                tagMember(of: raw, variant, table) == .own
            {
                return writeForeign(raw)
            }
            guard let inside = pushInside(value, shape) else { return false }
            return writeTagged(variant, inside, shape.pointee.element!, table, selection: selection)
        case .rawJSON where !shape.pointee.isNil(value):
            return writeTagged(variant, value.assumingMemoryBound(to: RawJSON.self).pointee, table)
        default: break
        }
        let frameBefore = top - frames
        guard writeValue(value, shape, selection: selection ?? variant.output) else { return false }
        var object = frames + frameBefore + 1
        while object <= top, object.pointee.kind == .copy || object.pointee.kind == .finishing { object += 1 }
        // Text in a variant inside this one is written as it was decoded, with both tags.
        if object > top, shape.pointee.kind == .variant { return true }
        guard object == top, let member = tagMember(variant, table) else {
            return failTagging(table, at: path(below: frames + frameBefore + 1))
        }
        switch member {
        case .absent: return writeTag(of: variant, table)
        case .own: return true
        case .other: return failTwoTags(table, at: path(below: top))
        }
    }

    /// Writes JSON text, and the tag if the text lacks it.
    private mutating func writeTagged(
        _ variant: VariantTable.Entry, _ text: RawJSON, _ table: VariantTablePointer
    ) -> Bool {
        guard let member = tagMember(of: text, variant, table) else { return failTagging(table, at: path) }
        switch member {
        case .own: return writeForeign(text)
        case .other: return failTwoTags(table, at: path)
        case .absent: break
        }
        guard out.makeRoom() else { return false }
        out.put(UInt8(ascii: "{"))
        guard writeKey(table.pointee.tagText), writeScalar(variant.tags[0]), out.makeRoom() else { return false }
        let rest = text.bytes.dropFirst().drop(while: \.isWhiteSpace)
        if rest.first != UInt8(ascii: "}") { out.put(UInt8(ascii: ",")) }
        hasForeignText = true
        return rest.withUnsafeBufferPointer { out.write($0) }
    }

    private mutating func writeTag(of variant: VariantTable.Entry, _ table: VariantTablePointer) -> Bool {
        writeMember(table.pointee.tagText) && writeScalar(variant.tags[0])
    }

    private mutating func failTagging(_ table: VariantTablePointer, at path: JSONPath) -> Bool {
        fail(.invalidValue, path: path, expected: "an object that can have the tag, \(table.pointee.tagText)")
    }

    private mutating func failTwoTags(_ table: VariantTablePointer, at path: JSONPath) -> Bool {
        fail(.duplicateKey, path: path, found: "the tag's key, \(table.pointee.tagText), in the value itself")
    }

    /// The member of a variant's object under the tag's key.
    private enum TagMember {
        case absent
        /// A property, or a member that names the variant.
        case own
        case other
    }

    /// The tag's member of the object that has just begun; nil if the value on top is not an object.
    private func tagMember(_ variant: VariantTable.Entry, _ table: VariantTablePointer) -> TagMember? {
        let (base, count) = (top.pointee.base, top.pointee.count)
        switch top.pointee.kind {
        case .object:
            var entry = top.pointee.entry + 1
            while entry.pointee.action != .end {
                // Unknown members are the last entry.
                if let unknown = entry.pointee.unknown {
                    return tagMember(in: unknown.pointee.members(at: base), variant, table)
                }
                let key = entry.pointee.key.bytes
                if table.isTag(key.start, key.count) { return .own }
                entry += 1
            }
            return .absent
        case .dictionary:
            let keys = SortedKeys(top.pointee.keys!, count: count)
            let holdsKey = (0..<count).contains { index in
                let key = keys.text(of: keys.records[index])
                return table.isTag(key.start, key.count)
            }
            return holdsKey ? .other : .absent
        case .members:
            let members = UnsafeBufferPointer(
                start: base.assumingMemoryBound(to: JSONObject.Element.self), count: count)
            return tagMember(in: members, variant, table)
        case .tagged:
            let inner = top.pointee.shape.pointee.variants!
            guard inner.pointee.tagging == .adjacent else { return nil }
            if table.isTag(inner.pointee.contentText) { return .other }
            guard table.isTag(inner.pointee.tagText) else { return .absent }
            return variant.isNamed(by: inner.pointee.variants[count].tags[0].value) ? .own : .other
        default: return nil
        }
    }

    private func tagMember(
        in members: some Sequence<JSONObject.Element>, _ variant: VariantTable.Entry, _ table: VariantTablePointer
    ) -> TagMember {
        guard let member = members.first(where: { table.isTag($0.key) }) else { return .absent }
        return variant.isNamed(by: member.value) ? .own : .other
    }

    /// The tag's member of an object's text; nil if the text is not an object.
    private func tagMember(
        of text: RawJSON, _ variant: VariantTable.Entry, _ table: VariantTablePointer
    ) -> TagMember? {
        let context = DecodingContext(.ofOwnText(depth: .max))
        guard let members = try? context.decode([String: RawJSON].self, from: text.bytes) else { return nil }
        guard let member = members.first(where: { table.isTag($0.key) }) else { return .absent }
        guard let value = try? context.decode(JSONValue.self, from: member.value.bytes) else { return .other }
        return variant.isNamed(by: value) ? .own : .other
    }

    /// Writes the key of the next member of the object on top.
    private mutating func writeMember(_ key: String) -> Bool { separate(in: top) && writeKey(key) }

    /// The key of a variant's value in the object around it.
    func taggedKey(of frame: OutputFrame) -> String {
        frame.shape.pointee.variants!.pointee.keyAround(frame.count) ?? ""
    }

    // MARK: - Lazy values

    mutating func writeLazy(
        _ address: UnsafeRawPointer, _ shape: ShapePointer, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        // The raw bytes contain the whole value.
        if selection == nil, let raw = shape.pointee.lazyOperations.rawJSON(of: address) {
            return writeForeign(raw)
        }
        guard let value = pushInside(address, shape) else { return false }
        return writeValue(value, shape.pointee.element!, selection: selection)
    }
}

extension VariantTable.Entry {
    /// Whether a value is one of the tags, as it is or by the conversions of lenient decoding.
    fileprivate func isNamed(by value: JSONValue) -> Bool {
        func text(_ value: JSONValue) -> String { value.stringValue ?? value.description }
        return tags.contains { $0.value == value || text($0.value) == text(value) }
    }
}

extension VariantTable {
    /// The key of a variant's value in the object around it; nil if there is no such object.
    func keyAround(_ index: Int) -> String? {
        guard stepsDown(to: index) else { return nil }
        if tagging == .adjacent { return contentText }
        guard case .string(let text) = variants[index].tags[0] else { return nil }
        return text
    }
}

extension VariantTablePointer {
    fileprivate func isTag(_ key: String) -> Bool {
        var key = key
        return key.withUTF8 { isTag($0.start, $0.count) }
    }
}
