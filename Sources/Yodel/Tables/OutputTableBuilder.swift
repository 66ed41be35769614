/// Builds the output table of a model from its fields.
///
/// Cold.
struct OutputTableBuilder {
    let fieldsAndParts: UnsafeBufferPointer<FieldMeta>
    let compositions: UnsafeBufferPointer<FieldComposition>
    let typeName: String
    let ignoresCase: Bool
    let arena: TableArena

    /// One value to write: a field, or a part of one.
    private struct Value {
        var field: FieldMeta
        /// The field's index; for a part, that of its composed field.
        var index: Int
        var composition: UnsafePointer<FieldComposition>?
        var part = 0
        /// The offset of the field; for a part, that of its composed field.
        var offset: Int
        var nils: NilPolicy?
    }

    /// A key or index, with the values written there.
    private typealias Node = PathNode<Value>

    func build(
        hooks: UnsafePointer<OutputHooks>?, unknown: UnsafePointer<UnknownMembersOutput>?
    ) -> UnsafePointer<OutputTable> {
        let root = Node()
        for value in values {
            guard let key = value.field.keys.first else { continue }
            let node = key.steps.reduce(root) { $0.child($1, lookedForAs: ignoresCase ? $1.lowercased : $1) }
            node.values.append(value)
        }
        var entries = root.children.map(entry)
        if let unknown {
            var entry = OutputEntry.end
            entry.action = .unknown
            entry.field = unknown.pointee.field
            entry.unknown = unknown
            entries.append(entry)
        }
        return OutputTable.make(entries, conflict: conflict(in: root, path: []), hooks: hooks, in: arena)
    }

    /// The values to write, in the order of the properties.
    private var values: [Value] {
        let fieldCount = compositions.first?.parts.lowerBound ?? fieldsAndParts.count
        return fieldsAndParts[..<fieldCount].enumerated().filter(\.element.isOutput).flatMap {
            index, field -> [Value] in
            guard let made = field.composition else {
                return [Value(field: field, index: index, offset: field.offset, nils: field.nils)]
            }
            let composition = compositions.baseAddress! + made
            guard composition.pointee.composition.takeApart != nil else { return [] }
            return composition.pointee.parts.enumerated().map { part, position in
                Value(
                    field: fieldsAndParts[position], index: index, composition: composition, part: part,
                    offset: field.offset, nils: field.nils)
            }
        }
    }

    /// The first field that needs a position which another value occupies.
    private func conflict(in node: Node, path: [JSONPath.Step]) -> String? {
        let place = "\"\(MappedKey(steps: path))\""
        let isArray = node.children.first?.step.index != nil
        let needed = isArray ? "an array" : "an object"
        if let field = node.values.first?.field, !node.children.isEmpty {
            return "\(typeName): \(field.name) is written at \(place), where "
                + "\(node.children[0].anyValue!.field.name) needs \(needed)"
        }
        if let other = node.children.first(where: { ($0.step.index != nil) != isArray }) {
            return "\(typeName): at \(place), \(other.anyValue!.field.name) needs "
                + "\(isArray ? "an object" : "an array") and "
                + "\(node.children[0].anyValue!.field.name) needs \(needed)"
        }
        if let index = node.children.lazy.compactMap(\.step.index).max(), index >= Self.elementLimit {
            return "\(typeName): the index \(index) of \(place) is not written, only indices below \(Self.elementLimit)"
        }
        for child in node.children {
            if let conflict = conflict(in: child, path: path + [child.step]) { return conflict }
        }
        return nil
    }

    /// The most elements that are written, or listed in a schema, to reach one after them.
    static var elementLimit: Int { 10_000 }

    private func table(_ node: Node) -> UnsafePointer<OutputTable> {
        OutputTable.make(node.children.map(entry), in: arena)
    }

    private func entry(_ node: Node) -> OutputEntry {
        var entry = OutputEntry.end
        entry.key = OutputKey(node.step.text, in: arena)
        entry.index = node.step.index ?? -1
        switch node.values.count {
        case 0:
            entry.action = node.children[0].step.index == nil ? .group : .elements
            entry.table = table(node)
        case 1: fill(&entry, with: node.values[0])
        default:
            // A part that takes no `null` could not be read from one that another value writes, and an absent `Field`
            // would be read as `null`.
            let takesNull = node.values.allSatisfy { value in
                let shape = value.field.shape.pointee
                return shape.absentBytes == nil && (value.composition == nil || shape.takesNull)
            }
            let candidates = node.values.map { value in
                var candidate = entry
                fill(&candidate, with: value)
                if !takesNull, candidate.nils == nil { candidate.nils = .omit }
                return candidate
            }
            entry.action = .several
            entry.candidates = arena.copy(candidates)
        }
        return entry
    }

    private func fill(_ entry: inout OutputEntry, with value: Value) {
        let shape = value.field.shape.unchecked
        entry.field = value.index
        entry.offset = value.offset
        entry.shape = shape
        entry.composition = value.composition
        entry.part = value.part
        entry.nils = value.nils
        if value.composition == nil {
            entry.action = .field
            // For fields that may be absent or null, or whose mapping has a policy for `nil`, the loop over the members
            // must not decide by itself.
            let isPlain = shape.pointee.absentBytes == nil && value.nils == nil
            entry.kind = isPlain ? shape.pointee.kind : .gate
            entry.nilTest = isPlain ? shape.pointee.nilTest : .never
        } else {
            entry.action = .part
        }
    }
}

extension OutputTable {
    /// A table of entries in the order of the properties.
    static func make(
        _ entries: [OutputEntry], conflict: String? = nil, hooks: UnsafePointer<OutputHooks>? = nil,
        in arena: TableArena
    ) -> UnsafePointer<OutputTable> {
        let isArray = (entries.first?.index ?? -1) >= 0
        let entries = isArray ? entries.sorted { $0.index < $1.index } : entries
        let members = entries.filter { $0.action != .unknown }
        let unknown = entries.filter { $0.action == .unknown }
        let sorted =
            isArray ? entries : members.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) } + unknown
        let table = OutputTable(
            entries: arena.copy(entries + [.end]).baseAddress!, sorted: arena.copy(sorted + [.end]).baseAddress!,
            conflict: conflict, hooks: hooks, isPlain: conflict == nil && hooks == nil)
        return arena.copy(of: table)
    }
}

extension OutputKey {
    init(_ key: String, in arena: TableArena) {
        let text = Array(",\(JSONValue.string(key).description):".utf8)
        textCount = text.count
        self.text = arena.copy(text + [UInt8](repeating: 0, count: OutputKey.padding)).baseAddress!
        bytes = arena.copy(Array(key.utf8))
    }
}
