// Polymorphic and lazy values: the reverse of decoding them.

extension ValueWriter {
    // MARK: - Variants

    /// - Parameter outer: The variant around this one, whose value is the same object.
    mutating func writeVariant(
        _ address: UnsafeRawPointer, _ shape: ShapePointer, in outer: Tag? = nil, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        let table = shape.pointee.variants!
        guard let (index, value) = variant(of: address, table, shape) else { return false }
        let variant = table.pointee.variants[index]
        let selection = selection.flatMap { $0.pointee.variants?[index] }
        guard index != table.pointee.otherwise, table.pointee.tagging != .untagged, table.pointee.tagging != .choice
        else {
            if let value, let shape = variant.shape {
                guard let outer else { return writeValue(value, shape, selection: selection) }
                return write(outer, value, shape, selection: selection)
            }
            guard index != table.pointee.otherwise else {
                return fail(
                    .invalidValue, expected: "a known variant", found: "the otherwise variant")
            }
            if table.pointee.tagging == .choice {
                // The function that chooses a variant reads the members of an object.
                guard let outer else { return openEmpty() }
                return openEmpty() && write(outer)
            }
            if let outer { return failTagging(outer.table, at: path) }
            out.put("null")
            return true
        }
        switch table.pointee.tagging {
        case .internal: return write(Tag(variant, table, in: outer), value, selection: selection)
        case .external:
            if let outer { return failTagging(outer.table, at: path) }
            if value == nil { return writeScalar(variant.tags[0]) }
        default: break
        }
        guard open(UInt8(ascii: "{")) else { return false }
        push(OutputFrame(kind: .tagged, base: address, shape: shape, count: index))
        if table.pointee.tagging == .adjacent {
            guard writeMember(table.pointee.tagText), writeScalar(variant.tags[0]) else { return false }
        }
        if let outer, !write(outer) { return false }
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
        return failVariant(table.pointee.variants[0].operations.description(of: address), table, shape)
    }

    private mutating func failVariant(
        _ found: String, _ table: VariantTablePointer, _ shape: ShapePointer
    ) -> (index: Int, value: UnsafeRawPointer?)? {
        let names = table.pointee.variants.map { $0.tags.first?.text ?? $0.name }.joined(separator: ", ")
        _ = fail(.unknownVariant, expected: "one of the variants of \(shape.pointee.typeName): \(names)", found: found)
        return nil
    }

    // MARK: - Tags

    /// The tag of a variant, as a member of its value's object.
    struct Tag {
        let variant: VariantTable.Entry
        let table: VariantTablePointer
        /// The tags of the variants around this one, whose value is the same object; the innermost first.
        var outer: [Tag] = []

        init(_ variant: VariantTable.Entry, _ table: VariantTablePointer, in outer: Tag? = nil) {
            (self.variant, self.table) = (variant, table)
            if let outer { self.outer = [Tag(outer.variant, outer.table)] + outer.outer }
        }
    }

    /// Writes a value as an object with the tag and those around it as its first members.
    private mutating func write(
        _ tag: Tag, _ value: UnsafeRawPointer?, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        if let value, let shape = tag.variant.shape { return write(tag, value, shape, selection: selection) }
        return openEmpty() && write(tag)
    }

    /// Opens an object that has no members of its own after its tags.
    private mutating func openEmpty() -> Bool {
        guard open(UInt8(ascii: "{")) else { return false }
        push(OutputFrame(kind: .members, base: top.pointee.base, shape: Shape.gate))
        return true
    }

    private mutating func write(
        _ tag: Tag, _ value: UnsafeRawPointer, _ shape: ShapePointer, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        switch shape.pointee.kind {
        case .wrapper where !shape.pointee.isNil(value):
            guard let (inside, insideShape) = unwrap(value, shape) else { return false }
            return write(tag, inside, insideShape, selection: selection)
        case .lazy where !shape.pointee.isNil(value):
            // The bytes may be those of another variant, in which the tag takes the place of the other one.
            if let raw = rawJSON(of: value, shape, selection), takesTags(raw, tag) {
                return write(tag, raw)
            }
            guard let inside = pushInside(value, shape) else { return false }
            return write(tag, inside, shape.pointee.element!, selection: selection)
        case .rawJSON where !shape.pointee.isNil(value):
            return write(tag, value.assumingMemoryBound(to: RawJSON.self).pointee)
        case .variant where !shape.pointee.isNil(value):
            return writeVariant(value, shape, in: tag, selection: selection)
        default: break
        }
        let frameBefore = top - frames
        guard writeValue(value, shape, selection: selection) else { return false }
        var object = frames + frameBefore + 1
        while object <= top, object.pointee.kind == .copy || object.pointee.kind == .finishing { object += 1 }
        guard object == top else { return failTagging(tag.table, at: path(below: frames + frameBefore + 1)) }
        return write(tag)
    }

    /// Writes the tags that the object on top lacks.
    private mutating func write(_ tag: Tag) -> Bool {
        if top.pointee.kind == .object, !leaveOutProperties(under: tag) { return false }
        return writeMissing(tag, at: { $0.path(below: $0.top) }, member: { $0.tagMember($1) }) { writer, missing in
            writer.writeMember(missing.table.pointee.tagText) && writer.writeScalar(missing.variant.tags[0])
        }
    }

    /// Takes the properties under the keys of tags out of the model's object on top, of which nothing is written yet.
    ///
    /// - Returns: False if it cannot, because a path leads through such a key.
    private mutating func leaveOutProperties(under tag: Tag) -> Bool {
        var entry = top.pointee.entry + 1
        var hasOne = false
        while entry.pointee.action != .end {
            if entry.pointee.isProperty(under: tag.table)
                || tag.outer.contains(where: { entry.pointee.isProperty(under: $0.table) })
            {
                // For the types of variants that is known before; this is an instance of a subclass.
                if entry.pointee.holdsPaths {
                    let key = entry.pointee.key.string
                    return fail(
                        .invalidMapping, path: path(below: top),
                        reason: "the path of a property leads through \"\(key)\", the key of the tag")
                }
                hasOne = true
            }
            entry += 1
        }
        guard hasOne else { return true }
        let tables = tagless ?? TaglessTables()
        tagless = tables
        let table = tables.table(top.pointee.selection!, without: [tag.table] + tag.outer.map(\.table))
        top.pointee.entry = (options.sortsKeys ? table.pointee.sorted : table.pointee.entries) - 1
        return true
    }

    /// Writes JSON text, and the tags that the text lacks.
    private mutating func write(_ tag: Tag, _ text: RawJSON) -> Bool {
        var opening: UInt8? = UInt8(ascii: "{")
        let isWritten = writeMissing(tag, at: { $0.path }, member: { $0.tagMember($1, of: text) }) { writer, missing in
            guard writer.out.makeRoom() else { return false }
            writer.out.put(opening.take() ?? UInt8(ascii: ","))
            return writer.writeKey(missing.table.pointee.tagText) && writer.writeScalar(missing.variant.tags[0])
        }
        guard isWritten, out.makeRoom() else { return false }
        guard opening == nil else { return writeForeign(text) }
        guard checkDepth(of: text) else { return false }
        let rest = text.bytes.dropFirst().drop(while: \.isWhiteSpace)
        if rest.first != UInt8(ascii: "}") { out.put(UInt8(ascii: ",")) }
        hasForeignText = true
        return rest.withUnsafeBufferPointer { out.write($0) }
    }

    /// Writes the tags that an object lacks, the innermost variant's first.
    private mutating func writeMissing(
        _ tag: Tag, at path: (borrowing Self) -> JSONPath, member: (borrowing Self, Tag) -> TagMember?,
        _ body: (inout Self, Tag) -> Bool
    ) -> Bool {
        var written: [Tag] = []
        for index in 0...tag.outer.count {
            let next = index == 0 ? tag : tag.outer[index - 1]
            guard var found = member(self, next) else { return failTagging(next.table, at: path(self)) }
            if let same = written.first(where: { next.table.isTag($0.table.pointee.tagText) }) {
                found = next.variant.isNamed(by: same.variant.tags[0].value) ? .own : .other
            }
            switch found {
            case .own: continue
            case .other: return failTwoTags(next.table, at: path(self))
            case .absent:
                guard body(&self, next) else { return false }
                if !tag.outer.isEmpty { written.append(next) }
            }
        }
        return true
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
        /// A member that names the variant.
        case own
        case other
    }

    /// The tag's member of the object that has just begun; nil if the value on top is not an object.
    private func tagMember(_ tag: Tag) -> TagMember? {
        let table = tag.table
        let (base, count) = (top.pointee.base, top.pointee.count)
        switch top.pointee.kind {
        case .object:
            // Unknown members are the last entry, and properties under the key have been taken out.
            var entry = top.pointee.entry + 1
            while entry.pointee.action != .end, entry.pointee.unknown == nil { entry += 1 }
            return entry.pointee.unknown.map { tagMember(tag, in: $0.pointee.members(at: base)) } ?? .absent
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
            return tagMember(tag, in: members)
        case .tagged:
            let inner = top.pointee.shape.pointee.variants!
            guard inner.pointee.tagging == .adjacent else { return nil }
            if table.isTag(inner.pointee.contentText) { return .other }
            guard table.isTag(inner.pointee.tagText) else { return .absent }
            return tag.variant.isNamed(by: inner.pointee.variants[count].tags[0].value) ? .own : .other
        default: return nil
        }
    }

    private func tagMember(_ tag: Tag, in members: some Sequence<JSONObject.Element>) -> TagMember {
        guard let member = members.first(where: { tag.table.isTag($0.key) }) else { return .absent }
        return tag.variant.isNamed(by: member.value) ? .own : .other
    }

    /// The tag's member of an object's text; nil if the text is not an object.
    private func tagMember(_ tag: Tag, of text: RawJSON) -> TagMember? {
        guard text.bytes.first == UInt8(ascii: "{") else { return nil }
        let context = DecodingContext(.ofOwnText(depth: .max))
        func isTag(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
            guard key.contains(UInt8(ascii: "\\")) else { return tag.table.isTag(key.start, key.count) }
            var unescaped = UnescapedText()
            // The closing quote follows the key.
            return unescaped.read(key.start, end: key.start + key.count + 1, limit: .max).map {
                tag.table.isTag($0.text.start, $0.text.count)
            } ?? false
        }
        return text.bytes.withUnsafeBufferPointer { bytes in
            var found = TagMember.absent
            var members = TextMembers(of: bytes, afterBracket: 0, isObject: true)
            // Each of several members has to name the variant, as in decoding.
            while let member = members.next() {
                guard isTag(member.key) else { continue }
                let value = try? context.decode(
                    JSONValue.self, from: UnsafeBufferPointer(rebasing: bytes[member.value..<member.end]))
                guard let value, tag.variant.isNamed(by: value) else { return .other }
                found = .own
            }
            return found
        }
    }

    /// Whether an object's text has the tag and those around it, or can have them.
    private func takesTags(_ text: RawJSON, _ tag: Tag) -> Bool {
        ([tag] + tag.outer).allSatisfy { tag in
            let member = tagMember(tag, of: text)
            return member == .own || member == .absent
        }
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
        if let raw = rawJSON(of: address, shape, selection) { return writeForeign(raw) }
        guard let value = pushInside(address, shape) else { return false }
        return writeValue(value, shape.pointee.element!, selection: selection)
    }

    /// The bytes of a lazy value that the client has not asked for; nil if a part of them is to be left out.
    private func rawJSON(
        of lazy: UnsafeRawPointer, _ shape: ShapePointer, _ selection: UnsafePointer<OutputTable>?
    ) -> RawJSON? {
        guard selection?.pointee.isWhole ?? true else { return nil }
        return shape.pointee.payload!._withUnsafeGuaranteedRef { $0.rawJSON(of: lazy) }
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
        withBytes(of: key) { isTag($0.start, $0.count) }
    }
}
