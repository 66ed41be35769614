private import Dispatch

extension FeedInput {
    /// The size of a chunk: several slices, as the switch to another thread and back costs more than one read.
    private static let pieceSize = 256 << 10

    /// The next bytes, up to 256 KiB; nil at the end, and if the task is cancelled while it waits for them.
    ///
    /// Blocks no thread of Swift's concurrency: a thread of Dispatch reads the bytes that are ready, and the one thread
    /// of ``DescriptorWaiter`` waits for the rest.
    func nextChunk(isolation actor: isolated (any Actor)?) async throws -> (any Sequence<UInt8>)? {
        while true {
            if isReady {
                let chunk = try await withCheckedThrowingContinuation(isolation: actor) { continuation in
                    DispatchQueue.global().async { continuation.resume(with: Result { try self.readChunk() }) }
                }
                // Nil if another reader of the descriptor was faster, or the system cannot tell whether it is ready.
                if let chunk { return chunk.isEmpty ? nil : chunk }
            }
            try await waitUntilReady(isolation: actor)
            if Task.isCancelled { return nil }
        }
    }

    /// The next bytes, none at the end; nil if there are none yet.
    private func readChunk() throws -> [UInt8]? {
        var available: Int?
        let chunk = try [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            available = try readAvailable(into: UnsafeMutableRawBufferPointer(buffer))
            count = available ?? 0
        }
        return available == nil ? nil : chunk
    }
}
