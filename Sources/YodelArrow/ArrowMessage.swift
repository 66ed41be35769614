/// The messages of an Arrow IPC stream, up to their bodies.
///
/// A message is a marker, the length of its metadata, the metadata (a flatbuffer), and a body. All parts are padded to
/// multiples of 8 bytes.
enum ArrowMessage {
    /// Each part of a body begins at a multiple of this.
    static let alignment = 8

    /// Ends a stream: a message without metadata.
    static let end: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]

    /// The first message of a stream, which has no body.
    static func schema(_ fields: [ArrowField]) -> [UInt8] {
        // Little endian, and the columns.
        message(kind: 1, [.int16(0), .tables(fields.map(\.flat))], bodyLength: 0)
    }

    /// The message before the buffers of a batch.
    static func batch(rows: Int, _ layout: BatchLayout) -> [UInt8] {
        let header: [FlatValue?] = [
            .int64(Int64(rows)),
            .structs(count: layout.nodes.count / 2, words: layout.nodes),
            .structs(count: layout.buffers.count / 2, words: layout.buffers),
        ]
        return message(kind: 3, header, bodyLength: layout.bodyLength)
    }

    /// - Parameter kind: The number of the header's table in the union `MessageHeader` of Arrow's `Message.fbs`.
    private static func message(kind: Int8, _ header: [FlatValue?], bodyLength: Int64) -> [UInt8] {
        // Metadata version V5.
        let metadata = FlatWriter.bytes(of: [.int16(4), .int8(kind), .table(header), .int64(bodyLength)])
        var bytes: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        withUnsafeBytes(of: Int32(metadata.count).littleEndian) { bytes.append(contentsOf: $0) }
        return bytes + metadata
    }
}

/// Where the buffers of a batch are in its body, and how many values and nulls each column has.
struct BatchLayout {
    /// Count of values and count of nulls, for each column and each list's elements.
    private(set) var nodes: [Int64] = []
    /// Offset and length, for each buffer.
    private(set) var buffers: [Int64] = []
    private(set) var bodyLength: Int64 = 0

    init(_ stores: some Sequence<ColumnStore>) {
        for store in stores {
            store.forEachNode { nodes += [Int64($0.count), Int64($0.nullCount)] }
            store.forEachBuffer { buffer in
                buffers += [bodyLength, Int64(buffer.count)]
                bodyLength += Int64(buffer.count + Self.padding(after: buffer.count))
            }
        }
    }

    static func padding(after length: Int) -> Int { -length & (ArrowMessage.alignment - 1) }
}
