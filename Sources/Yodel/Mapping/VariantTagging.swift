/// How a document says which of the variants of a ``Polymorphic`` type a value is.
public struct VariantTagging: Sendable, ExpressibleByStringLiteral {
    let way: Way

    enum Way: Sendable {
        case key(String)
        case keys(tag: String, content: String)
        case external
        case untagged
        case choice(@Sendable (VariantPreview) -> VariantTag?)
    }

    /// By a member of the object itself: `{"type": "message", "text": "Hello"}`.
    ///
    /// It may stand anywhere in the object. To the variant that is chosen it is no unknown key, and it may be one of
    /// its properties. Where an object has it twice, the first decides, and another is an error.
    public static func key(_ tag: String) -> VariantTagging { VariantTagging(way: .key(tag)) }

    /// By a member of an object that has the value in another one: `{"type": "message", "content": {"text": "Hello"}}`,
    /// in either order.
    ///
    /// A case that carries no value needs no content.
    public static func key(_ tag: String, content: String) -> VariantTagging {
        VariantTagging(way: .keys(tag: tag, content: content))
    }

    /// By the one key of an object around the value: `{"message": {"text": "Hello"}}`.
    ///
    /// A case that carries no value is its name as a string, `"ping"`, or the object `{"ping": null}`. The key of a
    /// variant beside any other key is an error, whichever comes first; an object none of whose keys is a variant's is
    /// of no known kind.
    public static let external = VariantTagging(way: .external)

    /// By trying them: the first variant that fits, in the order in which they are listed.
    ///
    /// The whole value is kept for it, whatever it is, and each try is work: see ``ParserLimits/replays``. Put the
    /// variant that asks for most first, for unknown keys are no reason not to fit.
    public static let untagged = VariantTagging(way: .untagged)

    /// By a function of the object's members, which returns the tag of the variant.
    ///
    /// For what it returns `nil` for, the rule for what no variant takes holds. The whole object is kept for it.
    public static func choice(_ choose: @escaping @Sendable (VariantPreview) -> VariantTag?) -> VariantTagging {
        VariantTagging(way: .choice(choose))
    }

    /// The same as ``key(_:)``.
    public init(stringLiteral value: String) {
        way = .key(value)
    }

    private init(way: Way) {
        self.way = way
    }
}

/// What names a variant in a document: a string, an integer or a boolean, or any of several.
///
/// ```swift
/// .case("message", Event.message)
/// .case(["message", "msg"], Event.message)     // written as "message"
/// .case(3, Event.login)
/// ```
public struct VariantTag: Hashable, Sendable {
    /// The values that name the variant; the first is the one that is written.
    let values: [JSONScalar]

    private init(values: [JSONScalar]) {
        self.values = values
    }

    /// A string.
    public init(_ text: String) {
        values = [.string(text)]
    }

    /// A number.
    public init(_ number: some BinaryInteger) {
        values = [.number(JSONNumber(number))]
    }

    /// A boolean.
    public init(_ flag: Bool) {
        values = [.bool(flag)]
    }
}

extension VariantTag: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self.init(value) }
    /// A number.
    public init(integerLiteral value: Int) { self.init(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self.init(value) }
    /// Any of several tags; the first is the one that is written.
    public init(arrayLiteral elements: VariantTag...) { self.init(values: elements.flatMap(\.values)) }
}

/// The members of an object, to choose the variant it is decoded as: see ``VariantTagging/choice(_:)``.
///
/// Those of nested objects and arrays are not among them.
public struct VariantPreview: Sendable {
    /// The keys in the order of the document.
    public let keys: [String]
    private let scalars: [String: JSONScalar?]

    init(members: [(key: String, scalar: JSONScalar?)]) {
        keys = members.map(\.key)
        scalars = Dictionary(members.map { ($0.key, $0.scalar) }) { first, _ in first }
    }

    /// Whether the object has a key, whatever its value is.
    public func contains(_ key: String) -> Bool { scalars[key] != nil }

    /// The value of a key; `nil` if there is none, or it is `null`, an object or an array.
    ///
    /// Of a key that occurs twice, the first.
    public subscript(key: String) -> JSONScalar? { scalars[key] ?? nil }
}
