#if Yajl
internal import CYajl

/// Owns a yajl parser, and knows what yajl does that its callers should not have to.
///
/// - It keeps the *pointers* to callbacks and context: the context must stay where it is until the handle is gone, which
///   has the callbacks.
/// - Strings are borrowed for the length of a callback and not terminated.
/// - Cancelling is final, and there is no reset: one handle, one document.
/// - Its count of consumed bytes is relative to the last piece of text and within a callback stands after the
///   current token.
/// - A token that is split over pieces is copied and lexed anew with each piece, in quadratic time, and a number is
///   not complete before something follows it: the source gives it whole tokens only.
struct YajlHandle: ~Copyable {
    private let parser: UnsafeMutablePointer<cyajl_parser>
    /// What yajl's own functions take.
    let handle: yajl_handle

    /// - Parameter context: Need not be initialized before the first text is parsed.
    init(context: UnsafeMutablePointer<YajlContext>, allowsMultipleValues: Bool = false) {
        parser = cyajl_alloc(context)
        handle = parser.pointee.handle
        if allowsMultipleValues { cyajl_allow_multiple_values(handle) }
    }

    /// What is called with the events, as long as there is the handle; nothing, until it is set.
    var callbacks: UnsafeMutablePointer<yajl_callbacks> { cyajl_callbacks(parser) }

    enum Outcome {
        case parsed
        /// A callback returned 0.
        case stopped
        case failed
        /// It has asked for memory that is not there.
        case outOfMemory
    }

    func parse(_ text: UnsafeBufferPointer<UInt8>) -> Outcome {
        switch cyajl_parse(parser, text.baseAddress, text.count) {
        case cyajl_parsed: .parsed
        case cyajl_canceled: .stopped
        case cyajl_out_of_memory: .outOfMemory
        default: .failed
        }
    }

    /// Bytes of the current piece of text up to the end of the current token.
    var consumed: Int { yajl_get_bytes_consumed(handle) }

    /// yajl's own words for what is wrong.
    var message: String {
        guard let text = yajl_get_error(handle, 0, nil, 0) else { return "" }
        defer { yajl_free_error(handle, text) }
        return String(decodingCString: text, as: UTF8.self)
    }

    deinit {
        cyajl_free(parser)
    }
}
#endif
