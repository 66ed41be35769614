/// How a sequence of items is written as JSON: the mirror of ``Feed``.
///
/// ```swift
/// for try await chunk in ModelEncoder().stream(posts, as: .lines) {
///     try await body.write(chunk)
/// }
/// try ModelEncoder().write(posts, as: .array(at: "data.items"), toFileAt: "posts.json")
/// ```
///
/// An output is a value. It says in which form the items are written, and what happens to items that fail; a
/// ``ModelEncoder`` says how each item is encoded. Each item is encoded whole or not at all. Only a file or descriptor
/// that takes a part of a chunk may end within an item: see ``FeedOutputError/partialChunkBytes``.
///
/// The feed of the same form reads the output back:
///
/// | output | feed |
/// |---|---|
/// | ``array`` | `Feed(of: Post.self)` |
/// | ``array(at:)``, ``array(at:envelope:)`` | `Feed(of: Post.self, at: path)` |
/// | ``lines`` | `Feed(of: Post.self, in: .lines)` |
/// | ``textSequence`` | `Feed(of: Post.self, in: .textSequence)` |
/// | ``concatenated`` | `Feed(of: Post.self, in: .concatenated)` |
public struct FeedOutput: Sendable {
    /// What happens to items that cannot be encoded.
    ///
    /// Default ``BadItemPolicy/error``. With ``BadItemPolicy/drop`` an item that fails is left out, counted, and
    /// reported to ``onFailure(_:)``. Two errors end the output in both cases: a type that cannot be encoded, and more
    /// bytes than ``OutputLimits/documentBytes``.
    public var badItems = BadItemPolicy.error
    /// How many items may fail if failed items are dropped.
    ///
    /// Default `nil`: any number. If more fail, the output ends with ``ModelError/Code/failureLimit``.
    public var failureBudget: FailureBudget?
    /// How many bytes one item may have.
    ///
    /// Default 8 MiB, which is what a ``Feed`` reads by default; a negative number is 0. A longer item fails with
    /// ``ModelError/Code/itemLimit``. The bytes are those of the item alone: no comma, line break or indentation before
    /// it, and no line feed after it. A ``DidEncodeModel`` is measured as its hook leaves it: the object that the hook
    /// gets may be longer.
    public var maxItemBytes = 8 << 20 {
        didSet { maxItemBytes = max(maxItemBytes, 0) }
    }
    /// The most bytes a chunk has, unless one item, or the text before or after all items, is longer.
    ///
    /// Default 64 KiB. Less than 320 counts as 320, more than 16 MiB as 16 MiB. A chunk ends where an item does.
    public var chunkSize = 64 << 10 {
        didSet { chunkSize = min(max(chunkSize, 320), 16 << 20) }
    }
    /// The most items a chunk has.
    ///
    /// Default no limit; less than 1 counts as 1. With 1, each item of an asynchronous source is handed on before the
    /// next one is asked for.
    public var itemsPerChunk = Int.max {
        didSet { itemsPerChunk = max(itemsPerChunk, 1) }
    }

    /// Sets a function that is called with each item that is left out.
    ///
    /// - Parameter report: Called between two items, on the thread that encodes them.
    public mutating func onFailure(_ report: @escaping @Sendable (FeedOutputFailure) -> Void) {
        failureReport = report
    }

    let form: Form
    private(set) var failureReport: (@Sendable (FeedOutputFailure) -> Void)?

    /// How items follow one another.
    enum Form: Sendable {
        case stream(FeedFormat)
        case array(FeedEnvelope)
    }

    private init(_ form: Form) {
        self.form = form
    }

    /// Creates an output of documents that follow one another.
    ///
    /// - Parameter format: How they follow one another.
    public init(in format: FeedFormat) {
        self.init(.stream(format))
    }

    // MARK: - Forms

    /// One array, which is the document.
    public static var array: FeedOutput { array(at: .root) }

    /// An array at a path, in objects that have no other members.
    ///
    /// - Parameter path: Where the array is: only keys. With any other step, writing fails with
    ///   ``ModelError/Code/invalidOutput``.
    public static func array(at path: FeedPath) -> FeedOutput {
        FeedOutput(.array(FeedEnvelope(path: path, value: nil)))
    }

    /// An array at a path in another value, the envelope.
    ///
    /// The encoder makes a ``JSONValue`` of the envelope first (``ModelEncoder/encodeJSONValue(_:)``), and then its text. So
    /// white space and escapes within a ``RawJSON`` of the envelope, or in the bytes of a ``Lazy`` value, are not kept;
    /// numbers keep their literals. With ``ModelEncoder/sortsKeys``, a tag that names a variant and unknown members are
    /// sorted among the other keys of their object.
    ///
    /// If the envelope has an empty array or `null` at the path, the items are written there, between the members
    /// before it and those after it. If it has nothing there, the array is the last member of its object, and missing
    /// objects on the path are added.
    ///
    /// ```swift
    /// struct Page: Model { var total: Int }
    /// FeedOutput.array(at: "data.items", envelope: Page(total: 2))      // {"total":2,"data":{"items":[…]}}
    /// ```
    ///
    /// - Parameters:
    ///   - path: Where the array is: keys, and indices of elements that the envelope has. A `[*]`, an index that the
    ///     envelope does not have, or a value in the way is a ``ModelError`` before the first item is asked for.
    ///   - envelope: Any value that the encoder encodes. It is kept in memory as a whole.
    public static func array<Envelope: Sendable>(at path: FeedPath, envelope: Envelope) -> FeedOutput {
        FeedOutput(
            .array(
                FeedEnvelope(path: path) { encoder throws(ModelError) in try encoder.encodeJSONValue(envelope) }))
    }

    /// One item per line (NDJSON, JSON Lines), each with a line feed after it.
    ///
    /// Each item is on one line whatever the ``ModelEncoder/layout``: it is compact, and line feeds within a
    /// ``RawJSON``, or in the bytes of a ``Lazy`` value, become spaces.
    public static var lines: FeedOutput { FeedOutput(in: .lines) }

    /// A JSON text sequence (RFC 7464): a record separator before each item, and a line feed after it.
    public static var textSequence: FeedOutput { FeedOutput(in: .textSequence) }

    /// One item after another, with a line feed after each; laid out, an item may have several lines.
    public static var concatenated: FeedOutput { FeedOutput(in: .concatenated) }
}
