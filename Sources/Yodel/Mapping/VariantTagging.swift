/// How a document tells which variant of a ``Polymorphic`` type a value is.
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
    /// The member may be anywhere in the object. It is not an unknown key of the chosen variant, and may be one of its
    /// properties. If the object has it twice, the first decides, and a different second one is an error.
    public static func key(_ tag: String) -> VariantTagging { VariantTagging(way: .key(tag)) }

    /// By a member of an object that has the value in another member, in either order.
    ///
    /// `{"type": "message", "content": {"text": "Hello"}}`. A case that carries no value needs no content.
    public static func key(_ tag: String, content: String) -> VariantTagging {
        VariantTagging(way: .keys(tag: tag, content: content))
    }

    /// By the only key of an object around the value: `{"message": {"text": "Hello"}}`.
    ///
    /// A case that carries no value is its name as a string, `"ping"`, or the object `{"ping": null}`. A variant's key
    /// next to any other key is an error, in either order; an object that has no variant's key is unknown.
    public static let external = VariantTagging(way: .external)

    /// By trying them: the first variant that fits, in the order of the list.
    ///
    /// The whole value is kept for the trials, and each trial costs time: see ``ParserLimits/replays``. List the
    /// variant with the most requirements first, as a value fits in spite of unknown keys.
    public static let untagged = VariantTagging(way: .untagged)

    /// By a function of the object's members, which returns the tag of the variant.
    ///
    /// If it returns `nil`, the rule for values that no variant takes applies. The whole object is kept for it. A case
    /// that carries no value takes any object, and is written as `{}`.
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

/// The name of a variant in a document: a string, an integer or a boolean, or any of several.
///
/// ```swift
/// .case("message", Event.message)
/// .case(["message", "msg"], Event.message)     // written as "message"
/// .case(3, Event.login)
/// ```
public struct VariantTag: Hashable, Sendable {
    /// The values that name the variant; the first is written.
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
    /// Any of several tags; the first is written.
    public init(arrayLiteral elements: VariantTag...) { self.init(values: elements.flatMap(\.values)) }
}

/// The members of an object, to choose its variant: see ``VariantTagging/choice(_:)``.
///
/// Members of nested objects and arrays are not included.
public struct VariantPreview: Sendable {
    /// The keys in the order of the document.
    public let keys: [String]
    private let scalars: [String: JSONScalar?]

    init(members: [(key: String, scalar: JSONScalar?)]) {
        keys = members.map(\.key)
        scalars = Dictionary(members.map { ($0.key, $0.scalar) }) { first, _ in first }
    }

    /// Whether the object has a key, with any value.
    public func contains(_ key: String) -> Bool { scalars[key] != nil }

    /// The value of a key; `nil` if the key is absent, or its value is `null`, an object or an array.
    ///
    /// If a key occurs twice, its first value.
    public subscript(key: String) -> JSONScalar? { scalars[key] ?? nil }
}
