/// Reads a table of a flatbuffer by the offsets that are in it.
struct FlatReader {
    let bytes: ArraySlice<UInt8>
    let start: Int

    struct Malformed: Error { let what: String }

    /// The root table.
    init(root bytes: ArraySlice<UInt8>) throws {
        self.bytes = bytes
        guard bytes.count >= 8 else { throw Malformed(what: "no root") }
        start = try Self.integer(UInt32.self, in: bytes, at: 0).map { Int($0) } ?? 0
    }

    private init(_ bytes: ArraySlice<UInt8>, at start: Int) {
        (self.bytes, self.start) = (bytes, start)
    }

    /// An integer, which has to be aligned; nil where the bytes end before it does.
    private static func integer<Value: FixedWidthInteger>(
        _ type: Value.Type, in bytes: ArraySlice<UInt8>, at offset: Int
    ) throws -> Value? {
        let width = Value.bitWidth / 8
        guard offset >= 0, offset + width <= bytes.count else { throw Malformed(what: "\(type) at \(offset)") }
        guard offset % width == 0 else { throw Malformed(what: "\(type) at \(offset) is not aligned") }
        return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + width)].reversed()
            .reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int) throws -> Value {
        try Self.integer(type, in: bytes, at: offset)!
    }

    /// Where a field is; nil if the table does not have it.
    private func place(of field: Int) throws -> Int? {
        let list = start - Int(try integer(Int32.self, at: start))
        let size = Int(try integer(UInt16.self, at: list))
        guard 4 + 2 * field < size else { return nil }
        let offset = Int(try integer(UInt16.self, at: list + 4 + 2 * field))
        let tableSize = Int(try integer(UInt16.self, at: list + 2))
        guard offset < tableSize else { throw Malformed(what: "field \(field) after the end of its table") }
        return offset == 0 ? nil : start + offset
    }

    private func target(of field: Int) throws -> Int? {
        try place(of: field).map { $0 + Int(try integer(UInt32.self, at: $0)) }
    }

    // MARK: - Fields

    func integer<Value: FixedWidthInteger>(_ field: Int, as type: Value.Type) throws -> Value? {
        try place(of: field).map { try integer(type, at: $0) }
    }

    func table(_ field: Int) throws -> FlatReader? {
        try target(of: field).map { FlatReader(bytes, at: $0) }
    }

    func text(_ field: Int) throws -> String? {
        guard let start = try target(of: field) else { return nil }
        let end = start + 4 + Int(try integer(UInt32.self, at: start))
        guard end < bytes.count, bytes[bytes.startIndex + end] == 0 else { throw Malformed(what: "a string's end") }
        return String(decoding: bytes[(bytes.startIndex + start + 4)..<(bytes.startIndex + end)], as: UTF8.self)
    }

    func tables(_ field: Int) throws -> [FlatReader]? {
        guard let start = try target(of: field) else { return nil }
        return try (0..<Int(integer(UInt32.self, at: start))).map {
            let place = start + 4 + 4 * $0
            return FlatReader(bytes, at: place + Int(try integer(UInt32.self, at: place)))
        }
    }

    /// A vector of structs of two 64-bit integers.
    func pairs(_ field: Int) throws -> [(Int, Int)]? {
        guard let start = try target(of: field) else { return nil }
        return try (0..<Int(integer(UInt32.self, at: start))).map {
            let place = start + 4 + 16 * $0
            return (Int(try integer(Int64.self, at: place)), Int(try integer(Int64.self, at: place + 8)))
        }
    }
}
