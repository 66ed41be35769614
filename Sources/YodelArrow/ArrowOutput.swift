internal import Yodel

/// Hands on the bytes of a stream in pieces, and counts them.
final class ArrowOutput {
    static let pieceSize = 64 << 10

    private let write: (UnsafeRawBufferPointer) throws -> Void
    /// Bytes that wait for the next piece.
    private var pending: [UInt8] = []
    /// How many bytes have been handed on.
    private(set) var bytes = 0

    init(_ write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.write = write
    }

    /// Writes to a file, pipe or socket, and waits while it takes no more.
    convenience init(descriptor: Int32, keeping owner: (any AnyObject & Sendable)?) {
        let target = FeedTarget(descriptor, keeping: owner)
        self.init { piece in
            var written = 0
            try target.write(piece, written: &written)
        }
    }

    func append(_ part: [UInt8]) throws { try part.withUnsafeBytes { try append($0) } }

    /// Appends a buffer of a batch, padded with zeros.
    func appendPadded(_ part: UnsafeRawBufferPointer) throws {
        try append(part)
        for _ in 0..<BatchLayout.padding(after: part.count) { pending.append(0) }
    }

    private func append(_ part: UnsafeRawBufferPointer) throws {
        if pending.count + part.count <= Self.pieceSize {
            pending.append(contentsOf: part)
            return
        }
        // A long buffer is handed on without a copy.
        try flush()
        var rest = part[...]
        while rest.count > Self.pieceSize {
            try handOn(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceSize)))
            rest = rest.dropFirst(Self.pieceSize)
        }
        pending.append(contentsOf: rest)
    }

    /// Hands on everything that has been appended.
    func flush() throws {
        guard !pending.isEmpty else { return }
        try pending.withUnsafeBytes { try handOn($0) }
        pending.removeAll(keepingCapacity: true)
    }

    private func handOn(_ piece: UnsafeRawBufferPointer) throws {
        try write(piece)
        bytes += piece.count
    }
}
