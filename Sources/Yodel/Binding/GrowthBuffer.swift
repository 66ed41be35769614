/// Raw memory for a growing collection, whose final size is not yet known.
///
/// One block with a header before ``start``, so that a frame needs only a single pointer.
///
/// ```
///  header                   start
/// ┌───────────┬───────────┬─────────────────────────────┐
/// │ byteCount │ next free │ room for byteCount bytes    │
/// └───────────┴───────────┴─────────────────────────────┘
/// ```
struct GrowthBuffer {
    let start: UnsafeMutableRawPointer

    private struct Header {
        let byteCount: Int
        var nextFree: GrowthBuffer?
    }

    fileprivate init(byteCount: Int) {
        // SAFETY: the header is in the bytes before `start`, and has its type as long as the block exists.
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: Shape.greatestAlignment + byteCount, alignment: Shape.greatestAlignment)
        start = block + Shape.greatestAlignment
        block.initializeMemory(as: Header.self, to: Header(byteCount: byteCount))
    }

    private var header: UnsafeMutablePointer<Header> {
        (start - Shape.greatestAlignment).assumingMemoryBound(to: Header.self)
    }

    var byteCount: Int { header.pointee.byteCount }

    var end: UnsafeMutableRawPointer { start + byteCount }

    fileprivate var nextFree: GrowthBuffer? {
        get { header.pointee.nextFree }
        nonmutating set { header.pointee.nextFree = newValue }
    }

    func deallocate() { (start - Shape.greatestAlignment).deallocate() }
}

/// Allocates buffers, and takes them back.
///
/// Collections reuse each other's buffers, so that a document of many small arrays allocates only the arrays
/// themselves.
struct GrowthBufferPool: ~Copyable {
    /// The buffer returned last, which links to the one returned before.
    private var free: GrowthBuffer?

    @inline(__always)
    mutating func take(atLeast minimum: Int) -> GrowthBuffer {
        if let last = free, last.byteCount >= minimum {
            free = last.nextFree
            return last
        }
        return takeLarger(minimum)
    }

    /// Allocates a buffer if there is none, or none that is large enough.
    @inline(never)
    private mutating func takeLarger(_ minimum: Int) -> GrowthBuffer {
        if let last = free {
            free = last.nextFree
            last.deallocate()
        }
        return GrowthBuffer(byteCount: max(minimum, 512))
    }

    @inline(__always)
    mutating func give(_ buffer: GrowthBuffer) {
        buffer.nextFree = free
        free = buffer
    }

    /// Replaces a buffer with one of at least twice the size, and moves its `count` elements there.
    mutating func grow(_ buffer: GrowthBuffer, moving count: Int, of shape: ShapePointer) -> GrowthBuffer {
        let larger = GrowthBuffer(byteCount: max(buffer.byteCount * 2, (count + 1) * shape.pointee.stride))
        // SAFETY: both have room for `count` elements; afterwards only the larger one is initialised.
        if shape.pointee.isBitwiseTakable {
            larger.start.copyMemory(from: buffer.start, byteCount: count * shape.pointee.stride)
        } else {
            shape.pointee.storage._withUnsafeGuaranteedRef { $0.move(buffer.start, to: larger.start, count: count) }
        }
        buffer.deallocate()
        return larger
    }

    /// Keeps no more buffers than many small documents need.
    mutating func trim() {
        var (count, byteCount) = (0, 0)
        var next = free
        while let buffer = next {
            count += 1
            byteCount += buffer.byteCount
            guard count <= 8, byteCount <= BinderMemory.mostKept else { return self = GrowthBufferPool() }
            next = buffer.nextFree
        }
    }

    deinit {
        var next = free
        while let buffer = next {
            next = buffer.nextFree
            buffer.deallocate()
        }
    }
}
