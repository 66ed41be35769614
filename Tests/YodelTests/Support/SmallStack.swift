import Foundation

/// Calls `body` on a thread whose stack has so many bytes.
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

/// Written by the thread, and read when that is done.
private final class Box<Value>: @unchecked Sendable {
    var result: Value?
}
