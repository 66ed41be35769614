/// How far a feed has been read.
public struct FeedProgress: Sendable, Hashable {
    /// Bytes of text that have been fed, or unpacked and fed.
    public internal(set) var bytes = 0
    /// The offset in the compressed input up to which it has been unpacked and decoded; 0 if the feed has no
    /// ``Feed/compression``.
    public internal(set) var compressedBytes = 0
    /// Items that have been decoded, without the envelope.
    public internal(set) var items = 0
    /// Items that have failed, an envelope included, without one that has ended the feed by ``BadItemPolicy/error``.
    public internal(set) var failures = 0
    /// The number of failed items for each error code.
    public internal(set) var failuresByCode: [ModelError.Code: Int] = [:]
    /// Bytes of items that have failed or been left out.
    public internal(set) var droppedBytes = 0
    /// Bytes of the longest item.
    public internal(set) var largestItemBytes = 0
    /// The most bytes that were kept from one chunk to the next.
    public internal(set) var peakBufferedBytes = 0
}
