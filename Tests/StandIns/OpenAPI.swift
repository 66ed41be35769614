// What the recipes of IntegratingWithServers.md use of a library, with its signatures, for the document tests.

final class HTTPBody: AsyncSequence, Sendable {
    typealias ByteChunk = ArraySlice<UInt8>
    typealias Element = ByteChunk
    private let chunks: [ByteChunk]
    init(_ bytes: some Collection<UInt8> & Sendable) { chunks = [ArraySlice(bytes)] }
    init(_ string: some StringProtocol & Sendable) { chunks = [ArraySlice(string.utf8)] }
    struct Iterator: AsyncIteratorProtocol {
        var chunks: [ByteChunk].Iterator
        mutating func next() async throws -> ByteChunk? { chunks.next() }
    }
    func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeIterator()) }
}
