/// Raw memory that a collection grows in before its exact size is known, and the pool it comes from.
///
/// Blocks are handed from one collection to the next, so that a document of many small arrays allocates only the
/// arrays themselves.
struct GrowthBuffer {
    /// Enough for every type the tables admit.
    static let alignment = 16

    var start: UnsafeMutableRawPointer
    var byteCount: Int

    var end: UnsafeMutableRawPointer { start + byteCount }
}

struct GrowthBufferPool: ~Copyable {
    private var free: [GrowthBuffer] = []

    mutating func take(atLeast minimum: Int) -> GrowthBuffer {
        if let last = free.popLast() {
            if last.byteCount >= minimum { return last }
            last.start.deallocate()
        }
        return Self.allocate(max(minimum, 512))
    }

    mutating func give(_ buffer: GrowthBuffer) {
        free.append(buffer)
    }

    /// A buffer of at least twice the size in place of `buffer`, holding the `count` elements it held.
    mutating func grow(_ buffer: GrowthBuffer, moving count: Int, of shape: ShapePointer) -> GrowthBuffer {
        let larger = Self.allocate(max(buffer.byteCount * 2, (count + 1) * shape.pointee.stride))
        // SAFETY: both hold `count` elements' room; afterwards only the larger one holds them.
        if shape.pointee.isBitwiseTakable {
            larger.start.copyMemory(from: buffer.start, byteCount: count * shape.pointee.stride)
        } else {
            shape.pointee.storage._withUnsafeGuaranteedRef { $0.move(buffer.start, to: larger.start, count: count) }
        }
        buffer.start.deallocate()
        return larger
    }

    private static func allocate(_ byteCount: Int) -> GrowthBuffer {
        GrowthBuffer(
            start: .allocate(byteCount: byteCount, alignment: GrowthBuffer.alignment), byteCount: byteCount)
    }

    deinit {
        for buffer in free { buffer.start.deallocate() }
    }
}
