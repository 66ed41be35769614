extension ModelEncoder {
    /// Encodes a value as a tree of `[String: Any]`, `[Any]`, `String`, `Bool`, numbers, `Date` and `Data`, as
    /// `PropertyListSerialization` takes it.
    ///
    /// ```swift
    /// let tree = try ModelEncoder().encodeTree(book, null: "")
    /// let list = try PropertyListSerialization.data(fromPropertyList: tree, format: .binary, options: 0)
    /// ```
    ///
    /// Properties of the types `Date` and `Data` are in the tree as they are, whatever ``dates`` and ``data`` say.
    /// Otherwise the tree is that of the encoded text, see ``JSONValue/tree(null:)``; making it takes about as long as
    /// encoding that and decoding it again. A ``DidEncodeModel`` is shown a string of no meaning for each of them.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - null: What stands for `null`: for elements of arrays and dictionaries that are `nil`, and, where ``nils``
    ///     says so, for properties. A property list has nothing of the kind.
    /// - Throws: ``ModelError``, with the path of the value that cannot be written.
    public func encodeTree<Value>(_ value: Value, null: Any) throws(ModelError) -> Any {
        let natives = NativeValues()
        var encoder = self
        encoder.options.strategiesOfText = (dates, data)
        encoder.dates = .custom({ _ in throw NativeValues.Unread() }, encode: { .string(natives.token(for: $0)) })
        encoder.data = .custom({ _ in throw NativeValues.Unread() }, encode: { natives.token(for: $0) })
        encoder.layout = .compact
        return try encoder.encodeValue(value).makeTree(null: null, natives: natives)
    }
}

/// The dates and data of a value that is being encoded as a tree: in its text, tokens stand for them.
final class NativeValues: Sendable {
    fileprivate struct Unread: Error {}

    /// It cannot be known, and so no string of the value begins with it.
    private let prefix = "\(UInt128.random(in: .min ... .max)) "
    private let natives = Locked<[any Sendable]>([])

    fileprivate func token(for native: any Sendable) -> String {
        natives.withLock { natives in
            natives.append(native)
            return "\(prefix)\(natives.count - 1)"
        }
    }

    /// What a string stands for; nil if for itself.
    func value(for text: String) -> (any Sendable)? {
        guard text.hasPrefix(prefix), let index = Int(text.dropFirst(prefix.count)) else { return nil }
        // A hook may have made another string of it.
        return natives.withLock { $0.indices.contains(index) ? $0[index] : nil }
    }
}
