// Parts of a file of lines: each is a range of its bytes.

extension Feed {
    /// Begins to read the lines that begin in a range of a file's bytes.
    ///
    /// ```swift
    /// let events = Feed(of: Event.self, in: .lines)
    /// var reader = try events.reader(ofFileAt: path, linesIn: 1_000_000..<2_000_000)
    /// ```
    ///
    /// A line belongs to the range that holds its first byte, so ranges that follow one another read each line once,
    /// wherever they are cut. The reader skips the line that is open at the beginning of the range, and reads the last
    /// line to its end. It reads no more than 64 KiB after that. A range that begins after the end of the file has no
    /// lines.
    ///
    /// Offsets are those of the file: in errors, entries and checkpoints. Items and lines are counted from the range on,
    /// and so are ``Feed/failureBudget`` and ``FeedProgress``, whose ``FeedProgress/bytes`` are those of the range's
    /// lines. A ``FeedCheckpoint`` has the range: a feed that is resumed there reads the rest of it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - range: Offsets in the file. An end after the end of the file means the end of the file. A feed of another
    ///     format than ``FeedFormat/lines``, a compressed feed and a negative bound are refused with
    ///     ``ModelError/Code/invalidRange`` when the first item is asked for.
    /// - Throws: ``FeedInputError`` when the file cannot be opened.
    public func reader(ofFileAt path: String, linesIn range: Range<Int>) throws(FeedInputError) -> FeedReader<Item> {
        try reader(ofFileAt: path, resumingAt: start(ofLinesIn: range))
    }

    /// Begins to read the lines that begin in a range of bytes, from a descriptor.
    ///
    /// The descriptor must be at the byte before the range, `max(range.lowerBound - 1, 0)`: that byte shows whether a
    /// line begins with the range. It may be a file's descriptor after a seek, or a pipe with the response to a request
    /// for the bytes from there on. The reader cannot see where a descriptor is: bytes from elsewhere are read with
    /// wrong offsets, and lines can be read twice or not at all.
    ///
    /// The reader does not wait for bytes after the range's last line, but may have read up to 64 KiB of them. An input
    /// that ends earlier ends the range. If it was cut off at the end of a line, this looks like the end of the file.
    ///
    /// Otherwise as ``reader(ofFileAt:linesIn:)``.
    ///
    /// - Parameters:
    ///   - descriptor: A file descriptor that can be read from. It stays open: see
    ///     ``reader(ofDescriptor:keeping:resumingAt:)``.
    ///   - owner: An object that closes the descriptor when it is released: it is kept as long as the reader is.
    ///   - range: Offsets in the whole file.
    public func reader(
        ofDescriptor descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil, linesIn range: Range<Int>
    ) -> FeedReader<Item> {
        reader(ofDescriptor: descriptor, keeping: owner, resumingAt: start(ofLinesIn: range))
    }

    /// Begins to read the lines that begin in a range of bytes in memory: `[UInt8]`, `ArraySlice`, `Data` or any other
    /// sequence.
    ///
    /// Otherwise as ``reader(ofFileAt:linesIn:)``.
    ///
    /// - Parameters:
    ///   - bytes: All of the bytes, from offset 0 on.
    ///   - range: Offsets in them.
    @inlinable
    public func reader<Bytes: Sequence<UInt8>>(of bytes: Bytes, linesIn range: Range<Int>) -> FeedReader<Item> {
        reader(of: bytes, resumingAt: start(ofLinesIn: range))
    }

    /// Begins to decode the lines that begin in a range of bytes that arrive in chunks.
    ///
    /// ``FeedParser/ending`` is set as soon as the range's last line is complete. Chunks after that are ignored.
    ///
    /// Otherwise as ``reader(ofFileAt:linesIn:)``.
    ///
    /// - Parameter range: Offsets in the whole file. The bytes to be fed are those from the byte before the range on,
    ///   `max(range.lowerBound - 1, 0)`.
    public func parser(linesIn range: Range<Int>) -> FeedParser<Item> {
        parser(resumingAt: start(ofLinesIn: range))
    }

    /// The items of the lines that begin in a range of bytes that arrive in chunks.
    ///
    /// The sequence asks for no chunk after the one that completes the range's last line.
    ///
    /// Otherwise as ``reader(ofFileAt:linesIn:)``.
    ///
    /// - Parameters:
    ///   - chunks: The bytes from the byte before the range on, `max(range.lowerBound - 1, 0)`.
    ///   - range: Offsets in the whole file.
    public func items<Chunks: AsyncSequence>(
        from chunks: Chunks, linesIn range: Range<Int>
    ) -> FeedItems<Item, Item> where Chunks.Element: Sequence<UInt8> {
        items(from: chunks, resumingAt: start(ofLinesIn: range))
    }

    /// The items of the lines that begin in a range of bytes that arrive one by one.
    ///
    /// Otherwise as ``items(from:linesIn:)-(Chunks,_)``.
    public func items<Bytes: AsyncSequence>(
        from bytes: Bytes, linesIn range: Range<Int>
    ) -> FeedItems<Item, Item> where Bytes.Element == UInt8 {
        items(from: bytes, resumingAt: start(ofLinesIn: range))
    }

    /// The items of the lines that begin in a range of a file's bytes.
    ///
    /// At most 256 KiB after the range's last line are read. Otherwise as ``reader(ofFileAt:linesIn:)``.
    ///
    /// - Throws: ``FeedInputError`` when the file cannot be opened.
    public func items(
        inFileAt path: String, linesIn range: Range<Int>
    ) throws(FeedInputError) -> FeedItems<Item, Item> {
        try items(inFileAt: path, resumingAt: start(ofLinesIn: range))
    }

    /// The items of the lines that begin in a range of bytes, from a descriptor.
    ///
    /// At most 256 KiB after the range's last line are read. Otherwise as
    /// ``reader(ofDescriptor:keeping:linesIn:)``.
    public func items(
        fromDescriptor descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil, linesIn range: Range<Int>
    ) -> FeedItems<Item, Item> {
        items(fromDescriptor: descriptor, keeping: owner, resumingAt: start(ofLinesIn: range))
    }

    /// The place before the lines of a range.
    @usableFromInline
    func start(ofLinesIn range: Range<Int>) -> FeedCheckpoint { .start(of: summary, linesIn: range) }
}
