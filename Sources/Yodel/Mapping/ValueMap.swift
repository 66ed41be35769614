/// The pairs of a value map by the bytes of both sides: nothing is made, and no type's own hashing asked, to find the
/// one that belongs to the other.
///
/// What is not found may be one of the pairs all the same, and is left to the map's closures: Swift takes texts for
/// equal that are spelled with other bytes, and types may do so with their values.
final class ValueMap: @unchecked Sendable {
    // Sendable because it is never written after it has been made, and the values it holds are.
    private let arena = TableArena()
    /// What JSON has: texts as UTF-8, integers as their 64 bits.
    private let keys: ByteTable
    private let hasTexts: Bool
    /// What each of the keys stands for.
    private let values: UnsafeRawPointer
    /// Values that can be written, where their bytes are all there is to them.
    private let written: ByteTable
    /// What each of these is written as.
    private let scalars: UnsafeBufferPointer<ScalarEvent>
    private let valueSize: Int
    private let valueStride: Int
    private let isPlain: Bool
    private let storage: StorageOperations

    /// - Parameters:
    ///   - pairs: What the map was made of.
    ///   - decoded: What it makes of JSON.
    ///   - encoded: What it makes of its values.
    /// - Returns: Nil where JSON has other values than texts and integers.
    init?<JSON: Hashable, Value: Hashable>(
        _ pairs: KeyValuePairs<JSON, Value>, decoded: [JSON: Value], encoded: [Value: JSON]
    ) {
        guard JSON.self == String.self || JSON.self == Int.self else { return nil }
        let isPlain = _isPOD(Value.self)
        let known = pairs.filter { decoded[$0.key] != nil }
        keys = ByteTable(known.map { Self.bytes(of: $0.key) })
        values = UnsafeRawPointer(arena.copy(known.map { decoded[$0.key]! }).baseAddress!)
        // A value that is not even equal to itself is not written.
        let reversible = isPlain ? pairs.filter { encoded[$0.value] != nil } : []
        written = ByteTable(reversible.map { pair in withUnsafeBytes(of: pair.value) { Array($0) } })
        var scalars: [ScalarEvent] = []
        for pair in reversible { scalars.append(Self.scalar(encoded[pair.value]!, in: arena)) }
        self.scalars = arena.copy(scalars)
        hasTexts = JSON.self == String.self
        valueSize = MemoryLayout<Value>.size
        valueStride = MemoryLayout<Value>.stride
        self.isPlain = isPlain
        storage = TypedStorage<Value>()
    }

    /// The short way of the map's transform.
    var direct: DirectTransform {
        DirectTransform(read: { self.read($0, into: $1) }, write: { value, _ in self.scalar(for: value) })
    }

    private func read(_ scalar: ScalarEvent, into target: UnsafeMutableRawPointer) -> Bool {
        guard let index = index(of: scalar) else { return false }
        // SAFETY: there is a value for each of the keys, of the type that the target has room for.
        let value = values + index * valueStride
        if isPlain { target.copyMemory(from: value, byteCount: valueSize) } else { storage.copy(value, to: target) }
        return true
    }

    private func index(of scalar: ScalarEvent) -> Int? {
        switch scalar {
        case .string(let bytes) where hasTexts: return keys.index(of: bytes)
        case .number(let text) where !hasTexts:
            guard let number = text.int64() else { return nil }
            return withUnsafeBytes(of: number) { $0.withMemoryRebound(to: UInt8.self) { keys.index(of: $0) } }
        default: return nil
        }
    }

    private func scalar(for value: UnsafeRawPointer) -> ScalarEvent? {
        guard isPlain else { return nil }
        let bytes = UnsafeBufferPointer(start: value.assumingMemoryBound(to: UInt8.self), count: valueSize)
        return written.index(of: bytes).map { scalars[$0] }
    }

    private static func bytes<JSON>(of key: JSON) -> [UInt8] {
        if let text = key as? String { return Array(text.utf8) }
        return withUnsafeBytes(of: Int64(key as! Int)) { Array($0) }
    }

    /// A key as it is written, its text in memory of the arena.
    private static func scalar<JSON>(_ key: JSON, in arena: TableArena) -> ScalarEvent {
        if let text = key as? String { return .string(arena.copy(Array(text.utf8))) }
        return .number(NumberText(arena.copy(Array((key as! Int).description.utf8))))
    }
}
