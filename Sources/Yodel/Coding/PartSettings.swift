/// What a payload makes of a document's options to decode parts of the document by itself.
protocol PartSettings: AnyObject, Sendable {}

/// The settings of a document's parts: made once for all that are decoded alike.
struct PartSettingsList {
    private struct Entry {
        /// That of the parts' shape, which outlives the binder.
        let payload: ObjectIdentifier
        let tag: DecodingCall.TagKey?
        let settings: any PartSettings
    }

    // As many as there are types of such parts, whatever the document.
    private var entries: [Entry] = []

    /// - Parameter tag: The key of the tag that has named the type of the part.
    mutating func settings(
        for payload: PayloadOperations, tag: DecodingCall.TagKey? = nil, _ context: DecodingContext
    ) -> any PartSettings {
        let id = ObjectIdentifier(payload)
        if let entry = entries.first(where: { $0.payload == id && $0.tag == tag }) { return entry.settings }
        var context = context.ofPart
        context.call.tagOfRoot = tag
        let settings = payload.makePartSettings(context)
        entries.append(Entry(payload: id, tag: tag, settings: settings))
        return settings
    }
}

/// A part of a document could not be decoded by itself, or not be encoded.
struct PartError: Error {
    /// The error of the part, as though it were a document.
    let error: ModelError
}
