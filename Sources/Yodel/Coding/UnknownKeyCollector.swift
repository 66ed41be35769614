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

        /// The path, shortened as an error's when it is long, and the offset.
        public var description: String { "\(path.shown) (offset \(offset))" }
    }

    /// How many distinct keys are kept.
    public let limit: Int
    private let state = Locked(State())
    /// Where the keys go in the end, if not to a client.
    private let destination: UnknownKeyCollector?

    private struct State {
        var keys: [Key] = []
        var known: Set<JSONPath> = []
        var count = 0
    }

    /// Creates a collector that keeps up to `limit` distinct keys, 1,000 by default.
    public init(limit: Int = 1_000) {
        self.limit = limit
        destination = nil
    }

    /// Creates one whose keys are to go to another.
    init(for other: UnknownKeyCollector) {
        limit = other.limit
        destination = other
    }

    /// Takes the keys that another has, which then has none.
    func take(from other: UnknownKeyCollector) {
        let taken = other.state.exchange(State())
        guard taken.count > 0 else { return }
        for key in taken.keys { record(key) }
        count(taken.count - taken.keys.count)
    }

    func removeAll() { _ = state.exchange(State()) }

    /// The distinct keys in the order they were first met.
    public var keys: [Key] { state.withLock { $0.keys } }

    /// How often unknown keys were met, repetitions included.
    public var count: Int { state.withLock { $0.count } }

    /// Whether no more of them are kept.
    var isFull: Bool { destination?.isFull == true || state.withLock { $0.keys.count >= limit } }

    /// Counts keys that are not kept.
    func count(_ number: Int) {
        state.withLock { $0.count += number }
    }

    /// Notes a key.
    ///
    /// - Parameter key: Nil for one that is only counted.
    func record(_ key: Key?) {
        guard let key else { return count(1) }
        let shape = JSONPath(
            key.path.steps.map { step in
                if case .index = step { .index(0) } else { step }
            })
        state.withLock { state in
            state.count += 1
            guard state.keys.count < limit, state.known.insert(shape).inserted else { return }
            state.keys.append(key)
        }
    }
}
