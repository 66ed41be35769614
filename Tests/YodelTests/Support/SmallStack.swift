import Foundation

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

/// Written by the thread, and read after it has ended.
private final class Box<Value>: @unchecked Sendable { var result: Value? }
