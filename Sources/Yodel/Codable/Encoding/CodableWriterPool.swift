/// The writer of the document before, with its memory, while it is not in use.
final class CodableWriterPool: Sendable {
    private let spare = Locked(CodableWriter?.none)

    func take() -> CodableWriter { spare.withLock { $0.take() } ?? CodableWriter() }

    /// Keeps a writer for the next document, unless somebody still has a container of this one: who has must not find
    /// the next one's in its place.
    func giveBack(_ writer: inout CodableWriter) {
        guard isKnownUniquelyReferenced(&writer) else { return }
        writer.end()
        let writer = writer
        spare.withLock { $0 = writer }
    }
}
