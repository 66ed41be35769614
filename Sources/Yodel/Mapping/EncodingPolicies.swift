/// How an encoder writes properties that are `nil`.
///
/// ``ModelEncoder/nils`` sets it for all properties, ``Mapping/Entry/onNil(_:_:)`` for one.
public enum NilPolicy: Sendable {
    /// Their keys are left out, and so is a nested object that would have no keys. The default.
    case omit
    /// They are written as `null`.
    case null
}

/// How the text of a document is laid out.
public enum OutputLayout: Sendable, Hashable {
    /// On one line, without any white space. The default.
    case compact
    /// Every member and element on a line of its own, indented by this many spaces for each level, with one space after
    /// the colon. Empty arrays and objects stay `[]` and `{}`. An indentation above 1,000 counts as 1,000.
    case pretty(indentation: Int)

    /// Indented by two spaces.
    public static var pretty: OutputLayout { .pretty(indentation: 2) }
}

/// How much an encoder may write before it stops with an error.
public struct OutputLimits: Sendable, Hashable {
    /// How deep arrays and objects may nest, including those in a ``RawJSON`` or in the bytes of a ``Lazy`` value.
    ///
    /// Default 512, as for a decoder.
    public var depth: Int
    /// Bytes of the whole document.
    ///
    /// Default no limit.
    public var documentBytes: Int

    /// The limits, each with its default.
    public init(depth: Int = 512, documentBytes: Int = .max) {
        self.depth = depth
        self.documentBytes = documentBytes
    }
}
