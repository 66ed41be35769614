// Text of documents as errors show it. Errors end up in logs: the text is short, and contains no character that breaks
// a line, controls a terminal, changes the direction of writing or is invisible.

/// A string of a document for an error: quoted, escaped, shortened.
func excerpt(_ bytes: UnsafeBufferPointer<UInt8>, characters: Int = 40, bytes limit: Int = 400) -> String {
    var text = "\""
    text.append(shown: bytes, characters: characters, bytes: limit, isQuoted: true)
    return text + "\""
}

func excerpt(_ text: String) -> String { withBytes(of: text) { excerpt($0) } }

/// A number or another token of plain characters for an error: shortened.
func excerpt(token: some Collection<UInt8>) -> String {
    String(decoding: token.prefix(40), as: UTF8.self) + (token.count > 40 ? "…" : "")
}

/// A key for an error: escaped and shortened as in a path, but quoted.
func excerpt(key: String) -> String {
    withBytes(of: key) { excerpt($0, characters: JSONPath.shownCharacters, bytes: JSONPath.shownBytes) }
}

/// A text assembled from several sources, for an error: escaped, and cut if it is too long.
///
/// Text that is already escaped does not change.
func oneLine(_ text: String, characters: Int = .max, bytes limit: Int = 1_000) -> String {
    var line = ""
    let isShownAsItIs = withBytes(of: text) { bytes in
        if bytes.count <= min(characters, limit), bytes.isPlain(isQuoted: false) { return true }
        line.append(shown: bytes, characters: characters, bytes: limit, isQuoted: false)
        return false
    }
    return isShownAsItIs ? text : line
}

/// A count with its noun: "1 byte", "2 bytes".
func counted(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
}

/// A key for a list: shortened, but not escaped.
func shortened(_ key: UnsafeBufferPointer<UInt8>) -> String {
    // There are no more characters than bytes.
    if key.count <= JSONPath.shownCharacters { return String(decoding: key, as: UTF8.self) }
    let beginning = beginning(of: key, atMost: JSONPath.shownBytes)
    let text = String(decoding: beginning, as: UTF8.self)
    let shown = text.prefix(JSONPath.shownCharacters)
    return beginning.count < key.count || shown.endIndex < text.endIndex ? shown + "…" : text
}

func shortened(_ key: String) -> String { withBytes(of: key) { shortened($0) } }

extension JSONPath {
    /// How much of a key is shown.
    static let shownCharacters = 64
    static let shownBytes = 256
    /// About how much of a path is shown.
    private static let shownPathBytes = 1_024

    /// The path for an error: its keys shortened; a long path has only its beginning and its end.
    var shown: String {
        var text = "$"
        var begun = 0
        while begun < steps.count {
            let step = steps[begun].shown
            guard text.utf8.count + step.utf8.count <= Self.shownPathBytes / 2 else { break }
            text += step
            begun += 1
        }
        var room = Self.shownPathBytes - text.utf8.count
        var end: [String] = []
        while begun + end.count < steps.count {
            let step = steps[steps.count - 1 - end.count].shown
            room -= step.utf8.count
            guard room >= 0 else { break }
            end.append(step)
        }
        if begun + end.count < steps.count { text += "…" }
        for step in end.reversed() { text += step }
        return text
    }
}

extension JSONPath.Step {
    /// The step as part of a path, in full.
    var written: String { written(characters: .max, bytes: .max) }

    fileprivate var shown: String { written(characters: JSONPath.shownCharacters, bytes: JSONPath.shownBytes) }

    private func written(characters: Int, bytes: Int) -> String {
        switch self {
        case .index(let index): return "[\(index)]"
        case .key(var key):
            let isPlain = key.isPlainIdentifier
            if isPlain, key.utf8.count <= min(characters, bytes) { return "." + key }
            var text = isPlain ? "." : "[\""
            key.withUTF8 { text.append(shown: $0, characters: characters, bytes: bytes, isQuoted: true) }
            return isPlain ? text : text + "\"]"
        }
    }
}

extension String {
    fileprivate var isPlainIdentifier: Bool {
        guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-": true
            default: !scalar.isASCII && scalar.isShownAsItIs
            }
        }
    }

    /// Appends text up to a number of characters, and of bytes after escaping, and an ellipsis if there is more.
    ///
    /// - Parameter isQuoted: Whether quotes and backslashes are escaped too.
    fileprivate mutating func append(
        shown bytes: UnsafeBufferPointer<UInt8>, characters: Int, bytes limit: Int, isQuoted: Bool
    ) {
        // Most text is plain: a character is one byte, and nothing is escaped.
        let count = Swift.min(bytes.count, characters, limit)
        let end = Swift.min(count + 1, bytes.count)
        if UnsafeBufferPointer(rebasing: bytes[..<end]).isPlain(isQuoted: isQuoted) {
            self += String(decoding: bytes[..<count], as: UTF8.self)
            if count < bytes.count { self += "…" }
            return
        }
        let beginning = beginning(of: bytes, atMost: limit)
        let text = String(decoding: beginning, as: UTF8.self)
        // There are no more characters than bytes.
        let shown = bytes.count <= characters ? text[...] : text.prefix(characters)
        // Escapes are longer than the characters they replace.
        var room = limit
        for scalar in shown.unicodeScalars {
            let escaped = scalar.escape(isQuoted: isQuoted)
            room -= escaped?.utf8.count ?? UTF8.width(scalar)
            guard room >= 0 else { return self += "…" }
            if let escaped { self += escaped } else { unicodeScalars.append(scalar) }
        }
        if beginning.count < bytes.count || shown.endIndex < text.endIndex { self += "…" }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether each byte is an ASCII character that needs no escape.
    fileprivate func isPlain(isQuoted: Bool) -> Bool {
        allSatisfy { byte in
            0x20..<0x7F ~= byte && !(isQuoted && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")))
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character is visible and does not affect the characters around it.
    ///
    /// The joiner of emoji and the soft hyphen do not count as such.
    fileprivate var isShownAsItIs: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// The character's escape in an error; nil if it needs none.
    ///
    /// Below U+0020 it is JSON's escape. Other characters get a notation that JSON does not have: it can have any
    /// length, and a reader does not mistake it for text of the document.
    fileprivate func escape(isQuoted: Bool) -> String? {
        switch self {
        case "\"", "\\": isQuoted ? "\\\(self)" : nil
        case " "..."~": nil
        case ..<" ":
            UInt8(value).escapeLetter.map { "\\\(Unicode.Scalar($0))" }
                ?? "\\u00\(value < 16 ? "0" : "")\(String(value, radix: 16))"
        default: isShownAsItIs ? nil : "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}

/// Text up to a number of bytes, or to the start of the character at that point, which may have any length.
func beginning(of bytes: UnsafeBufferPointer<UInt8>, atMost limit: Int) -> UnsafeBufferPointer<UInt8> {
    guard bytes.count > limit else { return bytes }
    var end = limit
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[..<end])
}

/// A type's name as written in source: `Int?` and `[String: Int]`, where Swift prints the long forms.
func displayName(of type: Any.Type) -> String {
    displayNames.content(of: type) { (type as? any DisplayNamed.Type)?.shownName ?? "\(type)" }
}

/// The names of types that errors have named; there may be as many errors as the document has bytes.
private let displayNames = TypeRecords<String>()

/// A type whose name in errors differs from the one that Swift prints.
protocol DisplayNamed {
    static var shownName: String { get }
}

extension Optional: DisplayNamed {
    static var shownName: String { Yodel.displayName(of: Wrapped.self) + "?" }
}

extension Array: DisplayNamed {
    static var shownName: String { "[\(Yodel.displayName(of: Element.self))]" }
}

extension Dictionary: DisplayNamed {
    static var shownName: String {
        "[\(Yodel.displayName(of: Key.self)): \(Yodel.displayName(of: Value.self))]"
    }
}
