/// What a document, or a part of one, is decoded by: the options of a decoder, and what is so for this document alone.
struct DecodingContext: Sendable {
    private var sharedOptions: SharedOptions
    /// Nil for a document of its own, of which there is nothing to say.
    private var sharedCall: CopyOnWrite<DecodingCall>?

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
        get { sharedCall?.value ?? DecodingCall() }
        _modify {
            if sharedCall == nil { sharedCall = CopyOnWrite(DecodingCall()) }
            yield &sharedCall!.value
        }
    }

    // Of a call what is asked for again and again: all of it would be copied, or made, each time.
    var errorLimit: Int { sharedCall?.value.errorLimit ?? 1 }
    var feedPaths: [FeedPath] { sharedCall?.value.feedPaths ?? [] }
    var tagOfRoot: DecodingCall.TagKey? { sharedCall?.value.tagOfRoot }
    var startOfText: ModelError.PartPlace? { sharedCall?.value.start }
    var notes: DecodingNotes? { sharedCall?.value.notes }
    var part: PartOrigin? { sharedCall?.value.part }
    var partSettings: (any PartSettings)? { sharedCall?.value.settings }
    var userInfo: [CodingUserInfoKey: any Sendable] { sharedCall?.value.userInfo ?? [:] }
    var replaysAround: ReplaysAround? { sharedCall?.value.replaysAround }
    private var isPart: Bool { sharedCall?.value.isPart ?? false }

    /// What is left for the document of the limits.
    var limits: ParserLimits {
        var limits = options.limits
        guard let sharedCall else { return limits }
        limits.depth = max(0, limits.depth - sharedCall.value.depthAround)
        if sharedCall.value.isPart { limits.documentBytes = .max }
        return limits
    }

    var allowsFragments: Bool { options.allowsFragments || isPart }
    var parser: Parser { isPart ? .automatic : options.parser }

    /// For a part of the document, which is decoded by itself.
    var ofPart: DecodingContext {
        var context = self
        context.call.isPart = true
        context.call.errorLimit = 1
        context.call.feedPaths = []
        context.call.tagOfRoot = nil
        context.call.settings = nil
        return context
    }

    /// For what is decoded when everything else of the document has been: it notes for the client directly.
    var forLater: DecodingContext {
        var context = self
        context.call.notes = nil
        // Each is decoded once.
        context.call.replaysAround = nil
        return context
    }
}

/// What is so for one document, or part of one.
struct DecodingCall: Sendable {
    /// It is a part of another document: anything may be its root, and it may be as long as it likes.
    var isPart = false
    /// How many arrays and objects of the document around it are open where it stands.
    var depthAround = 0
    /// How many errors are wanted of it, or of each item of a feed.
    var errorLimit = 1
    /// What types that decode themselves find in `Decoder.userInfo`, where it is not for ``ModelDecoder/codable`` to say.
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
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
    /// Where what is noted goes, where that is not at once the client's reports: those of a part, or of a feed's items.
    var notes: DecodingNotes?
    /// What may still be gone through again of a document that this one is a part of, where it may be decoded more than
    /// once.
    var replaysAround: ReplaysAround?
    /// What the payload that decodes the part has made of the options; see ``PartSettings``.
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

/// A value that its copies share until one of them is changed.
private struct CopyOnWrite<Value: Sendable>: Sendable {
    private final class Box: @unchecked Sendable {
        // Sendable because it is changed only where one copy alone has it.
        @exclusivity(unchecked) var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var box: Box

    init(_ value: Value) {
        box = Box(value)
    }

    var value: Value {
        @inline(__always) get { box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }
}

/// What a payload makes of a document's options to decode parts of the document by itself.
protocol PartSettings: AnyObject, Sendable {}

/// A part of a document could not be decoded by itself, or not be encoded.
struct PartError: Error {
    /// The error of the part, as though it were a document.
    let error: ModelError
}
