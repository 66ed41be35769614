/// How a model's properties are found in a document, where that differs from property name = key.
///
/// ```swift
/// struct Book: Model {
///     var name: String
///     var pages: Int
///     var author: String?
///     var cover = Cover.none
///
///     static let mapping = Mapping(
///         .map(\Book.name, to: "title", "book_title"),     // the first of these keys that holds a value
///         .map(\Book.author, to: "meta.author.name"),      // a path through nested objects
///         .default(\Book.pages, 0),
///         .ignore(\Book.cover, default: .none))
/// }
/// ```
///
/// A mapping is checked when the type's table is built; one that contradicts itself or the type is an error of the
/// category ``ModelError/Category/model`` that names the entries.
///
/// A key path has to name a stored property: not a computed one, not one with observers, no closure; of a wrapped
/// property it names the storage, `\Self._volume`, from within the type. In a class the compiler reaches a property
/// directly only where the class or the property is `final`.
public struct Mapping: Sendable {
    let entries: [Entry]
    let isListing: Bool

    /// Creates a mapping; properties without an entry keep the key of their name.
    public init(_ entries: Entry...) {
        self.entries = entries
        isListing = false
    }

    /// Creates a mapping from an array of entries.
    public init(_ entries: [Entry]) {
        self.entries = entries
        isListing = false
    }

    /// Creates a mapping that lists every property to decode, for a type that is not to be reflected.
    ///
    /// The table is built from these key paths alone. Properties that are not listed keep the values of `init()`:
    /// the type has to be a ``DefaultedModel``.
    public static func listing(_ entries: Entry...) -> Mapping {
        Mapping(entries: entries, isListing: true)
    }

    private init(entries: [Entry], isListing: Bool) {
        self.entries = entries
        self.isListing = isListing
    }

    /// What a mapping says about one property.
    public struct Entry: Sendable {
        let keyPath: any AnyKeyPath & Sendable
        let keys: [MappedKey]
        let isIgnored: Bool
        let makeDefault: DefaultValue?
        var tolerance = FieldTolerance()
        var unknownMembers: UnknownMembersStorage?
    }
}

/// Writes a property's default to memory that holds no value.
typealias DefaultValue = @Sendable (UnsafeMutableRawPointer) -> Void

extension Mapping.Entry {
    /// The property is found under other keys than its name.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - keys: In order of rank: the first that holds a value other than `null` wins, in whatever order the
    ///     document has them. A key with dots is a path through nested objects; ``MappedKey/literal(_:)`` is a key
    ///     that contains dots. The property's own name is not among them unless it is listed.
    public static func map<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, to keys: MappedKey...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys, isIgnored: false, makeDefault: nil)
    }

    /// The property is found under other keys than its name, and has a default.
    public static func map<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, to keys: MappedKey..., default value: Value
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys, isIgnored: false, makeDefault: writing(value))
    }

    /// The value of the property when the document leaves it out.
    ///
    /// It goes before what the type's `init()` gives, and before `nil` for an Optional.
    public static func `default`<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, _ value: Value
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: [], isIgnored: false, makeDefault: writing(value))
    }

    /// The property plays no part: it is `nil`, or what the type's `init()` gives; its key is unknown.
    ///
    /// A property that has neither needs ``ignore(_:default:)``.
    public static func ignore<Root, Value>(_ property: any KeyPath<Root, Value> & Sendable) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: [], isIgnored: true, makeDefault: nil)
    }

    /// The property plays no part and has this value in every decoded object.
    public static func ignore<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, default value: Value
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: [], isIgnored: true, makeDefault: writing(value))
    }

    private static func writing<Value: Sendable>(_ value: Value) -> DefaultValue {
        { $0.initializeMemory(as: Value.self, to: value) }
    }
}

/// Where a property is found: a key, or a path of keys through nested objects.
///
/// A string literal is split at its dots, as YYModel's mapping does; when one of the parts would be empty
/// (`".ext"`, `"a."`) the whole is one key.
public struct MappedKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The keys from the object that is decoded down to the value.
    public let segments: [String]

    /// Creates a path by splitting at dots.
    public init(stringLiteral value: String) {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        segments = parts.contains("") ? [value] : parts
    }

    /// Creates a path from its keys, dots within them being ordinary characters.
    public init(path segments: [String]) {
        self.segments = segments
    }

    /// One key, whose dots are ordinary characters.
    public static func literal(_ key: String) -> MappedKey {
        MappedKey(path: [key])
    }

    /// The path as a mapping would have it, joined by dots.
    public var description: String { segments.joined(separator: ".") }
}
