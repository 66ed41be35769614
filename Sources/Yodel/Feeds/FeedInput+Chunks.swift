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
            let result = await withCheckedContinuation(isolation: actor) { continuation in
                DispatchQueue.global().async { continuation.resume(returning: self.readChunk()) }
            }
            // Nil where another reader of the descriptor was faster.
            if let chunk = try result.get() { return chunk.isEmpty ? nil : chunk }
        }
    }

    /// The next bytes, none at the end; nil where there are none yet.
    private func readChunk() -> Result<[UInt8]?, FeedInputError> {
        var failure: FeedInputError?
        var isEmptyHanded = false
        let chunk = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            do throws(FeedInputError) {
                let available = try readAvailable(into: UnsafeMutableRawBufferPointer(buffer))
                isEmptyHanded = available == nil
                count = available ?? 0
            } catch {
                failure = error
            }
        }
        if let failure { return .failure(failure) }
        return .success(isEmptyHanded ? nil : chunk)
    }
}
