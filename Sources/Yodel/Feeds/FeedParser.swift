/// Decodes a feed whose bytes arrive in chunks, and returns its items.
///
/// ```swift
/// var parser = Feed(of: Tweet.self, at: "statuses").parser()
/// while let chunk = receive() {
///     parser.feed(chunk)
///     while let tweet = try parser.next() { … }
/// }
/// parser.finish()
/// while let tweet = try parser.next() { … }
/// ```
///
/// An item can be taken when the chunk with its last byte has been fed, and a number when the byte after it has been. In
/// a stream of lines it is the chunk with the end of the line, in a text sequence the one with the next separator. Errors
/// come in the order of the feed, too: after all items that precede them.
///
/// A parser cannot be copied, and cannot be used by several threads at once.
public struct FeedParser<Item>: ~Copyable {
    @usableFromInline let core: FeedCore<Item>

    init(_ feed: Feed<Item>, resumingAt checkpoint: FeedCheckpoint?) {
        core = FeedCore(feed, resumingAt: checkpoint)
    }

    /// Decodes the next bytes of the feed.
    ///
    /// ``next()`` throws the errors in them. After an error, and after ``finish()``, bytes are ignored.
    public mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) { core.feed(FeedChunk(bytes)) }

    /// Decodes the next bytes of the feed.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer) { feed(bytes.bindMemory(to: UInt8.self)) }

    /// Decodes the next bytes of the feed, which are in a span.
    public mutating func feed(_ bytes: RawSpan) {
        // SAFETY: a chunk without an owner is copied where it is needed after this call, as for other threads.
        bytes.withBytes { core.feed(FeedChunk($0)) }
    }

    /// Decodes the next bytes of the feed, which are in a span.
    public mutating func feed(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { core.feed(FeedChunk($0)) }
    }

    /// Decodes the next bytes of the feed, from `[UInt8]`, `ArraySlice`, `Data` or any other sequence.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        let owner = FeedBytes(bytes)
        withContiguousBytes(of: bytes) { core.feed(FeedChunk($0, of: owner)) }
    }

    /// Decodes the next piece of the feed's text.
    public mutating func feed(_ text: some StringProtocol) { feed(text.utf8) }

    /// Ends the feed.
    public mutating func finish() { core.finish() }

    /// The next item; `nil` if more bytes are needed, and at the end after ``finish()``.
    ///
    /// Failed items are skipped if the feed's ``Feed/badItems`` is ``BadItemPolicy/drop``.
    ///
    /// - Throws: ``ModelError``, after the items before it have been taken; every further call throws it again.
    @inlinable
    public mutating func next() throws(ModelError) -> Item? { try core.next() }

    /// The next item and its place.
    ///
    /// - Throws: ``ModelError``.
    @inlinable
    public mutating func nextEntry() throws(ModelError) -> FeedEntry<Item>? { try core.nextEntry() }

    /// The next item, or the next failure if the feed's ``Feed/badItems`` is ``BadItemPolicy/drop``.
    ///
    /// - Throws: ``ModelError``, which ends the feed.
    @inlinable
    public mutating func nextResult() throws(ModelError) -> Result<FeedEntry<Item>, FeedFailure>? {
        try core.nextResult()
    }

    /// The place after the item or failure that was taken last, to resume the feed from later.
    public var checkpoint: FeedCheckpoint { core.checkpoint }

    /// How far the feed has been decoded, which may be further than the items that have been taken.
    public var progress: FeedProgress { core.progress }

    /// How the feed has ended; `nil` while it is being read.
    public var ending: FeedEnding? { core.ending }
}

extension Feed {
    /// Begins to decode a feed that arrives in chunks.
    ///
    /// If the feed's types or paths are invalid, the first call of ``FeedParser/next()`` throws the error.
    ///
    /// - Parameter checkpoint: Where to resume the feed, if not at the beginning: the bytes to be fed begin at its
    ///   ``FeedCheckpoint/offset``.
    public func parser(resumingAt checkpoint: FeedCheckpoint? = nil) -> FeedParser<Item> {
        FeedParser(self, resumingAt: checkpoint)
    }
}
