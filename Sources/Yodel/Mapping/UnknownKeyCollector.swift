/// Collects the keys that decoding met and no model knew: what an API has added, or what a mapping misspells.
///
/// ```swift
/// let unknown = UnknownKeyCollector()
/// var decoder = ModelDecoder()
/// decoder.unknownKeys = .collect(unknown)
/// let book = try decoder.decode(Book.self, from: data)
/// print(unknown.keys)     // [$.isbn (offset 17)]
/// ```
///
/// One collector may serve many documents, also at once. Each distinct path is kept once, array indices aside; when
/// there are as many as ``limit``, further ones are only counted.
public final class UnknownKeyCollector: Sendable {
    /// One unknown key.
    public struct Key: Hashable, Sendable, CustomStringConvertible {
        /// Where the key was first met.
        public let path: JSONPath
        /// The offset of the key's opening quote in its document.
        public let offset: Int

        /// What keys have in common of which the first is kept.
        var shape: JSONPath {
            JSONPath(path.steps.map { step in if case .index = step { .index(0) } else { step } })
        }

        /// The path, shortened as an error's when it is long, and the offset.
        public var description: String { "\(path.shown) (offset \(offset))" }
    }

    /// How many distinct keys are kept.
    public let limit: Int
    private let kept: Locked<KeptNotes<Key>>

    /// Creates a collector that keeps up to `limit` distinct keys, 1,000 by default.
    public init(limit: Int = 1_000) {
        self.limit = limit
        kept = Locked(KeptNotes(limit: limit, by: \.shape))
    }

    /// The distinct keys in the order they were first met.
    public var keys: [Key] { kept.withLock { $0.notes } }

    /// How often unknown keys were met, repetitions included.
    public var count: Int { kept.withLock { $0.count } }

    /// Whether no more of them are kept.
    var isFull: Bool { kept.withLock { !$0.hasRoom } }

    /// Records a key.
    ///
    /// - Parameter key: Nil for one that is only counted.
    func record(_ key: Key?) {
        kept.withLock { $0.add(key) }
    }

    /// Records what has been noted, of which nothing is left then.
    func take(_ noted: inout KeptNotes<Key>) {
        kept.withLock { $0.take(&noted) }
    }
}
