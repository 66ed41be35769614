/// How much of an output has been written.
public struct FeedOutputProgress: Sendable, Hashable {
    /// Items in the chunks that have been handed on.
    public internal(set) var items = 0
    /// Bytes of those chunks.
    public internal(set) var bytes = 0
    /// Items that have been left out.
    public internal(set) var failures = 0
    /// The number of these items for each error code.
    public internal(set) var failuresByCode: [ModelError.Code: Int] = [:]
    /// Bytes of an incomplete item that were cut off the end of a file before items were appended to it.
    public internal(set) var cutBytes = 0
}

/// An item that has been left out of an output because it cannot be encoded.
public struct FeedOutputFailure: YodelError, Equatable {
    /// The error, whose path begins at the root of the output.
    ///
    /// In lines and text sequences, the root is an array of all items, as when they are read. An item's index on the
    /// path is ``index``.
    public let error: ModelError
    /// How many items were asked for before it, including failed ones.
    public let index: Int

    /// The item's number and the error.
    public var description: String { "item \(index): \(error)" }
}

/// The error that ends an output early, and the only error that writing items throws.
///
/// All items before the one that failed have been handed on. An array that has been begun may not be
/// closed: ``leavesArrayOpen`` reports this.
///
/// Chunks end with a whole item. So do lines and text sequences that have been written to a file or descriptor, unless
/// the system refused to write on, or the task was cancelled, in the middle of a chunk. Then ``partialChunkBytes`` is
/// the number of bytes after the last whole chunk, and the last item among them may be cut.
public struct FeedOutputError: YodelError {
    /// What went wrong.
    ///
    /// A ``ModelError`` for an item or an envelope that cannot be encoded, a ``FeedTargetError`` for a file or descriptor
    /// that cannot be written, `CancellationError` for a task that was cancelled, or the error that the source of
    /// the items or the receiver of the chunks threw.
    public let cause: any Error
    /// The number of the item that failed; `nil` if the error is not about an item.
    public let index: Int?
    /// How much had been handed on before: whole chunks, which end with a whole item.
    public let progress: FeedOutputProgress
    /// How many bytes of the next chunk a file or descriptor has taken; 0 if it has taken none.
    ///
    /// They may end within an item. To remove them, cut a new file to the first ``FeedOutputProgress/bytes`` of
    /// ``progress``; ``ModelEncoder/append(_:as:toFileAt:)`` removes an incomplete item. Chunks that a receiver of your
    /// own used in part before it threw are not counted.
    public let partialChunkBytes: Int
    /// Whether the output is an array that has been begun and not ended.
    ///
    /// It has been begun once a chunk was handed on, even to a target or receiver that failed and perhaps took none of
    /// it. It has been ended once the last chunk was taken whole.
    public let leavesArrayOpen: Bool

    /// The item's number, what went wrong, and how much has been written.
    public var description: String {
        let place = index.map { "item \($0): " } ?? ""
        let count = progress.items
        let items = count == 0 ? "no item was" : count == 1 ? "1 item was" : "\(count) items were"
        let written = "\(items) written" + (partialChunkBytes > 0 ? ", and part of a chunk" : "")
        return place + "\(cause); " + written + (leavesArrayOpen ? ", and the array is not closed" : "")
    }
}
