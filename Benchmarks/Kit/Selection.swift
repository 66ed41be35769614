/// The corpora and paths to measure: those that match one of the patterns, or all without patterns.
package struct Selection: Equatable, Sendable {
    package var patterns: [String] = []

    package init(patterns: [String] = []) {
        self.patterns = patterns
    }

    /// Whether this path is to be measured on this corpus.
    ///
    /// A pattern with a slash is compared with `corpus/path`, each side by itself; any other with either name.
    package func includes(corpus: String, path: String) -> Bool {
        patterns.isEmpty
            || patterns.contains { pattern in
                guard let slash = pattern.firstIndex(of: "/") else {
                    return matches(corpus, pattern) || matches(path, pattern)
                }
                return matches(corpus, String(pattern[..<slash]))
                    && matches(path, String(pattern[pattern.index(after: slash)...]))
            }
    }
}

/// Whether the text contains the pattern; one with a `*`, which matches any characters, must match the whole text.
package func matches(_ text: String, _ pattern: String) -> Bool {
    guard pattern.contains("*") else { return text.contains(pattern) || pattern.isEmpty }
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard text.hasPrefix(parts[0]) else { return false }
    var rest = text.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
        guard let found = rest.firstRange(of: part) else { return false }
        rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
}
