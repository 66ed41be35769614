/// Gives the items of a feed that is read from a file, a pipe or memory.
///
/// ```swift
/// var reader = try Feed(of: Line.self, in: .lines).reader(ofFileAt: "events.ndjson")
/// while let line = try reader.next() { … }
/// ```
///
/// A file is read in pieces of 256 KiB, the next one when all items of the last have been taken; a pipe as its bytes
/// arrive. A value of this type belongs to one place at a time: it cannot be copied, and is not for several threads at
/// once.
public struct FeedReader<Item>: ~Copyable {
    private let core: FeedCore<Item>
    private let read: (FeedCore<Item>) throws -> Bool

    /// - Parameter read: Feeds the next bytes; false at the end.
    fileprivate init(_ feed: Feed<Item>, read: @escaping (FeedCore<Item>) throws -> Bool) {
        core = FeedCore(feed)
        self.read = read
    }

    /// The next item; `nil` at the end.
    ///
    /// Items that have failed are passed over where the feed's ``Feed/badItems`` says so.
    ///
    /// - Throws: ``ModelError``, when the items before it have been taken; every further call throws it again.
    ///   ``FeedInputError`` when the input cannot be read.
    public mutating func next() throws -> Item? { try nextEntry()?.item }

    /// The next item with where it was found.
    ///
    /// - Throws: ``ModelError``, ``FeedInputError``.
    public mutating func nextEntry() throws -> FeedEntry<Item>? {
        while let result = try nextResult() {
            if case .success(let entry) = result { return entry }
        }
        return nil
    }

    /// The next item, or the next that has failed, where the feed's ``Feed/badItems`` lets it go on.
    ///
    /// - Throws: ``ModelError``, ``FeedInputError``.
    public mutating func nextResult() throws -> Result<FeedEntry<Item>, FeedFailure>? {
        while true {
            if let result = try core.nextResult() { return result }
            guard core.ending == nil else { return nil }
            if try !read(core) { core.finish() }
        }
    }

    /// How far the feed has been decoded.
    public var progress: FeedProgress { core.progress }

    /// How the feed has ended; `nil` as long as it has not.
    public var ending: FeedEnding? { core.ending }

    /// Ends the feed: the rest is not looked at.
    public mutating func stop() { core.stop() }
}

extension Feed {
    /// Begins to read a feed from a file.
    ///
    /// - Throws: ``FeedInputError`` when the file cannot be opened.
    public func reader(ofFileAt path: String) throws(FeedInputError) -> FeedReader<Item> {
        reader(of: try FeedInput(opening: path))
    }

    /// Begins to read a feed from a file descriptor: a file's, a pipe's, 0 for the standard input.
    ///
    /// It is not closed.
    public func reader(of descriptor: Int32) -> FeedReader<Item> { reader(of: FeedInput(descriptor)) }

    /// Begins to read a feed that is in memory: `[UInt8]`, `ArraySlice`, `Data` or any other sequence.
    ///
    /// Its items are decoded as they are asked for.
    public func reader<Bytes: Sequence<UInt8>>(of bytes: Bytes) -> FeedReader<Item> {
        var position = 0
        return FeedReader(self) { core in
            withContiguousBytes(of: bytes) { bytes in
                guard position < bytes.count else { return false }
                let end = min(position + FeedInput.chunkSize, bytes.count)
                core.feed(UnsafeBufferPointer(rebasing: bytes[position..<end]))
                position = end
                return true
            }
        }
    }

    /// Begins to read a feed that is in memory, as text.
    public func reader(of text: some StringProtocol) -> FeedReader<Item> { reader(of: Array(text.utf8)) }

    private func reader(of input: FeedInput) -> FeedReader<Item> {
        let buffer = FeedBuffer()
        return FeedReader(self) { core in
            let count = try input.read(into: buffer.bytes)
            core.feed(UnsafeBufferPointer(rebasing: buffer.bytes.bindMemory(to: UInt8.self)[..<count]))
            return count > 0
        }
    }
}

/// Where the bytes of an input are read to.
private final class FeedBuffer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: FeedInput.chunkSize, alignment: 64)

    deinit {
        bytes.deallocate()
    }
}
