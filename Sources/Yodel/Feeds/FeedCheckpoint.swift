/// A place between two items of a feed, to resume the feed from later.
///
/// ```swift
/// let saved = try JSONEncoder().encode(parser.checkpoint)
/// …
/// let checkpoint = try JSONDecoder().decode(FeedCheckpoint.self, from: saved)
/// var reader = try feed.reader(ofFileAt: path, resumingAt: checkpoint)
/// ```
///
/// A resumed feed returns exactly the items that had not been taken, each with the number, path and place it would have
/// had. Resume the same feed, with bytes that continue at ``offset``. The checkpoint includes the part of an envelope
/// that had been read, and may be as large as that. It does not include the places in that part, so an error there has
/// a path, but no line and offset.
public struct FeedCheckpoint: Codable, Hashable, Sendable {
    /// The offset of the first byte of text to be fed.
    public let offset: Int
    /// How many items came before, including failed ones.
    public let index: Int
    let line: Int
    let column: Int
    let state: State
    /// A description of the feed: other feeds refuse the checkpoint.
    let feed: String
    /// The range of bytes whose lines the feed reads; `nil` if it reads all of its input.
    ///
    /// A resumed feed reads the rest of these lines.
    public internal(set) var byteRange: Range<Int>?
    /// The last known member of a compressed input that begins before the offset.
    var member: Unpacker.Member?

    /// The offset in a compressed input to resume from: the beginning of a member, or 0.
    ///
    /// The text between there and ``offset`` is unpacked and dropped. If no member begins there, files that are opened by
    /// their paths and bytes in contiguous storage are read from their beginning; other input is an error,
    /// ``ModelError/Code/invalidCheckpoint``.
    public var compressedOffset: Int { member?.input ?? 0 }

    enum State: Codable, Hashable, Sendable {
        /// Nothing has been taken.
        case start
        /// Between two documents of a stream.
        case stream
        /// After a number at the end of a stream: it may be the beginning of a longer one.
        case openNumber
        case document(Position)
        case end
    }

    /// A place within a document.
    struct Position: Codable, Hashable, Sendable {
        /// The path to the container of the item that was taken last.
        var steps: [Step]
        /// The item's number in the container.
        var position: Int
        /// For each object and array on the path, which of the things that the feed looks for there have been found.
        var seen: [UInt64]
        /// The document around the items, as far as it has been read.
        var surroundings: FeedSurroundings.Snapshot?
    }

    struct Step: Codable, Hashable, Sendable {
        var key: String?
        var index: Int?

        init(_ step: JSONPath.Step) {
            switch step {
            case .key(let key): self.key = key
            case .index(let index): self.index = index
            }
        }
    }

    /// Whether the numbers are possible in a feed, and small enough to count on from.
    var isSound: Bool {
        // Only compares the numbers: they may be anything, so arithmetic could overflow.
        func isCount(_ number: Int, from least: Int = 0) -> Bool { (least..<Int.max / 2).contains(number) }
        guard isCount(offset), isCount(index), isCount(line, from: 1), isCount(column, from: 1) else { return false }
        guard isSoundInRange, state != .start || (index, line, column) == (0, 1, 1) else { return false }
        if let member {
            guard isCount(member.input), isCount(member.text), member.text <= offset else { return false }
        }
        guard case .document(let position) = state else { return true }
        guard isCount(position.position) else { return false }
        guard let surroundings = position.surroundings else { return true }
        return isCount(surroundings.start) && surroundings.start <= offset && surroundings.isSound
    }

    static func start(of feed: String) -> FeedCheckpoint {
        FeedCheckpoint(offset: 0, index: 0, line: 1, column: 1, state: .start, feed: feed)
    }

    var place: ModelError.Place { ModelError.Place(offset: offset, line: line, column: column) }
}
