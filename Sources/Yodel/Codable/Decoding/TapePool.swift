/// Decoders of documents that are not in use, with the memory of their tapes.
final class TapePool: Sendable {
    private let idle = Locked<[TapeDecoder]>([])
    /// What is kept of a tape's memory.
    private let keptEntries: Int

    /// As many as are kept.
    private static let limit = 4

    init(keptEntries: Int = 1 << 20) {
        self.keptEntries = keptEntries
    }

    /// The decoder of a document's root, which has to be given back.
    ///
    /// Nothing but the variable that it is given back from may have it, or it will look as though it had been kept.
    ///
    /// - Parameters:
    ///   - document: What was asked for, with whatever mark it begins with; lent until the decoder is given back.
    ///   - text: What is decoded: a part of it, or made of it.
    func take(
        _ document: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, _ options: TapeOptions
    ) throws(ModelError) -> TapeDecoder {
        var root = idle.withLock { $0.popLast() } ?? TapeDecoder(TapeSession(), at: 1)
        do throws(ModelError) {
            try root.session.begin(document, text: text, options)
        } catch {
            giveBack(&root)
            throw error
        }
        root.restart()
        return root
    }

    func giveBack(_ root: inout TapeDecoder) {
        guard root.session.end(isKept: !isKnownUniquelyReferenced(&root)), root.session.capacity <= keptEntries else {
            return
        }
        let root = root
        idle.withLock { if $0.count < Self.limit { $0.append(root) } }
    }
}
