/// The text of a document as it is scanned, and how it lies in the document.
struct WholeText {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Bytes of the document before it: a byte order mark.
    let offset: Int
    /// It was cut where the document is longer than its limit.
    let isCut: Bool
    /// The document ends within a comment, or with half of what begins one: bytes of it that are not in the text.
    let heldCount: Int?

    static var nothing: WholeText {
        WholeText(bytes: UnsafeBufferPointer(start: nil, count: 0), offset: 0, isCut: false, heldCount: nil)
    }

    /// Calls `body` with the text of a document: where it is, or as a copy without comments.
    static func of<Result>(
        _ document: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions,
        _ body: (WholeText) throws(ModelError) -> Result
    ) throws(ModelError) -> Result {
        let isCut = document.count > options.limits.documentBytes
        let kept = UnsafeBufferPointer(rebasing: document[..<min(document.count, options.limits.documentBytes)])
        let offset = try lengthOfByteOrderMark(in: kept, isCut: isCut, options.limits)
        let bytes = UnsafeBufferPointer(rebasing: kept[offset...])
        guard options.allowsComments else {
            return try body(WholeText(bytes: bytes, offset: offset, isCut: isCut, heldCount: nil))
        }
        var filter = CommentFilter()
        let filtered = filter.filter(bytes)
        return try filtered.withUnsafeBufferPointer { bytes throws(ModelError) in
            try body(WholeText(bytes: bytes, offset: offset, isCut: isCut, heldCount: filter.unfinished))
        }
    }

    private static func lengthOfByteOrderMark(
        in document: UnsafeBufferPointer<UInt8>, isCut: Bool, _ limits: ParserLimits
    ) throws(ModelError) -> Int {
        let start = ModelError.Place(offset: 0, line: 1, column: 1)
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
