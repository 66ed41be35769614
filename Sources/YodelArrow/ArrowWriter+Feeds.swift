public import Yodel

extension ArrowWriter {
    /// Writes the items of a feed as a stream to a file descriptor, from where the reader is up to the feed's end.
    ///
    /// With ``includesFailures``, a failed item is a row as well, and so is an item with a value that does not fit its
    /// column. Otherwise failed items are left out if the feed's `Feed.badItems` is `BadItemPolicy.drop`.
    ///
    /// - Parameters:
    ///   - reader: The feed.
    ///   - descriptor: A file descriptor that can be written to, which is not closed.
    /// - Returns: How much has been written.
    /// - Throws: The errors of `FeedReader.next()`, after the rows before them have been written, and those of
    ///   ``ArrowStream/append(_:)-(Item)``. The stream then has no marker at its end.
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
    /// - Throws: The errors of `FeedReader.next()`, ``ArrowStream/append(_:)-(Item)`` and the output. The stream then
    ///   has no marker at its end.
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

    /// Inlined into clients, which know the item type: unspecialised, taking an item costs as much as writing it.
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
            // The first error is thrown, even if the rows before it cannot be written.
            try? stream.flush()
            throw error
        }
        return try stream.finish()
    }
}
