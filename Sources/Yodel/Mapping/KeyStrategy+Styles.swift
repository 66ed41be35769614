/// Turns the name of a property into a JSON key.
///
/// A capital starts a new word after anything that is not a capital (`user|Name`, `utf8|String`); of several capitals,
/// the last starts a word if a small letter follows (`my|URL|Property`). Digits belong to the word before them
/// (`option1`). Underscores inside a name separate words as well; those at its ends are kept in every style.
enum KeyStyle {
    /// `myURLProperty` becomes `my_url_property`.
    static func snakeCase(_ name: String) -> String { join(name, by: "_") { $0.lowercased() } }

    /// `myURLProperty` becomes `MY_URL_PROPERTY`.
    static func upperSnakeCase(_ name: String) -> String { join(name, by: "_") { $0.uppercased() } }

    /// `myURLProperty` becomes `my-url-property`.
    static func kebabCase(_ name: String) -> String { join(name, by: "-") { $0.lowercased() } }

    /// `myURLProperty` becomes `MyURLProperty`.
    static func upperCamelCase(_ name: String) -> String {
        join(name, by: "") { $0.prefix(1).uppercased() + $0.dropFirst() }
    }

    /// The words of `name`, each changed by `change`, with `separator` between them.
    private static func join(
        _ name: String, by separator: String, _ change: (Substring) -> String
    ) -> String {
        let leading = name.prefix { $0 == "_" }
        let rest = name.dropFirst(leading.count)
        let trailing = rest.reversed().prefix { $0 == "_" }
        let changed = words(of: rest.dropLast(trailing.count)).map(change)
        return String(leading) + changed.joined(separator: separator) + String(trailing)
    }

    /// The words of a name that has no underscores at its ends; two underscores in a row enclose an empty word.
    private static func words(of name: Substring) -> [Substring] {
        name.split(separator: "_", omittingEmptySubsequences: false).flatMap { part in
            var words: [Substring] = []
            var rest = part
            while let start = startOfSecondWord(in: rest) {
                words.append(rest[..<start])
                rest = rest[start...]
            }
            return words + [rest]
        }
    }

    private static func startOfSecondWord(in text: Substring) -> String.Index? {
        zip(text.indices, text.indices.dropFirst()).first { before, index in
            guard text[index].isUppercase else { return false }
            let after = text.index(after: index)
            return !text[before].isUppercase || (after < text.endIndex && text[after].isLowercase)
        }?.1
    }
}
