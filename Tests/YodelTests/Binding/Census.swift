import Yodel

/// Counts live instances, to check the release of values that are never finished.
///
/// A census counts only instances made while it is the task's current one, so that tests may run side by side.
final class Census: @unchecked Sendable {
    // Sendable because only the task whose current census it is uses it.
    @TaskLocal static var current: Census?

    private var alive: Set<Int> = []
    /// Instances made so far.
    private(set) var made = 0
    /// Instances that were destroyed again when they were no longer alive.
    private(set) var destroyedTwice = 0

    var living: Int { alive.count }

    /// The error if nothing should be left; nil if nothing is.
    var complaint: String? {
        if destroyedTwice > 0 { return "\(destroyedTwice) instances destroyed twice" }
        return alive.isEmpty ? nil : "\(alive.count) instances left"
    }

    /// Resets all counts, so that one mistake is reported only once.
    func reset() {
        alive = []
        destroyedTwice = 0
    }

    fileprivate func begin() -> Int {
        made += 1
        alive.insert(made)
        return made
    }

    fileprivate func end(_ number: Int) {
        if alive.remove(number) == nil { destroyedTwice += 1 }
    }
}

/// An instance that the census counts.
final class Life: @unchecked Sendable {
    // Sendable because none of it changes; see also Census.
    private let census = Census.current
    private let number: Int?

    init() {
        number = Census.current?.begin()
    }

    deinit {
        if let number { census?.end(number) }
    }
}

struct WrongKind: Error {}

/// A counted value that represents a JSON string, and nothing else.
final class Tracked: ModelScalar, Hashable, CustomStringConvertible, @unchecked Sendable {
    // Sendable because none of it changes.
    let text: String
    private let life = Life()

    init(_ text: String) {
        self.text = text
    }

    init(scalar: JSONScalar) throws {
        guard case .string(let text) = scalar else { throw WrongKind() }
        self.text = text
    }

    var scalar: JSONScalar { .string(text) }
    var description: String { text }

    static func == (left: Tracked, right: Tracked) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A counted value made from its raw value, which may also be a dictionary's key; `"bad"` is refused.
struct TrackedName: RawRepresentable, Hashable, CustomStringConvertible {
    let rawValue: String
    private let life = Life()

    init?(rawValue: String) {
        if rawValue == "bad" { return nil }
        self.rawValue = rawValue
    }

    var description: String { rawValue }

    static func == (left: TrackedName, right: TrackedName) -> Bool { left.rawValue == right.rawValue }
    func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// A property wrapper that is itself counted.
@propertyWrapper
struct TrackedWrapper<Wrapped>: ModelWrapper {
    private let life = Life()
    var wrappedValue: Wrapped

    init(wrappedValue: Wrapped) {
        self.wrappedValue = wrappedValue
    }
}

extension TrackedWrapper: CustomStringConvertible {
    var description: String { "\(wrappedValue)" }
}
