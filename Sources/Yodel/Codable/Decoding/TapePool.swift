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
    ///   - context: That of the part of a document which this is; nil for a document of its own.
    func take(
        _ document: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, _ settings: TapeSettings,
        in context: DecodingContext? = nil
    ) throws(ModelError) -> TapeDecoder {
        KeptContainers.dropReturned()
        var root = idle.withLock { $0.popLast() } ?? TapeDecoder(TapeSession())
        do throws(ModelError) {
            try root.session.begin(document, text: text, settings, in: context)
        } catch {
            giveBack(&root)
            throw error
        }
        return root
    }

    func giveBack(_ root: inout TapeDecoder) {
        // If a client has kept the root, this marks its session as kept.
        _ = TapeDecoder.isReturned(&root)
        guard root.session.finish(), root.session.capacity <= keptEntries else { return }
        let root = root
        idle.withLock { if $0.count < Self.limit { $0.append(root) } }
    }
}
