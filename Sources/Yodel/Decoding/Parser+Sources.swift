extension Parser {
    /// The parser other than the scanner; nil in a build without yajl.
    ///
    /// Tests and tools use it, together with ``all``, to compare the parsers of a build.
    package static var other: Parser? {
        #if Yajl
        .yajl
        #else
        nil
        #endif
    }

    /// The parsers of this build, the scanner first.
    package static var all: [Parser] { [.scanner] + (other.map { [$0] } ?? []) }

    /// Creates the source of a document that is passed to it, whole or in chunks.
    ///
    /// - Parameter slot: The memory in which the binder builds its result.
    func makeSource(
        _ context: DecodingContext, slot: AnyObject? = nil, isStream: Bool = false,
        binder: (TextSource) -> Binder
    ) -> TextSource {
        let setup = TextSource.Setup(
            limits: context.limits, allowsComments: context.options.allowsComments, start: context.startOfText,
            isStream: isStream, slot: slot)
        switch self {
        #if Yajl
        case .yajl: return YajlSource(setup, binder: binder)
        #endif
        case .automatic, .scanner: return ScannerSource.make(setup, binder: binder)
        }
    }

    /// The parser of a document that comes in chunks.
    var forChunks: Parser { self == .automatic ? Self.other ?? self : self }

    /// Whether the scanner reads documents that are in one piece.
    var isScanner: Bool { self != Self.other }
}
