#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

/// JSON text on its way out: all of it in one block that grows, or chunk after chunk in one that does not.
///
/// ```
///  start              cursor                   limit          end
///  ├──── written ───────┤─────── room ───────────┤── ``slack`` ─┤
/// ```
///
/// As long as the cursor is not beyond the limit, ``slack`` bytes can be written without asking: a short key and a
/// number after one comparison.
struct OutputBuffer: ~Copyable {
    /// What a member may take without asking again: a key, punctuation and the longest number or date.
    static let slack = 160

    /// Takes a chunk; nil where the text is gathered whole.
    typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    private(set) var start: UnsafeMutablePointer<UInt8>
    /// Where the next byte goes.
    var cursor: UnsafeMutablePointer<UInt8>
    /// The last place for the cursor with ``slack`` bytes before the end.
    private(set) var limit: UnsafeMutablePointer<UInt8>
    private let sink: Sink?
    /// Bytes in chunks that have been handed on.
    private var flushedBytes = 0
    private var maximumBytes: Int
    /// Bytes of whole items before the one that is being written, see ``beginItem(atMost:)``.
    private(set) var keptCount = 0
    /// Why nothing more is wanted: the sink's error, or that there is too much.
    private(set) var stop: Stop?

    enum Stop {
        case tooLong
        case refused(any Error)
    }

    /// A buffer that grows from `capacity` bytes, or hands on chunks of up to `capacity` bytes.
    init(capacity: Int, maximumBytes: Int, sink: Sink? = nil) {
        let capacity = max(capacity, 2 * Self.slack)
        start = allocateBytes(capacity)
        cursor = start
        limit = start + (capacity - Self.slack)
        self.maximumBytes = maximumBytes
        self.sink = sink
    }

    deinit { free(start) }

    /// What is in the buffer: all of the text, or what has not been handed on.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: cursor - start) }

    private var capacity: Int { limit - start + Self.slack }

    /// Chunks are handed to code of a client's, at any time.
    var hasSink: Bool { sink != nil }

    /// Bytes that can be written without asking.
    @inline(__always)
    var room: Int { limit - cursor + Self.slack }

    /// Sees to it that ``slack`` bytes can be written; false when nothing more is wanted.
    @inline(__always)
    mutating func makeRoom() -> Bool {
        cursor <= limit || makeRoomSlow(for: Self.slack)
    }

    /// Makes room for `wanted` bytes, where chunks are gathered for as many of them as fit one.
    @inline(never)
    mutating func makeRoomSlow(for wanted: Int) -> Bool {
        let written = cursor - start
        guard stop == nil, !exceedsMaximum else {
            if stop == nil { stop = .tooLong }
            // Drops what is written from now on, and no item before it.
            cursor = start + keptCount
            return false
        }
        if sink != nil { return flush() }
        let larger = max(capacity * 2, written + wanted + 2 * Self.slack)
        start = reallocateBytes(start, larger)
        cursor = start + written
        limit = start + (larger - Self.slack)
        return true
    }

    private var exceedsMaximum: Bool { flushedBytes + (cursor - start) - keptCount > maximumBytes }

    /// Hands on what is there.
    private mutating func flush() -> Bool {
        defer { cursor = start }
        guard cursor > start else { return true }
        do {
            try sink!(UnsafeRawBufferPointer(bytes))
            flushedBytes += cursor - start
            return true
        } catch {
            stop = .refused(error)
            return false
        }
    }

    /// Ends the text: looks at its length, and hands on what is left.
    mutating func finish() -> Bool {
        guard stop == nil else { return false }
        guard !exceedsMaximum else {
            stop = .tooLong
            return false
        }
        return sink == nil || flush()
    }

    /// Changes the size of a buffer that is empty.
    private mutating func resize(to size: Int) {
        assert(cursor == start && size >= 2 * Self.slack)
        free(start)
        start = allocateBytes(size)
        cursor = start
        limit = start + (size - Self.slack)
    }

    /// Gives back the memory of an empty buffer that is larger than a size.
    mutating func trim(to size: Int) {
        if capacity > size { resize(to: size) }
    }

    /// Sees to it that an empty buffer has room for a text of about this size without growing.
    mutating func expect(_ size: Int) {
        if capacity < size { resize(to: size) }
    }

    // MARK: - Items, of which each is written whole or not at all

    /// The bytes of the item that is being written.
    var itemCount: Int { cursor - start - keptCount }

    /// Begins an item after the text so far, in a buffer without a sink.
    ///
    /// - Parameter maximum: How many bytes it may have.
    mutating func beginItem(atMost maximum: Int) {
        assert(sink == nil && stop == nil && flushedBytes == 0)
        keptCount = cursor - start
        maximumBytes = max(maximum, 0)
        let isReady = makeRoom()
        assert(isReady, "An item without a byte is not too long")
    }

    /// Whether the item that ends here is short enough.
    mutating func endItem() -> Bool {
        guard stop == nil else { return false }
        if exceedsMaximum { stop = .tooLong }
        return stop == nil
    }

    /// Removes what has been written of the item.
    mutating func takeBackItem() {
        cursor = start + keptCount
        stop = nil
    }

    /// Removes bytes from the beginning, and moves the rest there.
    mutating func removeFirst(_ count: Int) {
        let rest = cursor - start - count
        assert(count >= 0 && rest >= 0)
        if rest > 0 { start.update(from: start + count, count: rest) }
        cursor = start + rest
        keptCount = 0
    }

    /// Gives back memory beyond a size, unless the text needs it.
    mutating func shrink(to size: Int) {
        let count = cursor - start
        guard capacity > size, count <= size - 2 * Self.slack else { return }
        start = reallocateBytes(start, size)
        cursor = start + count
        limit = start + (size - Self.slack)
    }

    /// The text as `Data`, without copying it; the buffer is empty afterwards.
    mutating func takeData() -> Data {
        let count = cursor - start
        // A small text is copied rather than keep a block of twice its size.
        guard count >= 1_024 else { return Data(bytes: start, count: count) }
        let block = reallocateBytes(start, count)
        start = allocateBytes(2 * Self.slack)
        cursor = start
        limit = start + Self.slack
        return Data(bytesNoCopy: block, count: count, deallocator: .free)
    }
}

/// Memory from `malloc`, which `Data` can take over, and which grows without copying where the system can do that.
private func allocateBytes(_ count: Int) -> UnsafeMutablePointer<UInt8> { checked(malloc(count)) }

private func reallocateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> UnsafeMutablePointer<UInt8> {
    checked(realloc(bytes, count))
}

private func checked(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<UInt8> {
    guard let memory else { fatalError("Out of memory for JSON text") }
    return memory.assumingMemoryBound(to: UInt8.self)
}
