/// The text of a document as it is scanned, and how it lies in the document.
struct WholeText {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Where it begins: behind a byte order mark, or, of a part or a record, in the document.
    let start: ModelError.Place
    /// What is in it has places of its own.
    var isExact = true
    /// It was cut where the document is longer than its limit.
    let isCut: Bool
    /// The document ends within a comment, or with half of what begins one: bytes of it that are not in the text.
    let heldCount: Int?

    static var nothing: WholeText {
        WholeText(
            bytes: UnsafeBufferPointer(start: nil, count: 0), start: .beginning, isCut: false, heldCount: nil)
    }

    /// Bytes of the document before it.
    var offset: Int { start.offset }

    /// Calls `body` with the text of a document: where it is, or as a copy without comments.
    static func of<Result>(
        _ document: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions,
        _ body: (WholeText) throws(ModelError) -> Result
    ) throws(ModelError) -> Result {
        let isCut = document.count > options.limits.documentBytes
        let kept = UnsafeBufferPointer(rebasing: document[..<min(document.count, options.limits.documentBytes)])
        let offset = try lengthOfByteOrderMark(in: kept, isCut: isCut, options.limits)
        let bytes = UnsafeBufferPointer(rebasing: kept[offset...])
        var start = ModelError.Place(offset: offset, line: 1, column: 1)
        var isExact = true
        // A part begins with its value, and with no mark.
        if let part = options.start { (start, isExact) = (part.start, part.isExact) }
        guard options.allowsComments else {
            return try body(WholeText(bytes: bytes, start: start, isExact: isExact, isCut: isCut, heldCount: nil))
        }
        var filter = CommentFilter()
        let filtered = filter.filter(bytes)
        return try filtered.withUnsafeBufferPointer { bytes throws(ModelError) in
            try body(
                WholeText(
                    bytes: bytes, start: start, isExact: isExact, isCut: isCut, heldCount: filter.unfinished))
        }
    }

    private static func lengthOfByteOrderMark(
        in document: UnsafeBufferPointer<UInt8>, isCut: Bool, _ limits: ParserLimits
    ) throws(ModelError) -> Int {
        let start = ModelError.Place.beginning
        var prologue = Prologue()
        switch prologue.inspect(document) {
        case .text: return prologue.byteOrderMarkLength
        case .unsupported(let encoding):
            throw ModelError(.unsupportedEncoding, place: start, expected: "UTF-8", found: encoding)
        case .undecided where isCut:
            let expected = limits.expectation(of: .documentLimit)
            throw ModelError(.documentLimit, place: start.advanced(over: document), expected: expected)
        case .undecided:
            if prologue.finish() != nil { return 0 }
            throw ModelError(.unexpectedEnd, place: start.advanced(over: document))
        }
    }
}
