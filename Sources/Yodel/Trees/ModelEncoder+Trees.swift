extension ModelEncoder {
    /// Encodes a value as a tree for `PropertyListSerialization`.
    ///
    /// The tree consists of `[String: Any]`, `[Any]`, `String`, `Bool`, numbers, `Date` and `Data`.
    ///
    /// ```swift
    /// let tree = try ModelEncoder().encodeTree(book, null: "")
    /// let list = try PropertyListSerialization.data(
    ///     fromPropertyList: tree, format: .binary, options: 0)
    /// ```
    ///
    /// Properties of the types `Date` and `Data` are in the tree as such, whatever ``dates`` and ``data`` are.
    /// Otherwise the tree is that of the encoded text, see ``JSONValue/tree(null:)``; making it takes about as long as
    /// encoding the text and decoding it again. A ``DidEncodeModel`` hook sees a placeholder string for each date and
    /// data; it counts against ``OutputLimits/documentBytes`` with some 40 bytes.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - null: The object for `null`: for elements of arrays and dictionaries that are `nil`, and, if ``nils`` is
    ///     ``NilPolicy/null``, for properties. Property lists have no null.
    /// - Throws: ``ModelError``, with the path of the value that cannot be written.
    public func encodeTree<Value>(_ value: Value, null: Any) throws(ModelError) -> Any {
        let natives = NativeValues()
        var encoder = self
        encoder.options.strategiesOfText = (dates, data)
        encoder.dates = .custom({ _ in throw NativeValues.Unread() }, encode: { .string(natives.token(for: $0)) })
        encoder.data = .custom({ _ in throw NativeValues.Unread() }, encode: { natives.token(for: $0) })
        encoder.layout = .compact
        return try encoder.encodeJSONValue(value).makeTree(null: null, natives: natives)
    }
}

/// The dates and data of a value that is being encoded as a tree; its text has a token for each of them.
final class NativeValues: Sendable {
    fileprivate struct Unread: Error {}

    /// Random, so that no string of the value begins with it.
    private let prefix = "\(UInt128.random(in: .min ... .max)) "
    private let natives = Locked<[any Sendable]>([])

    fileprivate func token(for native: any Sendable) -> String {
        natives.withLock { natives in
            natives.append(native)
            return "\(prefix)\(natives.count - 1)"
        }
    }

    /// The date or data of a token; nil for any other string.
    func value(for text: String) -> (any Sendable)? {
        guard text.hasPrefix(prefix), let index = Int(text.dropFirst(prefix.count)) else { return nil }
        // A hook may have changed the token.
        return natives.withLock { $0.indices.contains(index) ? $0[index] : nil }
    }
}
