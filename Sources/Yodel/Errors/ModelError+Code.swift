extension ModelError {
    /// The kind of an error.
    public enum Category: String, Sendable, CaseIterable {
        /// The bytes are not JSON.
        case syntax
        /// The document ends too early; more bytes could make it valid.
        case endOfInput
        /// The JSON is valid but does not fit the model.
        case data
        /// The document is larger, deeper or longer than ``ParserLimits``, ``OutputLimits`` or the caller's memory allows.
        case limit
        /// The Swift type or its mapping cannot be used, whatever the document.
        case model
        /// The decoder was used in a way that is not supported.
        case usage
    }

    /// The exact cause of an error.
    ///
    /// New versions may add codes; ``category`` is the closed set to switch over.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        let name: String
        let category: Category
        let summary: String
        /// The error's hint, if the code alone determines the option that would help.
        let hint: String?

        private init(
            _ name: String, _ category: Category, _ summary: String, raising limit: String? = nil, hint: String? = nil
        ) {
            (self.name, self.category, self.summary) = (name, category, summary)
            self.hint = hint ?? limit.map { "a higher \($0) allows it" }
        }

        /// The code's name, as in Swift.
        public var description: String { name }

        /// Whether two codes have the same name.
        public static func == (left: Code, right: Code) -> Bool { left.name == right.name }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }

        // Syntax

        /// An invalid or misplaced character or token.
        public static let unexpectedToken = Code("unexpectedToken", .syntax, "unexpected token")
        /// A number that breaks JSON's grammar: `01`, `1.`, `.5`, `+1`, `0x10`.
        public static let invalidNumber = Code("invalidNumber", .syntax, "invalid number")
        /// An invalid escape or an unpaired surrogate.
        public static let invalidEscape = Code("invalidEscape", .syntax, "invalid escape")
        /// Bytes in a string that are not UTF-8.
        public static let invalidUTF8 = Code("invalidUTF8", .syntax, "invalid UTF-8")
        /// A control character that must be escaped, or that is not JSON white space.
        public static let controlCharacter = Code("controlCharacter", .syntax, "unescaped control character")
        /// UTF-16 or UTF-32 text; only UTF-8 is decoded, with or without a byte order mark.
        public static let unsupportedEncoding = Code("unsupportedEncoding", .syntax, "unsupported encoding")
        /// Something follows the document.
        public static let trailingContent = Code("trailingContent", .syntax, "content after the document")
        /// Damaged compressed input: invalid data, checksum, length or header, or something other than another member
        /// after a member.
        public static let invalidCompression = Code("invalidCompression", .syntax, "the compressed input is damaged")

        // End of input

        /// The document is empty, or ends before its value does.
        public static let unexpectedEnd = Code("unexpectedEnd", .endOfInput, "the document ends early")
        /// Compressed input that ends within a member, wherever its text ends.
        public static let truncatedCompression = Code(
            "truncatedCompression", .endOfInput, "the compressed input ends early")

        // Data

        /// A value of another JSON type than the field takes.
        public static let typeMismatch = Code("typeMismatch", .data, "type mismatch")
        /// A `null` for a field that does not accept it.
        public static let nullValue = Code("nullValue", .data, "null for a value that is not optional")
        /// Required keys that an object lacks; see ``ModelError/missingKeys``.
        public static let missingKeys = Code("missingKeys", .data, "missing keys")
        /// A number that does not fit the field's type.
        public static let numberOutOfRange = Code("numberOutOfRange", .data, "number out of range")
        /// A number that the field's type could hold only after rounding: `1.5` for an integer.
        public static let inexactNumber = Code("inexactNumber", .data, "number not exactly representable")
        /// A value of the right JSON type with invalid content: not a date, not a URL, not a case of the enum.
        public static let invalidValue = Code("invalidValue", .data, "invalid value")
        /// A key that the type does not know, if the decoder rejects such keys.
        public static let unknownKey = Code("unknownKey", .data, "unknown key", hint: "unknownKeys = .ignore skips it")
        /// A key that occurs twice in one object, if the decoder rejects that.
        public static let duplicateKey = Code("duplicateKey", .data, "duplicate key")
        /// An array with more or fewer elements than its fixed-size type has.
        public static let wrongCount = Code("wrongCount", .data, "wrong number of elements")
        /// A value whose tag names no variant of its type.
        public static let unknownVariant = Code("unknownVariant", .data, "unknown variant")
        /// A value that fits no variant of its type, where variants are tried in turn.
        public static let noMatchingVariant = Code("noMatchingVariant", .data, "no variant fits")

        /// An object of a class that contains itself, which JSON cannot express; the path is where it recurs.
        public static let cyclicValue = Code("cyclicValue", .data, "an object that contains itself")

        // Limits

        /// Arrays and objects nested deeper than ``ParserLimits/depth``.
        public static let depthLimit = Code("depthLimit", .limit, "nested too deep", raising: "limits.depth")
        /// A string longer than ``ParserLimits/stringBytes``.
        public static let stringLimit = Code("stringLimit", .limit, "string too long", raising: "limits.stringBytes")
        /// A string or key with more combining marks in a row than ``ParserLimits/combiningMarks``.
        public static let combiningMarkLimit = Code(
            "combiningMarkLimit", .limit, "too many combining marks", raising: "limits.combiningMarks")
        /// A key longer than ``ParserLimits/keyBytes``.
        public static let keyLimit = Code("keyLimit", .limit, "key too long", raising: "limits.keyBytes")
        /// A number longer than ``ParserLimits/numberCharacters``.
        public static let numberLimit = Code(
            "numberLimit", .limit, "number too long", raising: "limits.numberCharacters")
        /// A document longer than ``ParserLimits/documentBytes``.
        public static let documentLimit = Code(
            "documentLimit", .limit, "document too long", raising: "limits.documentBytes")
        /// A text that is longer than the memory that a client gave to an encoder.
        public static let capacityLimit = Code("capacityLimit", .limit, "no room for the text")
        /// An object with more keys than ``ParserLimits/keysPerObject``.
        public static let keyCountLimit = Code(
            "keyCountLimit", .limit, "too many keys in one object", raising: "limits.keysPerObject")
        /// A value that must be kept and has more bytes than ``ParserLimits/bufferedBytes``.
        public static let bufferLimit = Code(
            "bufferLimit", .limit, "too many bytes to keep", raising: "limits.bufferedBytes")
        /// An item of a feed longer than ``Feed/maxItemBytes``, or of an output longer than
        /// ``FeedOutput/maxItemBytes``.
        public static let itemLimit = Code("itemLimit", .limit, "item too long", raising: "maxItemBytes")
        /// More failed items than ``Feed/failureBudget`` or ``FeedOutput/failureBudget`` allows.
        public static let failureLimit = Code("failureLimit", .limit, "too many items failed", raising: "failureBudget")
        /// Compressed input that unpacks to more text than the feed's compression allows.
        public static let compressionLimit = Code(
            "compressionLimit", .limit, "the compressed input unpacks to too much text")
        /// Values that are read again more often than ``ParserLimits/replays`` allows.
        public static let replayLimit = Code(
            "replayLimit", .limit, "values read again too often", raising: "limits.replays")
        /// More than 64 different elements of a set with the same hash, which would take disproportionate time.
        public static let collisionLimit = Code("collisionLimit", .limit, "too many elements with the same hash")
        /// A C library could not allocate memory: yajl for a token's text or for nesting, or zlib or zstd for its window.
        ///
        /// If an allocation by Swift fails, the process ends.
        public static let outOfMemory = Code("outOfMemory", .limit, "no memory for a token")

        // Model

        /// A type that cannot be decoded; the message names the field and a remedy.
        public static let unsupportedType = Code("unsupportedType", .model, "unsupported type")
        /// A mapping that contradicts itself or its type.
        public static let invalidMapping = Code("invalidMapping", .model, "invalid mapping")

        // Usage

        /// Bytes fed to an incremental decoder that has finished, or a second request for its result.
        public static let alreadyFinished = Code("alreadyFinished", .usage, "the decoder has finished")
        /// A checkpoint of another feed than the one to resume, or of no place in it.
        public static let invalidCheckpoint = Code("invalidCheckpoint", .usage, "invalid checkpoint")
        /// A range of bytes that a feed cannot read the lines of: the feed is not one of lines, its input is compressed,
        /// or the range begins where no file has a byte.
        public static let invalidRange = Code("invalidRange", .usage, "invalid range of bytes")
        /// Items that cannot be written where they are asked to be: at a path with `[*]`, after the end of an array, or as
        /// columns of one name or of a name that no column has.
        public static let invalidOutput = Code("invalidOutput", .usage, "invalid output")
    }
}

extension ModelError.Code {
    /// Whether the JSON is valid, so that decoding can continue after the value.
    var concernsValue: Bool { category == .data }

    /// Whether something in an item of a feed is over a limit, but the parser itself can continue.
    var concernsItem: Bool {
        [.itemLimit, .keyLimit, .keyCountLimit, .bufferLimit, .combiningMarkLimit, .collisionLimit].contains(self)
    }
}
