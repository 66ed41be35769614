/// Why no variant of a type fits a value; the text is made on demand.
///
/// Where such types contain one another, most reasons are never used: the next variant fits, or an outer value fails
/// with a text that has no room for them.
struct FailedVariants: Sendable {
    /// Why one variant does not fit.
    enum Reason: Sendable {
        case error(ModelError)
        /// A short text, if the error contains more than should be kept.
        case words(String)

        init(_ error: ModelError) {
            self = error.errorsWithin < Self.keptErrors ? .error(error) : .words(error.summary(atLeast: .max))
        }

        fileprivate func summary(atLeast bytes: Int) -> String {
            switch self {
            case .error(let error): error.summary(atLeast: bytes)
            case .words(let words): words
            }
        }

        fileprivate var errorsWithin: Int {
            switch self {
            case .error(let error): error.errorsWithin
            case .words: 0
            }
        }

        private static let keptErrors = 64
    }

    private let names: [String]
    private let reasons: [Reason]
    fileprivate let errorsWithin: Int

    init(_ names: [String], _ reasons: [Reason]) {
        self.names = names
        self.reasons = reasons
        errorsWithin = reasons.reduce(0) { $0 + 1 + $1.errorsWithin }
    }

    /// The whole text.
    var text: String { text(atLeast: .max) }

    /// The text, or a beginning of it with at least this many bytes.
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
    /// Path and cause in a few words, for the list of reasons; or a beginning of it with at least this many bytes.
    fileprivate func summary(atLeast bytes: Int) -> String {
        guard let variants else { return Self.shortened(textWithCause) }
        let path = path.shown
        func words(_ bytes: Int) -> String { "\(path): \(variants.text(atLeast: bytes))" }
        if bytes < Self.summaryCharacters {
            let text = words(bytes)
            return text.utf8.count > bytes ? text : Self.shortened(text)
        }
        // Text after this many characters, or bytes, is not shown.
        let text = words(Self.summaryCharacters + 4)
        return Self.shortened(text.utf8.allSatisfy { $0 < 0x80 } ? text : words(Self.summaryBytes + 4))
    }

    private static func shortened(_ text: String) -> String {
        oneLine(text, characters: summaryCharacters, bytes: summaryBytes)
    }

    private static var summaryCharacters: Int { 160 }
    private static var summaryBytes: Int { 320 }

    fileprivate var errorsWithin: Int { variants?.errorsWithin ?? 0 }
}
