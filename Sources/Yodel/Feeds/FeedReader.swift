/// Reads a feed from a file, a pipe or memory, item by item.
///
/// ```swift
/// var reader = try Feed(of: Line.self, in: .lines).reader(ofFileAt: "events.ndjson")
/// while let line = try reader.next() { … }
/// ```
///
/// A file is read in pieces of 64 KiB (if it is compressed, of 256 KiB), each when all items of the one before have been
/// taken; a pipe is read as its bytes arrive. A reader cannot be copied, and cannot be used by several threads at once.
public struct FeedReader<Item>: ~Copyable {
    @usableFromInline let core: FeedCore<Item>
    @usableFromInline let read: (FeedCore<Item>) throws -> Bool

    /// - Parameter read: Feeds the next bytes; false at the end.
    fileprivate init(
        _ feed: Feed<Item>, resumingAt checkpoint: FeedCheckpoint?, read: @escaping (FeedCore<Item>) throws -> Bool
    ) {
        core = FeedCore(feed, resumingAt: checkpoint)
        self.read = read
    }

    /// The next item; `nil` at the end.
    ///
    /// Failed items are skipped if the feed's ``Feed/badItems`` is ``BadItemPolicy/drop``.
    ///
    /// - Throws: ``ModelError``, or ``FeedInputError`` if the input cannot be read: after the items before it have been
    ///   taken, and again on every further call.
    @inlinable
    public mutating func next() throws -> Item? {
        while true {
            if let item = try core.next() { return item }
            guard try readOn() else { return nil }
        }
    }

    /// Feeds the next bytes; false at the end.
    @usableFromInline
    func readOn() throws -> Bool {
        if let error = core.inputError { throw error }
        guard core.ending == nil else { return false }
        do {
            if try !read(core) { core.finish() }
        } catch {
            // The next call throws it, after the items before it have been taken.
            core.fail(input: error)
        }
        return true
    }

    /// The next item and its place.
    ///
    /// - Throws: ``ModelError``, ``FeedInputError``.
    @inlinable
    public mutating func nextEntry() throws -> FeedEntry<Item>? {
        while true {
            if let entry = try core.nextEntry() { return entry }
            guard try readOn() else { return nil }
        }
    }

    /// The next item, or the next failure if the feed's ``Feed/badItems`` is ``BadItemPolicy/drop``.
    ///
    /// - Throws: ``ModelError``, ``FeedInputError``.
    @inlinable
    public mutating func nextResult() throws -> Result<FeedEntry<Item>, FeedFailure>? {
        if let failure = try nextFailure() { return .failure(failure) }
        return core.queue.ready > 0 ? .success(core.takeEntry()) : nil
    }

    /// Takes the next failure, if it comes before the next item.
    ///
    /// After nil, ``next()`` returns the next item and skips no failure. For a writer of both: copying a result takes
    /// longer than writing a column.
    ///
    /// - Returns: The failure; nil if an item comes first, and at the end.
    /// - Throws: The same errors as ``next()``.
    @inlinable
    package mutating func nextFailure() throws -> FeedFailure? {
        core.queue.ready > 0 ? nil : try findFailure()
    }

    @usableFromInline
    func findFailure() throws -> FeedFailure? {
        repeat {
            if let failure = try core.nextFailure() { return failure }
        } while try core.queue.ready == 0 && readOn()
        return nil
    }

    /// The bytes of the item or failure that was taken last; nil if none was, or only one that the end of the input cut
    /// off.
    @usableFromInline
    package var lastByteRange: Range<Int>? { core.lastByteRange }

    /// The place after the item or failure that was taken last, to resume the feed from later.
    public var checkpoint: FeedCheckpoint { core.checkpoint }

    /// How far the feed has been decoded.
    public var progress: FeedProgress { core.progress }

    /// How the feed has ended; `nil` while it is being read.
    public var ending: FeedEnding? { core.ending }

    /// Ends the feed: no more is read, and what has been decoded can still be taken.
    public mutating func stop() { core.stop() }
}

extension Feed {
    /// Begins to read a feed from a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - checkpoint: Where to resume the feed, if not at the beginning.
    /// - Throws: ``FeedInputError`` when the file cannot be opened, or is shorter than the checkpoint.
    public func reader(
        ofFileAt path: String, resumingAt checkpoint: FeedCheckpoint? = nil
    ) throws(FeedInputError) -> FeedReader<Item> {
        var checkpoint = checkpoint
        return reader(of: try open(path, resumingAt: &checkpoint, isBlocking: true), checkpoint)
    }

    /// Begins to read a feed from a file descriptor: that of a file or a pipe, or 0 for the standard input.
    ///
    /// The descriptor is not closed, and has to stay open. A `Pipe` or `FileHandle` closes its own when nothing refers
    /// to it, which may be right after the program mentions it for the last time.
    ///
    /// - Parameters:
    ///   - descriptor: A file descriptor that can be read from.
    ///   - owner: An object that closes the descriptor when it is released: it is kept as long as the reader is.
    ///   - checkpoint: Where to resume the feed, if not at the beginning: the descriptor is at its
    ///     ``FeedCheckpoint/offset``.
    public func reader(
        ofDescriptor descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil,
        resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedReader<Item> {
        reader(of: FeedInput(descriptor, keeping: owner), checkpoint)
    }

    /// The name that ``reader(ofDescriptor:keeping:resumingAt:)`` had in 0.1.
    @available(*, deprecated, renamed: "reader(ofDescriptor:keeping:resumingAt:)")
    public func reader(
        of descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil,
        resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedReader<Item> {
        reader(ofDescriptor: descriptor, keeping: owner, resumingAt: checkpoint)
    }

    /// Begins to read a feed that is in memory: `[UInt8]`, `ArraySlice`, `Data` or any other sequence.
    ///
    /// Items are decoded on demand. Bytes that a sequence makes on demand are not kept.
    ///
    /// - Parameters:
    ///   - bytes: The feed.
    ///   - checkpoint: Where to resume the feed, if not at the beginning.
    @inlinable
    public func reader<Bytes: Sequence<UInt8>>(
        of bytes: Bytes, resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedReader<Item> {
        guard bytes.withContiguousStorageIfAvailable({ _ in }) == nil else {
            return reader(ofContiguous: bytes, checkpoint)
        }
        // Inlined into clients, which know the iterator's type: unspecialised, a call takes 70 ns.
        var iterator = bytes.makeIterator()
        var skipped = 0
        let start = startOfInput(checkpoint)
        return reader(checkpoint) { chunk, size in
            while skipped < start, iterator.next() != nil { skipped += 1 }
            try checkEnd(skipped, checkpoint)
            while chunk.count < size, let byte = iterator.next() { chunk.append(byte) }
        }
    }

    @usableFromInline
    func reader(
        ofContiguous bytes: some Sequence<UInt8>, _ checkpoint: FeedCheckpoint?
    ) -> FeedReader<Item> {
        let checkpoint = fitted(checkpoint) { start in
            withContiguousBytes(of: bytes) { Array($0.dropFirst(start).prefix(Unpacker.probeSize)) }
        }
        var position = startOfInput(checkpoint)
        let owner = FeedBytes(bytes)
        return FeedReader(self, resumingAt: checkpoint) { core in
            try withContiguousBytes(of: bytes) { bytes throws(ModelError) -> Bool in
                guard position < bytes.count else {
                    try checkEnd(bytes.count, checkpoint)
                    return false
                }
                let end = min(position + chunkSize, bytes.count)
                core.feed(FeedChunk(bytes, of: owner)[position..<end])
                position = end
                return true
            }
        }
    }

    /// - Parameter fill: Appends bytes to the array until it has the given count, or the bytes end.
    @usableFromInline
    func reader(
        _ checkpoint: FeedCheckpoint?, fill: @escaping (inout [UInt8], Int) throws -> Void
    ) -> FeedReader<Item> {
        var chunk: [UInt8] = []
        return FeedReader(self, resumingAt: checkpoint) { core in
            chunk.removeAll(keepingCapacity: true)
            try fill(&chunk, chunkSize)
            chunk.withUnsafeBufferPointer { core.feed(FeedChunk($0)) }
            return !chunk.isEmpty
        }
    }

    /// Begins to read a feed that is in memory, as text.
    ///
    /// - Parameters:
    ///   - text: The feed.
    ///   - checkpoint: Where to resume the feed, if not at the beginning.
    public func reader(
        of text: some StringProtocol, resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedReader<Item> {
        reader(of: Array(text.utf8), resumingAt: checkpoint)
    }

    private func reader(of input: FeedInput, _ checkpoint: FeedCheckpoint?) -> FeedReader<Item> {
        var memory = [UInt8](repeating: 0, count: chunkSize)
        return FeedReader(self, resumingAt: checkpoint) { core in
            // The same memory each time, unless other threads still read blocks in it.
            let count = try memory.withUnsafeMutableBytes { try input.read(into: $0) }
            let owner = FeedBytes(memory)
            memory.withUnsafeBufferPointer {
                core.feed(FeedChunk(UnsafeBufferPointer(rebasing: $0[..<count]), of: owner))
            }
            return count > 0
        }
    }
}
