/// What an encoder does with properties that are `nil`: all of them by ``ModelEncoder/nils``, or one by
/// ``Mapping/Entry/onNil(_:_:)``.
public enum NilPolicy: Sendable {
    /// Nothing: their keys are left out, and so is a nested object that would have no key at all. The default.
    case omit
    /// They are written as `null`.
    case null
}

/// How the text of a document is laid out.
public enum OutputLayout: Sendable, Hashable {
    /// On one line, without any white space. The default.
    case compact
    /// Every member and element on a line of its own, indented by so many spaces for each level, with one space
    /// behind the colon. Empty arrays and objects stay `[]` and `{}`. More than 1,000 are taken for 1,000.
    case pretty(indentation: Int)

    /// Indented by two spaces.
    public static var pretty: OutputLayout { .pretty(indentation: 2) }
}

/// How much an encoder writes before it stops with an error.
public struct OutputLimits: Sendable, Hashable {
    /// How deep arrays and objects may nest.
    ///
    /// Default 512, which is what a decoder accepts by default.
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

/// The options of a ``ModelEncoder`` as the writer reads them.
struct EncodingOptions: Sendable {
    var nils = NilPolicy.omit
    var dates = DateStrategy.iso8601
    var data = DataStrategy.base64
    var nonConformingFloats = NonConformingFloats.error
    var layout = OutputLayout.compact
    var sortsKeys = false
    var escapesSlashes = false
    var escapesNonASCII = false
    /// What encodes types that are `Encodable` and no models; nil for one with these options.
    var codable: YodelJSONEncoder?
    var limits = OutputLimits()
    /// How dates and data are written in text within a string, where that is otherwise than around it.
    var strategiesOfText: (dates: DateStrategy, data: DataStrategy)?
    /// How many texts this one is written into, each in a string of the next.
    var textLevel = 0
    /// What says which properties are written in text within a string; nil for all.
    var selector: PropertySelector?

    /// What strings have escaped besides what has to be; nil for nothing.
    var extraEscapes: ExtraEscapes? {
        escapesSlashes || escapesNonASCII ? ExtraEscapes(slashes: escapesSlashes, nonASCII: escapesNonASCII) : nil
    }

    /// Spaces for each level; nil for no line breaks.
    var indentation: Int? {
        if case .pretty(let indentation) = layout { min(max(indentation, 0), 1_000) } else { nil }
    }
}
