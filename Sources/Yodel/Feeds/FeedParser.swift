/// Takes a feed's bytes as they arrive, and gives its items.
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
/// An item can be taken when the chunk has been fed that holds its last byte; of the documents of a stream of lines,
/// that of the line's end. Errors come in the order of the feed too: after all items that precede them.
///
/// A value of this type belongs to one place at a time: it cannot be copied, and is not for several threads at once.
public struct FeedParser<Item>: ~Copyable {
    @usableFromInline let core: FeedCore<Item>

    init(_ feed: Feed<Item>, resumingAt checkpoint: FeedCheckpoint?) {
        core = FeedCore(feed, resumingAt: checkpoint)
    }

    /// Decodes the next bytes of the feed.
    ///
    /// What is wrong with them is thrown by ``next()``. After an error, and after ``finish()``, bytes are not looked at.
    public mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) { core.feed(FeedChunk(bytes)) }

    /// Decodes the next bytes of the feed.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer) { feed(bytes.bindMemory(to: UInt8.self)) }

    /// Decodes the next bytes of the feed, from `[UInt8]`, `ArraySlice`, `Data` or any other sequence.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        let owner = FeedBytes(bytes)
        withContiguousBytes(of: bytes) { core.feed(FeedChunk($0, of: owner)) }
    }

    /// Decodes the next piece of the feed's text.
    public mutating func feed(_ text: some StringProtocol) { feed(text.utf8) }

    /// Ends the feed.
    public mutating func finish() { core.finish() }

    /// The next item; `nil` when there is none before more bytes are fed, or at all after ``finish()``.
    ///
    /// Items that have failed are passed over where the feed's ``Feed/badItems`` says so.
    ///
    /// - Throws: ``ModelError``, when the items before it have been taken; every further call throws it again.
    @inlinable
    public mutating func next() throws(ModelError) -> Item? { try core.next() }

    /// The next item with where it was found.
    ///
    /// - Throws: ``ModelError``.
    @inlinable
    public mutating func nextEntry() throws(ModelError) -> FeedEntry<Item>? { try core.nextEntry() }

    /// The next item, or the next that has failed, where the feed's ``Feed/badItems`` lets it go on.
    ///
    /// - Throws: ``ModelError``, which ends the feed.
    @inlinable
    public mutating func nextResult() throws(ModelError) -> Result<FeedEntry<Item>, FeedFailure>? {
        try core.nextResult()
    }

    /// The place after what was taken last, to go on from later.
    public var checkpoint: FeedCheckpoint { core.checkpoint }

    /// How far the feed has been decoded: ahead of what has been taken.
    public var progress: FeedProgress { core.progress }

    /// How the feed has ended; `nil` as long as it has not.
    public var ending: FeedEnding? { core.ending }
}

extension Feed {
    /// Begins to decode a feed that arrives in chunks.
    ///
    /// A feed that cannot be decoded, because of its types or paths, is reported by the first call of
    /// ``FeedParser/next()``.
    ///
    /// - Parameter checkpoint: Where to go on, if not at the beginning: the bytes to be fed are those from its
    ///   ``FeedCheckpoint/offset`` on.
    public func parser(resumingAt checkpoint: FeedCheckpoint? = nil) -> FeedParser<Item> {
        FeedParser(self, resumingAt: checkpoint)
    }
}
