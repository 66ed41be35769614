// Writes items to files and descriptors. Each function exists for sequences, which are written on the thread of the
// caller, and for asynchronous sequences, whose chunks block no thread of Swift's concurrency. In both cases, files are
// opened, examined and closed on the thread of the caller.

extension ModelEncoder {
    /// Writes the items of a sequence to a file descriptor: that of a file, a pipe or a socket, or 1 for the standard
    /// output.
    ///
    /// The descriptor is not closed, and has to stay open. If it does not block, this function waits for it. If nothing
    /// reads a pipe or socket any more, writing fails with a ``FeedTargetError`` of the code `EPIPE`, without a signal.
    ///
    /// - Parameters:
    ///   - items: Values of any type that the encoder encodes.
    ///   - output: The form of the output, and what happens to items that fail.
    ///   - descriptor: A file descriptor that can be written to.
    /// - Returns: How much has been written.
    /// - Throws: ``FeedOutputError``, after the items before it have been written.
    @inlinable
    @discardableResult
    public func write<Items: Sequence>(
        _ items: Items, as output: FeedOutput, toDescriptor descriptor: Int32
    ) throws(FeedOutputError) -> FeedOutputProgress {
        let run = FeedOutputRun(self, output, of: Items.Element.self)
        run.setTarget(descriptor)
        return try run.writeToTarget(items)
    }

    /// Writes the items of an asynchronous sequence to a file descriptor.
    ///
    /// Each chunk is written before the next item is asked for. If the task is cancelled while the descriptor takes no
    /// more, a part of a chunk has been written, and perhaps a part of an item: see
    /// ``FeedOutputError/partialChunkBytes``. Otherwise as ``write(_:as:toDescriptor:)``.
    ///
    /// - Parameters:
    ///   - items: Values of any type that the encoder encodes.
    ///   - output: The form of the output, and what happens to items that fail.
    ///   - descriptor: A file descriptor that can be written to.
    ///   - owner: An object that closes the descriptor when it is released: it is kept until all is written.
    ///   - actor: The actor that the items are asked for on; by default the caller's.
    @inlinable
    @discardableResult
    public func write<Items: AsyncSequence>(
        _ items: Items, as output: FeedOutput, toDescriptor descriptor: Int32,
        keeping owner: (any AnyObject & Sendable)? = nil, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FeedOutputError) -> FeedOutputProgress {
        let chunks = stream(items, as: output)
        chunks.run.setTarget(descriptor, keeping: owner)
        return try await chunks.writeToTarget(isolation: actor)
    }

    /// Writes the items of a sequence to a file, which is created or emptied first.
    ///
    /// Opening a named pipe waits until it has a reader. An error that the system reports only when the file is closed
    /// is thrown, too.
    ///
    /// - Parameters:
    ///   - items: Values of any type that the encoder encodes.
    ///   - output: The form of the output, and what happens to items that fail.
    ///   - path: The file.
    /// - Returns: How much has been written.
    /// - Throws: ``FeedOutputError``, after the items before it have been written. The file has those items, no end of
    ///   an array, and perhaps a part of a chunk: see ``FeedOutputError/partialChunkBytes``.
    @inlinable
    @discardableResult
    public func write<Items: Sequence>(
        _ items: Items, as output: FeedOutput, toFileAt path: String
    ) throws(FeedOutputError) -> FeedOutputProgress {
        let run = FeedOutputRun(self, output, of: Items.Element.self)
        try run.openTarget(at: path, waits: true)
        return try run.writeToTarget(items)
    }

    /// Writes the items of an asynchronous sequence to a file, which is created or emptied first.
    ///
    /// The file is opened and closed on the thread of the caller, and its chunks are written elsewhere. A named pipe
    /// without a reader is a ``FeedTargetError`` of the code `ENXIO`: this function does not wait for one. Otherwise as
    /// ``write(_:as:toFileAt:)``.
    ///
    /// - Parameters:
    ///   - items: Values of any type that the encoder encodes.
    ///   - output: The form of the output, and what happens to items that fail.
    ///   - path: The file.
    ///   - actor: The actor that the items are asked for on; by default the caller's.
    @inlinable
    @discardableResult
    public func write<Items: AsyncSequence>(
        _ items: Items, as output: FeedOutput, toFileAt path: String,
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FeedOutputError) -> FeedOutputProgress {
        let chunks = stream(items, as: output)
        try chunks.run.openTarget(at: path, waits: false)
        return try await chunks.writeToTarget(isolation: actor)
    }

    /// Writes the items of a sequence after those of a file, which is created if it is missing.
    ///
    /// A file whose writer has been ended midway may end within an item. The incomplete item is cut off first:
    /// ``FeedOutputProgress/cutBytes`` is the number of its bytes. A last line that lacks only its line feed gets one.
    /// A number that nothing follows may be the beginning of a longer one, and is cut off. So are zeros at the end,
    /// which file systems leave after a power failure.
    ///
    /// Only the text after the last line feed of lines, or after the last record separator of a text sequence, is read,
    /// and only the beginning of a JSON value is cut off. The file is refused if anything else is there, such as a line
    /// of plain text or a record that is not strict JSON. Earlier lines are not checked.
    ///
    /// Only ``FeedOutput/lines`` and ``FeedOutput/textSequence`` can be appended to: an array has an end. With any other
    /// form the file is not opened.
    ///
    /// - Parameters:
    ///   - items: Values of any type that the encoder encodes.
    ///   - output: The form of the output, and what happens to items that fail.
    ///   - path: The file. Nothing else may write to it meanwhile.
    /// - Returns: How much has been written.
    /// - Throws: ``FeedOutputError``, after the items before it have been written. Its cause is a ``ModelError`` of the
    ///   code ``ModelError/Code/invalidOutput`` for other forms, for a file without a record separator that a text
    ///   sequence is appended to (unless it is empty or has only zeros), and for a file that ends with anything but an
    ///   item or the beginning of one, with the offset; of the code ``ModelError/Code/itemLimit`` for a file whose last
    ///   item is longer than ``FeedOutput/maxItemBytes``. In these cases the file is not changed.
    @inlinable
    @discardableResult
    public func append<Items: Sequence>(
        _ items: Items, as output: FeedOutput, toFileAt path: String
    ) throws(FeedOutputError) -> FeedOutputProgress {
        let run = FeedOutputRun(self, output, of: Items.Element.self)
        try run.openTargetToAppend(at: path)
        return try run.writeToTarget(items)
    }

    /// Writes the items of an asynchronous sequence after those of a file, which is created if it is missing.
    ///
    /// The file is opened, its end is read and cut, and it is closed on the thread of the caller; its chunks are written
    /// elsewhere. Otherwise as ``append(_:as:toFileAt:)``.
    ///
    /// - Parameters:
    ///   - items: Values of any type that the encoder encodes.
    ///   - output: The form of the output, and what happens to items that fail.
    ///   - path: The file. Nothing else may write to it meanwhile.
    ///   - actor: The actor that the items are asked for on; by default the caller's.
    @inlinable
    @discardableResult
    public func append<Items: AsyncSequence>(
        _ items: Items, as output: FeedOutput, toFileAt path: String,
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FeedOutputError) -> FeedOutputProgress {
        let chunks = stream(items, as: output)
        try chunks.run.openTargetToAppend(at: path)
        return try await chunks.writeToTarget(isolation: actor)
    }
}

extension FeedOutputRun {
    @usableFromInline
    func setTarget(_ descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil) {
        target = FeedTarget(descriptor, keeping: owner)
    }

    /// Opens the file to be written; `waits` means for the reader of a named pipe.
    @usableFromInline
    func openTarget(at path: String, waits: Bool) throws(FeedOutputError) {
        try setTarget { try FeedTarget(opening: path, waits: waits) }
    }

    /// Opens the file to append to, at the end of its last whole item.
    @usableFromInline
    func openTargetToAppend(at path: String) throws(FeedOutputError) {
        try setTarget { try targetToAppend(at: path) }
    }

    private func setTarget(_ open: () throws -> FeedTarget) throws(FeedOutputError) {
        // If no item can be encoded, the file is not touched.
        guard takesItems else { throw ending(by: failure!.cause) }
        do {
            target = try open()
        } catch {
            throw ending(by: error)
        }
    }

    private func targetToAppend(at path: String) throws -> FeedTarget {
        guard case .stream(let format) = output.form else {
            throw ModelError.invalidOutput(
                "items cannot be appended to an array, which has an end: use lines or a text sequence")
        }
        guard FeedTail.isPossible(in: format) else {
            throw ModelError.invalidOutput("only lines and text sequences can be appended to")
        }
        let target = try FeedTarget(opening: path, appends: true)
        let size = try target.size()
        let tail = try FeedTail(of: target, in: format, size: size, maxItemBytes: output.maxItemBytes)
        try target.cut(to: tail.end)
        noteCut(size - tail.end)
        if tail.lacksLineFeed {
            var written = 0
            try withUnsafeBytes(of: UInt8(ascii: "\n")) { try target.write($0, written: &written) }
        }
        return target
    }

    @inlinable
    func writeToTarget<Items: Sequence>(_ items: Items) throws(FeedOutputError) -> FeedOutputProgress {
        try write(items) { try writeToTarget($0) }
        return try finishTarget()
    }

    @usableFromInline
    func writeToTarget(_ bytes: UnsafeRawBufferPointer) throws {
        try target?.write(bytes, written: &partialChunkBytes)
        partialChunkBytes = 0
    }

    /// Closes the target, after all chunks have been written.
    @usableFromInline
    func finishTarget() throws(FeedOutputError) -> FeedOutputProgress {
        do throws(FeedTargetError) {
            try target?.finish()
        } catch {
            throw ending(by: error)
        }
        return progress
    }
}

extension FeedOutputChunks {
    @usableFromInline
    func writeToTarget(isolation actor: isolated (any Actor)?) async throws(FeedOutputError) -> FeedOutputProgress {
        var iterator = makeAsyncIterator()
        while true {
            let before = run.progress
            guard let chunk = try await iterator.next(isolation: actor) else { return try run.finishTarget() }
            var written = 0
            do {
                try await run.target?.write(chunk, written: &written, isolation: actor)
            } catch {
                throw run.ending(by: error, after: before, partialChunkBytes: written)
            }
        }
    }
}
