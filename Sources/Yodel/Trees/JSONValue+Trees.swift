extension JSONValue {
    /// Creates a value from a tree that `JSONSerialization` or `PropertyListSerialization` returns.
    ///
    /// See ``ModelDecoder/decode(_:fromTree:)`` for the types allowed in a tree. Dates become ISO 8601 strings and data
    /// Base64; for other formats use a decoder: `decode(JSONValue.self, fromTree: tree)`.
    ///
    /// - Throws: ``ModelError``, with the path of the first object that is not JSON or that is deeper than 512 levels.
    public init(tree: Any) throws(ModelError) {
        self = try ModelDecoder().decode(JSONValue.self, fromTree: tree)
    }

    /// Returns the value as a tree of `[String: Any]`, `[Any]`, `String`, `Bool` and numbers.
    ///
    /// Such trees are the input of `JSONSerialization`, `PropertyListSerialization` and code that expects their output.
    ///
    /// A number becomes the first of `Int`, `UInt64`, `Double` and `Decimal` that holds it exactly, including the sign
    /// of a zero; otherwise it is rounded to the nearest `Double`. The order of members is lost.
    ///
    /// ```swift
    /// let data = try JSONSerialization.data(withJSONObject: value.tree(null: NSNull()))
    /// ```
    ///
    /// - Parameter null: The object for `null`, such as `NSNull()` for `JSONSerialization`. Property lists have no
    ///   null.
    /// - Throws: ``ModelError`` of the code ``ModelError/Code/numberOutOfRange`` for a number beyond the range of
    ///   `Double`, with its path.
    public func tree(null: Any) throws(ModelError) -> Any {
        try makeTree(null: null)
    }
}
