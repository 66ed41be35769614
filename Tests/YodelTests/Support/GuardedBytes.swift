import Foundation

/// Memory between two unreadable pages: reading outside of it ends the test process.
///
/// A mistake is a fatal error rather than a failed precondition, which tests built with `-Ounchecked` would ignore.
final class GuardedBytes: @unchecked Sendable {
    static let shared = GuardedBytes()
    /// For bytes that are written while ``shared`` is read.
    static let output = GuardedBytes()

    private let lock = NSLock()
    private let capacity = 1 << 21
    private let base: UnsafeMutablePointer<UInt8>

    private init() {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let whole = mmap(nil, capacity + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)!
        base = (whole + page).assumingMemoryBound(to: UInt8.self)
        guard mprotect(base, capacity, PROT_READ | PROT_WRITE) == 0 else {
            fatalError("the middle cannot be made accessible")
        }
    }

    /// Runs `body` on the bytes twice: once with unreadable memory before them, and once with unreadable memory after
    /// them.
    ///
    /// A result that depends on the memory around the bytes also ends the test process.
    func read<Result: Equatable>(_ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if 2 * bytes.count > capacity { fatalError("\(bytes.count) bytes do not fit twice") }
        lock.lock()
        defer { lock.unlock() }
        let last = base + (capacity - bytes.count)
        base.update(from: bytes, count: bytes.count)
        last.update(from: bytes, count: bytes.count)
        let first = body(UnsafeBufferPointer(start: base, count: bytes.count))
        let second = body(UnsafeBufferPointer(start: last, count: bytes.count))
        if first != second { fatalError("the answer is \(first) or \(second), depending on where the bytes lie") }
        return first
    }
}
