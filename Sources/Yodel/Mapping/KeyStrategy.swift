/// How a decoder spells the keys of properties that have no keys of their own in their type's mapping.
///
/// A strategy turns the name of a property into a key, once per type, when the type's table is built; documents are
/// then matched byte by byte.
public struct KeyStrategy: Sendable {
    let ignoresCase: Bool
    /// The tables built with this strategy.
    let tables: TableCache
    private let convert: @Sendable (String) -> String

    private init(
        ignoresCase: Bool = false, tables: TableCache = TableCache(), _ convert: @escaping @Sendable (String) -> String
    ) {
        self.ignoresCase = ignoresCase
        self.convert = convert
        self.tables = tables
    }

    /// A strategy for what its tables own.
    struct Unowned: Sendable {
        private let ignoresCase: Bool
        private let convert: @Sendable (String) -> String
        private unowned let tables: TableCache

        init(_ strategy: KeyStrategy) {
            ignoresCase = strategy.ignoresCase
            convert = strategy.convert
            tables = strategy.tables
        }

        /// The strategy, which keeps the tables.
        var strategy: KeyStrategy { KeyStrategy(ignoresCase: ignoresCase, tables: tables, convert) }
    }

    func key(for property: String) -> String { convert(property) }

    /// The property's name as it is: the default.
    public static let asWritten = KeyStrategy { $0 }
    /// `avatarURL` → `avatar_url`.
    public static let snakeCase = KeyStrategy { KeyStyle.snakeCase($0) }
    /// `avatarURL` → `avatar-url`.
    public static let kebabCase = KeyStrategy { KeyStyle.kebabCase($0) }
    /// `avatarURL` → `AVATAR_URL`.
    public static let upperSnakeCase = KeyStrategy { KeyStyle.upperSnakeCase($0) }
    /// `avatarURL` → `AvatarURL`.
    public static let upperCamelCase = KeyStrategy { KeyStyle.upperCamelCase($0) }
    /// `avatarURL` matches `avatarurl`, `AVATARURL` and `AvatarUrl`; keys given by a mapping are matched that way too.
    public static let caseInsensitive = KeyStrategy(ignoresCase: true) { $0 }

    /// Keys by a function of the property's name.
    ///
    /// Tables belong to the strategy: make it once and keep it (`static let`), or every decoder builds its own.
    public static func custom(_ convert: @escaping @Sendable (String) -> String) -> KeyStrategy {
        KeyStrategy(convert)
    }
}
