/// Collects the keys that no model knew while decoding: additions to an API, or misspellings in a mapping.
///
/// ```swift
/// let unknown = UnknownKeyCollector()
/// var decoder = ModelDecoder()
/// decoder.unknownKeys = .collect(unknown)
/// let book = try decoder.decode(Book.self, from: data)
/// print(unknown.keys)     // [$.isbn (offset 17)]
/// ```
///
/// One collector may serve many documents, also concurrently. Each distinct path is kept once, ignoring array indices;
/// after ``limit`` distinct paths, further ones are only counted. Keys are distinguished by their bytes.
public final class UnknownKeyCollector: Sendable {
    /// One unknown key.
    public struct Key: Hashable, Sendable, CustomStringConvertible {
        /// Where the key first occurred.
        public let path: JSONPath
        /// The offset of the key's opening quote in its document; 0 in a tree, and in the part of an envelope that a
        /// resumed feed has from its checkpoint.
        public let offset: Int

        /// Of keys with the same identity, only the first is kept.
        var identity: Int {
            var identity = Identity()
            for step in path.steps { identity.add(step) }
            return identity.hash
        }

        /// The path, shortened as in errors if it is long, and the offset.
        public var description: String { "\(path.shown) (offset \(offset))" }
    }

    /// A path without its array indices, step by step, as a hash with the process's random seed.
    struct Identity {
        private var hasher = Hasher()

        mutating func add(_ step: JSONPath.Step) {
            switch step {
            case .key(var key):
                // Its bytes: hashing a string takes time that grows with the square of its combining marks in a row.
                key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
                hasher.combine(Self.endOfKey)
            case .index: hasher.combine(Self.index)
            }
        }

        var hash: Int { hasher.finalize() }

        // Neither byte occurs in UTF-8.
        private static let endOfKey: UInt8 = 0xFF
        private static let index: UInt8 = 0xFE
    }

    /// How many distinct keys are kept.
    public let limit: Int
    let kept: Locked<KeptNotes<Key>>

    /// Creates a collector that keeps up to `limit` distinct keys, 1,000 by default.
    public init(limit: Int = 1_000) {
        self.limit = limit
        kept = Locked(KeptNotes(limit: limit, by: \.identity))
    }

    /// The distinct keys in the order of their first occurrence.
    public var keys: [Key] { kept.withLock { $0.notes } }

    /// The number of unknown keys, including repetitions.
    public var count: Int { kept.withLock { $0.count } }

    /// Whether the limit is reached.
    var isFull: Bool { kept.withLock { !$0.hasRoom } }
}
