private import Dispatch

extension FeedInput {
    /// The switch to another thread and back costs more than one read, so a chunk has several slices.
    private static let pieceSize = 256 << 10

    /// The next bytes, up to 256 KiB; nil at the end, and when the task is cancelled while it waits for them.
    ///
    /// Blocks no thread of Swift's concurrency: a thread of Dispatch's reads what is ready, and the one thread of
    /// ``DescriptorWaiter`` waits for the rest.
    func nextChunk(isolation actor: isolated (any Actor)?) async throws -> (any Sequence<UInt8>)? {
        while true {
            while !isReady {
                try await waitUntilReady(isolation: actor)
                if Task.isCancelled { return nil }
            }
            let chunk = try await withCheckedThrowingContinuation(isolation: actor) { continuation in
                DispatchQueue.global().async { continuation.resume(with: Result { try self.readChunk() }) }
            }
            // Nil where another reader of the descriptor was faster.
            if let chunk { return chunk.isEmpty ? nil : chunk }
        }
    }

    /// The next bytes, none at the end; nil where there are none yet.
    private func readChunk() throws -> [UInt8]? {
        var isEmptyHanded = false
        let chunk = try [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            let available = try readAvailable(into: UnsafeMutableRawBufferPointer(buffer))
            isEmptyHanded = available == nil
            count = available ?? 0
        }
        return isEmptyHanded ? nil : chunk
    }
}
