// Tags that occur again after their variant is known.

extension Binder {
    /// A tag whose variant is already known.
    struct KnownTag {
        var table: VariantTablePointer
        var index: Int
    }

    /// The answer to a key that the top object does not know, if it is the key of its tag.
    ///
    /// A variant of a variant is in the same object, with its own tag. Only the innermost tag is checked against its
    /// first value, because a source may skip the others.
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

    /// Checks that a tag names the variant that is already known.
    mutating func checkTag(_ event: ScalarEvent) -> Bool {
        let known = replays.knownTag!
        replays.knownTag = nil
        top.pointee.entry = nil
        // In an update, an object needs no tag.
        if case .null = event, top.pointee.isUpdate || known.index == known.table.pointee.untaggedIndex { return true }
        if index(of: event, in: known.table) == known.index { return true }
        return failScalar(
            event, .unknownVariant, path: path.appending(known.table.pointee.tagStep),
            expected: known.table.pointee.variants[known.index].tags.map(\.text).joined(separator: " or "),
            hint: hint(forTag: event, known.table, naming: known.index))
    }

    /// The index of the variant that a tag's value names.
    func index(of tag: ScalarEvent, in table: VariantTablePointer) -> Int? {
        withText(of: tag) { table.index(of: $0, isLenient: options.conversions == .lenient) }
    }

    /// Fails because a tag is an object or array.
    mutating func failTag(_ table: VariantTablePointer, found: String) -> Bool {
        fail(
            .typeMismatch, path: path.appending(table.pointee.tagStep), expected: table.pointee.knownTags,
            found: found)
    }
}
