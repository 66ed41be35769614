/// The options of a ``ModelDecoder``, whose properties document them.
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
    /// The options for text that an encoder of this program has written.
    ///
    /// Limits protect against the author of a document, who is here the program itself: a value that can be written can
    /// be read back, with strings and objects of any size. The depth limit remains, as a ``RawJSON`` is written unchanged
    /// and may be of any depth.
    static func ofOwnText(depth: Int) -> DecodingOptions {
        var options = DecodingOptions()
        options.limits = ParserLimits(
            depth: depth, stringBytes: .max, keyBytes: .max, numberCharacters: .max, keysPerObject: .max,
            combiningMarks: .max)
        return options
    }

    /// Whether unknown keys are skipped without a note.
    var ignoresUnknownKeys: Bool {
        if case .ignore = unknownKeys { drift == nil } else { false }
    }
}

/// Options that a decoder shares with its copies and with its decodings.
struct SharedOptions: Sendable {
    private final class Box: Sendable {
        // A constant is read in place. Copying all options would take as long as a part of a small document.
        let value: DecodingOptions

        init(_ value: DecodingOptions) {
            self.value = value
        }
    }

    private var box: Box

    init(_ value: DecodingOptions) {
        box = Box(value)
    }

    /// The options of a new decoder.
    static let standard = SharedOptions(DecodingOptions())

    // A getter, here and where this is forwarded: in unoptimised code, a part of a large value from a `_read` accessor
    // is read after the end of the accessor.
    var value: DecodingOptions {
        @inline(__always) get { box.value }
        _modify {
            var value = box.value
            yield &value
            box = Box(value)
        }
    }
}
