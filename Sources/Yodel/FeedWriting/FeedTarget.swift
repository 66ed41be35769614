private import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

/// An error in opening or writing a file, pipe or socket.
public struct FeedTargetError: YodelError, Hashable {
    /// The target: its path, or "file descriptor" and its number.
    public let target: String
    /// The system's error number, as in `errno`: `EPIPE` if nothing reads the pipe or socket any more, `EFBIG` if the
    /// process may write no larger file, `EINVAL` if the path contains a zero byte.
    public let code: Int32

    /// The target, and why it cannot be written.
    public var description: String {
        // The system's text for a pipe without a reader is "No such device or address".
        let reason = code == ENXIO ? "no device, or a pipe without a reader" : String(cString: strerror(code))
        return "\(target): \(reason)"
    }
}

/// The target of an output: a file descriptor.
package final class FeedTarget: Sendable {
    let descriptor: Int32
    private let name: String
    /// Whether the descriptor was opened here and has not been closed.
    private let isOwned: Locked<Bool>
    /// The object that closes a descriptor opened elsewhere.
    private let owner: (any AnyObject & Sendable)?
    /// Whether it is a regular file, not a pipe, a socket or a terminal.
    let isFile: Bool

    /// How many bytes a pipe takes without waiting if `poll` reports that it takes any.
    private static let pieceSize = 4_096

    /// - Parameters:
    ///   - appends: Whether the file keeps its content and can be read; otherwise it is emptied.
    ///   - waits: Whether opening a named pipe waits for its reader.
    init(opening path: String, appends: Bool = false, waits: Bool = false) throws(FeedTargetError) {
        let flags = (appends ? O_RDWR : O_WRONLY | O_TRUNC) | (waits ? 0 : O_NONBLOCK)
        descriptor = systemOpen(path, flags | O_CREAT)
        guard descriptor >= 0 else { throw FeedTargetError(target: path, code: errno) }
        name = path
        isOwned = Locked(true)
        owner = nil
        isFile = Self.isFile(descriptor)
    }

    package init(_ descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil) {
        self.descriptor = descriptor
        name = "file descriptor \(descriptor)"
        isOwned = Locked(false)
        self.owner = owner
        isFile = Self.isFile(descriptor)
    }

    deinit { try? finish() }

    /// Closes a descriptor that was opened here: some file systems report only then that bytes could not be stored.
    func finish() throws(FeedTargetError) {
        let closes = isOwned.withLock { isOwned in
            defer { isOwned = false }
            return isOwned
        }
        // An interrupted call is not repeated: the number may belong to another file by then.
        guard !closes || close(descriptor) == 0 else { throw failure() }
    }

    private static func isFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    func failure(_ code: Int32 = errno) -> FeedTargetError { FeedTargetError(target: name, code: code) }

    // MARK: - Writing

    /// Writes all bytes, and waits while the target takes no more.
    ///
    /// - Parameter written: How many of the bytes have been written, also if an error is thrown.
    package func write(_ bytes: UnsafeRawBufferPointer, written: inout Int) throws(FeedTargetError) {
        written = 0
        while written < bytes.count {
            if let count = try writeSome(UnsafeRawBufferPointer(rebasing: bytes[written...])) {
                written += count
            } else {
                // A descriptor that does not block.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard retrying({ poll(&request, 1, -1) }) >= 0 else { throw failure() }
            }
        }
    }

    /// Writes all bytes, and blocks no thread of Swift's concurrency.
    ///
    /// A thread of Dispatch writes the bytes that the target takes, and the one thread of ``DescriptorWaiter`` waits
    /// for the rest.
    ///
    /// - Parameter written: How many of the bytes have been written, also if an error is thrown.
    /// - Throws: ``FeedTargetError``, or `CancellationError` for a task that is cancelled while it waits.
    func write(_ bytes: [UInt8], written: inout Int, isolation actor: isolated (any Actor)?) async throws {
        written = 0
        while true {
            let start = written
            let failure: FeedTargetError?
            (written, failure) = await withCheckedContinuation(isolation: actor) { continuation in
                DispatchQueue.global().async { continuation.resume(returning: self.writeReady(bytes, from: start)) }
            }
            if let failure { throw failure }
            if written == bytes.count { return }
            if Task.isCancelled { throw CancellationError() }
            let code = await DescriptorWaiter.shared.wait(for: descriptor, until: Int32(POLLOUT), isolation: actor)
            if code != 0 { throw self.failure(code) }
        }
    }

    /// Writes as much as the target takes without waiting.
    ///
    /// - Returns: How many of the bytes have been written by now, and the error, if any.
    private func writeReady(_ bytes: [UInt8], from start: Int) -> (written: Int, failure: FeedTargetError?) {
        bytes.withUnsafeBytes { bytes in
            var written = start
            do throws(FeedTargetError) {
                while written < bytes.count, isReady {
                    let most = isFile ? bytes.count : min(written + Self.pieceSize, bytes.count)
                    let piece = UnsafeRawBufferPointer(rebasing: bytes[written..<most])
                    guard let count = try writeSome(piece) else { break }
                    written += count
                }
            } catch {
                return (written, error)
            }
            return (written, nil)
        }
    }

    /// Whether a write returns at once: there is room, or an error.
    private var isReady: Bool {
        guard !isFile, descriptor >= 0 else { return true }
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return retrying { poll(&request, 1, 0) } != 0
    }

    /// Writes some of the bytes; nil if the descriptor does not block and takes none for now.
    private func writeSome(_ bytes: UnsafeRawBufferPointer) throws(FeedTargetError) -> Int? {
        var code: Int32 = 0
        let write = {
            let count = retrying { systemWrite(self.descriptor, bytes.baseAddress, bytes.count) }
            // Calls after this one may change `errno`.
            code = count < 0 ? errno : 0
            return count
        }
        let count = withoutSignal(of: bytes.count, write)
        if count >= 0 { return count }
        guard code == EAGAIN || code == EWOULDBLOCK else { throw failure(code) }
        return nil
    }

    /// Makes a write fail, instead of ending the process by a signal: to a pipe or socket without a reader with `EPIPE`,
    /// and on Linux to a file that has the largest size the process may write with `EFBIG`.
    ///
    /// - Parameter wanted: How many bytes `write` is to write.
    private func withoutSignal(of wanted: Int, _ write: () -> Int) -> Int {
        #if canImport(Darwin)
        if !isFile { _ = fcntl(descriptor, F_SETNOSIGPIPE, 1) }
        return write()
        #else
        // The signal goes to the thread that writes. It is blocked there, and taken if this write has caused it.
        let signal = isFile ? SIGXFSZ : SIGPIPE
        return withSignalSets(3) { sets in
            let (signals, before, pending) = (sets, sets + 1, sets + 2)
            sigemptyset(signals)
            sigaddset(signals, signal)
            sigpending(pending)
            guard sigismember(pending, signal) == 0, pthread_sigmask(SIG_BLOCK, signals, before) == 0 else {
                return write()
            }
            let count = write()
            // If the last reader goes while a write waits, the write returns a count and also causes the signal.
            if count < wanted {
                var now = timespec()
                _ = retrying { sigtimedwait(signals, nil, &now) }
            }
            pthread_sigmask(SIG_SETMASK, before, nil)
            return count
        }
        #endif
    }

    // MARK: - Files

    /// The size of the file; other targets cannot be appended to.
    func size() throws(FeedTargetError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        guard isFile else { throw failure(ESPIPE) }
        return Int(status.st_size)
    }

    func read(at offset: Int, count: Int) throws(FeedTargetError) -> [UInt8] {
        // An array made of no memory would write its count to the one empty array, which all threads share.
        guard count > 0 else { return [] }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            while read < count {
                let wanted = min(count - read, largestTransfer)
                let more = retrying { pread(descriptor, buffer.baseAddress! + read, wanted, off_t(offset + read)) }
                if more < 0 { code = errno }
                if more <= 0 { return }
                read += more
            }
        }
        // If the file becomes shorter while it is read, another process writes it, too.
        guard code == 0, bytes.count == count else { throw failure(code == 0 ? EBUSY : code) }
        return bytes
    }

    /// Cuts the file, and continues writing at its end.
    func cut(to size: Int) throws(FeedTargetError) {
        guard retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else { throw failure() }
        guard lseek(descriptor, off_t(size), SEEK_SET) == size else { throw failure() }
    }
}
