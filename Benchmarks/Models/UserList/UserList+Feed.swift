extension UserList {
    /// A list of accounts as JSON, made in pieces, so that it may be larger than memory.
    ///
    /// The same seed makes the same accounts: a larger feed begins with those of a smaller one.
    package struct Feed: Sequence, IteratorProtocol {
        private let bytes: Int
        private var random: SeededGenerator
        private var id = 0
        /// How much of the document has been returned.
        private var written = 0
        private var hasEnded = false

        /// What is returned at once is about this large: little enough for any memory, and enough for one system call.
        private static let pieceSize = 256 << 10

        /// Begins a document that ends with the first account by which it has that many bytes or more.
        package init(bytes: Int, seed: UInt64) {
            self.bytes = bytes
            random = SeededGenerator(seed: seed)
        }

        /// The next bytes of the document; nil after its end.
        package mutating func next() -> [UInt8]? {
            guard !hasEnded else { return nil }
            var piece: [UInt8] = []
            while piece.count < Self.pieceSize && !hasEnded {
                id += 1
                piece.append(id == 1 ? 0x5B : 0x2C)
                var json = JSONText()
                json.object { UserList.user(id, &$0, &random) }
                piece += json.bytes
                // With the bracket after it.
                if written + piece.count + 1 >= bytes {
                    piece.append(0x5D)
                    hasEnded = true
                }
            }
            written += piece.count
            return piece
        }
    }
}
