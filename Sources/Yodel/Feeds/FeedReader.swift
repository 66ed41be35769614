/// Gives the items of a feed that is read from a file, a pipe or memory.
///
/// ```swift
/// var reader = try Feed(of: Line.self, in: .lines).reader(ofFileAt: "events.ndjson")
/// while let line = try reader.next() { … }
/// ```
///
/// A file is read in pieces of 64 KiB, the next one when all items of the last have been taken; a pipe as its bytes
/// arrive. A value of this type belongs to one place at a time: it cannot be copied, and is not for several threads at
/// once.
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
    /// Items that have failed are passed over where the feed's ``Feed/badItems`` says so.
    ///
    /// - Throws: ``ModelError``, or ``FeedInputError`` when the input cannot be read. Either comes when the items before
    ///   it have been taken, and every further call throws it again.
    @inlinable
    public mutating func next() throws -> Item? {
        while true {
            if let item = try core.next() { return item }
            guard try readOn() else { return nil }
        }
    }

    /// Feeds the next bytes; false when there is nothing to come.
    @usableFromInline
    func readOn() throws -> Bool {
        if let error = core.inputError { throw error }
        guard core.ending == nil else { return false }
        do {
            if try !read(core) { core.finish() }
        } catch {
            // Thrown by the next call, when the items before it have been taken.
            core.fail(input: error)
        }
        return true
    }

    /// The next item with where it was found.
    ///
    /// - Throws: ``ModelError``, ``FeedInputError``.
    @inlinable
    public mutating func nextEntry() throws -> FeedEntry<Item>? {
        while let result = try nextResult() {
            if case .success(let entry) = result { return entry }
        }
        return nil
    }

    /// The next item, or the next that has failed, where the feed's ``Feed/badItems`` lets it go on.
    ///
    /// - Throws: ``ModelError``, ``FeedInputError``.
    @inlinable
    public mutating func nextResult() throws -> Result<FeedEntry<Item>, FeedFailure>? {
        while true {
            if let result = try core.nextResult() { return result }
            guard try readOn() else { return nil }
        }
    }

    /// The place after what was taken last, to go on from later.
    public var checkpoint: FeedCheckpoint { core.checkpoint }

    /// How far the feed has been decoded.
    public var progress: FeedProgress { core.progress }

    /// How the feed has ended; `nil` as long as it has not.
    public var ending: FeedEnding? { core.ending }

    /// Ends the feed: no more is read, and what has been decoded can still be taken.
    public mutating func stop() { core.stop() }
}

extension Feed {
    /// Begins to read a feed from a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - checkpoint: Where to go on, if not at the beginning.
    /// - Throws: ``FeedInputError`` when the file cannot be opened.
    public func reader(
        ofFileAt path: String, resumingAt checkpoint: FeedCheckpoint? = nil
    ) throws(FeedInputError) -> FeedReader<Item> {
        var checkpoint = checkpoint
        return reader(of: try open(path, resumingAt: &checkpoint, isBlocking: true), checkpoint)
    }

    /// Begins to read a feed from a file descriptor: a file's, a pipe's, 0 for the standard input.
    ///
    /// It is not closed, and has to stay open: a `Pipe` or `FileHandle` closes its own when its last reference goes,
    /// which may be as soon as the program has mentioned it for the last time.
    ///
    /// - Parameters:
    ///   - descriptor: A file descriptor that can be read from.
    ///   - owner: What closes the descriptor when it goes: it stays as long as the reader does.
    ///   - checkpoint: Where to go on, if not at the beginning: the descriptor stands at its
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
    /// Its items are decoded as they are asked for, and bytes that are made as they are asked for are kept no longer.
    ///
    /// - Parameters:
    ///   - bytes: The feed.
    ///   - checkpoint: Where to go on, if not at the beginning.
    @inlinable
    public func reader<Bytes: Sequence<UInt8>>(
        of bytes: Bytes, resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedReader<Item> {
        guard bytes.withContiguousStorageIfAvailable({ _ in }) == nil else {
            return reader(ofContiguous: bytes, checkpoint)
        }
        // Inlined into clients, which know the iterator's type: unspecialised, a call takes 70 ns.
        var iterator = bytes.dropFirst(startOfInput(checkpoint)).makeIterator()
        return reader(checkpoint) { chunk, size in
            while chunk.count < size, let byte = iterator.next() { chunk.append(byte) }
        }
    }

    @usableFromInline
    func reader(
        ofContiguous bytes: some Sequence<UInt8>, _ checkpoint: FeedCheckpoint?
    ) -> FeedReader<Item> {
        #if Gzip
        let checkpoint = fitted(checkpoint) { start in
            withContiguousBytes(of: bytes) { Array($0.dropFirst(start).prefix(Unpacker.probeSize)) }
        }
        #endif
        var position = startOfInput(checkpoint)
        let owner = FeedBytes(bytes)
        return FeedReader(self, resumingAt: checkpoint) { core in
            withContiguousBytes(of: bytes) { bytes in
                guard position < bytes.count else { return false }
                let end = min(position + chunkSize, bytes.count)
                core.feed(FeedChunk(bytes, of: owner)[position..<end])
                position = end
                return true
            }
        }
    }

    /// - Parameter fill: Appends the next bytes, until there are as many as it says; none at the end.
    @usableFromInline
    func reader(_ checkpoint: FeedCheckpoint?, fill: @escaping (inout [UInt8], Int) -> Void) -> FeedReader<Item> {
        var chunk: [UInt8] = []
        return FeedReader(self, resumingAt: checkpoint) { core in
            chunk.removeAll(keepingCapacity: true)
            fill(&chunk, chunkSize)
            chunk.withUnsafeBufferPointer { core.feed(FeedChunk($0)) }
            return !chunk.isEmpty
        }
    }

    /// Begins to read a feed that is in memory, as text.
    ///
    /// - Parameters:
    ///   - text: The feed.
    ///   - checkpoint: Where to go on, if not at the beginning.
    public func reader(
        of text: some StringProtocol, resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedReader<Item> {
        reader(of: Array(text.utf8), resumingAt: checkpoint)
    }

    private func reader(of input: FeedInput, _ checkpoint: FeedCheckpoint?) -> FeedReader<Item> {
        var memory = [UInt8](repeating: 0, count: chunkSize)
        return FeedReader(self, resumingAt: checkpoint) { core in
            // It is the same memory again unless other threads still read blocks in it.
            let count = try memory.withUnsafeMutableBytes { try input.read(into: $0) }
            let owner = FeedBytes(memory)
            memory.withUnsafeBufferPointer {
                core.feed(FeedChunk(UnsafeBufferPointer(rebasing: $0[..<count]), of: owner))
            }
            return count > 0
        }
    }
}
