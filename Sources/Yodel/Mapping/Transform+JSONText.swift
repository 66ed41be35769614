extension Transform where JSON == String {
    /// A value that stands in a string as JSON text: `"{\"id\":1}"`.
    ///
    /// The text is decoded as a document would be, by the options of the decoder. It may nest as deep as is left of
    /// ``ParserLimits/depth`` where the string stands, so that strings are no way around that limit. The path of an
    /// error goes on into the text; its offset, line and column are the string's, those within the text stand in
    /// ``ModelError/underlying``.
    ///
    /// The value is written as compact text, by the options of the encoder.
    ///
    /// Texts may stand in the strings of texts 8 levels deep, read and written: each level takes some stack, and doubles
    /// the backslashes of those within it. Beyond that is an error of the code ``ModelError/Code/depthLimit``.
    public static var jsonText: Transform {
        Transform(parts: [Value.self]) { text, context in
            try context!.decode(Value.self, from: text)
        } encodeValue: { value, context in
            try context!.encodeText(value)
        }
    }
}

/// An error within a text that a string holds.
struct JSONTextError: Error {
    let error: ModelError
}

/// Texts within the strings of others.
enum JSONText {
    private static let deepestLevel = 8

    /// Checks how many texts another one would stand in.
    static func enter(_ level: inout Int) throws {
        level += 1
        guard level > deepestLevel else { return }
        throw JSONTextError(
            error: ModelError(
                .depthLimit, expected: "at most \(deepestLevel) texts within texts",
                hint: "a transform of one's own can allow more"))
    }
}
