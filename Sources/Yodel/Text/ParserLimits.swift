/// Limits on a document; decoding stops with an error at the first one exceeded.
///
/// Every limit bounds work or memory that the document's author controls. Beyond a limit, decoding throws a
/// ``ModelError`` of the category ``ModelError/Category/limit`` that says which limit and where. A negative limit
/// counts as 0.
public struct ParserLimits: Sendable, Hashable {
    /// The maximum depth of arrays and objects, including skipped ones.
    ///
    /// Default 512.
    public var depth: Int { didSet { depth = max(depth, 0) } }
    /// The maximum length of a string or key in the document, in bytes between the quotes.
    ///
    /// Default 16 MiB.
    public var stringBytes: Int { didSet { stringBytes = max(stringBytes, 0) } }
    /// The maximum number of combining marks, such as accents, in a row in a decoded string or a kept key.
    ///
    /// Hashing or comparing a Swift string takes time that grows with the square of their number. Default 1,000;
    /// letters have a few.
    public var combiningMarks: Int { didSet { combiningMarks = max(combiningMarks, 0) } }
    /// The maximum length of a key in decoded objects, in bytes, unescaped.
    ///
    /// Default 64 KiB.
    public var keyBytes: Int { didSet { keyBytes = max(keyBytes, 0) } }
    /// The maximum length of a number in characters, including skipped numbers.
    ///
    /// Default 1,000.
    public var numberCharacters: Int { didSet { numberCharacters = max(numberCharacters, 0) } }
    /// The maximum length of the whole document in bytes.
    ///
    /// Default no limit.
    public var documentBytes: Int { didSet { documentBytes = max(documentBytes, 0) } }
    /// The maximum number of keys in an object that is decoded, not skipped.
    ///
    /// Default 1,000,000.
    public var keysPerObject: Int { didSet { keysPerObject = max(keysPerObject, 0) } }
    /// The maximum bytes kept of one value until its type is known, or because it belongs to several properties.
    ///
    /// For the surroundings of a feed's items, if they are requested, it is their size in memory: their text, and 32
    /// bytes for each key, value and bracket. Other kept values take several times their bytes in memory. Default 64
    /// MiB.
    public var bufferedBytes: Int { didSet { bufferedBytes = max(bufferedBytes, 0) } }
    /// How often, on average, kept bytes may be read again: to find the variant that fits, and for each property that
    /// they belong to.
    ///
    /// Trying variants multiplies the work at each level of nesting. Work is counted in bytes: a token costs 4, and one
    /// more for each 16 bytes of its text; skipped text costs one for each 32 bytes, and a variant that was tried and
    /// did not fit costs 16.
    ///
    /// The work allowed is this many times the bytes that were kept, and two passes over them. It also limits a
    /// `Decodable` type that decodes its values repeatedly: each value it begins costs 16, each of its elements one, an
    /// error 16, each key of a coding path 3, and a model in such a type, or such a type in a model, 128. Errors about
    /// missing keys have an allowance of their own: 2048 for each key, array and scalar, and 4096 for each object. A
    /// document or part that such a type decodes counts as 5 bytes longer than it is. While the variants of a value are
    /// tried, such a type counts only within itself, unless the value is in such a type or in another value whose
    /// variants are tried.
    ///
    /// Default 100, which allows three variants that must all be tried to be nested 3 or 4 levels, and two 6 or 7.
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

    /// The maximum length of a number or word whose end is not known yet.
    ///
    /// No valid word is that long, and an error would show no more of it.
    var openTokenBytes: Int { max(numberCharacters, 64) }
}

extension ParserLimits {
    /// What would have been valid, if the error is about a limit; nil for other errors.
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
        case .replayLimit: "values to be read again at most \(counted(replays, "time"))"
        default: nil
        }
    }
}
