/// Drives a binder with the events of a document that is there as a whole, in one buffer.
///
/// ```
/// document ──► limit ──► prologue ──► comments ──► scanner ──► binder
///              bytes     BOM, UTF-16   if allowed   tokens
/// ```
final class ScannerSource: EventSource {
    let scanner: UnsafeMutablePointer<Scanner>
    private let token: UnsafeMutablePointer<UnsafePointer<UInt8>>
    /// What is scanned, without a byte order mark, and with spaces for comments.
    private(set) var text: UnsafeBufferPointer<UInt8>
    /// Bytes of the document before the text.
    private(set) var offset: Int
    /// The document ends within a comment, or with half of what begins one: bytes of it that are not in the text.
    private(set) var heldCount: Int?
    var options: DecodingOptions { scanner.pointee.binder.options }
    /// Asked for the place of every line of a feed, which a check of the access would make dearer.
    @exclusivity(unchecked) private var lines: LineCounter
    private var captureStart = 0
    /// Where everything stands, in a text whose tokens have no places of their own.
    private let fixedPlace: ModelError.Place?

    /// - Parameter text: Outlives the source, as does what the binder makes its result in.
    init(_ text: WholeText, binder makeBinder: (EventSource) -> Binder) {
        self.text = text.bytes
        offset = text.offset
        heldCount = text.heldCount
        lines = LineCounter(at: text.start)
        fixedPlace = text.isExact ? nil : text.start
        scanner = .allocate(capacity: 1)
        token = .allocate(capacity: 1)
        token.initialize(to: text.bytes.start)
        super.init()
        scanner.initialize(to: Scanner(text.bytes, isCut: text.isCut, token: token, binder: makeBinder(self)))
    }

    deinit {
        scanner.deinitialize(count: 1)
        scanner.deallocate()
        token.deallocate()
    }

    /// Goes on with another document, whose binder is ready for it.
    func restart(_ text: WholeText) {
        self.text = text.bytes
        offset = text.offset
        heldCount = text.heldCount
        lines = LineCounter(at: text.start)
        scanner.pointee.restart(text.bytes)
        token.pointee = text.bytes.start
    }

    /// Parses the text, and looks at what follows the document's value.
    func parse() throws(ModelError) {
        guard let behind = scanner.pointee.run() else { throw failure() }
        if !options.allowsTrailingContent {
            let trailing = Scanner.skipSpace(behind, scanner.pointee.end)
            if trailing < scanner.pointee.end {
                throw failure(
                    .trailingContent, at: trailing, hint: options.trailingContentHint(trailing.pointee))
            }
            if heldCount != nil, !scanner.pointee.isCut { throw endFailure() }
        }
        if scanner.pointee.isCut { throw endFailure() }
    }

    // MARK: - What the binder asks

    override var tokenStart: Int { offset + (token.pointee - text.start) }

    override var tokenEnd: Int {
        let segment = Segment(text: text, original: text, offset: offset)
        return offset + segment.endOfToken(at: token.pointee - text.start)
    }

    override var hasPlaces: Bool { fixedPlace == nil }

    override func place(at offset: Int) -> ModelError.Place { fixedPlace ?? lines.place(at: offset, in: text) }

    override func beginCapture() { captureStart = tokenStart }

    override func endCapture() -> [UInt8] { capturedSoFar() }

    override func capturedSoFar() -> [UInt8] { Array(text[captureStart - offset..<tokenEnd - offset]) }

    override func cancelCapture() {}
}
