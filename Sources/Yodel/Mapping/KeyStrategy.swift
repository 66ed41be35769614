/// How a decoder spells the keys of properties to which their type's mapping gives no keys.
///
/// A strategy turns the name of a property into a key, once per type, when the type's table is built; keys of documents
/// are then compared byte by byte.
public struct KeyStrategy: Sendable {
    let ignoresCase: Bool
    /// The tables built with this strategy.
    let tables: TableCache
    private let convert: @Sendable (String) -> MappedKey

    private init(
        ignoresCase: Bool = false, tables: TableCache = TableCache(),
        _ convert: @escaping @Sendable (String) -> MappedKey
    ) {
        self.ignoresCase = ignoresCase
        self.convert = convert
        self.tables = tables
    }

    /// The strategy without ownership of its tables, for objects that the tables own.
    struct Unowned: Sendable {
        private let ignoresCase: Bool
        private let convert: @Sendable (String) -> MappedKey
        private unowned let tables: TableCache

        init(_ strategy: KeyStrategy) {
            ignoresCase = strategy.ignoresCase
            convert = strategy.convert
            tables = strategy.tables
        }

        /// The strategy, which owns the tables.
        var strategy: KeyStrategy { KeyStrategy(ignoresCase: ignoresCase, tables: tables, convert) }
    }

    func key(for property: String) -> MappedKey { convert(property) }

    /// The property's name, unchanged: the default.
    public static let asWritten = custom { $0 }
    /// `avatarURL` → `avatar_url`.
    public static let snakeCase = custom(KeyStyle.snakeCase)
    /// `avatarURL` → `avatar-url`.
    public static let kebabCase = custom(KeyStyle.kebabCase)
    /// `avatarURL` → `AVATAR_URL`.
    public static let upperSnakeCase = custom(KeyStyle.upperSnakeCase)
    /// `avatarURL` → `AvatarURL`.
    public static let upperCamelCase = custom(KeyStyle.upperCamelCase)
    /// `avatarURL` matches `avatarurl`, `AVATARURL` and `AvatarUrl`; keys given by a mapping are matched that way too.
    ///
    /// Keys match if `lowercased()` makes the same bytes of them. So the Kelvin sign (U+212A) matches `k`, and `ſ`
    /// (U+017F) does not match `s`. Several spellings of a key in one object are a key that repeats: see
    /// ``DuplicateKeyPolicy``.
    public static let caseInsensitive = KeyStrategy(ignoresCase: true) { .literal($0) }

    /// Makes each key with a function of the property's name.
    ///
    /// The function returns one key, whose dots and brackets are ordinary characters; ``mapped(_:)`` is for paths.
    ///
    /// Tables belong to the strategy: make it once and keep it (`static let`), or every decoder builds its own.
    public static func custom(_ convert: @escaping @Sendable (String) -> String) -> KeyStrategy {
        KeyStrategy { .literal(convert($0)) }
    }

    /// Makes each key or path with a function of the property's name.
    ///
    /// ```swift
    /// extension KeyStrategy {
    ///     static let nested = KeyStrategy.mapped { name in
    ///         switch name {
    ///         case "text3": "texts.text3"
    ///         case "fullName": .literal("full.name")      // one key with a dot
    ///         default: .literal(name)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Paths work as in a mapping, in decoding and encoding. A path without keys, one of more than 512 steps, and one
    /// that goes through the key of a property that is not an object are errors of the code
    /// ``ModelError/Code/invalidMapping`` when the table is built.
    ///
    /// Tables belong to the strategy: make it once and keep it (`static let`), or every decoder builds its own.
    public static func mapped(_ convert: @escaping @Sendable (String) -> MappedKey) -> KeyStrategy {
        KeyStrategy(convert)
    }
}
