#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Transform where JSON == String, Value == String {
    /// Strings without the white space around them: spaces, tabs, line feeds and carriage returns, as in JSON.
    ///
    /// They are written unchanged.
    public static var trimmed: Transform {
        Transform { text in
            // Most texts need no trimming.
            guard let first = text.utf8.first, let last = text.utf8.last,
                first.isWhiteSpace || last.isWhiteSpace
            else { return text }
            return withBytes(of: text) { String(decoding: TextCursor.trimming($0), as: UTF8.self) }
        } encode: {
            $0
        }
    }
}

extension Transform where JSON == String, Value == URL {
    /// URLs that may have white space around them; an empty text is an error.
    public static var trimmedURL: Transform {
        Transform { text in
            let trimmed = withBytes(of: text) { bytes in
                LenientConversions.urlText(bytes).map { String(decoding: $0, as: UTF8.self) }
            }
            if let trimmed, let url = URL(string: trimmed) { return url }
            throw UnusableValue(expected: "URL", found: JSONScalar.string(text).found)
        } encode: {
            $0.absoluteString
        }
    }
}

extension Transform where JSON == String, Value == Data {
    /// Base64 strings as in RFC 4648, padded and without white space.
    public static var base64: Transform { data(.base64) }

    /// Base64 strings in the alphabet that is safe in URLs and file names; padding is optional in input and is not
    /// written.
    public static var base64URL: Transform { data(.base64URL) }

    /// The UTF-8 bytes of a string.
    ///
    /// Data that is not UTF-8 cannot be written.
    public static var utf8: Transform { data(.utf8) }

    private static func data(_ strategy: DataStrategy) -> Transform {
        var transform = Transform { text in
            if let data = try withBytes(of: text, { try strategy.data(fromString: $0) }) { return data }
            throw UnusableValue(
                expected: "Data", found: JSONScalar.string(text).found,
                hint: strategy.reading.map { "the transform's \($0)" })
        } encode: { data in
            if let text = try strategy.text(from: data) { return text }
            throw UnusableValue(expected: "UTF-8", found: "\(counted(data.count, "byte")) of other data")
        }
        transform.direct = DirectTransform { scalar, target in
            guard case .data(let data) = scalar else { return false }
            target.initializeMemory(as: Data.self, to: data)
            return true
        } write: { _, _ in
            nil
        }
        return transform
    }
}
