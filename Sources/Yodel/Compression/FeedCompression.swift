#if Gzip
/// How the input of a feed is compressed, and how much text it may become.
///
/// ```swift
/// var events = Feed(of: Event.self, in: .lines)
/// events.compression = .automatic
/// var reader = try events.reader(ofFileAt: "events.ndjson.gz")
/// ```
///
/// Available with the package trait `Gzip`. An input may consist of several members, one after another, as
/// `cat a.gz b.gz` makes them: their texts are one text. Zeros may follow the last member, as tapes and `tar` leave
/// them; anything else there is an error.
public struct FeedCompression: Sendable, Hashable {
    enum Format: Sendable, Hashable {
        case none
        case automatic
        case gzip
        case zlib
    }

    let format: Format

    /// How many times as long as the input its text may be, at least 1.
    ///
    /// Default 250. Text that compresses better is allowed for a while: the feed has a credit of ``graceBytes`` bytes,
    /// each byte of text takes one from it, and each byte of the input gives back `maxRatio`, up to that amount. When
    /// the credit is used up, the feed ends with ``ModelError/Code/compressionLimit``. So from any place on, text may
    /// be `maxRatio` times as long as its input, and ``graceBytes`` bytes longer. A bomb whose text is `r` times as
    /// long as its input is found after at most `graceBytes / (1 - maxRatio / r)` bytes of its text, wherever it
    /// begins: at the default, and zlib's highest ratio of 1,032, after 21.2 MiB.
    public var maxRatio = 250 {
        didSet { maxRatio = max(maxRatio, 1) }
    }

    /// How many bytes of text all members may have together.
    ///
    /// Default `nil`: any number; a negative number is 0. A longer text ends the feed with
    /// ``ModelError/Code/compressionLimit``. The text before a checkpoint counts.
    public var maxTextBytes: Int? {
        didSet { maxTextBytes = maxTextBytes.map { max($0, 0) } }
    }

    /// The credit of ``maxRatio``: 16 MiB.
    public static let graceBytes = 16 << 20

    /// Plain text.
    ///
    /// The default of a feed.
    public static let none = FeedCompression(format: .none)
    /// The format that the first bytes show: gzip, zlib, or plain text if they show neither.
    ///
    /// No JSON begins with these bytes. A zlib header that asks for a preset dictionary is not recognised.
    public static let automatic = FeedCompression(format: .automatic)
    /// Members of gzip (RFC 1952), with their checksums and lengths.
    public static let gzip = FeedCompression(format: .gzip)
    /// Members of zlib (RFC 1950), with their checksums.
    public static let zlib = FeedCompression(format: .zlib)
}
#endif
