/// An item of a feed and its place.
public struct FeedEntry<Item> {
    /// The item itself.
    public let item: Item
    @usableFromInline let origin: FeedOrigin

    @inlinable
    init(_ item: consuming Item, _ origin: FeedOrigin) {
        self.item = item
        self.origin = origin
    }

    // Inlined into clients, which know the item's type: unspecialised, each would look up the metadata of the entry.

    /// How many items came before it, including failed ones; in a range of a file, how many of that range.
    @inlinable public var index: Int { origin.index }
    /// The range of the item's bytes in the feed.
    @inlinable public var byteRange: Range<Int> { origin.byteRange }
    /// The item's key, if it is a member of an object.
    @inlinable public var key: String? { origin.key }
    /// The item's path in the document; in a stream, the root is an array of all documents.
    @inlinable public var path: JSONPath { origin.path }
}

extension FeedEntry: Sendable where Item: Sendable {}

/// An item of a feed that could not be decoded.
public struct FeedFailure: YodelError {
    /// The first error in the item.
    ///
    /// Its path, offset, line and column are those of the error within the item.
    public var error: ModelError { errors[0] }
    /// The errors in the item, in the order of the document: at most ``Feed/errorsPerItem``.
    public let errors: [ModelError]
    /// The item's bytes, if ``Feed/keepsFailedBytes`` is set and the item is not longer than ``Feed/maxItemBytes``.
    public let bytes: [UInt8]?
    private let origin: FeedOrigin

    /// - Parameter errors: At least one error.
    init(_ errors: [ModelError], _ mark: FeedMark, key: String?, bytes: [UInt8]?) {
        assert(!errors.isEmpty)
        self.errors = errors
        self.bytes = bytes
        origin = FeedOrigin(mark, key: key)
    }

    /// How many items came before it, including failed ones; in a range of a file, how many of that range.
    public var index: Int { origin.index }
    /// The range of the item's bytes in the feed.
    public var byteRange: Range<Int> { origin.byteRange }
    /// The item's path in the document.
    public var path: JSONPath { origin.path }
}

extension FeedFailure: CustomStringConvertible {
    /// The item's number and the error.
    public var description: String { "item \(index): \(error)" }
}

/// Where an item of a feed was found.
@usableFromInline
struct FeedOrigin: Sendable {
    /// How many items came before it.
    @usableFromInline let index: Int
    @usableFromInline let byteRange: Range<Int>
    /// The item's key, if it is a member of an object.
    @usableFromInline let key: String?
    /// The item's container; nil for the root of a document or stream, which saves counting a reference for each line.
    @usableFromInline let container: FeedContainer?
    @usableFromInline let position: Int

    @inlinable @inline(__always)
    init(_ mark: FeedMark, key: String?) {
        index = mark.number
        byteRange = mark.start..<mark.end.offset
        self.key = key
        container = mark.isAtRoot ? nil : mark.container
        position = mark.position
    }

    @usableFromInline var path: JSONPath {
        container?.path(ofItemAt: position, key: key) ?? JSONPath([.index(position)])
    }
}

/// An array or object that holds items of a feed, or the root.
@usableFromInline
final class FeedContainer: Sendable {
    let path: JSONPath
    /// The number of the part whose items it holds.
    let part: Int
    let kind: FeedRoute.Kind
    /// Whether it is the root of a document or stream, and its items have no keys.
    let isRoot: Bool
    /// For each object and array on the path to it, which of the things that the feed looks for there have been found;
    /// nil in a stream of documents.
    let seen: [UInt64]?

    init(path: JSONPath, part: Int, kind: FeedRoute.Kind, seen: [UInt64]? = nil) {
        self.path = path
        isRoot = path.steps.isEmpty && kind == .items
        self.seen = seen
        self.part = part
        self.kind = kind
    }

    func path(ofItemAt position: Int, key: String?) -> JSONPath {
        if let key { return path.appending(.key(key)) }
        return kind == .value ? path : path.appending(.index(position))
    }
}
