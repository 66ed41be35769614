/// A step of a coding path that is no key of a client's: a key of a dictionary, the index of an element, or `super`.
///
/// Small enough to lie in an existential without a box.
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

    /// The place of an element, named as Foundation names it.
    init(index: Int) { content = .index(index) }

    /// A key of a dictionary, which has a number when it spells one, as the standard library's have.
    init(dictionaryKey: String) { content = .dictionaryKey(dictionaryKey) }

    /// What stands for the superclass in containers with keys.
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

    /// Whether it is the place of an element.
    var isIndex: Bool {
        if case .index = content { true } else { false }
    }
}

/// A step of a coding path as it is kept while a value is decoded: no key is made until an error or a client asks.
enum CodablePathStep {
    case root
    case index(Int)
    case key(any CodingKey)

    @inline(__always)
    var isRoot: Bool {
        if case .root = self { true } else { false }
    }

    var key: (any CodingKey)? {
        switch self {
        case .root: nil
        case .index(let index): CodablePathKey(index: index)
        case .key(let key): key
        }
    }
}
