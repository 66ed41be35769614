import Foundation
import Testing

@testable import Yodel

/// Eight new threads, rather than those of a pool, which has as many as there are cores.
enum EightThreads {
    static let count = 8

    /// Runs a body on each of the threads, which all start at the same time, and waits for all of them.
    ///
    /// An error on one is recorded as an issue.
    static func run(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (_ thread: Int) throws -> Void
    ) {
        let gate = Gate(count)
        let errors = Locked<[String]>([])
        for thread in 0..<count {
            Thread.detachNewThread {
                gate.open()
                do {
                    try body(thread)
                } catch {
                    errors.withLock { $0.append("thread \(thread): \(error)") }
                }
                gate.leave()
            }
        }
        gate.wait()
        for error in errors.withLock({ $0 }) { Issue.record("\(error)", sourceLocation: sourceLocation) }
    }

    /// Lets the threads through when all have arrived, and reports when all have left.
    private final class Gate: @unchecked Sendable {
        // Sendable because the condition's lock protects the numbers.
        private let condition = NSCondition()
        private var awaited: Int
        private var inside: Int

        init(_ count: Int) {
            awaited = count
            inside = count
        }

        func open() {
            condition.lock()
            defer { condition.unlock() }
            awaited -= 1
            condition.broadcast()
            while awaited > 0 { condition.wait() }
        }

        func leave() {
            condition.lock()
            defer { condition.unlock() }
            inside -= 1
            condition.broadcast()
        }

        func wait() {
            condition.lock()
            defer { condition.unlock() }
            while inside > 0 { condition.wait() }
        }
    }
}
