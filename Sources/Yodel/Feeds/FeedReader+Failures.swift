// For what writes items and failures alike: at the speed of items that are taken without their places.

extension FeedReader {
    /// Takes the next failure, if it comes before the next item; otherwise ``next()`` gives that item and passes over none.
    ///
    /// - Returns: The failure; nil where an item comes first, and at the end.
    /// - Throws: As ``next()``.
    @inlinable
    package mutating func nextFailure() throws -> FeedFailure? {
        core.queue.ready > 0 ? nil : try findFailure()
    }

    @usableFromInline
    func findFailure() throws -> FeedFailure? {
        while true {
            if let failure = try core.makeReadyOrTakeFailure() { return failure }
            guard core.queue.ready == 0, try readOn() else { return nil }
        }
    }

    /// The bytes of the item or failure that was taken last; nil where there was none, or only the cut one at the end.
    @usableFromInline
    package var lastByteRange: Range<Int>? { core.lastByteRange }
}
