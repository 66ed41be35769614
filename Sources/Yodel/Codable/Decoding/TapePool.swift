/// Unused decoders of documents, with the memory of their tapes.
final class TapePool: Sendable {
    private let idle = Locked<[TapeDecoder]>([])
    /// The number of entries whose memory is kept.
    private let keptEntries: Int

    /// The number of decoders that are kept.
    private static let limit = 4

    init(keptEntries: Int = 1 << 20) {
        self.keptEntries = keptEntries
    }

    /// The decoder of a document's root, which must be given back.
    ///
    /// The variable that it is given back from must hold the only reference, or the decoder looks as if it had been
    /// kept.
    ///
    /// - Parameters:
    ///   - document: The caller's document including a byte order mark; lent until the decoder is given back.
    ///   - text: The text to decode: a part of the document, or made from it.
    ///   - context: The context of the enclosing document if this is a part of one; nil otherwise.
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
        // If a client has kept the root, this marks the session as kept.
        _ = TapeDecoder.isReturned(&root)
        guard root.session.finish(), root.session.capacity <= keptEntries else { return }
        let root = root
        idle.withLock { if $0.count < Self.limit { $0.append(root) } }
    }
}
