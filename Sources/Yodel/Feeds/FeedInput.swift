#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

/// An error in opening or reading a file, a pipe or another descriptor.
public struct FeedInputError: YodelError, Hashable {
    /// The input: its path, or "file descriptor" and its number.
    public let input: String
    /// The system's error number, as in `errno`.
    ///
    /// `EINVAL` if the file is shorter than the checkpoint it is resumed at, or the path contains a zero byte.
    public let code: Int32
    /// The reason, if it does not come from the system.
    private let reason: String?

    init(input: String, code: Int32, reason: String? = nil) {
        self.input = input
        self.code = code
        self.reason = reason
    }

    /// The input, and why it cannot be read.
    public var description: String { "\(input): \(reason ?? String(cString: strerror(code)))" }
}

/// The input of a feed: a file descriptor.
final class FeedInput: FeedSource, Sendable {
    let descriptor: Int32
    private let name: String
    /// Whether the descriptor was opened here.
    private let isOwned: Bool
    /// The object that closes a descriptor opened elsewhere.
    private let owner: (any AnyObject & Sendable)?

    /// The bytes of one read: all of their items are in memory at once, and may take a hundred times as much or more.
    static let chunkSize = 64 << 10

    /// - Parameter isBlocking: Whether opening and reading a named pipe wait for its writers. Otherwise both return at
    ///   once, and an empty read is the end only after ``isReady``.
    init(opening path: String, isBlocking: Bool) throws(FeedInputError) {
        descriptor = systemOpen(path, O_RDONLY | (isBlocking ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else { throw FeedInputError(input: path, code: errno) }
        name = path
        isOwned = true
        owner = nil
        #if canImport(Glibc) || canImport(Musl)
        // It is read once, from front to back.
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        #endif
    }

    init(_ descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil) {
        self.descriptor = descriptor
        name = "file descriptor \(descriptor)"
        isOwned = false
        self.owner = owner
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Moves to the offset where reading begins.
    ///
    /// - Parameter mayPassEnd: Whether a file may be shorter than that; then it has nothing to read.
    func seek(to offset: Int, mayPassEnd: Bool = false) throws(FeedInputError) {
        guard offset == 0 || lseek(descriptor, off_t(offset), SEEK_SET) == offset else {
            throw FeedInputError(input: name, code: errno)
        }
        // The file has changed since: its end is not the end of the feed that the offset is from.
        if !mayPassEnd, offset > 0, let size = sizeOfFile, offset > size {
            throw FeedInputError(
                input: name, code: EINVAL,
                reason: "the file ends before the checkpoint: it has \(counted(size, "byte")), "
                    + "and the checkpoint is at byte \(offset)")
        }
    }

    /// Some bytes from an offset on, none after the end; nil if the input can only be read in order.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        var read = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, count in
            read = retrying { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
            count = max(read, 0)
        }
        return read < 0 ? nil : bytes
    }

    /// Nil if the input is not a regular file.
    private var sizeOfFile: Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Whether a read returns at once: with bytes, at the end, or with an error.
    ///
    /// Also true if the system cannot tell.
    var isReady: Bool {
        // `poll` ignores a negative descriptor; reading it fails.
        guard descriptor >= 0 else { return true }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return retrying { poll(&request, 1, 0) } != 0
    }

    /// Waits for bytes and reads them; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int {
        while true {
            if let count = try readAvailable(into: buffer) { return count }
            // A descriptor that does not block.
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard retrying({ poll(&request, 1, -1) }) >= 0 else { throw FeedInputError(input: name, code: errno) }
        }
    }

    /// Reads the bytes that are available; 0 at the end, nil if the descriptor does not block and has none yet.
    func readAvailable(into buffer: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int? {
        let count = retrying { systemRead(descriptor, buffer.baseAddress, buffer.count) }
        if count >= 0 { return count }
        guard errno == EAGAIN || errno == EWOULDBLOCK else { throw FeedInputError(input: name, code: errno) }
        return nil
    }

    /// Returns when ``isReady`` may have become true, or the task is cancelled.
    func waitUntilReady(isolation actor: isolated (any Actor)?) async throws(FeedInputError) {
        let failure = await DescriptorWaiter.shared.wait(for: descriptor, isolation: actor)
        if failure != 0 { throw FeedInputError(input: name, code: failure) }
    }
}
