/// How much of each thing a document may have before decoding stops with an error.
///
/// Every limit bounds work or memory that the document's author, not the program's, decides about. Over a limit, a
/// ``ModelError`` of the category ``ModelError/Category/limit`` is thrown that says which and where. A negative limit is
/// one of 0.
public struct ParserLimits: Sendable, Hashable {
    /// How deep arrays and objects may nest, skipped ones included.
    ///
    /// Default 512.
    public var depth: Int { didSet { depth = max(depth, 0) } }
    /// Bytes of one string or key as the document writes it, between the quotes.
    ///
    /// Default 16 MiB.
    public var stringBytes: Int { didSet { stringBytes = max(stringBytes, 0) } }
    /// Bytes of one key, unescaped, in objects that are decoded.
    ///
    /// Default 64 KiB.
    public var keyBytes: Int { didSet { keyBytes = max(keyBytes, 0) } }
    /// Characters of one number, skipped ones included.
    ///
    /// Default 1,000.
    public var numberCharacters: Int { didSet { numberCharacters = max(numberCharacters, 0) } }
    /// Bytes of the whole document.
    ///
    /// Default no limit.
    public var documentBytes: Int { didSet { documentBytes = max(documentBytes, 0) } }
    /// Keys of one object that is decoded, not of one that is skipped.
    ///
    /// Default 1,000,000.
    public var keysPerObject: Int { didSet { keysPerObject = max(keysPerObject, 0) } }
    /// Bytes of one value that are kept until its type is known, or because it belongs to several properties; of what
    /// stands around the items of a feed, where that is wanted, the bytes it takes in memory.
    ///
    /// Default 64 MiB. In memory a value's take some times that. What stands around the items is counted with its text
    /// and 32 bytes for each key, value and bracket.
    public var bufferedBytes: Int { didSet { bufferedBytes = max(bufferedBytes, 0) } }
    /// How often, on average, what was kept may be gone through: to find the variant that fits, and for each of the
    /// properties it belongs to.
    ///
    /// Variants that are told apart by trying them take a multiple of that work for each level of them. A token counts
    /// once, and once more for each 64 bytes of its text. It is also how many values a `Decodable` type may begin, for
    /// each of the document's, when it begins them again and again. Default 100; the first 100,000 are free.
    public var replays: Int { didSet { replays = max(replays, 0) } }

    /// The limits, each with its default.
    public init(
        depth: Int = 512, stringBytes: Int = 16 << 20, keyBytes: Int = 64 << 10, numberCharacters: Int = 1_000,
        documentBytes: Int = .max, keysPerObject: Int = 1_000_000, bufferedBytes: Int = 64 << 20, replays: Int = 100
    ) {
        self.depth = max(depth, 0)
        self.stringBytes = max(stringBytes, 0)
        self.keyBytes = max(keyBytes, 0)
        self.numberCharacters = max(numberCharacters, 0)
        self.documentBytes = max(documentBytes, 0)
        self.keysPerObject = max(keysPerObject, 0)
        self.bufferedBytes = max(bufferedBytes, 0)
        self.replays = max(replays, 0)
    }

    /// How long a number or word may become while its end is not in sight.
    ///
    /// No word is as long as that, and no more of it would be shown.
    var openTokenBytes: Int { max(numberCharacters, 64) }
}
