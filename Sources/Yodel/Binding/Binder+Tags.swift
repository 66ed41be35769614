// How a variant is told from what is on a tape, and its tag where it is met once more.

extension TapePlayer {
    /// Whether the value that begins with the current record is on the tape to its end.
    var isWhole: Bool { tape.withRecord(at: position) { $0.behindValue != nil } }
}

extension Binder {
    /// Which variant the object is that begins with a player's current record.
    mutating func decision(_ table: VariantTablePointer, in player: TapePlayer) -> VariantDecision {
        switch table.pointee.tagging {
        case .choice: return chosen(table, in: player)
        case .external: return named(table, in: player)
        default: return tagged(table, in: player)
        }
    }

    /// Calls `body` with the records of each member of the object that begins with the current record, until it
    /// returns something; nil where there are no more.
    private mutating func firstMember<Result>(
        in player: TapePlayer, _ body: (_ key: EventTape.Record, _ value: EventTape.Record) -> Result?
    ) -> (found: Result?, end: Int?) {
        let tape = player.tape
        var position = tape.withRecord(at: player.position) { $0.next }
        while position < tape.count {
            let start = position
            let found = tape.withRecord(at: start) { key -> Result? in
                guard key.event == .key, key.next < tape.count else {
                    position = tape.count
                    return nil
                }
                return tape.withRecord(at: key.next) { value in
                    position = value.behindValue ?? tape.count
                    return body(key, value)
                }
            }
            replaysLeft -= ReplayWork.token
            if let found { return (found, nil) }
        }
        return (nil, tape.lastRecord(ofContainerAt: player.position))
    }

    /// What an object on a tape has for its tag.
    private enum FoundTag {
        /// The variant it names, if any.
        case scalar(Int?, found: String, offset: Int)
        case null(offset: Int)
        case container(found: String, offset: Int)
        /// The object ends without one, at a record.
        case none(end: Int)
        case notYet
    }

    private mutating func findTag(_ table: VariantTablePointer, in player: TapePlayer) -> FoundTag {
        let options = options
        let (found, end) = firstMember(in: player) { key, value -> FoundTag? in
            guard table.isTag(key.text.start, key.text.count) else { return nil }
            let offset = value.tokenStart
            switch value.scalar {
            case nil: return .container(found: value.event.found, offset: offset)
            case .null: return .null(offset: offset)
            case let event?:
                let index = table.index(of: event, options)
                return .scalar(index, found: index == nil ? event.found : "", offset: offset)
            }
        }
        return found ?? end.map { .none(end: $0) } ?? .notYet
    }

    /// By the value of the tag's key.
    ///
    /// - Parameter own: The variant of the instance that the object would update, which needs no tag.
    mutating func tagged(
        _ table: VariantTablePointer, in player: TapePlayer, updating own: Int? = nil
    ) -> VariantDecision {
        let untagged = own ?? table.pointee.untaggedIndex
        switch findTag(table, in: player) {
        case .notYet: return .undecided
        case .container(let found, let offset):
            _ = fail(
                .typeMismatch, at: .offset(offset), path: path.appending(table.pointee.tagStep),
                expected: table.pointee.knownTags,
                found: found)
            return .failed
        case .scalar(let index?, _, _): return .variant(index)
        case .scalar(nil, let found, let offset):
            note(.unknownValue, found, isDistinct: true, at: offset)
            return rest(table) { binder in
                binder.fail(
                    .unknownVariant, at: .offset(offset), path: binder.path.appending(table.pointee.tagStep),
                    expected: table.pointee.knownTags, found: found)
            }
        case .null(let offset):
            if let untagged { return .variant(untagged) }
            return rest(table) { binder in
                binder.fail(
                    .nullValue, at: .offset(offset), path: binder.path.appending(table.pointee.tagStep),
                    expected: table.pointee.knownTags, found: "null")
            }
        case .none(let end):
            if let untagged { return .variant(untagged) }
            return rest(table) { binder in
                let offset = player.tape.withRecord(at: end) { $0.tokenStart }
                return binder.fail(.missingKeys, at: .offset(offset), missingKeys: [table.pointee.tagText])
            }
        }
    }

    /// By the one key of the object.
    private mutating func named(_ table: VariantTablePointer, in player: TapePlayer) -> VariantDecision {
        var count = 0
        let (known, end) = firstMember(in: player) { key, _ -> (index: Int, key: String, offset: Int)? in
            count += 1
            return table.index(ofKey: key.text.start, key.text.count).map {
                ($0, String(decoding: key.text, as: UTF8.self), key.tokenStart)
            }
        }
        if let known {
            // Keys behind it show when they are met.
            if count == 1 { return .variant(known.index) }
            failSecondKey(known.key, at: .offset(known.offset))
            return .failed
        }
        guard end != nil else { return .undecided }
        if drift != nil {
            let (key, _) = firstMember(in: player) { key, _ in (text: excerpt(key.text), offset: key.tokenStart) }
            if let key { note(.unknownValue, "the key \(key.text)", isDistinct: true, at: key.offset) }
        }
        return .variant(table.pointee.otherwise!)
    }

    /// By the type's function.
    private mutating func chosen(_ table: VariantTablePointer, in player: TapePlayer) -> VariantDecision {
        var members: [(key: String, scalar: JSONScalar?)] = []
        let (_, end) = firstMember(in: player) { key, value -> Void? in
            members.append((String(decoding: key.text, as: UTF8.self), value.scalar?.knownScalar))
            return nil
        }
        guard end != nil else { return .undecided }
        let (index, tag) = table.choose(by: VariantPreview(members: members))
        if let index { return .variant(index) }
        return rest(table) { binder in
            let found = tag?.values.first.map { "the choice of \($0.text)" } ?? "no choice"
            return binder.fail(.unknownVariant, expected: table.pointee.knownTags, found: found)
        }
    }

    /// What becomes of what no variant takes.
    private mutating func rest(_ table: VariantTablePointer, else fail: (inout Binder) -> Bool) -> VariantDecision {
        if let otherwise = table.pointee.otherwise { return .variant(otherwise) }
        if table.pointee.skipsRest, canDrop() { return .skip }
        _ = fail(&self)
        return .failed
    }

    // MARK: - The tag once more

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
            case .root: return options.tagOfRoot?.matches(start, count) == true ? .skip : nil
            case .variant:
                let table = frame.pointee.shape.pointee.variants!
                let index = Int(frame.pointee.field)
                guard table.pointee.tagging == .internal, index != table.pointee.otherwise, table.isTag(start, count)
                else { break }
                guard frame == top - 1, top.pointee.kind == .object else { return .skip }
                knownTag = KnownTag(table: table, index: index)
                setGate(.tag)
                return .take
            default: return nil
            }
            frame -= 1
        }
    }

    /// The value of a tag when the variant is known: it has to say the same.
    mutating func checkTag(_ event: ScalarEvent) -> Bool {
        let known = knownTag!
        knownTag = nil
        top.pointee.entry = nil
        // An object that is updated needs no tag.
        if case .null = event, top.pointee.isUpdate || known.index == known.table.pointee.untaggedIndex { return true }
        if known.table.index(of: event, options) == known.index { return true }
        return fail(
            .unknownVariant, path: path.appending(known.table.pointee.tagStep),
            expected: known.table.pointee.variants[known.index].tags.map(\.text).joined(separator: " or "),
            found: event.found)
    }

    /// An object or array in place of a tag.
    mutating func failTag(_ table: VariantTablePointer, isObject: Bool) -> Bool {
        fail(
            .typeMismatch, path: path.appending(table.pointee.tagStep), expected: table.pointee.knownTags,
            found: isObject ? "an object" : "an array")
    }
}

extension EventTape.Event {
    /// A value that is no tag as an error shows it.
    fileprivate var found: String {
        switch self {
        case .startObject: "an object"
        case .date: "a date"
        case .data: "binary data"
        default: "an array"
        }
    }
}

extension EventTape.Record {
    /// The event of a value that is no container.
    var scalar: ScalarEvent? {
        switch event {
        case .null: .null
        case .true: .bool(true)
        case .false: .bool(false)
        case .number: .number(NumberText(text))
        case .string: .string(text)
        default: nil
        }
    }
}
