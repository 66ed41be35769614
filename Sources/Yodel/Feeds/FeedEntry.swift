/// An item of a feed, with where it was found.
public struct FeedEntry<Item> {
    /// The item itself.
    public let item: Item
    /// How many items came before it, those that failed included; where a range of a file is read, in that range.
    public let index: Int
    /// The bytes of the feed it was decoded from.
    public let byteRange: Range<Int>
    /// Its key, where it is a member of an object.
    public let key: String?
    private let container: FeedContainer
    private let position: Int

    init(_ item: Item, _ mark: FeedMark, key: String?) {
        self.item = item
        index = mark.number
        byteRange = mark.start..<mark.end.offset
        self.key = key
        container = mark.container
        position = mark.position
    }

    /// Where in the document it stands; of line-delimited and concatenated feeds, the root is an array of all their
    /// documents.
    public var path: JSONPath { container.path(ofItemAt: position, key: key) }
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
    /// How many items came before it, those that failed included; where a range of a file is read, in that range.
    public let index: Int
    /// The bytes of the feed that the item takes up.
    public let byteRange: Range<Int>
    /// The item's bytes, where ``Feed/keepsFailedBytes`` asks for them and it is not longer than items may be.
    public let bytes: [UInt8]?
    private let container: FeedContainer
    private let position: Int
    private let key: String?

    /// - Parameter errors: One at least.
    init(_ errors: [ModelError], _ mark: FeedMark, key: String?, bytes: [UInt8]?) {
        assert(!errors.isEmpty)
        self.errors = errors
        self.bytes = bytes
        index = mark.number
        byteRange = mark.start..<mark.end.offset
        container = mark.container
        position = mark.position
        self.key = key
    }

    /// Where in the document the item stands.
    public var path: JSONPath { container.path(ofItemAt: position, key: key) }
}

extension FeedFailure: CustomStringConvertible {
    /// The item's number and the error.
    public var description: String { "item \(index): \(error)" }
}

/// An array or object that holds items of a feed, or the root.
final class FeedContainer: Sendable {
    let path: JSONPath
    /// The number of the feed's part whose items it holds.
    let part: Int
    let kind: FeedRoute.Kind
    /// For each object and array on the way to it, what had been met of that which is looked for in it; nil in a stream
    /// of documents.
    let seen: [UInt64]?

    init(path: JSONPath, part: Int, kind: FeedRoute.Kind, seen: [UInt64]? = nil) {
        self.path = path
        self.seen = seen
        self.part = part
        self.kind = kind
    }

    func path(ofItemAt position: Int, key: String?) -> JSONPath {
        if let key { return path.appending(.key(key)) }
        return kind == .value ? path : path.appending(.index(position))
    }
}
