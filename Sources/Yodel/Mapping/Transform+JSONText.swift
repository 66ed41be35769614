extension Transform where JSON == String {
    /// A value whose JSON text is in a string: `"{\"id\":1}"`.
    ///
    /// The text is decoded like a document, with the options of the decoder. It may nest as deep as
    /// ``ParserLimits/depth`` still allows at the string, so that strings do not evade that limit. The path of an error
    /// continues into the text, unless that ends early or has an invalid escape. Its offset, line and column are those
    /// of the string; the ones within the text are in ``ModelError/underlying``.
    ///
    /// The value is written as compact text, with the options of the encoder.
    ///
    /// Texts may be nested in the strings of other texts 8 levels deep, in decoding and encoding: each level uses
    /// stack, and doubles the backslashes of the levels within it. A deeper text is an error of the code
    /// ``ModelError/Code/depthLimit``.
    public static var jsonText: Transform {
        Transform(parts: [Value.self]) { text, context in
            try context!.decode(Value.self, from: text)
        } encodeValue: { value, context in
            try context!.encodeText(value)
        }
    }
}

/// An error within the text of a string.
struct JSONTextError: Error {
    let error: ModelError
}

/// Limits how deep texts are nested in strings.
enum JSONText {
    private static let deepestLevel = 8

    /// Enters one more level, or throws if it is too deep.
    static func enter(_ level: inout Int) throws {
        level += 1
        guard level > deepestLevel else { return }
        throw JSONTextError(
            error: ModelError(
                .depthLimit, expected: "at most \(deepestLevel) levels of JSON in strings",
                hint: "a transform of your own can allow more"))
    }
}
