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

/// A buffer for JSON output: one block that grows, or a block of fixed size that is flushed in chunks.
///
/// ```
///  start              cursor                   limit          end
///  ├──── written ───────┤─────── room ───────────┤── ``slack`` ─┤
/// ```
///
/// Up to the limit, ``slack`` bytes can be written without a check, so a short key and a number take one comparison.
struct OutputBuffer: ~Copyable {
    /// The bytes that a member may take without a check: a key, punctuation and the longest number or date.
    static let slack = 160

    /// Receives a chunk; there is no receiver if the whole text is collected.
    typealias Receiver = (UnsafeRawBufferPointer) throws -> Void

    private(set) var start: UnsafeMutablePointer<UInt8>
    /// Where the next byte goes.
    var cursor: UnsafeMutablePointer<UInt8>
    /// The last position of the cursor with ``slack`` bytes before the end.
    private(set) var limit: UnsafeMutablePointer<UInt8>
    private let receiver: Receiver?
    /// The number of bytes in flushed chunks.
    private var flushedBytes = 0
    private var maximumBytes: Int
    /// The number of bytes of whole items before the current one, see ``beginItem(atMost:)``.
    private(set) var keptCount = 0
    /// Why writing has stopped: the receiver's error, or a text that is too long.
    private(set) var stop: Stop?

    enum Stop {
        case tooLong
        case refused(any Error)
    }

    /// Creates a buffer that grows from `capacity` bytes, or flushes chunks of up to `capacity` bytes.
    init(capacity: Int, maximumBytes: Int, receiver: Receiver? = nil) {
        let capacity = max(capacity, 2 * Self.slack)
        start = checked(malloc(capacity))
        cursor = start
        limit = start + (capacity - Self.slack)
        self.maximumBytes = maximumBytes
        self.receiver = receiver
    }

    deinit { free(start) }

    /// The content of the buffer: the whole text, or the part not yet flushed.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: cursor - start) }

    private var capacity: Int { limit - start + Self.slack }

    /// Whether a client's code receives chunks, at any time.
    var hasReceiver: Bool { receiver != nil }

    /// The number of bytes that can be written without a check.
    @inline(__always)
    var room: Int { limit - cursor + Self.slack }

    /// Makes sure that ``slack`` bytes can be written; returns false if writing has stopped.
    @inline(__always)
    mutating func makeRoom() -> Bool {
        cursor <= limit || makeRoomSlow(for: Self.slack)
    }

    /// Makes room for `wanted` bytes; with a receiver, for as many of them as fit into a chunk.
    @inline(never)
    mutating func makeRoomSlow(for wanted: Int) -> Bool {
        guard checkLength() else {
            // Drops the output of the current item, but no earlier items.
            cursor = start + keptCount
            return false
        }
        if receiver != nil { return flush() }
        resize(to: max(capacity * 2, cursor - start + wanted + 2 * Self.slack))
        return true
    }

    /// Whether the text, or the current item, is too long.
    var exceedsMaximum: Bool { flushedBytes + (cursor - start) - keptCount > maximumBytes }

    /// Whether the text so far, or the current item, is short enough; if not, writing stops.
    mutating func checkLength() -> Bool {
        if stop == nil, exceedsMaximum { stop = .tooLong }
        return stop == nil
    }

    /// Passes the content to the receiver.
    private mutating func flush() -> Bool {
        defer { cursor = start }
        guard cursor > start else { return true }
        do {
            try receiver!(UnsafeRawBufferPointer(bytes))
            flushedBytes += cursor - start
            return true
        } catch {
            stop = .refused(error)
            return false
        }
    }

    /// Ends the text: checks its length, and flushes the rest.
    mutating func finish() -> Bool { checkLength() && (receiver == nil || flush()) }

    /// Changes the size of the memory, which keeps the text.
    private mutating func resize(to size: Int) {
        let count = cursor - start
        assert(count <= size && size >= 2 * Self.slack)
        start = checked(realloc(start, size))
        cursor = start + count
        limit = start + (size - Self.slack)
    }

    /// Makes sure that an empty buffer has room for a text of about this size without growing.
    mutating func expect(_ size: Int) {
        if capacity < size { resize(to: size) }
    }

    // MARK: - Items, each written whole or not at all

    /// The number of bytes of the current item.
    var itemCount: Int { cursor - start - keptCount }

    /// Begins an item after the text so far, in a buffer without a receiver.
    ///
    /// - Parameter maximum: The maximum number of bytes of the item.
    mutating func beginItem(atMost maximum: Int) {
        assert(receiver == nil && stop == nil && flushedBytes == 0)
        keptCount = cursor - start
        maximumBytes = max(maximum, 0)
        let isReady = makeRoom()
        assert(isReady, "An empty item is not too long")
    }

    /// Removes what has been written of the current item.
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

    /// Shrinks the memory to a size, or to that of the text if it is longer.
    mutating func shrink(to size: Int) {
        guard capacity > size, cursor - start <= size - 2 * Self.slack else { return }
        resize(to: size)
    }

    /// Appends the text to a client's span, which stays as it is if it has no room for all of the text.
    ///
    /// - Throws: ``ModelError`` of the code ``ModelError/Code/capacityLimit``.
    func append(to span: inout OutputSpan<UInt8>) throws(ModelError) {
        let (text, room) = (bytes, span.freeCapacity)
        guard text.count <= room else {
            throw ModelError(
                .capacityLimit, expected: "at most \(counted(room, "byte"))", found: counted(text.count, "byte"))
        }
        span.withUnsafeMutableBufferPointer { memory, count in
            // SAFETY: the span has `count` initialised bytes at the beginning of `memory`, and after them room for the
            // text, as has been checked. The text is memory of this buffer alone, so the two do not overlap.
            _ = UnsafeMutableBufferPointer(rebasing: memory[count...]).initialize(from: text)
            count += text.count
        }
    }

    /// The text as `Data`; a long one is moved out of the buffer without a copy.
    mutating func takeData() -> Data {
        let count = cursor - start
        // A small text is copied, to avoid keeping a block of twice its size.
        guard count >= 1_024 else { return Data(bytes: start, count: count) }
        let block = checked(realloc(start, count))
        start = checked(malloc(2 * Self.slack))
        cursor = start
        limit = start + Self.slack
        return Data(bytesNoCopy: block, count: count, deallocator: .free)
    }
}

/// Memory from `malloc`, which `Data` can take over, and which can grow without copying where the system supports it.
private func checked(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<UInt8> {
    guard let memory else { fatalError("Out of memory for JSON text") }
    return memory.assumingMemoryBound(to: UInt8.self)
}
