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
    private(set) var entries: [Entry]
    /// Those about a property.
    var ofProperties: [Entry] { entries.filter { $0.wholeCheck == nil } }
    /// What is asked of whole values.
    var wholeChecks: [WholeCheck] { entries.compactMap(\.wholeCheck) }
    var isListing = false
    /// How the type spells the keys of properties without keys of their own; nil where the decoder decides.
    var keys: KeyStrategy?
    /// The properties that play a part, where the others do not.
    var only: [any AnyKeyPath & Sendable]?
    /// The coding keys that name the properties of the type itself, where there are such.
    var codingKeys: [CodingKeyName]?

    /// Creates a mapping; properties without an entry keep the key of their name.
    ///
    /// - Parameters:
    ///   - keys: How the type spells the keys of properties that have none of their own, whatever the decoder's
    ///     ``ModelDecoder/keys`` are. By default as the decoder does.
    ///   - entries: What there is to say about properties.
    public init(keys: KeyStrategy? = nil, _ entries: Entry...) {
        self.init(entries: entries, keys: keys)
    }

    /// Creates a mapping from an array of entries.
    public init(keys: KeyStrategy? = nil, _ entries: [Entry]) {
        self.init(entries: entries, keys: keys)
    }

    /// Creates a mapping that lists every property to decode, for a type that is not to be reflected.
    ///
    /// The table is built from these key paths alone. Properties that are not listed keep the values of `init()`:
    /// the type has to be a ``DefaultedModel``.
    public static func listing(keys: KeyStrategy? = nil, _ entries: Entry...) -> Mapping {
        Mapping(entries: entries, isListing: true, keys: keys)
    }

    init(
        entries: [Entry], isListing: Bool = false, keys: KeyStrategy? = nil,
        only: [any AnyKeyPath & Sendable]? = nil
    ) {
        self.entries = entries
        self.isListing = isListing
        self.keys = keys
        self.only = only
    }

    /// The mapping with further entries.
    public func adding(_ entries: Entry...) -> Mapping {
        var mapping = self
        mapping.entries += entries
        return mapping
    }

    /// The mapping with its own way to spell the keys of properties that have none of their own.
    public func spelling(_ keys: KeyStrategy) -> Mapping {
        var mapping = self
        mapping.keys = keys
        return mapping
    }

    /// What a mapping says about one property.
    public struct Entry: Sendable {
        let keyPath: any AnyKeyPath & Sendable
        var keys: [MappedKey] = []
        var makeDefault: DefaultValue?
        /// What the property plays no part in.
        var ignoredIn: Uses = []
        /// An absent key is an error although there is something to fall back on.
        var isRequired = false
        /// For what is required: whether `null` will do.
        var allowsNull = true
        /// An absent or null collection is one without elements.
        var isEmptyWhenAbsent = false
        /// In place of the decoder's.
        var conversions: Conversions?
        var transform: FieldTransform?
        var composition: Composition?
        var tolerance = FieldTolerance()
        var unknownMembers: UnknownMembersStorage?
        /// In place of the encoder's.
        var nils: NilPolicy?
        var constraints: [FieldConstraints] = []
        /// It is about whole values, and not about a property.
        var wholeCheck: WholeCheck?
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
    ///     document has them. A key with dots is a path through nested objects, one with indices in brackets through
    ///     arrays; ``MappedKey/literal(_:)`` is a key that contains dots or brackets. The property's own name is not
    ///     among them unless it is listed.
    public static func map<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, to keys: MappedKey...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys)
    }

    /// The property is found under other keys than its name, and has a default.
    public static func map<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, to keys: MappedKey..., default value: Value
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys, makeDefault: writing(value))
    }

    /// The value of the property when the document leaves it out.
    ///
    /// It goes before what the type's `init()` gives, and before `nil` for an Optional.
    public static func `default`<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, _ value: Value
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, makeDefault: writing(value))
    }

    static func writing<Value: Sendable>(_ value: Value) -> DefaultValue {
        { $0.initializeMemory(as: Value.self, to: value) }
    }
}
