public import Yodel

extension ArrowWriter {
    /// Writes the items of a feed as a stream to a file descriptor, from where the reader is up to the feed's end.
    ///
    /// With ``includesFailures``, an item that has failed is a row as well, and so is one with a value that has no place
    /// in its column. Otherwise failed items are left out where the feed's `Feed.badItems` says so.
    ///
    /// - Parameters:
    ///   - reader: The feed.
    ///   - descriptor: A file descriptor that can be written to, which is not closed.
    /// - Returns: How much has been written.
    /// - Throws: What `FeedReader.next()` throws, when the rows before it have been written, or what
    ///   ``ArrowStream/append(_:)-(Item)`` throws. The stream then has no marker at its end.
    @inlinable
    @discardableResult
    public func write(_ reader: inout FeedReader<Item>, toDescriptor descriptor: Int32) throws -> ArrowProgress {
        try write(&reader, to: stream(toDescriptor: descriptor))
    }

    /// Writes the items of a feed as a stream whose bytes are handed on in pieces.
    ///
    /// - Parameters:
    ///   - reader: The feed.
    ///   - output: Takes the next bytes, at most 64 KiB, which are valid during the call.
    /// - Returns: How much has been written.
    /// - Throws: What `FeedReader.next()`, ``ArrowStream/append(_:)-(Item)`` or the output throws. The stream then has no
    ///   marker at its end.
    @inlinable
    @discardableResult
    public func write(
        _ reader: inout FeedReader<Item>, to output: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> ArrowProgress {
        try write(&reader, to: stream(to: output))
    }

    @inlinable
    func writeResults(_ reader: inout FeedReader<Item>, to stream: inout ArrowStream<Item>) throws {
        while true {
            if let failure = try reader.nextFailure() {
                try stream.append(failure.error, of: failure.byteRange)
                continue
            }
            guard let item = try reader.next() else { return }
            do {
                try stream.append(item)
            } catch let error as ModelError {
                guard stream.failure == nil, let byteRange = reader.lastByteRange else { throw error }
                try stream.append(error, of: byteRange)
            }
        }
    }

    /// Inlined into clients, which know the type of the items: unspecialised, taking one costs as much as writing it.
    @inlinable
    func write(
        _ reader: inout FeedReader<Item>, to stream: consuming ArrowStream<Item>
    ) throws -> ArrowProgress {
        do {
            if includesFailures {
                try writeResults(&reader, to: &stream)
            } else {
                while let item = try reader.next() { try stream.append(item) }
            }
        } catch {
            // The error that came first is thrown, whatever becomes of the rows before it.
            try? stream.flush()
            throw error
        }
        return try stream.finish()
    }
}
