import DifferentialKit

/// What an Arrow IPC stream holds, read without any of the writer's code.
struct StreamReader {
    private(set) var columns: [ArrowTable.Column] = []
    private(set) var batches: [[ArrowTable.Row]] = []
    /// The marker is at the end, and nothing after it.
    private(set) var isFinished = false

    var rows: [ArrowTable.Row] { batches.flatMap(\.self) }

    struct Malformed: Error { let what: String }

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        var hasSchema = false
        while !rest.isEmpty {
            guard rest.count >= 8, rest.prefix(4) == [0xFF, 0xFF, 0xFF, 0xFF] else {
                throw Malformed(what: "no message")
            }
            let size = Self.int32(rest, 1)
            rest = rest.dropFirst(8)
            if size == 0 {
                isFinished = true
                guard rest.isEmpty else { throw Malformed(what: "bytes after the end") }
                return
            }
            guard size % 8 == 0, size <= rest.count else { throw Malformed(what: "metadata of \(size) bytes") }
            let message = try FlatReader(root: rest.prefix(size))
            rest = rest.dropFirst(size)
            let bodyLength = Int(try message.integer(3, as: Int64.self) ?? 0)
            guard try message.integer(0, as: Int16.self) == 4 else { throw Malformed(what: "the version") }
            guard bodyLength % 8 == 0, bodyLength <= rest.count, let header = try message.table(2) else {
                throw Malformed(what: "a body of \(bodyLength) bytes")
            }
            switch try message.integer(1, as: UInt8.self) {
            case 1 where !hasSchema:
                hasSchema = true
                columns = try (header.tables(1) ?? []).map(Self.column)
            case 3 where hasSchema:
                batches.append(try Self.batch(header, rest.prefix(bodyLength), columns))
            case let kind: throw Malformed(what: "a message of the kind \(kind ?? 0)")
            }
            rest = rest.dropFirst(bodyLength)
        }
    }

    private static func int32(_ bytes: ArraySlice<UInt8>, _ index: Int) -> Int {
        let place = bytes.startIndex + 4 * index
        return Int(bytes[place..<place + 4].reversed().reduce(Int32(0)) { $0 << 8 | Int32(truncatingIfNeeded: $1) })
    }

    private static func column(_ field: FlatReader) throws -> ArrowTable.Column {
        guard let name = try field.text(0), let type = try field.table(3), let children = try field.tables(5) else {
            throw Malformed(what: "a field")
        }
        let kind: ArrowKind
        switch try field.integer(2, as: UInt8.self) {
        case 2:
            guard try type.integer(1, as: UInt8.self) == 1 else { throw Malformed(what: "an unsigned integer") }
            kind = try type.integer(0, as: Int32.self) == 64 ? .int64 : .int32
        case 3: kind = try type.integer(0, as: Int16.self) == 2 ? .double : .float
        case 4: kind = .binary
        case 5: kind = .text
        case 6: kind = .bool
        case 8: kind = .date
        case 10:
            guard try type.integer(0, as: Int16.self) == 2, try type.text(1) == "UTC" else {
                throw Malformed(what: "the unit of a timestamp")
            }
            kind = .timestamp
        case 12:
            let element = try column(children[0])
            kind = .list(element.kind, nullable: element.isNullable)
        case let number: throw Malformed(what: "the type \(number ?? 0)")
        }
        return ArrowTable.Column(name, kind, nullable: try field.integer(1, as: UInt8.self) == 1)
    }

    private static func batch(
        _ header: FlatReader, _ body: ArraySlice<UInt8>, _ columns: [ArrowTable.Column]
    ) throws -> [ArrowTable.Row] {
        let count = Int(try header.integer(0, as: Int64.self) ?? -1)
        var parts = Parts(nodes: try header.pairs(1) ?? [], buffers: try header.pairs(2) ?? [], body: body)
        let cells = try columns.map { try parts.cells($0.kind, nullable: $0.isNullable, count: count) }
        guard parts.nodes.isEmpty, parts.buffers.isEmpty else { throw Malformed(what: "more buffers than columns") }
        return (0..<count).map { row in cells.map { $0[row] } }
    }

    /// What is left of a batch.
    private struct Parts {
        var nodes: [(Int, Int)]
        var buffers: [(Int, Int)]
        let body: ArraySlice<UInt8>
        private var end = 0

        init(nodes: [(Int, Int)], buffers: [(Int, Int)], body: ArraySlice<UInt8>) {
            (self.nodes, self.buffers, self.body) = (nodes, buffers, body)
        }

        /// The next buffer: it begins where the one before ends, at a multiple of 8.
        mutating func buffer() throws -> ArraySlice<UInt8> {
            let (offset, length) = buffers.removeFirst()
            guard offset == (end + 7) / 8 * 8, length >= 0, offset + length <= body.count else {
                throw Malformed(what: "a buffer at \(offset)")
            }
            guard body.dropFirst(end).prefix(offset - end).allSatisfy({ $0 == 0 }) else {
                throw Malformed(what: "padding that is not zero")
            }
            end = offset + length
            return body.dropFirst(offset).prefix(length)
        }

        mutating func cells(_ kind: ArrowKind, nullable: Bool, count: Int) throws -> [ArrowCell] {
            let (length, nulls) = nodes.removeFirst()
            guard length == count, nulls == 0 || nullable else { throw Malformed(what: "a count of values") }
            let validity = try buffer()
            guard validity.count == (nulls == 0 ? 0 : (count + 7) / 8) else {
                throw Malformed(what: "the bits of nulls")
            }
            var cells = try values(kind, count)
            for index in 0..<count where nulls > 0 && !bit(validity, index) { cells[index] = .null }
            guard cells.count(where: { $0 == .null }) == nulls else { throw Malformed(what: "a count of nulls") }
            return cells
        }

        private mutating func values(_ kind: ArrowKind, _ count: Int) throws -> [ArrowCell] {
            switch kind {
            case .int64, .timestamp: return try integers(count, as: Int64.self).map { .integer($0) }
            case .int32, .date: return try integers(count, as: Int32.self).map { .integer(Int64($0)) }
            case .double: return try integers(count, as: UInt64.self).map { .double($0) }
            case .float: return try integers(count, as: UInt32.self).map { .float($0) }
            case .bool:
                let bits = try buffer()
                guard bits.count == (count + 7) / 8 else { throw Malformed(what: "a count of bits") }
                return (0..<count).map { .bool(bit(bits, $0)) }
            case .text:
                return try pieces(count).map { .text(String(decoding: $0, as: UTF8.self)) }
            case .binary: return try pieces(count).map { .bytes(Array($0)) }
            case .list(let kind, let nullable):
                let offsets = try offsets(count)
                let elements = try cells(kind, nullable: nullable, count: offsets[count])
                return (0..<count).map { .list(Array(elements[offsets[$0]..<offsets[$0 + 1]])) }
            }
        }

        private func bit(_ bits: ArraySlice<UInt8>, _ index: Int) -> Bool {
            bits[bits.startIndex + index / 8] >> (index % 8) & 1 == 1
        }

        private mutating func integers<Value: FixedWidthInteger>(_ count: Int, as type: Value.Type) throws -> [Value] {
            let bytes = Array(try buffer())
            let width = Value.bitWidth / 8
            guard bytes.count == count * width else { throw Malformed(what: "a count of numbers") }
            return (0..<count).map { index in
                bytes[index * width..<(index + 1) * width].reversed()
                    .reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
            }
        }

        private mutating func offsets(_ count: Int) throws -> [Int] {
            let offsets = try integers(count + 1, as: Int32.self).map { Int($0) }
            guard offsets[0] == 0, zip(offsets, offsets.dropFirst()).allSatisfy(<=) else {
                throw Malformed(what: "offsets")
            }
            return offsets
        }

        private mutating func pieces(_ count: Int) throws -> [ArraySlice<UInt8>] {
            let offsets = try offsets(count)
            let bytes = try buffer()
            guard bytes.count == offsets[count] else { throw Malformed(what: "a count of bytes") }
            return (0..<count).map { bytes.dropFirst(offsets[$0]).prefix(offsets[$0 + 1] - offsets[$0]) }
        }
    }
}

// Expected rows are literals.
extension ArrowCell: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
    init(nilLiteral: ()) { self = .null }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .double(value.bitPattern) }
    init(stringLiteral value: String) { self = .text(value) }
    init(arrayLiteral elements: ArrowCell...) { self = .list(elements) }
}
