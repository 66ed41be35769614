/// A place between two items of a feed, to go on from later.
///
/// ```swift
/// let saved = try JSONEncoder().encode(parser.checkpoint)
/// …
/// let checkpoint = try JSONDecoder().decode(FeedCheckpoint.self, from: saved)
/// var reader = try feed.reader(ofFileAt: path, resumingAt: checkpoint)
/// ```
///
/// A feed that is resumed gives exactly the items that had not been taken, each with the number, path and place it would
/// have had; the same feed has to be resumed, and its bytes have to go on at ``offset``. What had been read of an
/// envelope is part of the checkpoint, which may be as large as that; where it stood is not, so that an error in that part
/// has a path, but no line and offset.
public struct FeedCheckpoint: Codable, Hashable, Sendable {
    /// The first byte of the text that has to be fed.
    public let offset: Int
    /// How many items came before, those that failed included.
    public let index: Int
    let line: Int
    let column: Int
    let state: State
    /// What the feed looks for: no other feed goes on from here.
    let feed: String
    /// The range of bytes whose lines the feed reads; `nil` where it reads all of its input.
    ///
    /// A feed that is resumed reads the rest of these lines.
    public internal(set) var byteRange: Range<Int>?
    #if Gzip
    /// The last known member of a compressed input that begins before the offset.
    var member: Unpacker.Member?

    /// Where a compressed input has to go on: at the beginning of a member, or at 0.
    ///
    /// The text between there and ``offset`` is unpacked and dropped. If no member begins there, files that are opened by
    /// their paths and bytes in contiguous storage are read from their beginning; other input is an error,
    /// ``ModelError/Code/invalidCheckpoint``.
    public var compressedOffset: Int { member?.input ?? 0 }
    #endif

    enum State: Codable, Hashable, Sendable {
        /// Nothing has been taken.
        case start
        /// Between two documents of a stream.
        case stream
        case document(Position)
        /// The document has ended.
        case end
    }

    /// A place within a document.
    struct Position: Codable, Hashable, Sendable {
        /// The way to what holds the item that was taken last.
        var steps: [Step]
        /// The item's number in it.
        var position: Int
        /// For each object and array on the way, what has been met of that which is looked for in it.
        var seen: [UInt64]
        /// What stands around the items, so far.
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

    /// Its numbers are some that a feed may have, and that may be counted on from.
    var isSound: Bool {
        // They may be any, so that nothing is computed of them.
        func isCount(_ number: Int, from least: Int = 0) -> Bool { (least..<Int.max / 2).contains(number) }
        guard isCount(offset), isCount(index), isCount(line, from: 1), isCount(column, from: 1) else { return false }
        guard isSoundInRange else { return false }
        #if Gzip
        if let member {
            guard isCount(member.input), isCount(member.text), member.text <= offset else { return false }
        }
        #endif
        guard case .document(let position) = state else { return true }
        guard isCount(position.position) else { return false }
        guard let surroundings = position.surroundings else { return true }
        return isCount(surroundings.start) && surroundings.start <= offset && surroundings.isSound
    }

    /// The place before everything.
    static func start(of feed: String) -> FeedCheckpoint {
        FeedCheckpoint(offset: 0, index: 0, line: 1, column: 1, state: .start, feed: feed)
    }

    var place: ModelError.Place { ModelError.Place(offset: offset, line: line, column: column) }
}
