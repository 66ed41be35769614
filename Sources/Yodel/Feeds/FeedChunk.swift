#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The next bytes of a feed, and the object that keeps them in place.
struct FeedChunk {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Nil if the bytes are valid only until the call returns.
    let owner: FeedBytes?
    /// The index of the first byte in the owner's bytes.
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

    /// The indices of some of the bytes in the owner's bytes.
    func indicesInOwner(_ range: Range<Int>) -> Range<Int> { range.lowerBound + start..<range.upperBound + start }
}

/// Bytes that stay in place as long as this object lives: a client's, or those that were read or gathered for a feed.
final class FeedBytes: @unchecked Sendable {
    // Sendable because it takes only the types below, and nothing changes the bytes.
    private let bytes: any Sequence<UInt8>

    /// - Returns: Nil for a type that may not be safe to read on several threads.
    init?(_ bytes: some Sequence<UInt8>) {
        guard
            bytes is [UInt8] || bytes is ArraySlice<UInt8> || bytes is ContiguousArray<UInt8> || bytes is Data
        else { return nil }
        self.bytes = bytes
    }

    func withBytes(_ body: (UnsafeBufferPointer<UInt8>) throws(ModelError) -> Void) throws(ModelError) {
        try withContiguousBytes(of: bytes, body)
    }
}
