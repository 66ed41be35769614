/// A coding key that the package makes itself: a key of a dictionary or a `JSONObject`, the index of an element, or
/// `super`.
///
/// It is small enough to be stored in an existential without a box.
struct CodablePathKey: CodingKey {
    private enum Content {
        case name(String)
        case dictionaryKey(String)
        case number(Int)
        case index(Int)
    }

    private let content: Content

    init(stringValue: String) { content = .name(stringValue) }

    init(intValue: Int) { content = .number(intValue) }

    /// The index of an element, named as Foundation names it.
    init(index: Int) { content = .index(index) }

    /// A key of a dictionary, with an integer value if it spells a number, as in the standard library.
    init(dictionaryKey: String) { content = .dictionaryKey(dictionaryKey) }

    /// The key of the superclass in keyed containers.
    static let superclass = CodablePathKey(stringValue: "super")

    var stringValue: String {
        switch content {
        case .name(let name), .dictionaryKey(let name): name
        case .number(let number): String(number)
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? {
        switch content {
        case .name: nil
        case .dictionaryKey(let name): Int(name)
        case .number(let number), .index(let number): number
        }
    }

    /// Whether this is the index of an element.
    var isIndex: Bool {
        if case .index = content { true } else { false }
    }
}

/// A step of a coding path while a value is decoded or encoded: a key is made only when an error or a client needs it.
enum CodablePathStep {
    case root
    case index(Int)
    case key(any CodingKey)

    var key: (any CodingKey)? {
        switch self {
        case .root: nil
        case .index(let index): CodablePathKey(index: index)
        case .key(let key): key
        }
    }
}
