#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

/// A value that one thread at a time can access.
///
/// This is not the standard library's `Mutex`, because on Linux its contended path runs in a library that
/// ThreadSanitizer does not instrument, so that it reports races on everything the mutex guards. It understands pthread
/// mutexes.
final class Locked<Value: ~Copyable>: @unchecked Sendable {
    // Sendable because `value` is only accessed between lock and unlock.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: consuming Value) {
        assert(MemoryLayout<Value>.size > 0, "Use StoredElsewhere for a lock without a value")
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let failure = pthread_mutex_init(mutex, nil)
        precondition(failure == 0, "A mutex with default attributes can be made")
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

extension Locked {
    /// The value, locked from the beginning of an access to its end.
    ///
    /// What a change removes is released after the lock: an object of a client may end with it, and use the value.
    var exclusive: Value {
        get { withLock { $0 } }
        _modify {
            pthread_mutex_lock(mutex)
            let before = value
            defer { withExtendedLifetime(before) {} }
            defer { pthread_mutex_unlock(mutex) }
            yield &value
        }
    }
}

/// The value of a lock for something that is stored elsewhere.
///
/// It is not empty: an empty property has the address of its object, where ThreadSanitizer takes a change of it for a
/// race with others that read the object's class.
struct StoredElsewhere {
    private var byte: UInt8 = 0
}
