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
            try JSONText.decode(text, context!.shapes[ObjectIdentifier(Value.self)]!, context!.options)
        } encodeValue: { value, context in
            try JSONText.encode(value, context!.shapes[ObjectIdentifier(Value.self)]!, context!.options)
        }
    }
}

/// An error within a text that a string holds.
struct JSONTextError: Error {
    let error: ModelError
}

enum JSONText {
    private static let deepestLevel = 8

    /// Checks how many texts another one would stand in.
    private static func enter(_ level: inout Int) throws {
        level += 1
        guard level > deepestLevel else { return }
        throw JSONTextError(
            error: ModelError(
                .depthLimit, expected: "at most \(deepestLevel) texts within texts",
                hint: "a transform of one's own can allow more"))
    }

    /// Decodes a text to a value of a shape.
    ///
    /// - Parameter context: That of the document, or of the part of it that the text is.
    static func decode<Value>(_ text: String, _ shape: ShapePointer, _ context: DecodingContext) throws -> Value {
        // The text of a value that is absent has not come from the document as a part.
        var context = context.ofPart
        try enter(&context.call.textLevel)
        return try withBytes(of: text) { bytes in
            do throws(ModelError) {
                return try context.decode(Value.self, shape, from: bytes)
            } catch {
                throw JSONTextError(error: error)
            }
        }
    }

    /// Encodes a value of a shape to a text.
    static func encode<Value>(_ value: Value, _ shape: ShapePointer, _ options: ModelEncoder) throws -> String {
        var options = options
        try enter(&options.textLevel)
        options.layout = .compact
        var writer = ValueWriter(options: options, capacity: 256, sink: nil)
        do {
            let selection = try options.selection?.table(for: shape, of: options)
            try withUnsafePointer(to: value) { try writer.encode($0, shape, selection) }
        } catch let error as ModelError {
            throw JSONTextError(error: error)
        }
        return String(decoding: writer.out.bytes, as: UTF8.self)
    }
}
