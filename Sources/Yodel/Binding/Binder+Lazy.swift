extension Binder {
    mutating func makeLazy(
        _ shape: ShapePointer, _ bytes: RawJSON, at place: ModelError.PartPlace, into slot: UnsafeMutableRawPointer
    ) {
        let operations = shape.pointee.lazyOperations
        let settings = lazySettings.settings(for: operations, tagAroundLazy, options)
        operations.makeLazy(bytes, at: place, settings, into: slot)
    }

    /// The key of the tag that has named the lazy value that is being made; nil where nothing has.
    private var tagAroundLazy: DecodingOptions.TagKey? {
        var frame = top.pointee.kind == .raw ? top - 1 : top
        while frame.pointee.kind == .wrapper { frame -= 1 }
        guard frame.pointee.kind == .variant else { return nil }
        let table = frame.pointee.shape.pointee.variants!
        guard table.pointee.tagging == .internal, Int(frame.pointee.field) != table.pointee.otherwise else {
            return nil
        }
        return DecodingOptions.TagKey(text: table.pointee.tagText, ignoresCase: table.pointee.ignoresCase)
    }

    /// A scalar that is decoded later.
    mutating func lazyScalar(_ event: ScalarEvent) -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        source.beginCapture()
        let bytes = RawJSON(uncheckedBytes: source.endCapture())
        makeLazy(shape, bytes, at: source.placeOfPart, into: frame.pointee.slot)
        return complete(frame, shape)
    }
}
