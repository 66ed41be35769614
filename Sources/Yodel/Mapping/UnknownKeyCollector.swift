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

        /// The path without its array indices; of keys with the same shape, only the first is kept.
        ///
        /// Its bytes: hashing a string takes time that grows with the square of its combining marks in a row.
        var shape: [UInt8] {
            path.steps.reduce(into: []) { bytes, step in
                // Neither of the two last bytes occurs in UTF-8.
                switch step {
                case .key(let key): bytes += Array(key.utf8) + [0xFF]
                case .index: bytes.append(0xFE)
                }
            }
        }

        /// The path, shortened as in errors if it is long, and the offset.
        public var description: String { "\(path.shown) (offset \(offset))" }
    }

    /// How many distinct keys are kept.
    public let limit: Int
    let kept: Locked<KeptNotes<Key>>

    /// Creates a collector that keeps up to `limit` distinct keys, 1,000 by default.
    public init(limit: Int = 1_000) {
        self.limit = limit
        kept = Locked(KeptNotes(limit: limit, by: \.shape))
    }

    /// The distinct keys in the order of their first occurrence.
    public var keys: [Key] { kept.withLock { $0.notes } }

    /// The number of unknown keys, including repetitions.
    public var count: Int { kept.withLock { $0.count } }

    /// Whether the limit is reached.
    var isFull: Bool { kept.withLock { !$0.hasRoom } }
}
