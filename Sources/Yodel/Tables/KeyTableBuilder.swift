private import Synchronization

/// Builds the key tables of one model, level by level, from the tree of its fields' paths.
struct KeyTableBuilder {
    let fields: [FieldMeta]
    let compositions: [FieldComposition]
    let typeName: String
    let ignoresCase: Bool
    let arena: TableArena
    /// Each field's position among the properties; for a part, that of its composed field.
    private(set) var places: [Int] = []
    /// The number of keys with nested keys; each has a bit after those of the fields.
    private(set) var nestedCount = 0

    mutating func build() throws -> UnsafePointer<KeyTable> {
        places = Array(fields.indices)
        for composition in compositions {
            for part in composition.parts { places[part] = composition.field }
        }
        let root = PathNode<KeyTarget>()
        for (index, field) in fields.enumerated() where field.isInput {
            for (rank, key) in field.keys.enumerated() {
                let node = key.steps.map(folded).reduce(root) { $0.child($1, lookedForAs: $1) }
                if node.values.contains(where: { $0.field == Int32(index) }) {
                    throw ModelError.invalidMapping(
                        "\(typeName).\(field.name): two of its keys are the same to a decoder that ignores case")
                }
                node.values.append(KeyTarget(field: Int32(index), rank: UInt8(rank)))
            }
        }
        try check(root)
        return table(root)
    }

    private static let tableCount = Atomic<UInt64>(0)

    private func folded(_ step: JSONPath.Step) -> JSONPath.Step {
        ignoresCase ? step.lowercased : step
    }

    private mutating func table(_ node: PathNode<KeyTarget>) -> UnsafePointer<KeyTable> {
        // Elements are sorted by index. Keys are in the order of the properties, which documents tend to follow: a
        // nested key is at its first field, and further keys of fields come last.
        let ordered = node.children.enumerated().map { (place: order($1), offset: $0, child: $1) }.sorted {
            ($0.place, $0.offset) < ($1.place, $1.offset)
        }.map(\.child)
        var keys: [KeyEntry] = []
        for child in ordered { keys.append(entry(child.step.text, child)) }
        let entries = arena.allocate(KeyEntry.self, count: keys.count + 1)
        entries.initialize(from: keys + [.end], count: keys.count + 1)
        let slots = KeySlots(linking: entries, count: keys.count, in: arena)
        let indices = ordered.compactMap(\.step.index)
        let table = KeyTable(
            number: Self.tableCount.wrappingAdd(1, ordering: .relaxed).newValue, entries: entries, slots: slots,
            first: entries + (ignoresCase && indices.isEmpty ? keys.count : 0),
            isCaseSensitive: !ignoresCase,
            skipsUnknown: !ignoresCase && !fields.contains(where: \.keepsUnknown), tag: nil,
            indices: indices.isEmpty ? nil : UnsafePointer(arena.copy(indices + [-1]).baseAddress!))
        return arena.copy(of: table)
    }

    private func order(_ child: PathNode<KeyTarget>) -> Int { child.step.index ?? place(of: child) }

    private func place(of node: PathNode<KeyTarget>) -> Int {
        let own = node.values.map { $0.rank == 0 ? places[Int($0.field)] : fields.count + Int($0.field) }
        return (own + node.children.map { place(of: $0) }).min() ?? 0
    }

    private mutating func entry(_ key: String, _ node: PathNode<KeyTarget>) -> KeyEntry {
        let bytes = Array(key.utf8)
        let first = node.values.first
        let field = first.map { fields[Int($0.field)] }
        let gate: Gate =
            if node.values.isEmpty {
                .nested
            } else if node.values.count > 1 || !node.children.isEmpty {
                .several
            } else if field!.keys.count > 1 {
                .ranked
            } else if field!.refusesNull {
                .unlessNull
            } else {
                .none
            }
        var bit = first?.field ?? -1
        if node.values.isEmpty {
            bit = Int32(fields.count + nestedCount)
            nestedCount += 1
        }
        return KeyEntry(
            head: KeyEntry.Head(bytes), shape: field?.shape ?? Shape.gate, offset: field?.offset ?? 0,
            length: bytes.count, field: bit, rank: first?.rank ?? 0, gate: gate,
            isBlankNil: field?.isBlankNil ?? false, nextInSlot: nil,
            bytes: arena.copy(bytes + [UInt8(ascii: "\"")]).baseAddress!,
            nested: node.children.isEmpty ? nil : table(node), targets: arena.copy(node.values))
    }
}

extension KeyEntry {
    /// The entry after the last of a table.
    static var end: KeyEntry {
        KeyEntry(
            head: KeyEntry.Head([UInt8(ascii: "\\")]), shape: Shape.gate, offset: 0, length: -1, field: -1, rank: 0,
            gate: .none, isBlankNil: false, nextInSlot: nil,
            bytes: UnsafeRawPointer(Shape.gate).assumingMemoryBound(to: UInt8.self),
            nested: nil, targets: UnsafeBufferPointer(start: nil, count: 0))
    }
}
