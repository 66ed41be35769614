private import CYodelKernels

/// The stack of a thread, for recursion that passes through code of others and cannot be turned into a loop.
enum CallStack {
    /// Whether the caller may go on calling: there is enough left to throw, and for what a client's own code needs.
    static var hasRoom: Bool { yodel_stack_has_room() }
}
