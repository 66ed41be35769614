/// What a ``ModelDecoder`` is set to; its properties say what each option does.
struct DecodingOptions: Sendable {
    var conversions = Conversions.strict
    var unknownKeys = UnknownKeyPolicy.ignore
    var duplicateKeys = DuplicateKeyPolicy.last
    var nulls = NullPolicy.error
    var missingCollections = MissingCollections.error
    var mismatches = MismatchPolicy.error
    var badElements = BadElementPolicy.error
    var report: DecodingReport?
    var drift: DriftReport?
    var keys = KeyStrategy.asWritten
    var transforms = TransformSet()
    var dates = DateStrategy.iso8601
    var data = DataStrategy.base64
    var nonConformingFloats = NonConformingFloats.error
    var codable: YodelJSONDecoder?
    var parser = Parser.automatic
    var limits = ParserLimits()
    var allowsComments = false
    var allowsTrailingContent = false
    var allowsFragments = true
}

extension DecodingOptions {
    /// The options for text that an encoder has written.
    ///
    /// Limits guard against the author of a document, which here is the program itself: a value that can be written is
    /// read back, however long its strings and however many its keys. Depth remains, as bytes that are written as
    /// they are (``RawJSON``) may nest as deep as their author liked.
    static func ofOwnText(depth: Int) -> DecodingOptions {
        var options = DecodingOptions()
        options.limits = ParserLimits(
            depth: depth, stringBytes: .max, keyBytes: .max, numberCharacters: .max, keysPerObject: .max,
            combiningMarks: .max)
        return options
    }

    var ignoresUnknownKeys: Bool {
        if case .ignore = unknownKeys { true } else { false }
    }
}

/// Options that a decoder has in common with its copies and with whatever decodes by them.
struct SharedOptions: Sendable {
    private final class Box: Sendable {
        // A constant is read where it is. To copy all options would take as long as a part of a small document.
        let value: DecodingOptions

        init(_ value: DecodingOptions) {
            self.value = value
        }
    }

    private var box: Box

    init(_ value: DecodingOptions) {
        box = Box(value)
    }

    /// What decoders begin with.
    static let standard = SharedOptions(DecodingOptions())

    // A getter, here and where this is handed on: what is taken out of a large value that a `_read` accessor yields is
    // read, in unoptimised code, after the accessor's end.
    var value: DecodingOptions {
        @inline(__always) get { box.value }
        _modify {
            var value = box.value
            yield &value
            box = Box(value)
        }
    }
}
