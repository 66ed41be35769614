/// How lazy values are decoded: one for all of a document that are decoded alike, as it is larger than most of them.
final class LazySettings: Sendable {
    let decoder: ModelDecoder

    init(_ decoder: ModelDecoder) {
        self.decoder = decoder
    }
}

/// The settings of a document's lazy values.
struct LazySettingsList {
    private struct Entry {
        /// The payload of the values' shape, which outlives the binder.
        let operations: ObjectIdentifier
        let tag: DecodingOptions.TagKey?
        let settings: LazySettings
    }

    // As many as there are types with such values, whatever the document.
    private var entries: [Entry] = []

    mutating func settings(
        for operations: LazyOperations, _ tag: DecodingOptions.TagKey?, _ options: DecodingOptions
    ) -> LazySettings {
        let id = ObjectIdentifier(operations)
        if let entry = entries.first(where: { $0.operations == id && $0.tag == tag }) { return entry.settings }
        var options = options
        options.tagOfRoot = tag
        let settings = operations.settings(options)
        entries.append(Entry(operations: id, tag: tag, settings: settings))
        return settings
    }
}
