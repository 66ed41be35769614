/// The options of a ``ModelEncoder``, which documents them, and further ones for parts of a document.
struct EncodingOptions: Sendable {
    var keys = KeyStrategy.asWritten
    var transforms = TransformSet()
    var nils = NilPolicy.omit
    var dates = DateStrategy.iso8601
    var data = DataStrategy.base64
    var nonConformingFloats = NonConformingFloats.error
    var codable: YodelJSONEncoder?
    var layout = OutputLayout.compact
    var sortsKeys = false
    var escapesSlashes = false
    var escapesNonASCII = false
    var limits = OutputLimits()

    /// Which properties are written; nil for all.
    var selection: PropertySelection?
    /// How dates and data are written in text within a string, if it differs from the enclosing text.
    var strategiesOfText: (dates: DateStrategy, data: DataStrategy)?
    /// The number of texts around this one, each in a string of the next.
    var textLevel = 0

    /// Spaces for each level; nil for no line breaks.
    var indentation: Int? {
        if case .pretty(let indentation) = layout { min(max(indentation, 0), 1_000) } else { nil }
    }
}
