/// Bits in Arrow's order: the first one is the lowest of the first byte.
struct Bitmap: ~Copyable {
    private var bytes = Buffer<UInt8>()
    private(set) var count = 0

    @inline(__always)
    mutating func append(_ bit: Bool) {
        let value: UInt8 = bit ? 1 : 0
        if count & 7 == 0 {
            bytes.append(value)
        } else {
            bytes.changeLast { $0 |= value << UInt8(truncatingIfNeeded: count & 7) }
        }
        count &+= 1
    }

    mutating func append(_ bit: Bool, times number: Int) {
        var rest = number
        while rest > 0, count & 7 != 0 {
            append(bit)
            rest -= 1
        }
        bytes.append(bit ? 0xFF : 0, times: rest >> 3)
        count += rest & ~7
        for _ in 0..<rest & 7 { append(bit) }
    }

    /// Removes the bits after the first ones.
    ///
    /// Unused bits of the last byte become 0.
    mutating func truncate(to number: Int) {
        guard number < count else { return }
        count = number
        bytes.keepFirst((number + 7) >> 3)
        if number & 7 != 0 { bytes.changeLast { $0 &= (1 << UInt8(number & 7)) - 1 } }
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }

    /// How many of the bits after the first ones are 0.
    func zeroCount(after number: Int) -> Int {
        withUnsafeBytes { bytes in
            let rest = bytes.dropFirst(number >> 3)
            let before = number & 7 == 0 ? 0 : rest.first! & ((1 << UInt8(number & 7)) - 1)
            let ones = rest.reduce(0) { $0 + $1.nonzeroBitCount } - before.nonzeroBitCount
            return count - number - ones
        }
    }
}
