// The tag of a variant, where it is met once more.

extension Binder {
    /// A tag that is met when its variant is known already.
    struct KnownTag {
        var table: VariantTablePointer
        var index: Int
    }

    /// The answer to a key that the object on top does not know, where it is the key of its tag.
    ///
    /// A variant of a variant is in the same object, with a tag of its own. Only the innermost tag is held to what it
    /// said before: a source may pass over the others.
    mutating func answerToTag(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer? {
        var frame = top - 1
        while true {
            switch frame.pointee.kind {
            case .wrapper: break
            case .root: return context.tagOfRoot?.matches(start, count) == true ? .skip : nil
            case .variant:
                let table = frame.pointee.shape.pointee.variants!
                let index = Int(frame.pointee.field)
                guard table.pointee.tagging == .internal, index != table.pointee.otherwise, table.isTag(start, count)
                else { break }
                guard frame == top - 1, top.pointee.kind == .object else { return .skip }
                replays.knownTag = KnownTag(table: table, index: index)
                setGate(.tag)
                return .take
            default: return nil
            }
            frame -= 1
        }
    }

    /// The value of a tag when the variant is known: it has to say the same.
    mutating func checkTag(_ event: ScalarEvent) -> Bool {
        let known = replays.knownTag!
        replays.knownTag = nil
        top.pointee.entry = nil
        // An object that is updated needs no tag.
        if case .null = event, top.pointee.isUpdate || known.index == known.table.pointee.untaggedIndex { return true }
        if index(of: event, in: known.table) == known.index { return true }
        return fail(
            .unknownVariant, path: path.appending(known.table.pointee.tagStep),
            expected: known.table.pointee.variants[known.index].tags.map(\.text).joined(separator: " or "),
            found: event.found)
    }

    /// The variant that a tag's value names.
    func index(of tag: ScalarEvent, in table: VariantTablePointer) -> Int? {
        table.index(of: tag, isLenient: options.conversions == .lenient)
    }

    /// An object or array in place of a tag.
    mutating func failTag(_ table: VariantTablePointer, isObject: Bool) -> Bool {
        failTag(table, found: isObject ? "an object" : "an array")
    }

    mutating func failTag(_ table: VariantTablePointer, found: String) -> Bool {
        fail(
            .typeMismatch, path: path.appending(table.pointee.tagStep), expected: table.pointee.knownTags,
            found: found)
    }
}
