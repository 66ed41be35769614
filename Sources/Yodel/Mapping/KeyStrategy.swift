/// How a decoder spells the keys of properties that have no keys of their own in their type's mapping.
///
/// A strategy turns the name of a property into a key, once per type, when the type's table is built; documents are
/// then matched byte by byte.
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

    /// A strategy for what its tables own.
    struct Unowned: Sendable {
        private let ignoresCase: Bool
        private let convert: @Sendable (String) -> MappedKey
        private unowned let tables: TableCache

        init(_ strategy: KeyStrategy) {
            ignoresCase = strategy.ignoresCase
            convert = strategy.convert
            tables = strategy.tables
        }

        /// The strategy, which keeps the tables.
        var strategy: KeyStrategy { KeyStrategy(ignoresCase: ignoresCase, tables: tables, convert) }
    }

    func key(for property: String) -> MappedKey { convert(property) }

    /// The property's name as it is: the default.
    public static let asWritten = custom { $0 }
    /// `avatarURL` → `avatar_url`.
    public static let snakeCase = custom { KeyStyle.snakeCase($0) }
    /// `avatarURL` → `avatar-url`.
    public static let kebabCase = custom { KeyStyle.kebabCase($0) }
    /// `avatarURL` → `AVATAR_URL`.
    public static let upperSnakeCase = custom { KeyStyle.upperSnakeCase($0) }
    /// `avatarURL` → `AvatarURL`.
    public static let upperCamelCase = custom { KeyStyle.upperCamelCase($0) }
    /// `avatarURL` matches `avatarurl`, `AVATARURL` and `AvatarUrl`; keys given by a mapping are matched that way too.
    public static let caseInsensitive = KeyStrategy(ignoresCase: true) { .literal($0) }

    /// Keys by a function of the property's name.
    ///
    /// What it returns is one key, whose dots and brackets are ordinary characters; ``mapped(_:)`` is for paths.
    ///
    /// Tables belong to the strategy: make it once and keep it (`static let`), or every decoder builds its own.
    public static func custom(_ convert: @escaping @Sendable (String) -> String) -> KeyStrategy {
        KeyStrategy { .literal(convert($0)) }
    }

    /// Keys and paths by a function of the property's name.
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
    /// A path is one as in a mapping, in decoding and encoding alike, and is held to the same rules: one without keys,
    /// one of more than 512 steps, and one that goes through the key of a property that is no object are errors of the
    /// code ``ModelError/Code/invalidMapping`` when the table is built.
    ///
    /// Tables belong to the strategy: make it once and keep it (`static let`), or every decoder builds its own.
    public static func mapped(_ convert: @escaping @Sendable (String) -> MappedKey) -> KeyStrategy {
        KeyStrategy(convert)
    }
}
