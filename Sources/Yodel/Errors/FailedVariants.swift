/// Why none of a type's variants fits a value, put in words when somebody wants to know.
///
/// Where such types contain one another, most of what is found out is never used: the next variant fits, or what
/// is around fails with a text that has no room for it.
struct FailedVariants: Sendable {
    /// Why one of them does not.
    enum Reason: Sendable {
        case error(ModelError)
        /// The same in a few words, where there is more to it than should be kept.
        case words(String)

        init(_ error: ModelError) {
            self = error.errorsBehind < Self.keptErrors ? .error(error) : .words(error.summary(atLeast: .max))
        }

        fileprivate func summary(atLeast bytes: Int) -> String {
            switch self {
            case .error(let error): error.summary(atLeast: bytes)
            case .words(let words): words
            }
        }

        fileprivate var errorsBehind: Int {
            switch self {
            case .error(let error): error.errorsBehind
            case .words: 0
            }
        }

        private static let keptErrors = 64
    }

    private let names: [String]
    private let reasons: [Reason]
    fileprivate let errorsBehind: Int

    init(_ names: [String], _ reasons: [Reason]) {
        self.names = names
        self.reasons = reasons
        errorsBehind = reasons.reduce(0) { $0 + 1 + $1.errorsBehind }
    }

    /// All there is to say.
    var text: String { text(atLeast: .max) }

    /// The text, or a beginning of it that has so many bytes.
    fileprivate func text(atLeast bytes: Int) -> String {
        var text = "no variant fits: "
        for (index, (name, reason)) in zip(names, reasons).enumerated() {
            guard text.utf8.count < bytes else { break }
            guard index < 8 else { return text + "; …" }
            text += "\(index > 0 ? "; " : "")\(name): "
            text += reason.summary(atLeast: max(bytes - text.utf8.count, 0))
        }
        return text
    }
}

extension ModelError {
    /// Path and cause in a few words, for the list of why no variant fits; or, where no more is wanted, a beginning of
    /// it that has so many bytes.
    fileprivate func summary(atLeast bytes: Int) -> String {
        guard let variants else { return Self.shortened(textWithCause) }
        let path = path.shown
        func words(_ bytes: Int) -> String { "\(path): \(variants.text(atLeast: bytes))" }
        if bytes < Self.summaryCharacters {
            let text = words(bytes)
            return text.utf8.count > bytes ? text : Self.shortened(text)
        }
        // What is after so many characters, or bytes, is not shown.
        let text = words(Self.summaryCharacters + 4)
        return Self.shortened(text.utf8.allSatisfy { $0 < 0x80 } ? text : words(Self.summaryBytes + 4))
    }

    private static func shortened(_ text: String) -> String {
        oneLine(text, characters: summaryCharacters, bytes: summaryBytes)
    }

    private static var summaryCharacters: Int { 160 }
    private static var summaryBytes: Int { 320 }

    fileprivate var errorsBehind: Int { variants?.errorsBehind ?? 0 }
}
