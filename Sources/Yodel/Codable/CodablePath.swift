/// A coding key that the package makes itself: a key of a dictionary or a `JSONObject`, or `super`.
///
/// It is small enough to be stored in an existential without a box.
struct CodablePathKey: CodingKey {
    let stringValue: String
    /// Whether it has an integer value if it spells a number, as keys of dictionaries have in the standard library.
    private let mayBeNumber: Bool

    init(stringValue: String) { (self.stringValue, mayBeNumber) = (stringValue, false) }

    init(intValue: Int) { self.init(dictionaryKey: String(intValue)) }

    init(dictionaryKey: String) { (stringValue, mayBeNumber) = (dictionaryKey, true) }

    /// The key of the superclass in keyed containers.
    static let superclass = CodablePathKey(stringValue: "super")

    var intValue: Int? { mayBeNumber ? Int(stringValue) : nil }
}

/// The index of an element as a coding key, named as Foundation names it.
///
/// Paths have many, and one that needs no memory of its own is made and dropped at little cost.
struct CodablePathIndex: CodingKey {
    let index: Int

    init(intValue: Int) { index = intValue }

    init?(stringValue: String) { return nil }

    var stringValue: String { "Index \(index)" }

    var intValue: Int? { index }
}

/// A step of a coding path while a value is decoded or encoded: a key is made only when an error or a client needs it.
enum CodablePathStep {
    case root
    case index(Int)
    case key(any CodingKey)

    var key: (any CodingKey)? {
        switch self {
        case .root: nil
        case .index(let index): CodablePathIndex(intValue: index)
        case .key(let key): key
        }
    }

    var isRoot: Bool {
        if case .root = self { true } else { false }
    }
}
