private import CYodelKernels

/// Where the stack of a thread lies, for recursion that passes through code of others and cannot be turned into a loop.
struct StackBounds {
    private let addresses: Range<UInt>
    /// What is left to those who come to an end: to throw, and for what the client's own code needs in between.
    private let reserve: UInt

    /// The bounds for the thread that asks; empty where the system does not say.
    static var current: StackBounds {
        let bounds = yodel_current_stack()
        return StackBounds(
            addresses: UInt(bounds.lowest)..<UInt(bounds.lowest) + UInt(bounds.size),
            reserve: max(min(UInt(bounds.size) / 8, 256 << 10), 64 << 10))
    }

    /// Whether the caller, who runs on the thread, may go on calling.
    var hasRoom: Bool {
        let address = UInt(yodel_stack_position())
        return !addresses.contains(address) || address - addresses.lowerBound > reserve
    }
}

/// Where the stack was when something began that goes through code of others.
struct StackMark: Sendable {
    private let position: UInt

    /// The caller's place.
    static var current: StackMark { StackMark(position: UInt(yodel_stack_position())) }

    /// The caller is so near that nobody has to ask for the bounds of the stack, which takes time.
    var isNear: Bool {
        let distance = Int(bitPattern: position &- UInt(yodel_stack_position()))
        return distance.magnitude < 32 << 10
    }
}
