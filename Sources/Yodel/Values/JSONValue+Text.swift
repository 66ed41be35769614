extension JSONValue {
    /// The value as JSON text.
    ///
    /// Numbers are written as their literals stand, strings with no more escapes than JSON demands. The text is
    /// written without recursion, so a value may be of any depth.
    ///
    /// - Parameters:
    ///   - pretty: Whether to give every member and element a line of its own, indented by two spaces for each
    ///     level. By default the text has no white space.
    ///   - sortedKeys: Whether to sort the keys of every object by code point. By default they keep their order.
    public func text(pretty: Bool = false, sortedKeys: Bool = false) -> String {
        var encoder = ModelEncoder()
        encoder.layout = pretty ? .pretty : .compact
        encoder.sortsKeys = sortedKeys
        encoder.limits.depth = .max
        do throws(ModelError) {
            return try encoder.encodeText(self)
        } catch {
            preconditionFailure("what JSON can say can be written, at any depth")
        }
    }
}

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// The value as compact JSON text.
    public var description: String { text() }

    /// The value as compact JSON text, with the name of its type.
    public var debugDescription: String { "JSONValue(\(text()))" }
}
