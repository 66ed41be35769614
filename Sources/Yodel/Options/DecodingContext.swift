/// How a document, or a part of one, is decoded: the options of a decoder, and the settings of this one call.
struct DecodingContext: Sendable {
    private var sharedOptions: SharedOptions
    /// Nil for a document of its own without special settings.
    private var sharedCall: Indirect<DecodingCall>?

    init(_ options: SharedOptions) {
        sharedOptions = options
    }

    init(_ options: DecodingOptions) {
        self.init(SharedOptions(options))
    }

    var options: DecodingOptions {
        @inline(__always) get { sharedOptions.value }
        _modify { yield &sharedOptions.value }
    }

    var call: DecodingCall {
        get { sharedCall?.wrappedValue ?? DecodingCall() }
        _modify {
            if sharedCall == nil { sharedCall = Indirect(wrappedValue: DecodingCall()) }
            yield &sharedCall!.wrappedValue
        }
    }

    // Values of the call that are read repeatedly; reading the whole call each time would copy it, or make one.
    var errorLimit: Int { sharedCall?.wrappedValue.errorLimit ?? 1 }
    var feedPaths: [FeedPath] { sharedCall?.wrappedValue.feedPaths ?? [] }
    var tagOfRoot: DecodingCall.TagKey? { sharedCall?.wrappedValue.tagOfRoot }
    var startOfText: ModelError.PartPlace? { sharedCall?.wrappedValue.start }
    var notes: DecodingNotes? { sharedCall?.wrappedValue.notes }
    var part: PartOrigin? { sharedCall?.wrappedValue.part }
    var partSettings: (any PartSettings)? { sharedCall?.wrappedValue.settings }
    var userInfo: [CodingUserInfoKey: any Sendable] { sharedCall?.wrappedValue.userInfo ?? [:] }
    var replaysAround: ReplaysAround? { sharedCall?.wrappedValue.replaysAround }
    private var isPart: Bool { sharedCall?.wrappedValue.isPart ?? false }

    /// Whether a key at this depth of the document, or of a part of it, may be on the path to a feed's items.
    ///
    /// Most unknown keys are deeper, and then their paths, which take time to make, need not be compared.
    func mayBeOnFeedPath(atDepth depth: Int) -> Bool {
        guard let sharedCall, !sharedCall.wrappedValue.feedPaths.isEmpty else { return false }
        let depth = sharedCall.wrappedValue.depthAround + depth
        return sharedCall.wrappedValue.feedPaths.contains { $0.steps.count > depth }
    }

    /// The limits that remain for the document.
    var limits: ParserLimits {
        var limits = options.limits
        guard let sharedCall else { return limits }
        limits.depth = max(0, limits.depth - sharedCall.wrappedValue.depthAround)
        if sharedCall.wrappedValue.isPart { limits.documentBytes = .max }
        return limits
    }

    var allowsFragments: Bool { options.allowsFragments || isPart }
    var parser: Parser { isPart ? .automatic : options.parser }

    /// The context for a part of the document that is decoded by itself.
    var ofPart: DecodingContext {
        var context = self
        context.call.isPart = true
        context.call.errorLimit = 1
        context.call.tagOfRoot = nil
        context.call.settings = nil
        return context
    }

    /// The context for values that are decoded after the document: their notes go directly to the client.
    var forLater: DecodingContext {
        var context = self
        context.call.notes = nil
        // Each such value is decoded once.
        context.call.replaysAround = nil
        return context
    }
}

/// The settings for one document, or part of one.
struct DecodingCall: Sendable {
    /// Whether it is a part of another document: its root may be any value, and its length is not limited.
    var isPart = false
    /// The number of arrays and objects of the enclosing document that are open around the part.
    var depthAround = 0
    /// How many errors to collect from it, or from each item of a feed.
    var errorLimit = 1
    /// `Decoder.userInfo` for types that decode themselves, if it does not come from ``ModelDecoder/codable``.
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The key of the tag that named the type of the root, if the root is decoded later than the object was read.
    var tagOfRoot: TagKey?
    /// The paths of a feed's items, if the document is the surroundings of these items, or a part of them.
    var feedPaths: [FeedPath] = []
    /// The number of texts around this one, each in a string of the next.
    var textLevel = 0
    /// The start of a lazy value's text in its document; errors and notes get their place in the document at once.
    var start: ModelError.PartPlace?
    /// The origin of a part whose errors and notes the enclosing decoding moves; it places the part's lazy values.
    var part: PartOrigin?
    /// The destination of notes, if it is not directly the client's reports: for a part, or for a feed's items.
    var notes: DecodingNotes?
    /// The remaining replays of the enclosing document, if that may decode this part more than once.
    var replaysAround: ReplaysAround?
    /// The settings that the part's payload has made from the options; see ``PartSettings``.
    var settings: (any PartSettings)?

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

/// A payload's settings for decoding parts of a document by themselves, made from the document's options.
protocol PartSettings: AnyObject, Sendable {}

/// The error of a part that is decoded or encoded by itself.
struct PartError: Error {
    /// The part's error, as if the part were a document.
    let error: ModelError
}
