/// The pairs of a value map, keyed by the bytes of both sides: a lookup makes no value and calls no type's own hashing.
///
/// If the lookup finds nothing, the map's closures decide: Swift considers texts equal that have different bytes, and
/// other types may do the same with their values.
final class ValueMap: @unchecked Sendable {
    // Sendable because it is not written after it has been made, and the values it holds are Sendable.
    private let arena = TableArena()
    /// The JSON sides: texts as UTF-8, integers as their 64 bits.
    private let keys: ByteTable
    private let hasTexts: Bool
    /// The value for each of the keys.
    private let values: UnsafeRawPointer
    /// The values that can be written, if the type is plain bytes.
    private let written: ByteTable
    /// The scalar for each of these values.
    private let scalars: UnsafeBufferPointer<ScalarEvent>
    private let valueSize: Int
    private let valueStride: Int
    private let isPlain: Bool
    private let storage: StorageOperations

    /// - Parameters:
    ///   - pairs: The pairs of the map.
    ///   - decoded: The values by JSON side.
    ///   - encoded: The JSON sides by value.
    /// - Returns: Nil if the JSON sides are neither texts nor integers.
    init?<JSON: Hashable, Value: Hashable>(
        _ pairs: KeyValuePairs<JSON, Value>, decoded: [JSON: Value], encoded: [Value: JSON]
    ) {
        guard JSON.self == String.self || JSON.self == Int.self else { return nil }
        let isPlain = _isPOD(Value.self)
        keys = ByteTable(pairs.map { Self.bytes(of: $0.key) })
        values = UnsafeRawPointer(arena.copy(pairs.map { decoded[$0.key]! }).baseAddress!)
        // A value that is not equal to itself has no entry, and is not written.
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

    /// The fast path of the map's transform.
    var direct: DirectTransform {
        DirectTransform(read: { self.read($0, into: $1) }, write: { value, _ in self.scalar(for: value) })
    }

    private func read(_ scalar: ScalarEvent, into target: UnsafeMutableRawPointer) -> Bool {
        guard let index = index(of: scalar) else { return false }
        // SAFETY: `values` has a value for each key, of the type for which the target is allocated.
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

    /// A key as it is written, with its text in the arena.
    private static func scalar<JSON>(_ key: JSON, in arena: TableArena) -> ScalarEvent {
        if let text = key as? String { return .string(arena.copy(Array(text.utf8))) }
        return .number(NumberText(arena.copy(Array((key as! Int).description.utf8))))
    }
}
