private import Dispatch

/// The compressed input of a feed, and the text that has been unpacked ahead of the decoder.
///
/// Without another thread, a piece is unpacked when it is asked for. With one, up to ``mostAhead`` pieces are unpacked
/// while the feed's own thread decodes the one before. The other thread works while there is input and room, and is
/// started again when there is more.
final class FeedUnpacking: @unchecked Sendable {
    // Sendable because everything that changes is in a lock, except the unpacker and its input: only the thread that
    // has set ``State/isBusy`` uses these, until it resets that.

    /// Some text and its origin.
    struct Piece {
        var bytes: [UInt8]
        /// The last member that begins in it or before it.
        var member: Unpacker.Member?
        /// The offset in the compressed input after the bytes that the text was unpacked from.
        var inputOffset: Int
        /// Set in the last piece.
        var ending: Ending?
    }

    enum Ending {
        case complete
        case failed(CompressionFailure)
    }

    private struct State {
        var input: [[UInt8]] = []
        var hasEnded = false
        var pieces: [Piece] = []
        var isBusy = false
        /// Whether the last piece has been made, or no more are wanted.
        var isOver = false
        /// Whether the feed's own thread waits for a piece.
        var isAwaited = false
    }

    /// How many bytes of text a piece has: its items are all decoded at once.
    private let pieceSize: Int
    private let threads: FeedThreads?
    private let state = Locked(State())
    private let change = DispatchSemaphore(value: 0)

    private var unpacker: Unpacker
    private var chunk: [UInt8] = []
    private var position = 0
    /// Bytes of text before the feed's checkpoint that have not been dropped.
    private var dropping: Int
    private let start: Int

    /// How many pieces may wait to be decoded.
    private static let mostAhead = 4
    /// How much compressed input is read at a time: enough that the other thread seldom waits for the next.
    static let chunkSize = 256 << 10

    /// - Parameter threads: The pool of the other thread; nil for none.
    init(
        _ compression: FeedCompression, pieceSize: Int, threads: FeedThreads?, resumingAt checkpoint: FeedCheckpoint?
    ) {
        let member = checkpoint?.member ?? Unpacker.Member(input: 0, text: 0)
        unpacker = Unpacker(compression, at: member)
        self.pieceSize = pieceSize
        self.threads = threads
        start = checkpoint?.offset ?? 0
        dropping = max(start - member.text, 0)
    }

    /// Adds compressed bytes; after the end they are ignored.
    func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty else { return }
        state.withLock { state in
            guard !state.hasEnded, !state.isOver else { return }
            // Small chunks are joined, so that few wait. The last one grows in place, as nothing else refers to it.
            if let count = state.input.last?.count, count < Self.chunkSize {
                state.input[state.input.count - 1] += bytes
            } else {
                state.input.append(Array(bytes))
            }
        }
        help()
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        help()
    }

    /// Ends the work of the other thread, after the current piece.
    func stop() {
        state.withLock { state in
            state.isOver = true
            (state.input, state.pieces) = ([], [])
        }
    }

    /// The next text, or the end; nil if more input is needed.
    func next() -> Piece? {
        while true {
            let (piece, isBusy) = state.withLock { state -> (Piece?, Bool) in
                if !state.pieces.isEmpty { return (state.pieces.removeFirst(), false) }
                state.isAwaited = state.isBusy
                return (nil, state.isBusy)
            }
            if let piece {
                help()
                return piece
            }
            if isBusy {
                change.wait()
            } else if begin(upTo: 1) {
                work(upTo: 1)
            } else {
                return nil
            }
        }
    }

    // MARK: - Working

    /// Lets another thread unpack, if there is one and something to do.
    private func help() {
        guard let threads, begin(upTo: Self.mostAhead) else { return }
        if !threads.run({ self.work(upTo: Self.mostAhead) }) { state.withLock { $0.isBusy = false } }
    }

    /// Takes the unpacker, if no other thread has it, there is something to do, and at most half of `count` pieces
    /// wait.
    private func begin(upTo count: Int) -> Bool {
        state.withLock { state in
            guard !state.isBusy, canGoOn(state), state.pieces.count <= count / 2 else { return false }
            state.isBusy = true
            return true
        }
    }

    /// Whether there is something to do: for the thread that has the unpacker, or may take it.
    private func canGoOn(_ state: State) -> Bool {
        !state.isOver && (position < chunk.count || !state.input.isEmpty || unpacker.hasMore || state.hasEnded)
    }

    /// Makes pieces until `count` wait, or more input is needed.
    private func work(upTo count: Int) {
        var isOver = false
        while !isOver {
            let piece = makePiece()
            let isAwaited = state.withLock { state in
                if !state.isOver, !piece.bytes.isEmpty || piece.ending != nil { state.pieces.append(piece) }
                if piece.ending != nil { state.isOver = true }
                isOver = state.pieces.count >= count || !canGoOn(state)
                state.isBusy = !isOver
                // An empty piece does not wake the feed's thread, unless it is the last for now.
                guard isOver || !state.pieces.isEmpty else { return false }
                defer { state.isAwaited = false }
                return state.isAwaited
            }
            if isAwaited { change.signal() }
        }
    }

    /// Unpacks a piece; an empty one if there is no text without more input, or only text before the checkpoint.
    private func makePiece() -> Piece {
        var ending: Ending?
        var text = [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
            while count < buffer.count, ending == nil {
                if position == chunk.count, !unpacker.hasMore {
                    let hasEnded = takeChunk()
                    if chunk.isEmpty {
                        guard hasEnded else { break }
                        ending = end(afterTextOf: count)
                        continue
                    }
                }
                let progress = chunk.withUnsafeBufferPointer { chunk in
                    unpacker.unpack(
                        UnsafeBufferPointer(rebasing: chunk[position...]),
                        into: UnsafeMutableBufferPointer(rebasing: buffer[count...]))
                }
                position += progress.read
                count += progress.written
                ending = progress.failure.map { .failed($0) }
            }
        }
        let dropped = min(dropping, text.count)
        if dropped > 0 { text.removeFirst(dropped) }
        dropping -= dropped
        return Piece(bytes: text, member: unpacker.member, inputOffset: unpacker.inputOffset, ending: ending)
    }

    /// Takes the next chunk of the input, an empty one if there is none; returns whether the input has ended.
    private func takeChunk() -> Bool {
        position = 0
        return state.withLock { state in
            chunk = state.input.isEmpty ? [] : state.input.removeFirst()
            return state.hasEnded
        }
    }

    /// Ends the input; nil if there is still some text.
    ///
    /// - Parameter count: How many bytes have been unpacked since text was dropped.
    private func end(afterTextOf count: Int) -> Ending? {
        do throws(CompressionFailure) {
            try unpacker.end()
        } catch {
            return .failed(error)
        }
        if unpacker.hasMore { return nil }
        guard dropping <= count else {
            let problem = CompressionFailure.Problem.endsBeforeCheckpoint(text: unpacker.textOffset, checkpoint: start)
            return .failed(unpacker.failure(problem))
        }
        return .complete
    }
}
