/// How a model's properties are found in a document, where property names and keys differ.
///
/// ```swift
/// struct Book: Model {
///     var name: String
///     var pages: Int
///     var author: String?
///     var cover = Cover.none
///
///     static let mapping = Mapping(
///         .map(\Book.name, to: "title", "book_title"),  // the first key with a value
///         .map(\Book.author, to: "meta.author.name"),   // a path
///         .default(\Book.pages, 0),
///         .ignore(\Book.cover, default: .none))
/// }
/// ```
///
/// A mapping is checked when the type's table is built. One that contradicts itself or the type is an error of the
/// category ``ModelError/Category/model`` that names the entries.
///
/// A key path must name a stored property: not a computed one, one with observers, or a closure. For a wrapped property
/// it names the storage, `\Self._volume`, from within the type. In a class, the compiler accesses a property directly
/// only if the class or the property is `final`.
public struct Mapping: Sendable {
    private(set) var entries: [Entry]
    /// The entries about a property.
    var ofProperties: [Entry] { entries.filter { $0.wholeCheck == nil } }
    /// The constraints on whole values.
    var wholeChecks: [WholeCheck] { entries.compactMap(\.wholeCheck) }
    var isListing = false
    /// How the type spells the keys of properties to which no entry gives keys; nil if the decoder decides.
    var keys: KeyStrategy?
    /// The only properties that are used; nil if all are.
    var only: [any AnyKeyPath & Sendable]?
    /// The coding keys of the type's own properties; nil if the mapping was not made from coding keys.
    var codingKeys: [CodingKeyName]?

    /// Creates a mapping; a property without an entry has its name as key.
    ///
    /// - Parameters:
    ///   - keys: How the type spells the keys of properties to which no entry gives keys; it overrides the decoder's
    ///   ``ModelDecoder/keys``. By default the decoder decides.
    ///   - entries: The entries about properties.
    public init(keys: KeyStrategy? = nil, _ entries: Entry...) {
        self.init(keys: keys, entries: entries)
    }

    // The array has a label, or the compiler would report a mistake in a mapping of one entry as one in an array.

    /// Creates a mapping from an array of entries.
    public init(keys: KeyStrategy? = nil, entries: [Entry]) {
        self.entries = entries
        self.keys = keys
    }

    /// Creates a mapping that lists every property to decode, for a type that should not be reflected.
    ///
    /// The table is built from these key paths alone. Properties that are not listed keep their values from `init()`:
    /// the type must be a ``DefaultedModel``.
    public static func listing(keys: KeyStrategy? = nil, _ entries: Entry...) -> Mapping {
        var mapping = Mapping(keys: keys, entries: entries)
        mapping.isListing = true
        return mapping
    }

    /// Returns the mapping with further entries.
    public func adding(_ entries: Entry...) -> Mapping {
        var mapping = self
        mapping.entries += entries
        return mapping
    }

    /// Returns the mapping with a key strategy of its own, for properties to which no entry gives keys.
    public func spelling(_ keys: KeyStrategy) -> Mapping {
        var mapping = self
        mapping.keys = keys
        return mapping
    }

    /// A rule of a mapping, usually about one property.
    public struct Entry: Sendable {
        let keyPath: any AnyKeyPath & Sendable
        var keys: [MappedKey] = []
        var makeDefault: DefaultValue?
        /// The uses for which the property is ignored.
        var ignoredIn: Uses = []
        /// Whether an absent key is an error even if there is a default.
        var isRequired = false
        /// Whether a required key may have the value `null`.
        var allowsNull = true
        /// Whether an absent or null collection becomes an empty one.
        var isEmptyWhenAbsent = false
        /// Overrides the decoder's.
        var conversions: Conversions?
        var transform: FieldTransform?
        var composition: Composition?
        var tolerance = FieldTolerance()
        var unknownMembers: UnknownMembersStorage?
        /// Overrides the encoder's.
        var nils: NilPolicy?
        var constraints: [FieldConstraints] = []
        /// A constraint on whole values; the entry is then not about a property.
        var wholeCheck: WholeCheck?
    }
}

/// Writes a property's default to uninitialised memory.
typealias DefaultValue = @Sendable (UnsafeMutableRawPointer) -> Void

extension Mapping.Entry {
    /// Gives the property other keys than its name.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - keys: The keys in order of precedence: the first with a value other than `null` wins, in whatever order the
    ///   document has them. A key with dots is a path through nested objects, one with indices in brackets goes through
    ///   arrays; ``MappedKey/literal(_:)`` is a key that contains dots or brackets. The property's own name counts only
    ///   if it is listed.
    public static func map<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, to keys: MappedKey...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys)
    }

    /// Gives the property other keys than its name, and a default.
    public static func map<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, to keys: MappedKey..., default value: Value
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, keys: keys, makeDefault: writing(value))
    }

    /// Sets the value of the property for documents that leave it out.
    ///
    /// It overrides the value from the type's `init()`, and `nil` for an Optional.
    public static func `default`<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, _ value: Value
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, makeDefault: writing(value))
    }

    static func writing<Value: Sendable>(_ value: Value) -> DefaultValue {
        { $0.initializeMemory(as: Value.self, to: value) }
    }
}
