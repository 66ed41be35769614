/// How the input of a feed is compressed, and how much text it may become.
///
/// ```swift
/// var events = Feed(of: Event.self, in: .lines)
/// events.compression = .automatic
/// var reader = try events.reader(ofFileAt: "events.ndjson.gz")
/// ```
///
/// ``gzip`` and ``zlib`` are available with the package trait `Gzip`, and ``zstd`` with the trait `Zstd`. An input may
/// consist of several members, one after another, as `cat a.gz b.gz` makes them: their texts are one text. Zstandard
/// calls them frames. Zeros may follow the last member, as tapes and `tar` leave them; anything else there is an error.
public struct FeedCompression: Sendable, Hashable {
    enum Choice: Sendable, Hashable {
        case none
        case automatic
        case format(CompressionFormat)
    }

    let choice: Choice

    /// How many times as long as the input its text may be, at least 1.
    ///
    /// Default 250. Text that compresses better is allowed for a while: the feed has a credit of ``graceBytes`` bytes,
    /// each byte of text takes one from it, and each byte of the input gives back `maxRatio`, up to that amount. When
    /// the credit is used up, the feed ends with ``ModelError/Code/compressionLimit``. So from any place on, text may
    /// be `maxRatio` times as long as its input, and ``graceBytes`` bytes longer. A bomb whose text is `r` times as
    /// long as its input is found after at most `graceBytes / (1 - maxRatio / r)` bytes of its text, wherever it
    /// begins: at the default, and zlib's highest ratio of 1,032, after 21.2 MiB. Zstandard's is above 30,000.
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

    /// How many bytes of earlier text the input may ask the feed to keep, at least 1,024.
    ///
    /// Default 8 MiB, which every reader of Zstandard has to allow (RFC 8878). Most of the feed's memory is this window. A
    /// frame that needs a longer one ends the feed with ``ModelError/Code/compressionLimit``: the command `zstd` makes
    /// some with `--long` or `--ultra`, up to 2 GiB. gzip and zlib have windows of 32 KiB, and are not limited by this.
    public var maxWindowBytes = 8 << 20 {
        didSet { maxWindowBytes = max(maxWindowBytes, 1 << 10) }
    }

    /// The credit of ``maxRatio``: 16 MiB.
    public static let graceBytes = 16 << 20

    /// Plain text.
    ///
    /// The default of a feed.
    public static let none = FeedCompression(choice: .none)
    /// The format that the first bytes show: gzip, zlib, Zstandard, or plain text if they show none of them.
    ///
    /// No JSON begins with these bytes. A zlib header that asks for a preset dictionary is not recognised. A format that
    /// needs a trait which this build lacks is an error, ``ModelError/Code/invalidCompression``.
    public static let automatic = FeedCompression(choice: .automatic)
    #if Gzip
    /// Members of gzip (RFC 1952), with their checksums and lengths.
    public static let gzip = FeedCompression(choice: .format(.gzip))
    /// Members of zlib (RFC 1950), with their checksums.
    public static let zlib = FeedCompression(choice: .format(.zlib))
    #endif
    #if Zstd
    /// Frames of Zstandard (RFC 8878), with their checksums and lengths if they have them.
    ///
    /// Skippable frames are skipped. A frame that needs a dictionary is an error,
    /// ``ModelError/Code/invalidCompression``.
    public static let zstd = FeedCompression(choice: .format(.zstd))
    #endif
}
