extension Parser {
    /// What reads a document that is fed to it, whole or in chunks.
    func makeSource(
        _ options: borrowing DecodingOptions, slot: AnyObject? = nil, isStream: Bool = false,
        binder: (EventSource) -> Binder
    ) -> TextSource {
        switch self {
        case .yajl: YajlSource(options: options, slot: slot, isStream: isStream, binder: binder)
        case .automatic, .scanner: ScannerSource(options: options, slot: slot, isStream: isStream, binder: binder)
        }
    }

    /// The parser of a document that comes in chunks.
    var forChunks: Parser { self == .automatic ? .yajl : self }
}
