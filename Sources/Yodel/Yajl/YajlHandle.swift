#if Yajl
internal import CYajl

/// Owns a yajl parser, and handles yajl's peculiarities for its callers.
///
/// - yajl keeps the *pointers* to callbacks and context. The handle owns the callbacks; the context must not move until
///   the handle is destroyed.
/// - Strings are borrowed for the duration of a callback and not terminated.
/// - Cancelling is final, and there is no reset: one handle reads one document.
/// - Its count of consumed bytes is relative to the last piece of text; within a callback it includes the current
///   token.
/// - A token that is split over pieces is copied and lexed again with each piece, in quadratic time, and a number is
///   not complete before something follows it: the source passes only whole tokens.
struct YajlHandle: ~Copyable {
    private let parser: UnsafeMutablePointer<cyajl_parser>
    /// The pointer for yajl's own functions.
    let handle: yajl_handle

    /// - Parameter context: Must be initialised before the first text is parsed.
    init(context: UnsafeMutablePointer<YajlContext>, allowsMultipleValues: Bool) {
        parser = cyajl_alloc(context)
        handle = parser.pointee.handle
        if allowsMultipleValues { cyajl_allow_multiple_values(handle) }
    }

    /// The callbacks for events, owned by the handle; empty until they are set.
    var callbacks: UnsafeMutablePointer<yajl_callbacks> { cyajl_callbacks(parser) }

    func parse(_ text: UnsafeBufferPointer<UInt8>) -> cyajl_outcome {
        cyajl_parse(parser, text.baseAddress, text.count)
    }

    /// The number of bytes of the current piece of text up to the end of the current token.
    var consumed: Int { yajl_get_bytes_consumed(handle) }

    /// yajl's own error message.
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
