/// A growing buffer of values without references, laid out as Arrow requires.
///
/// It belongs to one store and is not copied. An array checks for each value whether it is shared, which takes longer
/// than storing a number.
struct Buffer<Value: BitwiseCopyable>: ~Copyable {
    private var memory: UnsafeMutablePointer<Value>
    private(set) var count = 0
    private var capacity: Int

    init() {
        capacity = 64
        memory = .allocate(capacity: capacity)
    }

    deinit { memory.deallocate() }

    @inline(__always)
    mutating func append(_ value: Value) {
        if count == capacity { makeRoom(for: 1) }
        // SAFETY: there is room for one more.
        (memory + count).initialize(to: value)
        count &+= 1
    }

    mutating func append(_ value: Value, times number: Int) {
        makeRoom(for: number)
        // SAFETY: there is room for as many.
        (memory + count).initialize(repeating: value, count: number)
        count += number
    }

    @inline(__always)
    mutating func append(_ values: UnsafeBufferPointer<Value>) {
        guard let source = values.baseAddress else { return }
        if values.count > capacity &- count { makeRoom(for: values.count) }
        // SAFETY: there is room for as many, and what is appended is not in this buffer.
        (memory + count).initialize(from: source, count: values.count)
        count &+= values.count
    }

    /// Makes room for `number` more values.
    @inline(never)
    private mutating func makeRoom(for number: Int) {
        guard number > capacity - count else { return }
        let larger = max(2 * capacity, count + number)
        let target = UnsafeMutablePointer<Value>.allocate(capacity: larger)
        // SAFETY: the first values are initialised, and leave their memory.
        target.moveInitialize(from: memory, count: count)
        memory.deallocate()
        (memory, capacity) = (target, larger)
    }

    var last: Value {
        precondition(count > 0, "only a buffer with values has a last one")
        return memory[count &- 1]
    }

    @inline(__always)
    mutating func changeLast(_ change: (inout Value) -> Void) {
        precondition(count > 0, "only a buffer with values has a last one")
        change(&memory[count &- 1])
    }

    /// Removes all but the first values.
    mutating func keepFirst(_ number: Int) { count = min(count, number) }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: memory, count: count * MemoryLayout<Value>.stride))
    }
}
