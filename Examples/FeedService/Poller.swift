// Plumbing: a server has a library for this.

import Foundation

/// Waits for any number of sockets on one thread, so an idle connection needs no thread.
final class Poller: @unchecked Sendable {
    static let shared = Poller()

    private struct Wait {
        var request: pollfd
        var deadline: ContinuousClock.Instant
        var continuation: CheckedContinuation<Bool, Never>
    }

    // Sendable because the lock protects `added`, and nothing else changes.
    private let lock = NSLock()
    private var added: [Wait] = []
    private let wakeUp = Pipe()

    private init() {
        for end in [wakeUp.fileHandleForReading, wakeUp.fileHandleForWriting] {
            _ = fcntl(end.fileDescriptor, F_SETFL, O_NONBLOCK)
        }
        Thread.detachNewThread { self.run() }
    }

    /// Waits until a socket can be used or has failed.
    ///
    /// - Parameter events: `POLLIN`, `POLLOUT`.
    /// - Returns: False at the deadline.
    func wait(for socket: Int32, _ events: Int32, until deadline: ContinuousClock.Instant) async -> Bool {
        await withCheckedContinuation { continuation in
            let request = pollfd(fd: socket, events: Int16(events), revents: 0)
            lock.withLock {
                added.append(Wait(request: request, deadline: deadline, continuation: continuation))
            }
            // If the pipe is full, the thread wakes up without this byte.
            _ = write(wakeUp.fileHandleForWriting.fileDescriptor, "!", 1)
        }
    }

    private func run() -> Never {
        let input = wakeUp.fileHandleForReading.fileDescriptor
        var waits: [Wait] = []
        while true { wait(for: &waits, input) }
    }

    /// Waits for a socket to become ready, or for the first deadline, and resumes the tasks that waited for it.
    ///
    /// A separate function because it returns: in a function that never does, the optimiser omits the releases.
    @inline(never)
    private func wait(for waits: inout [Wait], _ input: Int32) {
        waits += lock.withLock {
            defer { added = [] }
            return added
        }
        var requests = waits.map(\.request) + [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
        _ = poll(&requests, nfds_t(requests.count), Self.milliseconds(until: waits.map(\.deadline).min()))
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(input, &bytes, bytes.count) == bytes.count {}
        let now = ContinuousClock.now
        var others: [Wait] = []
        for (wait, request) in zip(waits, requests) {
            if request.revents == 0, wait.deadline > now {
                others.append(wait)
            } else {
                wait.continuation.resume(returning: request.revents != 0)
            }
        }
        waits = others
    }

    /// Rounded up, so that the thread does not wake up too early; -1 without a deadline.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let time = max(deadline - .now, .zero) / Duration.milliseconds(1)
        return Int32(min(time.rounded(.up), 60_000))
    }
}
