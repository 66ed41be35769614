import Foundation

@testable import Yodel

/// Calls `body` on a thread with a stack of so many bytes.
func onStack<Result: Sendable>(of size: Int, _ body: @escaping @Sendable () -> Result) -> Result {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        box.result = body()
        done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    return box.result!
}

/// Calls `body` on a small stack, most of which is in use.
func atEndOfStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    @Sendable func descend() -> Result {
        guard CallStack.hasRoom else { return body() }
        return withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { memory in
            memory[0] = 0
            return descend()
        }
    }
    return onStack(of: 512 << 10, descend)
}

/// Written by the thread, and read after it has ended.
private final class Box<Value>: @unchecked Sendable { var result: Value? }
