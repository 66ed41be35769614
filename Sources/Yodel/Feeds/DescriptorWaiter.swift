#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

/// Waits until descriptors can be read or written: any number of them, on one thread.
///
/// The thread begins with the first wait and sleeps in `poll` from then on. A pipe wakes it when the descriptors have
/// changed. Dispatch's read sources are not used: on Linux they read freed memory when a pipe gets its last bytes and
/// is closed while another thread cancels its source.
final class DescriptorWaiter: Sendable {
    static let shared = DescriptorWaiter()

    private struct Wait {
        let number: Int
        /// `POLLIN` or `POLLOUT`.
        let event: Int32
        let continuation: CheckedContinuation<Int32, Never>

        /// Whether the wait is over: its event has come, or an error, which has no event of its own.
        func ends(by events: Int32) -> Bool {
            let others = ~Int32(POLLIN | POLLOUT)
            return events & (event | others) != 0
        }
    }

    private struct State: ~Copyable {
        /// By descriptor: `poll` takes no more entries than the process may have descriptors open.
        var waits: [Int32: [Wait]] = [:]
        /// How many waits there have been.
        var count = 0
        /// The pipe that wakes the thread; nil until it runs.
        var wakeUp: (read: Int32, write: Int32)?
        /// Whether there is a byte in the pipe.
        var isWoken = false
    }

    private let state = Locked(State())

    private init() {}

    /// Returns when reading from a descriptor, or writing to it, would not wait, or the task is cancelled.
    ///
    /// Also returns when reading or writing would fail. It may return early, so the caller checks again.
    ///
    /// - Parameter event: `POLLIN` to read, `POLLOUT` to write.
    /// - Returns: 0, or the system's error number if waiting is not possible.
    func wait(
        for descriptor: Int32, until event: Int32 = Int32(POLLIN), isolation actor: isolated (any Actor)?
    ) async -> Int32 {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: actor) { continuation in
                add(Wait(number: number, event: event, continuation: continuation), for: descriptor)
                // If the task was cancelled before the wait was added, the handler has not found it.
                if Task.isCancelled { cancel(number, for: descriptor) }
            }
        } onCancel: {
            cancel(number, for: descriptor)
        }
    }

    private func add(_ wait: Wait, for descriptor: Int32) {
        let failure = state.withLock { state in
            let failure = start(&state)
            if failure == 0 {
                state.waits[descriptor, default: []].append(wait)
                wake(&state)
            }
            return failure
        }
        if failure != 0 { wait.continuation.resume(returning: failure) }
    }

    private func cancel(_ number: Int, for descriptor: Int32) {
        let wait = state.withLock { state -> Wait? in
            guard let index = state.waits[descriptor]?.firstIndex(where: { $0.number == number }) else { return nil }
            let wait = state.waits[descriptor]?.remove(at: index)
            if state.waits[descriptor]?.isEmpty == true { state.waits[descriptor] = nil }
            // As long as the thread polls a descriptor, its pipe stays open even if it is closed.
            wake(&state)
            return wait
        }
        wait?.continuation.resume(returning: 0)
    }

    private func wake(_ state: inout State) {
        guard !state.isWoken, let descriptor = state.wakeUp?.write else { return }
        var byte: UInt8 = 0
        // The pipe is empty, so this does not wait.
        state.isWoken = retrying { write(descriptor, &byte, 1) } == 1
    }

    // MARK: - The thread

    /// Starts the thread if it is not running; returns 0, or the system's error number if it cannot be started.
    private func start(_ state: inout State) -> Int32 {
        guard state.wakeUp == nil else { return 0 }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return errno }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let failure = startThread {
            var requests: [pollfd] = []
            while true { DescriptorWaiter.shared.waitOnce(&requests) }
        }
        guard failure == 0 else {
            for end in ends { close(end) }
            return failure
        }
        state.wakeUp = (ends[0], ends[1])
        return 0
    }

    /// Waits until a descriptor is ready, and resumes the tasks that wait for it.
    ///
    /// A function of its own because it returns: in a function that never does, the optimiser leaves out releases.
    @inline(never)
    private func waitOnce(_ requests: inout [pollfd]) {
        state.withLock { prepare(&requests, of: &$0) }
        let count = retrying { poll(&requests, nfds_t(requests.count), -1) }
        let failure = count < 0 ? errno : 0
        let ended = state.withLock { state in
            // If polling fails, all waits end.
            requests.dropFirst().filter { $0.revents != 0 || failure != 0 }
                .flatMap { request in
                    let waits = state.waits.removeValue(forKey: request.fd) ?? []
                    let others = waits.filter { failure == 0 && !$0.ends(by: Int32(request.revents)) }
                    if !others.isEmpty { state.waits[request.fd] = others }
                    return waits.filter { failure != 0 || $0.ends(by: Int32(request.revents)) }
                }
        }
        for wait in ended { wait.continuation.resume(returning: failure) }
    }

    /// Lists the descriptors to poll: the pipe that wakes the thread, and all others.
    private func prepare(_ requests: inout [pollfd], of state: inout State) {
        guard let wakeUp = state.wakeUp?.read else { return }
        if state.isWoken {
            var byte: UInt8 = 0
            _ = retrying { systemRead(wakeUp, &byte, 1) }
            state.isWoken = false
        }
        requests.removeAll(keepingCapacity: true)
        requests.append(pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0))
        for (descriptor, waits) in state.waits {
            let events = waits.reduce(0) { $0 | $1.event }
            requests.append(pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0))
        }
    }
}

/// Repeats a system call while signals interrupt it.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// The largest count of one `write` or `read`: Darwin refuses a larger one, where Linux transfers a part.
let largestTransfer = Int(Int32.max)

/// Opens a file, which no process that is started from this one inherits.
///
/// A path that contains a zero byte is an error, `EINVAL`: `open` would take the part before that byte for the path, and
/// open another file.
func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    guard !path.utf8.contains(0) else {
        errno = EINVAL
        return -1
    }
    return retrying { open(path, flags | O_CLOEXEC, mode_t(0o666)) }
}

/// `write`, for types that have a method of this name; writes a part of what is too long for one call.
func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, min(count, largestTransfer))
}

/// `read`, for types that have a method of this name; reads a part of what is too long for one call.
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, min(count, largestTransfer))
}
