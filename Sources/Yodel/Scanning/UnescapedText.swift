/// Memory for one string without its escapes; none until the first that has some.
struct UnescapedText: ~Copyable {
    private var memory = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    /// Not to be read before there is room.
    var start: UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: UnsafeBufferPointer(memory).start) }

    var end: UnsafeMutablePointer<UInt8> { start + memory.count }

    var capacity: Int { memory.count }

    /// Makes room for twice as much.
    mutating func grow(keeping count: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(memory.count * 2, 256))
        larger.baseAddress!.update(from: start, count: count)
        memory.deallocate()
        memory = larger
    }

    deinit {
        memory.deallocate()
    }
}
