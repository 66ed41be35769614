/// What went wrong and where: the one error that decoding throws.
///
/// An error knows the place in the document (``path``, ``offset``, ``line``, ``column``), what was expected there
/// and what was found. It is the same for the same document however the document was cut into chunks.
///
/// ```swift
/// do {
///     let book = try ModelDecoder().decode(Book.self, from: data)
/// } catch {
///     print(error)   // $.pages: expected Int, found the string "many" (typeMismatch, line 3, column 12, offset 41)
///     if error.category == .endOfInput { … }   // wait for the rest
/// }
/// ```
///
/// Errors may be logged as they are, whoever wrote the document. What they show of it is shortened: strings to 40
/// characters, keys to 64, a path to its beginning and end, about a kilobyte in all. And it is escaped: control
/// characters below U+0020 as JSON has them (`\n`, `\u001b`), further ones and those that format, separate lines or
/// paragraphs, or turn the direction of writing as `\u{7F}`, `\u{2028}`, `\u{202E}`, an escape that JSON has not. That
/// is true of the joiners of emoji, too. It is not true of ``path`` and ``missingKeys``, which have the keys as they are,
/// nor of what errors of a client's own say of themselves.
public struct ModelError: Error, Sendable {
    /// What went wrong.
    public var code: Code { storage.code }
    /// What kind of thing went wrong: enough to decide what to do about it.
    public var category: Category { storage.code.category }
    /// The value the error is about; for a syntax error, the innermost value that was open.
    public var path: JSONPath { storage.path }
    /// The byte the error is about, counted from the start of the document over all chunks; `nil` for an error that
    /// has no place in a document: a type that cannot be decoded, or a value of a tree.
    ///
    /// A value's first byte, for a value that does not fit; the closing brace of the object for missing keys; the
    /// length of the document when it ends early.
    public var offset: Int? { storage.place?.offset }
    /// The line of ``offset``, counted from 1.
    public var line: Int? { storage.place?.line }
    /// The byte of ``offset`` within its line, counted from 1.
    public var column: Int? { storage.place?.column }
    /// What would have been right: a Swift type, a token, the accepted values.
    public var expected: String? { storage.expected }
    /// What was there instead, shortened when it is long, and escaped so that it can be logged.
    public var found: String? { storage.found }
    /// For ``Code/missingKeys``: every required key the object lacks, in the order of the type's fields.
    ///
    /// The description has the first 20 of them.
    public var missingKeys: [String] { storage.missingKeys }
    /// What there is to say in a sentence, and what to do: for errors about a type, its mapping or the decoder's use.
    public var reason: String? { storage.reason ?? variants?.text }
    /// The option that decides about it, where there is one, and what it would have to be for the document to be
    /// accepted: `conversions = .lenient converts it`.
    public var hint: String? { storage.hint }
    /// The byte of the compressed input that the error is about; `nil` for an error that is not about compressed input.
    ///
    /// ``offset`` is where the text ends that was unpacked before it.
    public var compressedOffset: Int? { storage.compressedOffset }
    /// The error that a conversion of the client's own threw.
    public var underlying: (any Error)? { storage.underlying }

    /// In place of a reason: why none of a type's variants fits.
    var variants: FailedVariants? { storage.variants }

    /// The three of them.
    var place: Place? { storage.place }

    private let storage: Storage

    init(
        _ code: Code, path: JSONPath = JSONPath(), place: Place? = nil, expected: String? = nil, found: String? = nil,
        missingKeys: [String] = [], reason: String? = nil, variants: FailedVariants? = nil, hint: String? = nil,
        underlying: (any Error)? = nil, compressedOffset: Int? = nil
    ) {
        storage = Storage(
            code: code, path: path, place: place, expected: expected, found: found.map { oneLine($0) },
            missingKeys: missingKeys, reason: reason, variants: variants, hint: hint ?? code.hint,
            underlying: underlying, compressedOffset: compressedOffset)
    }

    /// No table can be made of a type.
    static func unsupportedType(_ reason: String) -> ModelError { ModelError(.unsupportedType, reason: reason) }
    /// No table can be made by a mapping.
    static func invalidMapping(_ reason: String) -> ModelError { ModelError(.invalidMapping, reason: reason) }

    /// The error with what was found.
    func finding(_ found: String) -> ModelError { changed(found: found) }

    /// The error at another place.
    func placed(at place: Place) -> ModelError { changed(place: place) }

    /// The error of a part of a document, as one of the document.
    func moved(to part: PartPlace) -> ModelError {
        place.map { placed(at: $0.within(part)) } ?? self
    }

    /// The error about another value.
    func at(_ path: JSONPath) -> ModelError { changed(path: path) }

    private func changed(path: JSONPath? = nil, place: Place? = nil, found: String? = nil) -> ModelError {
        ModelError(
            code, path: path ?? self.path, place: place ?? storage.place, expected: expected,
            found: found ?? self.found, missingKeys: missingKeys, reason: storage.reason, variants: variants,
            hint: hint, underlying: underlying, compressedOffset: compressedOffset)
    }

    /// The error for clients of a decoder that has no other options in common with ``ModelDecoder`` than the limits.
    var withoutHint: ModelError {
        ModelError(
            code, path: path, place: place, expected: expected, found: found, missingKeys: missingKeys, reason: reason,
            hint: category == .limit ? hint : nil, underlying: underlying)
    }

    /// The error of a text that stands within a document, as an error of the document.
    func within(_ path: JSONPath, at place: Place) -> ModelError {
        ModelError(
            code, path: path.appending(self.path), place: place, expected: expected, found: found,
            missingKeys: missingKeys, reason: reason, hint: hint, underlying: self)
    }

    /// A place in a document, as a reader's editor would show it.
    struct Place: Hashable {
        var offset: Int
        var line: Int
        var column: Int

        /// The first byte of a document.
        static let beginning = Place(offset: 0, line: 1, column: 1)
        /// The place of what is in no document.
        static let nowhere = Place(offset: 0, line: 0, column: 0)
    }

    /// Boxed, so that a function that throws this error returns one word.
    private final class Storage: Sendable {
        let code: Code
        let path: JSONPath
        let place: Place?
        let expected: String?
        let found: String?
        let missingKeys: [String]
        let reason: String?
        let variants: FailedVariants?
        let hint: String?
        let underlying: (any Error)?
        let compressedOffset: Int?

        init(
            code: Code, path: JSONPath, place: Place?, expected: String?, found: String?, missingKeys: [String],
            reason: String?, variants: FailedVariants?, hint: String?, underlying: (any Error)?,
            compressedOffset: Int?
        ) {
            self.code = code
            self.path = path
            self.place = place == .nowhere ? nil : place
            self.expected = expected
            self.found = found
            self.missingKeys = missingKeys
            self.reason = reason
            self.variants = variants
            self.hint = hint
            self.underlying = underlying
            self.compressedOffset = compressedOffset
        }
    }
}

extension ModelError: Equatable {
    /// Equal when everything but the underlying error is; underlying errors are compared by their descriptions.
    public static func == (left: ModelError, right: ModelError) -> Bool {
        left.code == right.code && left.path == right.path && left.storage.place == right.storage.place
            && left.expected == right.expected && left.found == right.found && left.missingKeys == right.missingKeys
            && left.reason == right.reason && left.hint == right.hint
            && left.compressedOffset == right.compressedOffset
            && left.underlying.map { "\($0)" } == right.underlying.map { "\($0)" }
    }
}

extension ModelError: CustomStringConvertible {
    /// One line: path, what was expected and found, code, place, hint, and what an underlying error says.
    ///
    /// What comes out of the document is escaped and takes no more than a few kilobytes, whatever the document.
    public var description: String {
        var text = text
        text += " (\(code.name)"
        if let place = storage.place {
            text += ", line \(place.line), column \(place.column), offset \(place.offset)"
        }
        text += ")"
        // An underlying error of this type has it as well.
        let cause = cause
        if let hint, (cause as? ModelError)?.hint != hint { text += "; \(hint)" }
        text = oneLine(text, bytes: .max)
        if let words = cause.flatMap(Self.words) { text += ": \(words)" }
        return text
    }

    /// The underlying error; of errors of this type beneath each other, for texts within texts, the innermost, as
    /// those around it say no more than this one.
    private var cause: (any Error)? {
        var cause = underlying
        while let error = cause as? ModelError, let next = error.underlying as? ModelError { cause = next }
        return cause
    }

    /// Path, what was expected and found, and what an underlying error of somebody else's says.
    var textWithCause: String { cause.flatMap(Self.words).map { "\(text): \($0)" } ?? text }

    /// What an underlying error says that is not said by then.
    private static func words(of error: any Error) -> String? {
        let context: DecodingError.Context
        switch error as? DecodingError {
        case .dataCorrupted(let found): context = found
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found):
            let isOwn = ["Expected to decode ", "Cannot get ", "No value associated with key "]
                .contains { found.debugDescription.hasPrefix($0) }
            if isOwn { return nil }
            context = found
        default: return "\(error)"
        }
        // The standard library's quotes what it has found, whatever that is.
        return context.debugDescription.isEmpty ? nil : oneLine(context.debugDescription)
    }

    /// Path, what was expected and found.
    var text: String {
        // What is wrong with a type or a mapping is at no place of any document.
        let isOfModel = category == .model && path.steps.isEmpty && storage.place == nil
        var text = isOfModel ? "" : "\(path.shown): "
        if !missingKeys.isEmpty {
            let others = missingKeys.count - 20
            return text + "missing keys: " + missingKeys.prefix(20).map { excerpt(key: $0) }.joined(separator: ", ")
                + (others > 0 ? " and \(counted(others, "other"))" : "")
        }
        switch (expected, found) {
        case (let expected?, let found?): text += "expected \(expected), found \(found)"
        case (let expected?, nil): text += "expected \(expected)"
        case (nil, let found?): text += "found \(found)"
        case (nil, nil): text += reason ?? code.summary
        }
        return text
    }
}
