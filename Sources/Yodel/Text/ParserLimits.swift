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
    /// Combining marks in a row, accents for example, in one string that is decoded or one key that is kept.
    ///
    /// To hash or compare a Swift string takes time in the square of their number. Default 1,000, where letters have a
    /// few.
    public var combiningMarks: Int { didSet { combiningMarks = max(combiningMarks, 0) } }
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
    /// Variants that are told apart by trying them take a multiple of that work for each level of them. It is counted in
    /// bytes: a token counts as 4, and one more for each 16 bytes of its text; what is passed over counts as one for
    /// each 32 bytes, and a variant that was tried and did not fit as 16.
    ///
    /// May be spent: this many times the bytes that were kept, and two passes over them. So it is where a `Decodable`
    /// type begins its values again and again: one that is begun counts as 16, its elements as one each, an error as 16,
    /// each key of a coding path as 16, and a model in such a type, or such a type in a model, as 128; what such a type
    /// decodes has 5 bytes more than there are. Default 100, with which three variants that all have to be tried may be
    /// nested 3 or 4 levels, and two 6 or 7.
    public var replays: Int { didSet { replays = max(replays, 0) } }

    /// The limits, each with its default.
    public init(
        depth: Int = 512, stringBytes: Int = 16 << 20, keyBytes: Int = 64 << 10, numberCharacters: Int = 1_000,
        documentBytes: Int = .max, keysPerObject: Int = 1_000_000, bufferedBytes: Int = 64 << 20, replays: Int = 100,
        combiningMarks: Int = 1_000
    ) {
        self.depth = max(depth, 0)
        self.stringBytes = max(stringBytes, 0)
        self.keyBytes = max(keyBytes, 0)
        self.numberCharacters = max(numberCharacters, 0)
        self.documentBytes = max(documentBytes, 0)
        self.keysPerObject = max(keysPerObject, 0)
        self.bufferedBytes = max(bufferedBytes, 0)
        self.replays = max(replays, 0)
        self.combiningMarks = max(combiningMarks, 0)
    }

    /// How long a number or word may become while its end is not in sight.
    ///
    /// No word is as long as that, and no more of it would be shown.
    var openTokenBytes: Int { max(numberCharacters, 64) }
}

extension ParserLimits {
    /// What an error says would have been right when a limit is passed; nil for errors of other kinds.
    func expectation(of code: ModelError.Code) -> String? {
        switch code {
        case .depthLimit: "at most \(counted(depth, "level"))"
        case .stringLimit: "at most \(counted(stringBytes, "byte"))"
        case .keyLimit: "at most \(counted(keyBytes, "byte"))"
        case .numberLimit: "at most \(counted(numberCharacters, "character"))"
        case .documentLimit: "at most \(counted(documentBytes, "byte"))"
        case .keyCountLimit: "at most \(counted(keysPerObject, "key"))"
        case .bufferLimit: "at most \(counted(bufferedBytes, "byte"))"
        case .combiningMarkLimit: "at most \(counted(combiningMarks, "combining mark")) in a row"
        case .replayLimit: "at most \(counted(replays, "time"))"
        default: nil
        }
    }
}
