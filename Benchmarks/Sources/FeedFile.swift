import BenchmarkModels
import Foundation

/// A document in an unnamed file, which is gone when the last process that has it open ends, in whatever way.
struct FeedFile {
    let handle: FileHandle
    let size: Int

    private var descriptor: Int32 { handle.fileDescriptor }

    /// A document that another process has opened.
    init(_ handle: FileHandle) throws {
        self.handle = handle
        size = Int(lseek(handle.fileDescriptor, 0, SEEK_END))
        guard size >= 0 else { throw FeedFileError("read") }
    }

    /// Writes the document to a new file, piece by piece.
    ///
    /// - Parameter progress: called with the number of bytes written so far.
    init(writing feed: UserList.Feed, progress: (Int) -> Void = { _ in }) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("feed-\(UUID().uuidString).json")
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FeedFileError("create \(url.path)") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try FileManager.default.removeItem(at: url)
        var written = 0
        for piece in feed {
            try handle.write(contentsOf: piece)
            written += piece.count
            progress(written)
        }
        self.handle = handle
        size = written
    }

    /// The whole document, in exactly as much memory as it has bytes.
    func bytes() throws -> [UInt8] {
        try rewind()
        return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            try fill(UnsafeMutableRawBufferPointer(buffer))
            count = size
        }
    }

    /// The whole document, in exactly as much memory as it has bytes.
    func data() throws -> Data {
        try rewind()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        do {
            try fill(buffer)
        } catch {
            buffer.deallocate()
            throw error
        }
        guard let start = buffer.baseAddress else { return Data() }
        return Data(bytesNoCopy: start, count: size, deallocator: .custom { start, _ in start.deallocate() })
    }

    /// Passes the document to the body in pieces, all in the same buffer.
    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try rewind()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try readSome(into: buffer)
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// The position in the file is shared by all processes that inherited it.
    private func rewind() throws {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FeedFileError("read") }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws {
        var filled = 0
        while filled < buffer.count {
            let count = try readSome(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if count == 0 { throw FeedFileError("read all of") }
            filled += count
        }
    }

    private func readSome(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw FeedFileError("read") }
        }
    }
}

/// A failed operation on the file of a feed.
struct FeedFileError: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) {
        description = "cannot \(what) the feed: \(String(cString: strerror(errno)))"
    }
}
