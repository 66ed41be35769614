/// What a decoder makes of values that do not fit their field's type.
public enum Conversions: Sendable {
    /// An error: a string is a string and a number a number. The default.
    case strict
    /// What can be converted without loss is: `"12"` to 12, 12 to `"12"`, `"yes"` and 1 to `true`, dates in any of
    /// the formats ``DateStrategy/anyKnownFormat`` lists or as epoch numbers, URLs with spaces around them, and words
    /// such as `"null"` to `nil` for fields that are no strings. `"12abc"` is no number and 1.5 no integer here either.
    case lenient
}

/// What a decoder does about keys that a model does not know.
public enum UnknownKeyPolicy: Sendable {
    /// Their values are checked and skipped, with no work beyond that. The default.
    case ignore
    /// An error of the code ``ModelError/Code/unknownKey`` at the first one.
    case error
    /// They are skipped and noted in a collector.
    case collect(UnknownKeyCollector)
}

/// What a decoder does when an object has a key twice.
///
/// Keys that no property asks for may occur any number of times.
public enum DuplicateKeyPolicy: Sendable {
    /// The last value is taken. The default.
    case last
    /// The first value is taken; later ones are checked and skipped (in a dictionary, decoded and dropped).
    case first
    /// An error of the code ``ModelError/Code/duplicateKey``.
    case error
}

/// What a decoder does with `null` for a field that is not Optional.
public enum NullPolicy: Sendable {
    /// An error of the code ``ModelError/Code/nullValue``. The default.
    case error
    /// As if the key were absent: the default of the mapping or of `init()` is taken, and where there is none it is
    /// an error. In an update, a property that has a default keeps its value.
    case useDefault
}

/// What a decoder makes of an array, set or dictionary that a document leaves out or has `null` for.
public enum MissingCollections: Sendable {
    /// What it makes of any other value: an error, unless the property is Optional or has a default. The default.
    case error
    /// A collection without elements, for properties that are not Optional and have no default.
    ///
    /// An Optional collection is `nil` as ever; see ``Mapping/Entry/emptyWhenAbsent(_:)-(KeyPath<Root,Value?>Sendable)``.
    case empty
}

/// What reads the text of a document.
///
/// The scanner and yajl accept the same documents, make the same values of them, and report the same errors.
public enum Parser: Sendable {
    /// The scanner for a document in one piece and for feeds, yajl for a document that comes in chunks. The default.
    ///
    /// In a package built without the trait `Yajl`, the scanner reads chunks too.
    case automatic
    /// Yodel's own scanner for everything.
    case scanner
    #if Yajl
    /// The C library yajl for everything. Available with the package trait `Yajl`, which is on by default.
    case yajl
    #endif
}

/// What a decoder accepts for floating-point numbers that JSON cannot write.
public enum NonConformingFloats: Sendable, Hashable {
    /// Nothing: numbers are numbers. The default.
    case error
    /// These strings, letter by letter.
    case convert(positiveInfinity: String, negativeInfinity: String, nan: String)
}

extension NonConformingFloats {
    /// What a string stands for; nil when it is none of these.
    func double(fromString bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        guard case .convert(let positive, let negative, let nan) = self else { return nil }
        return switch String(decoding: bytes, as: UTF8.self) {
        case positive: .infinity
        case negative: -.infinity
        case nan: .nan
        default: nil
        }
    }
}

/// The options of a ``ModelDecoder`` as the binder reads them.
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
    var dates = DateStrategy.iso8601
    var data = DataStrategy.base64
    var nonConformingFloats = NonConformingFloats.error
    /// What decodes types that are `Decodable` and no models; nil for one with these options.
    var codable: YodelJSONDecoder?
    /// What such types find in `Decoder.userInfo`, where it is not for ``codable`` to say.
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var limits = ParserLimits()
    var allowsComments = false
    var allowsTrailingContent = false
    var allowsFragments = true
    /// The key of the tag that has named the type of the root, where that is decoded later than the object was read.
    var tagOfRoot: TagKey?
    /// The ways to the items of a feed, of which this document is what stands around them.
    var feedPaths: [FeedPath] = []
    /// How many texts this one stands in, each in a string of the next.
    var textLevel = 0
    /// Where the text begins in its document, for a lazy value: what is noted and thrown of it is placed there at once.
    var start: ModelError.PartPlace?
    /// The text is a part of a document, which moves what is thrown and noted of it: what lazy values are placed by.
    var part: PartOrigin?
    /// The client's reports, where those of the options are only for a while.
    var clientNotes: ClientNotes?
    /// What may still be gone through again of a document that this one is a part of, where it may be decoded more than
    /// once.
    var replaysAround: ReplaysAround?

    var ignoresUnknownKeys: Bool {
        if case .ignore = unknownKeys { true } else { false }
    }

    /// Where a client wants to find what is noted.
    struct ClientNotes: Sendable {
        var report: DecodingReport?
        var drift: DriftReport?
        var unknownKeys: UnknownKeyPolicy
    }

    /// Remembers the client's reports before others take their place.
    mutating func keepClientNotes() {
        if clientNotes == nil { clientNotes = ClientNotes(report: report, drift: drift, unknownKeys: unknownKeys) }
    }

    /// The options for what is decoded when everything else of the document has been: it notes for the client directly.
    var forLater: DecodingOptions {
        var options = self
        if let notes = clientNotes {
            (options.report, options.drift, options.unknownKeys) = (notes.report, notes.drift, notes.unknownKeys)
            options.clientNotes = nil
        }
        // Each is decoded once.
        options.replaysAround = nil
        return options
    }

    struct TagKey: Hashable {
        var text: String
        var ignoresCase: Bool

        func matches(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
            let key = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
            return ignoresCase
                ? key.lowercased().utf8.elementsEqual(text.lowercased().utf8) : key.utf8.elementsEqual(text.utf8)
        }
    }
}
