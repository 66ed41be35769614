/// What an encoder has been told: the public options of ``ModelEncoder``, which says what each means, and those that
/// parts of a document have besides.
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
    /// How dates and data are written in text within a string, where that is otherwise than around it.
    var strategiesOfText: (dates: DateStrategy, data: DataStrategy)?
    /// How many texts what is written goes into, each in a string of the next.
    var textLevel = 0

    /// Spaces for each level; nil for no line breaks.
    var indentation: Int? {
        if case .pretty(let indentation) = layout { min(max(indentation, 0), 1_000) } else { nil }
    }
}
