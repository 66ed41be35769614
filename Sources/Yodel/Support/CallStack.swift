private import CYodelKernels

/// The call stack of a thread, for recursion that passes through clients' code and cannot become a loop.
enum CallStack {
    /// Whether another call is safe: enough stack is left to throw, and for a client's own code.
    static var hasRoom: Bool { yodel_stack_has_room() }

    /// What an error says that comes before the end of the stack.
    static let expectation = "no more levels than fit on the thread's stack"
    static let hint = "a thread with a larger stack allows more"
}
