/// An item of a feed, with where it was found.
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

    /// How many items came before it, those that failed included; where a range of a file is read, in that range.
    @inlinable public var index: Int { origin.index }
    /// The bytes of the feed it was decoded from.
    @inlinable public var byteRange: Range<Int> { origin.byteRange }
    /// Its key, where it is a member of an object.
    @inlinable public var key: String? { origin.key }
    /// Where in the document it stands; of line-delimited and concatenated feeds, the root is an array of all their
    /// documents.
    @inlinable public var path: JSONPath { origin.path }
}

extension FeedEntry: Sendable where Item: Sendable {}

/// An item of a feed that could not be decoded.
public struct FeedFailure: Error, Sendable {
    /// Why.
    ///
    /// Its path, offset, line and column are those of what is wrong within the item.
    public var error: ModelError { errors[0] }
    /// Everything that is wrong with it, in the order of the document, as far as ``Feed/errorsPerItem`` wants it.
    public let errors: [ModelError]
    /// The item's bytes, where ``Feed/keepsFailedBytes`` asks for them and it is not longer than items may be.
    public let bytes: [UInt8]?
    private let origin: FeedOrigin

    /// - Parameter errors: One at least.
    init(_ errors: [ModelError], _ mark: FeedMark, key: String?, bytes: [UInt8]?) {
        assert(!errors.isEmpty)
        self.errors = errors
        self.bytes = bytes
        origin = FeedOrigin(mark, key: key)
    }

    /// How many items came before it, those that failed included; where a range of a file is read, in that range.
    public var index: Int { origin.index }
    /// The bytes of the feed that the item takes up.
    public var byteRange: Range<Int> { origin.byteRange }
    /// Where in the document the item stands.
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
    /// Its key, where it is a member of an object.
    @usableFromInline let key: String?
    /// What holds it; nil where that is the root of a document or stream, so that no reference is counted for each line.
    private let container: FeedContainer?
    private let position: Int

    @inline(__always)
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
final class FeedContainer: Sendable {
    let path: JSONPath
    /// The number of the feed's part whose items it holds.
    let part: Int
    let kind: FeedRoute.Kind
    /// It is the root of a document or stream, and holds items that have no keys.
    let isRoot: Bool
    /// For each object and array on the way to it, what had been met of that which is looked for in it; nil in a stream
    /// of documents.
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
