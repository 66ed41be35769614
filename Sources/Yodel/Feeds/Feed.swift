/// Typed items out of JSON of any size, one by one, in constant memory.
///
/// ```swift
/// let feed = Feed(of: Tweet.self, at: "statuses")
/// for try await tweet in feed.items(from: chunks) { … }
/// ```
///
/// A feed describes where its items are and how they are decoded. It is a value, and may read any number of documents,
/// also at once. Its items can be
///
/// - the elements of an array: the document itself, the array at a path, or the arrays at a path through every element
///   of another array;
/// - the values of an object, with their keys;
/// - several of these in one pass, and the document around them (see ``FeedPart``);
/// - the documents of a stream: one per line, one after another, or as a JSON text sequence (see ``FeedFormat``).
///
/// Memory does not grow with the document. A feed holds the current chunk, the item that is being decoded, the items of
/// the chunk that have not been taken, and, for an envelope, the document around the items. ``maxItemBytes`` bounds the
/// item.
public struct Feed<Item>: Sendable {
    /// How items are decoded.
    ///
    /// Default: ``ModelDecoder/init()``.
    public var decoder = ModelDecoder()
    /// What happens to items that cannot be decoded.
    ///
    /// Default ``BadItemPolicy/error``. The decoder's ``ModelDecoder/badElements`` is about elements within an item.
    public var badItems: BadItemPolicy {
        get { options.badItems }
        set { options.badItems = newValue }
    }
    /// How many items may fail if failed items are dropped.
    ///
    /// Default `nil`: any number.
    public var failureBudget: FailureBudget? {
        get { options.failureBudget }
        set { options.failureBudget = newValue }
    }
    /// How many bytes of the document one item may take up.
    ///
    /// Default 8 MiB; a negative number is 0. A longer item fails with ``ModelError/Code/itemLimit``. While it is
    /// skipped, no more than this many bytes of it are kept.
    public var maxItemBytes: Int {
        get { options.maxItemBytes }
        set { options.maxItemBytes = max(newValue, 0) }
    }
    /// How many errors a ``FeedFailure`` has at most, if failed items are dropped.
    ///
    /// Default 1: decoding an item stops at its first error. Less than 1 is 1. With more, the item is decoded to its
    /// end, as by ``ModelDecoder/decodeCollectingErrors(_:from:limit:)-(_,Sequence<UInt8>,_)``.
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
    /// Default 1, at most 256. With more than one, the threads read the lines of a stream, or the items of an array at
    /// one place, in blocks of 64 KiB, up to two blocks for each thread at a time. The thread that takes the items is
    /// one of them. The others belong to the package, which keeps as many unused threads as there are processors. The
    /// order of the items and the errors are the same, but an item comes with a later chunk than the one that holds it.
    /// Hooks and transforms of the items' types run on several threads at once, also for items after one that ends the
    /// feed, and twice for the items of a block in which a ``failureBudget`` ends it. The threads of the package are
    /// outside of your task, and without its task-local values. The decoder's reports ignore the items after the end.
    /// One thread reads feeds of other kinds, and the rest of an array after an item that is longer than both a block
    /// and ``maxItemBytes``.
    ///
    /// An item with memory of its own costs more if one core makes it and another releases it. To make something
    /// smaller of each item, use ``init(of:at:as:)`` or ``init(of:in:as:)``, which do so on the thread that decodes the
    /// item. If the items have memory of their own, one thread and all threads take turns in reading the first 4 MiB of
    /// the feed. If one thread is faster, it reads the rest.
    public var concurrency: Int {
        get { options.concurrency }
        set { options.concurrency = min(max(newValue, 1), 256) }
    }

    /// How the input is compressed.
    ///
    /// Default ``FeedCompression/none``. Offsets, lines and columns are those of the text. With ``concurrency``, one of
    /// the threads unpacks. If a feed is resumed with bytes that are fed, come in chunks or are read from a descriptor,
    /// they begin at the checkpoint's ``FeedCheckpoint/compressedOffset``.
    public var compression: FeedCompression {
        get { options.compression }
        set { options.compression = newValue }
    }

    /// Calls a function with the progress of each pass.
    ///
    /// - Parameters:
    ///   - bytes: After how many bytes of text the function is called again; 16 MiB by default. It is called at most
    ///     once for each chunk, or for each piece of a compressed input's text, and at the end.
    ///   - report: Called when bytes are fed, before the items in them are taken. With ``concurrency``, and for a
    ///     compressed input, it is also called when an item is asked for. A compressed input is unpacked then, so its
    ///     end is reported then and not by ``FeedParser/finish()``.
    public mutating func onProgress(
        every bytes: Int = 16 << 20, _ report: @escaping @Sendable (FeedProgress) -> Void
    ) {
        options.progressReport = FeedOptions.ProgressReport(interval: bytes, report: report)
    }

    var options = FeedOptions()
    let format: FeedFormat?
    let parts: [FeedPart<Item>]

    /// Creates a feed of the elements of one array, or of every array at a path with `[*]`.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: Where the array is; by default it is the document.
    public init(of type: Item.Type, at path: FeedPath = .root) {
        parts = [.plain(type, at: path)]
        format = nil
    }

    /// Creates a feed of the documents of a stream.
    ///
    /// - Parameters:
    ///   - type: The type of the documents.
    ///   - format: How they follow one another.
    public init(of type: Item.Type, in format: FeedFormat) {
        parts = [.plain(type, at: .root)]
        self.format = format
    }

    /// Creates a feed of items that are made of the documents of a stream.
    ///
    /// - Parameters:
    ///   - type: The type of the documents.
    ///   - format: How they follow one another.
    ///   - make: Makes an item of each, on the thread that has decoded it.
    public init<Value>(
        of type: Value.Type, in format: FeedFormat, as make: @escaping @Sendable (consuming Value) -> Item
    ) {
        parts = [.items(of: type, as: make)]
        self.format = format
    }

    /// Creates a feed of items that are made of the elements of an array, or of every array at a path with `[*]`.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: Where the array is; by default it is the document.
    ///   - make: Makes an item of each, on the thread that has decoded it.
    public init<Value>(
        of type: Value.Type, at path: FeedPath = .root, as make: @escaping @Sendable (consuming Value) -> Item
    ) {
        self.init(.items(of: type, at: path, as: make))
    }

    /// Creates a feed of several parts, which are read in one pass.
    public init(_ parts: FeedPart<Item>...) {
        self.parts = parts
        format = nil
    }

    /// Creates a feed of the values of an object, with their keys; the object may have any number of members.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - path: Where the object is; by default it is the document.
    @inlinable
    public init<Value>(ofMembers type: Value.Type, at path: FeedPath = .root) where Item == FeedMember<Value> {
        self.init(.members(of: type, at: path, as: FeedMember.init))
    }

    /// Creates a feed of the elements of an array, followed by the document around the array.
    ///
    /// ```swift
    /// struct Page: Model { var total: Int; var next: String? }
    ///
    /// let feed = Feed(of: Tweet.self, at: "data.items", envelope: Page.self)
    /// for try await element in feed.items(from: chunks) {
    ///     switch element {
    ///     case .item(let tweet): …
    ///     case .envelope(let page): cursor = page.next
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: Where the array is.
    ///   - envelope: The type of the document without the array.
    @inlinable
    public init<Value, Envelope>(of type: Value.Type, at path: FeedPath, envelope: Envelope.Type)
    where Item == FeedElement<Value, Envelope> {
        self.init(.items(of: type, at: path, as: FeedElement.item), .envelope(of: envelope, as: FeedElement.envelope))
    }

    /// The feed with another block size for several threads: for tests, whose documents are small.
    package func gathering(blockSize: Int) -> Feed {
        var feed = self
        feed.options.blockSize = blockSize
        return feed
    }

    /// Whether the feed can read ranges of bytes: for tests that read any feed.
    package var isOfLines: Bool { format == .lines }
}

/// What a feed does with an item that cannot be decoded, and an output with an item that cannot be encoded.
///
/// An item cannot be decoded if it does not fit its type, its type refuses it, or it is longer than
/// ``Feed/maxItemBytes``. In a stream of lines or a text sequence, invalid JSON fails only its line or record. In other
/// feeds it ends the feed under either policy. So does exceeding one of the ``ParserLimits``, except those for keys,
/// buffered bytes and combining marks, which fail the item, as does a set with too many elements of one hash.
public enum BadItemPolicy: Sendable, Hashable, CaseIterable {
    /// The error ends the feed. The default.
    case error
    /// The item is dropped and counted, and delivered as a failure to readers that ask for results.
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

/// An element or the envelope of a feed with an envelope.
public enum FeedElement<Item, Envelope> {
    /// An element of the array.
    case item(Item)
    /// The document around the array; it comes last.
    case envelope(Envelope)
}

extension FeedElement: Sendable where Item: Sendable, Envelope: Sendable {}
extension FeedElement: Equatable where Item: Equatable, Envelope: Equatable {}
extension FeedElement: Hashable where Item: Hashable, Envelope: Hashable {}

/// How the documents of a stream follow one another.
public enum FeedFormat: Sendable, Hashable, CaseIterable {
    /// One per line (NDJSON, JSON Lines). Each ends with a line feed, except perhaps the last. Lines may end with
    /// `\r\n` and may be blank. A line of nothing but a comment is not blank: it fails, as the document ends early.
    case lines
    /// One after another, separated by white space, or by nothing if the border is clear.
    case concatenated
    /// A JSON text sequence (RFC 7464): each has a record separator (U+001E) before it and a line feed after it.
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
    var compression = FeedCompression.none
    /// How much text one thread reads at a time.
    var blockSize = FeedInput.chunkSize
    var threads = FeedThreads.shared

    struct ProgressReport: Sendable {
        var interval: Int
        var report: @Sendable (FeedProgress) -> Void
    }
}
