/// A value of a flatbuffer, of which the metadata of Arrow messages consists.
///
/// A table is a list of fields by number. A field that is nil is left out, and readers take its default; no message here
/// relies on that, except for fields that Arrow itself leaves out.
indirect enum FlatValue {
    case int8(Int8)
    case int16(Int16)
    case int32(Int32)
    case int64(Int64)
    case string(String)
    case table([FlatValue?])
    case tables([[FlatValue?]])
    /// A vector of structs, each made of the same count of 64-bit integers.
    case structs(count: Int, words: [Int64])

    /// How many bytes the field takes in its table: those of the number, or of the offset to the value.
    fileprivate var inlineWidth: Int {
        switch self {
        case .int8: 1
        case .int16: 2
        case .int32, .string, .table, .tables, .structs: 4
        case .int64: 8
        }
    }
}

/// Writes a flatbuffer from front to back.
///
/// Offsets in a flatbuffer point forward, from a field to a later place. So a field that refers to another value is
/// written as 0 first, and set when the value has been written.
struct FlatWriter {
    private(set) var bytes: [UInt8] = []

    /// A buffer whose root is a table, padded to a multiple of 8 bytes.
    static func bytes(of root: [FlatValue?]) -> [UInt8] {
        var writer = FlatWriter()
        writer.append(UInt32(0))
        writer.point(0, to: writer.write(root))
        while writer.bytes.count % 8 != 0 { writer.bytes.append(0) }
        return writer.bytes
    }

    // MARK: - Values

    /// - Returns: Where the table begins: at its offset to the list of its fields, which comes before it.
    private mutating func write(_ fields: [FlatValue?]) -> Int {
        let listSize = 4 + 2 * fields.count
        // The table begins at a multiple of 8, so its fields are aligned if their offsets are.
        let start = (bytes.count + listSize + 7) & ~7
        bytes.append(contentsOf: repeatElement(0, count: start - listSize - bytes.count))
        var size = 4
        let offsets = fields.map { field -> Int in
            guard let width = field?.inlineWidth else { return 0 }
            let offset = (size + width - 1) & ~(width - 1)
            size = offset + width
            return offset
        }
        append(UInt16(listSize))
        append(UInt16(size))
        for offset in offsets { append(UInt16(offset)) }
        append(Int32(listSize))
        bytes.append(contentsOf: repeatElement(0, count: size - 4))
        for case (let field?, let offset) in zip(fields, offsets) { write(field, at: start + offset) }
        return start
    }

    private mutating func write(_ value: FlatValue, at field: Int) {
        switch value {
        case .int8(let value): set(value, at: field)
        case .int16(let value): set(value, at: field)
        case .int32(let value): set(value, at: field)
        case .int64(let value): set(value, at: field)
        case .string(let text):
            point(field, to: beginVector(count: text.utf8.count, alignment: 4))
            bytes.append(contentsOf: text.utf8)
            bytes.append(0)
        case .table(let fields): point(field, to: write(fields))
        case .tables(let tables):
            let vector = beginVector(count: tables.count, alignment: 4)
            point(field, to: vector)
            bytes.append(contentsOf: repeatElement(0, count: 4 * tables.count))
            for (index, table) in tables.enumerated() { point(vector + 4 + 4 * index, to: write(table)) }
        case .structs(let count, let words):
            point(field, to: beginVector(count: count, alignment: 8))
            for word in words { append(word) }
        }
    }

    /// Writes the length of a vector, so that the elements after it are aligned; returns where the vector begins.
    private mutating func beginVector(count: Int, alignment: Int) -> Int {
        while (bytes.count + 4) % alignment != 0 || bytes.count % 4 != 0 { bytes.append(0) }
        append(UInt32(count))
        return bytes.count - 4
    }

    // MARK: - Bytes

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func set(_ value: some FixedWidthInteger, at offset: Int) {
        withUnsafeBytes(of: value.littleEndian) {
            bytes.replaceSubrange(offset..<offset + $0.count, with: $0)
        }
    }

    private mutating func point(_ field: Int, to target: Int) {
        set(UInt32(target - field), at: field)
    }
}
