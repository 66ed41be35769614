private import CYodelKernels

/// Builds the key tables of one model: the tree of its fields' paths, level by level.
struct KeyTableBuilder {
    let fields: [FieldMeta]
    let typeName: String
    let shapes: ShapeBuilder
    /// How many keys lead on to nested ones: each has a bit behind those of the fields.
    private(set) var nestedCount = 0

    init(fields: [FieldMeta], typeName: String, shapes: ShapeBuilder) {
        self.fields = fields
        self.typeName = typeName
        self.shapes = shapes
    }

    /// What a key leads to: fields, and further keys in the object that is its value.
    private final class Node {
        var targets: [KeyTarget] = []
        var children: [(key: String, node: Node)] = []

        func child(_ key: String) -> Node {
            if let known = children.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) { return known.node }
            let node = Node()
            children.append((key, node))
            return node
        }
    }

    mutating func build() throws -> UnsafePointer<KeyTable> {
        let root = Node()
        for (index, field) in fields.enumerated() {
            for (rank, key) in field.keys.enumerated() {
                let node = key.segments.map(folded).reduce(root) { $0.child($1) }
                if node.targets.contains(where: { $0.field == Int32(index) }) {
                    throw ModelError(
                        .invalidMapping,
                        reason: "\(typeName).\(field.name): two of its keys are the same to a decoder that ignores case"
                    )
                }
                node.targets.append(KeyTarget(field: Int32(index), rank: UInt8(rank)))
            }
        }
        return table(root)
    }

    private var ignoresCase: Bool { shapes.strategy.ignoresCase }

    private func folded(_ key: String) -> String { ignoresCase ? key.lowercased() : key }

    private mutating func table(_ node: Node) -> UnsafePointer<KeyTable> {
        // Plain fields first, in declaration order: the order documents tend to have.
        let ordered = node.children.enumerated().sorted { left, right in
            let (leftRank, rightRank) = (order(left.element.node), order(right.element.node))
            return leftRank == rightRank ? left.offset < right.offset : leftRank < rightRank
        }
        var keys: [KeyEntry] = []
        for child in ordered { keys.append(entry(key: child.element.key, child.element.node)) }
        let entries = shapes.arena.copy(keys + [.end])
        var slotCount = 2
        while slotCount < keys.count * 2 { slotCount *= 2 }
        var slots = [Int32](repeating: -1, count: slotCount)
        for (index, entry) in keys.enumerated() {
            var slot = Int(truncatingIfNeeded: hashBytes(entry.bytes, entry.length)) & (slotCount - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = Int32(index)
        }
        let table = KeyTable(
            entries: entries.baseAddress!, slots: shapes.arena.copy(slots).baseAddress!,
            slotMask: slotCount - 1,
            first: entries.baseAddress! + (ignoresCase ? keys.count : 0), isCaseSensitive: !ignoresCase,
            keyBits: ignoresCase ? nil : keys.reduce(0) { $0 | bit(of: $1) })
        return shapes.arena.copy([table]).baseAddress!
    }

    private func order(_ node: Node) -> Int {
        node.targets.first.map { $0.rank == 0 ? Int($0.field) : fields.count + Int($0.field) } ?? 2 * fields.count
    }

    private mutating func entry(key: String, _ node: Node) -> KeyEntry {
        let bytes = Array(key.utf8)
        let first = node.targets.first
        let field = first.map { fields[Int($0.field)] }
        let action: KeyEntry.Action =
            if node.targets.isEmpty {
                .nested
            } else if node.targets.count > 1 || !node.children.isEmpty {
                .several
            } else if field!.keys.count > 1 {
                .ranked
            } else {
                .store
            }
        var bit = first?.field ?? -1
        if node.targets.isEmpty {
            bit = Int32(fields.count + nestedCount)
            nestedCount += 1
        }
        return KeyEntry(
            bytes: shapes.arena.copy(bytes).baseAddress!, length: bytes.count,
            writtenLength: bytes.contains(where: mustBeEscaped) ? -1 : bytes.count, field: bit,
            rank: first?.rank ?? 0, action: action, offset: field?.offset ?? 0,
            shape: field?.shape ?? Shape.gate, nested: node.children.isEmpty ? nil : table(node),
            targets: shapes.arena.copy(node.targets))
    }
}

private func bit(of entry: KeyEntry) -> UInt64 {
    keyBit(of: UnsafeBufferPointer(start: entry.bytes, count: entry.length))
}

/// The bit of ``KeyTable/keyBits`` that stands for a key, among others.
func keyBit(of key: some RandomAccessCollection<UInt8>) -> UInt64 {
    let quote = UInt8(ascii: "\"")
    return 1 << UInt64(yodel_key_bit(key.first ?? quote, key.dropFirst().first ?? quote))
}

/// A character that no JSON string holds as it is.
private func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

extension KeyEntry {
    /// Stands behind the last entry of a table.
    static var end: KeyEntry {
        KeyEntry(
            bytes: UnsafeRawPointer(Shape.gate).assumingMemoryBound(to: UInt8.self), length: -1, writtenLength: -1,
            field: -1,
            rank: 0,
            action: .store, offset: 0, shape: Shape.gate, nested: nil,
            targets: UnsafeBufferPointer(start: nil, count: 0))
    }
}
