/// Builds what a model is written as from its fields.
///
/// Cold.
struct OutputTableBuilder {
    let fields: [FieldMeta]
    let typeName: String
    let arena: TableArena
    private let ignoresCase: Bool

    init(fields: [FieldMeta], typeName: String, shapes: ShapeBuilder) {
        self.fields = fields
        self.typeName = typeName
        arena = shapes.arena
        ignoresCase = shapes.strategy.ignoresCase
    }

    /// A key of an object: fields that are its value, or the keys of the object that is.
    private final class Node {
        let key: String
        var fields: [FieldMeta] = []
        var children: [Node] = []
        private var positions: [[UInt8]: Int] = [:]

        init(_ key: String) {
            self.key = key
        }

        /// The child for a key that is looked for in another spelling, for decoders that ignore case.
        func child(_ key: String, lookedForAs folded: String) -> Node {
            let bytes = Array(folded.utf8)
            if let position = positions[bytes] { return children[position] }
            let node = Node(key)
            positions[bytes] = children.count
            children.append(node)
            return node
        }
    }

    func build() -> UnsafePointer<OutputTable> {
        let root = Node("")
        for field in fields {
            guard let key = field.keys.first else { continue }
            let node = key.segments.reduce(root) { $0.child($1, lookedForAs: ignoresCase ? $1.lowercased() : $1) }
            node.fields.append(field)
        }
        return table(root, conflict: conflict(in: root, path: []))
    }

    /// The first field that wants a place in which an object has to stand.
    private func conflict(in node: Node, path: [String]) -> String? {
        if let field = node.fields.first, !node.children.isEmpty {
            let inner = firstField(of: node.children[0])
            return "\(typeName): \(field.name) is to be written at \"\(path.joined(separator: "."))\", where there has "
                + "to be an object for \(inner.name)"
        }
        for child in node.children {
            if let conflict = conflict(in: child, path: path + [child.key]) { return conflict }
        }
        return nil
    }

    private func firstField(of node: Node) -> FieldMeta { node.fields.first ?? firstField(of: node.children[0]) }

    private func table(_ node: Node, conflict: String? = nil) -> UnsafePointer<OutputTable> {
        OutputTable.make(node.children.map(entry), conflict: conflict, in: arena)
    }

    private func entry(_ node: Node) -> OutputEntry {
        let key = OutputKey(node.key, in: arena)
        if node.fields.isEmpty {
            var entry = OutputEntry.end
            entry.action = .group
            entry.key = key
            entry.table = table(node)
            return entry
        }
        let candidates = node.fields.map { field in
            OutputEntry(
                action: .field, kind: field.shape.pointee.kind, nilTest: field.shape.pointee.nilTest, key: key,
                offset: field.offset, shape: field.shape, candidates: UnsafeBufferPointer(start: nil, count: 0))
        }
        guard candidates.count > 1 else { return candidates[0] }
        var entry = OutputEntry.end
        entry.action = .several
        entry.key = key
        entry.candidates = arena.copy(candidates)
        return entry
    }
}

extension OutputTable {
    /// A table of entries in the order of the properties.
    static func make(
        _ entries: [OutputEntry], conflict: String? = nil, in arena: TableArena
    ) -> UnsafePointer<OutputTable> {
        let sorted = entries.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        let table = OutputTable(
            entries: arena.copy(entries + [.end]).baseAddress!, sorted: arena.copy(sorted + [.end]).baseAddress!,
            conflict: conflict)
        return UnsafePointer(arena.copy([table]).baseAddress!)
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
