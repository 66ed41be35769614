#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The next bytes of a feed, and what keeps them where they are.
struct FeedChunk {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Nil if the bytes are gone when the call returns.
    let owner: FeedBytes?
    /// The index of the first byte in what the owner has.
    private let start: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, of owner: FeedBytes? = nil, at start: Int = 0) {
        self.bytes = bytes
        self.owner = owner
        self.start = start
    }

    var count: Int { bytes.count }

    subscript(range: Range<Int>) -> FeedChunk {
        FeedChunk(UnsafeBufferPointer(rebasing: bytes[range]), of: owner, at: start + range.lowerBound)
    }

    /// The indices of some of the bytes in what the owner has.
    func indicesInOwner(_ range: Range<Int>) -> Range<Int> { range.lowerBound + start..<range.upperBound + start }
}

/// Bytes that stay where they are as long as something refers to this.
class FeedBytes: @unchecked Sendable {
    // Sendable because the bytes do not change once the first block of them is read.

    func withBytes(_ body: (UnsafeBufferPointer<UInt8>) throws(ModelError) -> Void) throws(ModelError) {
        preconditionFailure("overridden")
    }
}

/// Bytes that a client has handed over.
final class HeldBytes: FeedBytes, @unchecked Sendable {
    private let bytes: any Sequence<UInt8>

    /// - Returns: Nil for a type that may not be ready for several threads.
    init?(_ bytes: some Sequence<UInt8>) {
        guard
            bytes is [UInt8] || bytes is ArraySlice<UInt8> || bytes is ContiguousArray<UInt8> || bytes is Data
        else { return nil }
        self.bytes = bytes
    }

    override func withBytes(_ body: (UnsafeBufferPointer<UInt8>) throws(ModelError) -> Void) throws(ModelError) {
        try withContiguousBytes(of: bytes, body)
    }
}

/// Bytes in memory of a ``FeedMemory``.
final class ReadBytes: FeedBytes, @unchecked Sendable {
    let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0
    private let home: FeedMemory

    fileprivate init(_ memory: UnsafeMutableRawBufferPointer, of home: FeedMemory) {
        self.memory = memory
        self.home = home
    }

    deinit { home.takeBack(memory) }

    /// Where the next bytes go.
    var room: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: memory[count...]) }

    /// Counts bytes that have been written to ``room``.
    func added(_ count: Int) { self.count += count }

    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        room.copyMemory(from: UnsafeRawBufferPointer(bytes))
        count += bytes.count
    }

    override func withBytes(_ body: (UnsafeBufferPointer<UInt8>) throws(ModelError) -> Void) throws(ModelError) {
        try body(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(memory.bindMemory(to: UInt8.self))[..<count]))
    }

    var chunk: FeedChunk {
        FeedChunk(
            UnsafeBufferPointer(rebasing: UnsafeBufferPointer(memory.bindMemory(to: UInt8.self))[..<count]), of: self)
    }
}

/// Memory that the bytes of a feed are read to, used again when nothing refers to them.
///
/// New memory of this size would be the system's, and cost a page fault for each page.
final class FeedMemory: Sendable {
    private let size: Int
    private let unused = Locked<[UnsafeMutableRawBufferPointer]>([])

    init(size: Int) {
        self.size = max(size, 1)
    }

    deinit {
        for memory in unused.exchange([]) { memory.deallocate() }
    }

    func make() -> ReadBytes {
        ReadBytes(
            unused.withLock { $0.popLast() } ?? .allocate(byteCount: size, alignment: 64), of: self)
    }

    fileprivate func takeBack(_ memory: UnsafeMutableRawBufferPointer) { unused.withLock { $0.append(memory) } }
}
