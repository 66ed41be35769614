/// What a decoder is told of a document, or part of one, besides its options.
struct DecodingCall: Sendable {
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

extension ModelDecoder {
    var ignoresUnknownKeys: Bool {
        if case .ignore = unknownKeys { true } else { false }
    }

    /// The options for what is decoded when everything else of the document has been: it notes for the client directly.
    var forLater: ModelDecoder {
        var options = self
        options.call.notes = nil
        // Each is decoded once.
        options.call.replaysAround = nil
        return options
    }
}
