/// What went wrong and where: the only error type that decoding throws.
///
/// An error reports the place in the document (``path``, ``offset``, ``line``, ``column``), what was expected there and
/// what was found. It does not depend on how the document is cut into chunks.
///
/// ```swift
/// do {
///     let book = try ModelDecoder().decode(Book.self, from: data)
/// } catch {
///     print(error)
///     // $.pages: expected Int, found the string "many" (typeMismatch, line 3, …)
///     if error.category == .endOfInput { … }   // wait for the rest
/// }
/// ```
///
/// Errors are safe to log, even if the document is hostile. Excerpts from the document are shortened: strings to 40
/// characters, keys to 64, a path to its beginning and end, about a kilobyte in all. They are also escaped: control
/// characters below U+0020 as in JSON (`\n`, `\u001b`); other control characters, and characters that format, separate
/// lines or paragraphs, or change the direction of writing, as `\u{7F}`, `\u{2028}`, `\u{202E}`, a notation that JSON
/// does not have. The joiners of emoji are escaped too. ``path`` and ``missingKeys`` have the original keys, unescaped,
/// and a client's own errors are printed as they describe themselves.
public struct ModelError: YodelError {
    /// The exact cause.
    public var code: Code { content.code }
    /// The kind of error: enough to decide how to handle it.
    public var category: Category { content.code.category }
    /// The value that the error is about; for a syntax error, the innermost open value.
    public var path: JSONPath { content.path }
    /// The offset of the byte that the error is about, counted from the start of the document over all chunks.
    ///
    /// It is the first byte of a value that does not fit, the closing brace of an object with missing keys or that a check
    /// refuses, and the length of a document that ends early. It is `nil` for an error without a place in a document: a
    /// type that cannot be decoded, or a value of a tree.
    public var offset: Int? { content.place?.offset }
    /// The line of ``offset``, counted from 1.
    public var line: Int? { content.place?.line }
    /// The position of ``offset`` within its line, in bytes, counted from 1.
    public var column: Int? { content.place?.column }
    /// What would have been valid: a Swift type, a token, the accepted values.
    public var expected: String? { content.expected }
    /// What was there instead, shortened if it is long, and escaped so that it is safe to log.
    public var found: String? { content.found }
    /// For ``Code/missingKeys``: every required key the object lacks, in the order of the type's fields.
    ///
    /// The description has the first 20 of them.
    public var missingKeys: [String] { content.missingKeys }
    /// The problem and its remedy in a sentence, for errors about a type, its mapping or the use of the decoder.
    public var reason: String? { content.reason ?? variants?.text }
    /// The option that would accept the value, and the setting it would need, if there is one.
    ///
    /// For example `conversions = .lenient converts it`. For a date or data, it says what the strategy reads.
    /// Options that leave values out, such as ``ModelDecoder/badElements``, are not named.
    public var hint: String? { content.hint }
    /// The byte of the compressed input that the error is about; `nil` for other errors.
    ///
    /// ``offset`` is then the end of the text that was unpacked before it.
    public var compressedOffset: Int? { content.compressedOffset }
    /// The error that a client's conversion or hook threw.
    public var underlying: (any Error)? { content.underlying }

    /// Why no variant of a type fits, if there is no reason.
    var variants: FailedVariants? { content.variants }

    /// Offset, line and column.
    var place: Place? { content.place }

    /// Boxed, so that functions that throw the error return one word.
    private let box: Box
    private var content: Content { box.content }

    private init(_ content: Content) {
        box = Box(content)
    }

    init(
        _ code: Code, path: JSONPath = JSONPath(), place: Place? = nil, expected: String? = nil, found: String? = nil,
        missingKeys: [String] = [], reason: String? = nil, variants: FailedVariants? = nil, hint: String? = nil,
        underlying: (any Error)? = nil, compressedOffset: Int? = nil
    ) {
        self.init(
            Content(
                code: code, path: path, place: place == .nowhere ? nil : place, expected: expected,
                found: found.map { oneLine($0) }, missingKeys: missingKeys, reason: reason, variants: variants,
                hint: hint ?? code.hint, underlying: underlying, compressedOffset: compressedOffset))
    }

    /// The error for a type for which no table can be built.
    static func unsupportedType(_ reason: String) -> ModelError { ModelError(.unsupportedType, reason: reason) }
    /// The error for a mapping from which no table can be built.
    static func invalidMapping(_ reason: String) -> ModelError { ModelError(.invalidMapping, reason: reason) }
    /// The error for a value for which the thread has no stack, as it is within many others.
    static func endOfStack(
        path: JSONPath = JSONPath(), at place: Place? = nil, underlying: (any Error)? = nil
    ) -> ModelError {
        ModelError(
            .depthLimit, path: path, place: place, expected: CallStack.expectation, hint: CallStack.hint,
            underlying: underlying)
    }

    /// The error with another `found`.
    func finding(_ found: String) -> ModelError { changed { $0.found = oneLine(found) } }

    /// The error with another place.
    func placed(at place: Place) -> ModelError { changed { $0.place = place } }

    /// The error of a part of a document, as an error of the document.
    func moved(to part: PartPlace) -> ModelError {
        place.map { placed(at: $0.within(part)) } ?? self
    }

    /// The error as one of a document.
    func of(_ document: DocumentMark) -> ModelError { changed { $0.document = document } }

    /// Whether its path and place are in a document.
    func isOf(_ document: DocumentMark) -> Bool { content.document === document }

    /// The error with another path.
    func at(_ path: JSONPath) -> ModelError { changed { $0.path = path } }

    /// The error for clients of a decoder that shares only the limits with ``ModelDecoder``'s options.
    var withoutHint: ModelError { category == .limit ? self : changed { $0.hint = nil } }

    /// The error of a text within a document, as an error of the document.
    func within(_ path: JSONPath, at place: Place) -> ModelError {
        changed {
            $0.path = path.appending($0.path)
            $0.place = place
            // The list of variants is part of the underlying error, and its text of this one.
            ($0.reason, $0.variants) = (reason, nil)
            $0.underlying = self
        }
    }

    private func changed(_ change: (inout Content) -> Void) -> ModelError {
        var content = content
        change(&content)
        return ModelError(content)
    }

    /// A place in a document, as a text editor shows it.
    @usableFromInline
    struct Place: Hashable, Sendable {
        @usableFromInline var offset: Int
        var line: Int
        var column: Int

        /// The first byte of a document.
        static let beginning = Place(offset: 0, line: 1, column: 1)
        /// The place of a value that is not in a document.
        static let nowhere = Place(offset: 0, line: 0, column: 0)
    }

    /// Tells the errors of a document from those of all others, also after its end: a client may keep an error.
    final class DocumentMark: Sendable {}

    private struct Content: Sendable {
        let code: Code
        var path: JSONPath
        var place: Place? {
            didSet { if place == .nowhere { place = nil } }
        }
        let expected: String?
        var found: String?
        let missingKeys: [String]
        var reason: String?
        var variants: FailedVariants?
        var hint: String?
        var underlying: (any Error)?
        let compressedOffset: Int?
        /// The document, if that must be known.
        var document: DocumentMark?
    }

    private final class Box: Sendable {
        let content: Content

        init(_ content: Content) {
            self.content = content
        }
    }
}

extension ModelError: Equatable {
    /// Whether everything but the underlying errors is equal; those are compared by their descriptions.
    public static func == (left: ModelError, right: ModelError) -> Bool {
        left.code == right.code && left.path == right.path && left.content.place == right.content.place
            && left.expected == right.expected && left.found == right.found && left.missingKeys == right.missingKeys
            && left.reason == right.reason && left.hint == right.hint
            && left.compressedOffset == right.compressedOffset
            && left.underlying.map { "\($0)" } == right.underlying.map { "\($0)" }
    }
}

extension ModelError: CustomStringConvertible {
    /// One line: path, what was expected and found, code, place, hint, and the text of an underlying error.
    ///
    /// Text from the document is escaped and takes at most a few kilobytes.
    public var description: String {
        var text = summary
        text += " (\(code.name)"
        if let place = content.place {
            text += ", line \(place.line), column \(place.column), offset \(place.offset)"
        }
        text += ")"
        // An underlying error of this type has the hint as well.
        let cause = cause
        if let hint, (cause as? ModelError)?.hint != hint { text += "; \(hint)" }
        // The path is escaped, and may be long.
        text = shownPath + oneLine(text, bytes: .max)
        if let words = cause.flatMap(Self.words) { text += ": \(words)" }
        return text
    }

    /// The underlying error; for nested errors of this type, from texts within texts, the innermost, as the ones around
    /// it add nothing.
    private var cause: (any Error)? {
        var cause = underlying
        while let error = cause as? ModelError, let next = error.underlying as? ModelError { cause = next }
        return cause
    }

    /// Path, what was expected and found, and the text of an underlying error of another type.
    var textWithCause: String { cause.flatMap(Self.words).map { "\(text): \($0)" } ?? text }

    /// The text of an underlying error; nil if it only repeats what is already said.
    private static func words(of error: any Error) -> String? {
        guard let error = error as? DecodingError, let text = error.context?.debugDescription else {
            return "\(error)"
        }
        switch error {
        case .dataCorrupted: break
        default:
            let isOwn = ["Expected to decode ", "Cannot get ", "No value associated with key "]
                .contains(where: text.hasPrefix)
            if isOwn { return nil }
        }
        // The standard library's text quotes values from the document, unescaped.
        return text.isEmpty ? nil : oneLine(text)
    }

    /// Path, what was expected and found.
    var text: String { shownPath + summary }

    private var shownPath: String {
        // An error about a type or a mapping has no place in a document.
        let isOfModel = category == .model && path.steps.isEmpty && content.place == nil
        return isOfModel ? "" : path.shown + ": "
    }

    /// What was expected and found.
    private var summary: String {
        if !missingKeys.isEmpty {
            let others = missingKeys.count - 20
            return "missing keys: " + missingKeys.prefix(20).map { excerpt(key: $0) }.joined(separator: ", ")
                + (others > 0 ? " and \(counted(others, "other"))" : "")
        }
        return switch (expected, found) {
        case (let expected?, let found?): "expected \(expected), found \(found)"
        case (let expected?, nil): "expected \(expected)"
        case (nil, let found?): "found \(found)"
        case (nil, nil): reason ?? code.summary
        }
    }
}

extension Error {
    /// Whether the error, or one that it is made of, came before the end of the thread's stack.
    var isOfStack: Bool {
        var next: (any Error)? = self
        while let error = next {
            switch error {
            case let error as ModelError:
                if error.code == .depthLimit, error.expected == CallStack.expectation { return true }
                next = error.underlying
            // A limit ends decoding that continues after errors.
            case let errors as ModelErrors: next = errors.last
            case EncodingError.invalidValue(_, let context): next = context.underlyingError
            default: next = (error as? DecodingError)?.context?.underlyingError
            }
        }
        return false
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context):
            context
        @unknown default: nil
        }
    }
}
