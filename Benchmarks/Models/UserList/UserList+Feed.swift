extension UserList {
    /// A list of accounts as JSON, made in pieces, so that it may be larger than memory.
    ///
    /// The same seed makes the same accounts: a larger feed begins with those of a smaller one.
    package struct Feed: Sequence, IteratorProtocol {
        private let bytes: Int
        private var random: SeededGenerator
        private var id = 0
        /// The number of bytes returned so far.
        private var written = 0
        private var hasEnded = false

        /// The approximate size of a piece: little memory, and large enough for one system call.
        private static let pieceSize = 256 << 10

        /// Begins a document of at least that many bytes, which ends with the first account that reaches them.
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
                // Counts the bracket after it.
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
