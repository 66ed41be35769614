/// Typed items out of JSON of any size, one by one, in constant memory.
///
/// ```swift
/// let feed = Feed(of: Tweet.self, at: "statuses")
/// for try await tweet in feed.items(from: chunks) { … }
/// ```
///
/// A feed says what to look for and how; it is a value and may be used for any number of documents, also at once. What
/// it looks for may be
///
/// - the elements of an array: the document itself, or at a path, or at a path through every element of another;
/// - the values of an object, with their keys;
/// - several of those in one pass, and what stands around them (see ``FeedPart``);
/// - the documents of a stream: one a line, one after another, or as a JSON text sequence (see ``FeedFormat``).
///
/// Whatever its size, of a document there are in memory: the chunk at hand, the item that is being decoded, and the
/// items of that chunk that have not been taken. ``maxItemBytes`` bounds the item.
public struct Feed<Item>: Sendable {
    /// How items are decoded.
    ///
    /// Default: as ``ModelDecoder/init()`` has it.
    public var decoder = ModelDecoder()
    /// What becomes of items that cannot be decoded.
    ///
    /// Default ``BadItemPolicy/error``.
    public var badItems: BadItemPolicy {
        get { options.badItems }
        set { options.badItems = newValue }
    }
    /// How many items may fail, where they are dropped.
    ///
    /// Default `nil`: any number.
    public var failureBudget: FailureBudget? {
        get { options.failureBudget }
        set { options.failureBudget = newValue }
    }
    /// How many bytes of the document one item may take up.
    ///
    /// Default 8 MiB; a negative number is 0. A longer one fails with ``ModelError/Code/itemLimit``, and of it no more
    /// than that is kept while it is passed over.
    public var maxItemBytes: Int {
        get { options.maxItemBytes }
        set { options.maxItemBytes = max(newValue, 0) }
    }
    /// How many errors a ``FeedFailure`` has at most, where items that fail are dropped.
    ///
    /// Default 1: an item is given up at its first error; less than 1 is 1. With more, it is read to its end, as by
    /// ``ModelDecoder/decodeCollectingErrors(_:from:limit:)-(_,Sequence<UInt8>,_)``.
    public var errorsPerItem: Int {
        get { options.errorsPerItem }
        set { options.errorsPerItem = max(newValue, 1) }
    }
    /// Whether a ``FeedFailure`` has the bytes of the item.
    ///
    /// Default false.
    public var keepsFailedBytes: Bool {
        get { options.keepsFailedBytes }
        set { options.keepsFailedBytes = newValue }
    }

    /// How many threads read the feed.
    ///
    /// Default 1, at most 256. With more than one, the lines of a stream, and the items of an array at one place, are read
    /// in blocks of 64 KiB, of which two for each thread may be under way. The thread that takes the items is one of them;
    /// the others are the package's own, which keeps as many of them as there are processors when no feed needs them. The
    /// items come in the same order, with a later chunk than the one that holds them, and errors are the same. What the
    /// items' types do while they are decoded (hooks, transforms) then happens on several threads at once, and for items
    /// after one that ends the feed; the decoder's reports get nothing of those, unless it is a ``failureBudget`` that ends
    /// it. Feeds of other kinds are read by one thread.
    ///
    /// An item with memory of its own that is made on one core and released on another costs more than one that stays. Where
    /// something smaller is to be made of each item, ``init(of:at:as:)`` and ``init(of:in:as:)`` make it where the item is
    /// decoded. The first 4 MiB of a feed whose items have memory of their own are read by one thread and by all of them in
    /// turns: one thread reads the rest, where that is faster.
    public var concurrency: Int {
        get { options.concurrency }
        set { options.concurrency = min(max(newValue, 1), 256) }
    }

    #if Gzip
    /// How the input is compressed.
    ///
    /// Default ``FeedCompression/none``. Offsets, lines and columns are those of the text. With ``concurrency``, one of
    /// the threads unpacks. Where a feed is resumed from bytes that are fed, come in chunks or are read from a descriptor,
    /// they begin at the checkpoint's ``FeedCheckpoint/compressedOffset``.
    public var compression: FeedCompression {
        get { options.compression }
        set { options.compression = newValue }
    }
    #endif

    /// Says what is to be told of the progress of each pass, and how often.
    ///
    /// - Parameters:
    ///   - bytes: After how many bytes of text it is called again; 16 MiB by default. It is called at the end too, and
    ///     not more often than there are chunks, or pieces of a compressed input's text.
    ///   - report: Is called where bytes are fed, before the items in them are taken. With ``concurrency``, and in a feed
    ///     of a compressed input, it is also called where an item is asked for: a compressed input is unpacked there, so
    ///     that its end is reported there and not by ``FeedParser/finish()``.
    public mutating func onProgress(
        every bytes: Int = 16 << 20, _ report: @escaping @Sendable (FeedProgress) -> Void
    ) {
        options.progressReport = FeedOptions.ProgressReport(interval: bytes, report: report)
    }

    var options = FeedOptions()
    let format: FeedFormat?
    let parts: [FeedPart<Item>]

    /// The elements of one array, or of every array at a path that leads through `[*]`.
    ///
    /// - Parameters:
    ///   - type: What the elements are decoded as.
    ///   - path: Where the array is; by default it is the document.
    public init(of type: Item.Type, at path: FeedPath = .root) {
        parts = [.plain(type, at: path)]
        format = nil
    }

    /// The documents of a stream.
    ///
    /// - Parameters:
    ///   - type: What they are decoded as.
    ///   - format: How they follow one another.
    public init(of type: Item.Type, in format: FeedFormat) {
        parts = [.plain(type, at: .root)]
        self.format = format
    }

    /// What is made of the documents of a stream.
    ///
    /// - Parameters:
    ///   - type: What they are decoded as.
    ///   - format: How they follow one another.
    ///   - make: Makes an item of each, on the thread that has decoded it.
    public init<Value>(
        of type: Value.Type, in format: FeedFormat, as make: @escaping @Sendable (consuming Value) -> Item
    ) {
        parts = [.items(of: type, as: make)]
        self.format = format
    }

    /// What is made of the elements of an array, or of every array at a path that leads through `[*]`.
    ///
    /// - Parameters:
    ///   - type: What the elements are decoded as.
    ///   - path: Where the array is; by default it is the document.
    ///   - make: Makes an item of each, on the thread that has decoded it.
    public init<Value>(
        of type: Value.Type, at path: FeedPath = .root, as make: @escaping @Sendable (consuming Value) -> Item
    ) {
        self.init(.items(of: type, at: path, as: make))
    }

    /// Several things in one pass.
    public init(_ parts: FeedPart<Item>...) {
        self.parts = parts
        format = nil
    }
}

extension Feed {
    /// The values of an object that may have any number of members, with their keys.
    ///
    /// - Parameters:
    ///   - type: What the values are decoded as.
    ///   - path: Where the object is; by default it is the document.
    @inlinable
    public init<Value>(ofMembers type: Value.Type, at path: FeedPath = .root) where Item == FeedMember<Value> {
        self.init(.members(of: type, at: path, as: FeedMember.init))
    }

    /// The elements of an array, and at the end what stands around it.
    ///
    /// ```swift
    /// struct Page: Model { var total: Int; var next: String? }
    ///
    /// for try await element in Feed(of: Tweet.self, at: "data.items", envelope: Page.self).items(from: chunks) {
    ///     switch element {
    ///     case .item(let tweet): …
    ///     case .envelope(let page): cursor = page.next
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: What the elements are decoded as.
    ///   - path: Where the array is.
    ///   - envelope: What the document is decoded as, as if it had no such array.
    @inlinable
    public init<Value, Envelope>(of type: Value.Type, at path: FeedPath, envelope: Envelope.Type)
    where Item == FeedElement<Value, Envelope> {
        self.init(.items(of: type, at: path, as: FeedElement.item), .envelope(of: envelope, as: FeedElement.envelope))
    }
}

extension Feed {
    /// The feed, read in blocks of that size where several threads read it: for tests, whose documents are small.
    package func gathering(blockSize: Int) -> Feed {
        var feed = self
        feed.options.blockSize = blockSize
        return feed
    }

    /// Whether ranges of its bytes have whole lines: for tests that read any feed.
    package var isOfLines: Bool { format == .lines }
}

/// What a feed does about an item that cannot be decoded, and an output about one that cannot be encoded.
///
/// An item cannot be decoded when it does not fit its type, is refused by it, or is longer than items may be. In a
/// stream of lines or a text sequence, JSON that is none costs its line or record; elsewhere it ends the feed whatever
/// the policy, as does what is beyond the parser's ``ParserLimits``.
public enum BadItemPolicy: Sendable, Hashable, CaseIterable {
    /// It is an error that ends the feed. The default.
    case error
    /// The feed goes on after it; it is counted, and given to those who ask for results.
    case drop
}

/// A member of an object whose values are the items of a feed.
public struct FeedMember<Value> {
    /// Its key.
    public var key: String
    /// Its value.
    public var value: Value

    /// Creates a member.
    @inlinable
    public init(key: String, value: Value) {
        self.key = key
        self.value = value
    }
}

extension FeedMember: Sendable where Value: Sendable {}
extension FeedMember: Equatable where Value: Equatable {}
extension FeedMember: Hashable where Value: Hashable {}

/// What a feed with an envelope delivers.
public enum FeedElement<Item, Envelope> {
    /// An element of the array.
    case item(Item)
    /// What stands around the array; it comes last.
    case envelope(Envelope)
}

extension FeedElement: Sendable where Item: Sendable, Envelope: Sendable {}
extension FeedElement: Equatable where Item: Equatable, Envelope: Equatable {}
extension FeedElement: Hashable where Item: Hashable, Envelope: Hashable {}

/// How the documents of a stream follow one another.
public enum FeedFormat: Sendable, Hashable, CaseIterable {
    /// One a line (NDJSON, JSON Lines): each ends with a line feed, but perhaps the last. Lines may end with `\r\n` and
    /// may be blank.
    case lines
    /// One after another, with white space between them or, where it is clear, nothing.
    case concatenated
    /// A JSON text sequence (RFC 7464): a record separator (U+001E) stands before each, and a line feed after.
    case textSequence
}

/// The options of a feed as its run reads them.
struct FeedOptions: Sendable {
    var badItems = BadItemPolicy.error
    var failureBudget: FailureBudget?
    var maxItemBytes = 8 << 20
    var errorsPerItem = 1
    var keepsFailedBytes = false
    var progressReport: ProgressReport?
    var concurrency = 1
    #if Gzip
    var compression = FeedCompression.none
    #endif
    /// How much text is read by one thread at a time.
    var blockSize = FeedInput.chunkSize
    /// Where other threads come from.
    var threads = FeedThreads.shared

    /// For runs whose failures are counted by another.
    var withoutBudget: FeedOptions {
        var options = self
        options.failureBudget = nil
        return options
    }

    struct ProgressReport: Sendable {
        var interval: Int
        var report: @Sendable (FeedProgress) -> Void
    }
}
