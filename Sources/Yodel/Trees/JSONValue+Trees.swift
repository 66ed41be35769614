extension JSONValue {
    /// Creates a value from a tree as `JSONSerialization` and `PropertyListSerialization` give it.
    ///
    /// See ``ModelDecoder/decode(_:fromTree:)`` for what such a tree may be made of. Dates become ISO 8601 strings and
    /// data Base64; to have them otherwise, decode the tree with a decoder: `decode(JSONValue.self, fromTree: tree)`.
    ///
    /// - Throws: ``ModelError``, with the path of what stands for no JSON value, or of what is deeper than 512 levels.
    public init(tree: Any) throws(ModelError) {
        self = try ModelDecoder().decode(JSONValue.self, fromTree: tree)
    }

    /// The value as a tree of `[String: Any]`, `[Any]`, `String`, `Bool` and numbers, for `JSONSerialization`,
    /// `PropertyListSerialization` and code that expects what they give.
    ///
    /// A number becomes the first of `Int`, `UInt64`, `Double` and `Decimal` that holds it exactly, the sign of a zero
    /// included; one that none of them does is rounded to the nearest `Double`. The order of members is lost.
    ///
    /// ```swift
    /// let data = try JSONSerialization.data(withJSONObject: value.tree(null: NSNull()))
    /// ```
    ///
    /// - Parameter null: What stands for `null`: `NSNull()` for `JSONSerialization`. A property list has none.
    /// - Throws: ``ModelError`` of the code ``ModelError/Code/numberOutOfRange`` for a number beyond the range of
    ///   `Double`, with its path.
    public func tree(null: Any) throws(ModelError) -> Any {
        try makeTree(null: null)
    }
}
