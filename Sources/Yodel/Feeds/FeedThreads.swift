#if canImport(Darwin)
import Darwin
private import ObjectiveC
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

private import Dispatch

/// Threads that help to read feeds; when a feed is over, its threads wait for the next.
///
/// A waiting thread refers only to this object and takes no time. As many threads wait as there are processors; more
/// end.
final class FeedThreads: Sendable {
    typealias Job = @Sendable () -> Void

    static let shared = FeedThreads(mostIdle: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private struct State {
        /// The jobs of threads that have been woken for them.
        var jobs: [Job] = []
        /// Threads that wait and have not been woken.
        var idle = 0
        var started = 0
    }

    private let mostIdle: Int
    private let state = Locked(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    init(mostIdle: Int) {
        self.mostIdle = mostIdle
    }

    /// How many threads have been started, and how many of them wait.
    var counts: (started: Int, idle: Int) { state.withLock { ($0.started, $0.idle) } }

    /// Runs a job on one of the threads; false if the system cannot start another thread.
    func run(_ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.jobs.append(job)
            return true
        }
        if isTaken { wakeUp.signal() }
        return isTaken || start(job)
    }

    private func start(_ job: @escaping Job) -> Bool {
        let first = Locked<Job?>(job)
        let failure = startThread {
            self.runFirst(first)
            while self.wait() { self.runNext() }
        }
        guard failure == 0 else { return false }
        state.withLock { $0.started += 1 }
        return true
    }

    /// Waits for a job; false if enough threads wait.
    private func wait() -> Bool {
        let isKept = state.withLock { state in
            guard state.idle < mostIdle else { return false }
            state.idle += 1
            return true
        }
        if isKept { wakeUp.wait() }
        return isKept
    }

    // Not inlined: when they return, nothing of the job is on the stack.

    @inline(never)
    private func runFirst(_ job: Locked<Job?>) { perform(job.withLock { $0.take() }!) }

    @inline(never)
    private func runNext() { perform(state.withLock { $0.jobs.removeFirst() }) }

    private func perform(_ job: Job) {
        #if canImport(Darwin)
        autoreleasepool(invoking: job)
        #else
        job()
        #endif
    }
}

/// Calls a closure with the address of uninitialised signal sets.
///
/// The parser of `CYajl` contains such a set, in its `jmp_buf`, so that module defines the type as well as the system's.
/// The compiler takes the definition that it imports first, which depends on the order of the files, and `sigset_t()`
/// compiles only in a file that imports this module.
func withSignalSets<Result>(_ count: Int, _ body: (UnsafeMutablePointer<sigset_t>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: sigset_t.self, capacity: count) { body($0.baseAddress!) }
}

/// Calls a closure with the attributes of a thread whose stack is at least as large as that of a main thread.
///
/// The system's default may be less: 512 KB on Apple's, 128 KB with musl. The items of a feed whose values call one
/// another for each level of the document (`init(from:)`) would then be refused on one thread and not on another.
///
/// `pthread_attr_t()` compiles only as `sigset_t()` does, see ``withSignalSets(_:_:)``.
private func withThreadAttributes<Result>(_ body: (UnsafeMutablePointer<pthread_attr_t>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
        let attributes = buffer.baseAddress!
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        let least = 8 << 20
        var size = 0
        if pthread_attr_getstacksize(attributes, &size) == 0, size < least {
            pthread_attr_setstacksize(attributes, least)
        }
        return body(attributes)
    }
}

/// Starts a thread on which no signal handler of the program runs; returns 0, or the system's error number.
func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
    final class Body {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
    #if canImport(Darwin) || canImport(Musl)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(Body(run: body))
    let failure = withThreadAttributes { attributes in
        pthread_create(
            &thread, attributes,
            { context in
                withSignalSets(1) { all in
                    sigfillset(all)
                    pthread_sigmask(SIG_SETMASK, all, nil)
                }
                let context: UnsafeMutableRawPointer? = context
                Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
    }
    guard failure == 0 else {
        context.release()
        return failure
    }
    #if canImport(Darwin) || canImport(Musl)
    if let thread { pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
    return 0
}
