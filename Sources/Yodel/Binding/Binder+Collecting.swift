// Collecting errors: a value that does not fit fails alone, as if every field and element could do without one. The
// containers around it are decoded to their ends, and then dropped.
//
//   {"title": 7, "tags": ["a", 8], "author": {}} ▸
//
//   $.title     recorded; the title is left out
//   $.tags[1]   recorded; the element is left out
//   $.author    recorded where its object ends, with its missing keys
//   $           dropped where it ends, without an error of its own

/// The errors collected in a document, or in an item of a feed.
struct CollectedErrors {
    private(set) var errors: [ModelError] = []
    /// Identifies the errors, because fields that share a key and a type have one error.
    private var known: Set<Mark> = []
    /// Whether the current failure only follows from an error that has been recorded.
    var isKnown = false
    /// The fields whose values have failed, by the indices of their objects' frames; their keys are not missing.
    var failedFields: [Int: Set<Int32>] = [:]

    private struct Mark: Hashable {
        let offset: Int?
        let path: JSONPath
        let expected: String?
    }

    mutating func add(_ error: ModelError) {
        let mark = Mark(offset: error.offset, path: error.path, expected: error.expected)
        if known.insert(mark).inserted { errors.append(error) }
    }
}

extension Binder {
    /// Records an error that no option tolerates, and drops the smallest part of the document that contains it.
    ///
    /// - Returns: Whether decoding goes on. It ends after an error of the root itself, and after as many errors as
    ///   requested.
    mutating func collects(_ error: ModelError, after event: FailedEvent) -> Bool {
        if !collected.isKnown { collected.add(error) }
        let isLast = collected.errors.count >= context.errorLimit
        let isOfKey = !isLast && refusesKeyAlone(error.code, event)
        guard let frame = isOfKey ? top : isLast ? feedThatDrops : frameAround(error.code, event) else {
            collected.isKnown = true
            return false
        }
        failure = nil
        forgetTrials()
        noteLack(through: frame)
        if frame.pointee.kind == .feed {
            feeds!.failures = collected.errors
            collected = CollectedErrors()
        }
        collected.isKnown = false
        // The source skips the key's value.
        if isOfKey {
            // For both parsers, what follows the skipped value is an error of the object.
            if top.pointee.hasFields { top.pointee.entry = nil }
            return true
        }
        noteFailedFields(of: frame, isPath: frame == top && isPathValue(event))
        return goOn(at: frame, after: event)
    }

    /// Records an error at the end of an object, so that its other fields are still checked.
    ///
    /// - Parameter field: The field that the error is about; nil for missing keys.
    /// - Returns: Whether more errors are wanted.
    mutating func collects(ofField field: Int?) -> Bool {
        guard context.errorLimit > 1, replays.trials.isEmpty, let error = failure, !isLeftOut(error.code, .end),
            collected.errors.count + 1 < context.errorLimit, !isBeyondItemLimit
        else { return false }
        collected.add(error)
        failure = nil
        noteLack(through: top)
        if let field { collected.failedFields[topIndex, default: []].insert(Int32(field)) }
        return true
    }

    /// Fails because the top value lacks a part whose error has been recorded; returns false.
    @inline(never)
    mutating func failForLack() -> Bool {
        collected.isKnown = true
        failure = collected.errors.last
        return false
    }

    /// Returns the collected errors, followed by the error that ended decoding, unless it is one of them.
    mutating func takeCollected(endedBy error: ModelError? = nil) -> [ModelError] {
        let found = collected
        collected = CollectedErrors()
        return found.isKnown ? found.errors : found.errors + [error].compactMap(\.self)
    }

    /// Whether an object can be decoded further although one of its keys is refused.
    private func refusesKeyAlone(_ code: ModelError.Code, _ event: FailedEvent) -> Bool {
        event == .key && (code == .unknownKey || code == .duplicateKey)
            && (top.pointee.hasFields || top.pointee.kind == .dictionary)
    }

    /// The innermost frame that can do without the failed value.
    private func frameAround(_ code: ModelError.Code, _ event: FailedEvent) -> UnsafeMutablePointer<Frame>? {
        // If an item is complete, the feed's frame is on top.
        var frame = top.pointee.kind == .feed ? top : firstFrameAround(code, event)
        while frame > frames {
            switch frame.pointee.kind {
            case .list, .dictionary: if frame.pointee.shape.pointee.canDropElements { return frame }
            // A list of fixed length that lacks an element is dropped at its end; one with too many, at once.
            case .fixedList: if frame.pointee.gate != .overflow { return frame }
            case .object, .group, .elements:
                if frame == top && isPathValue(event) || fieldUnderConstruction(frame) != nil { return frame }
            // The value of an unknown key, which its object drops.
            case .unknown: return frame - 1
            case .feed: return feedThatDrops
            default: break
            }
            frame -= 1
        }
        return nil
    }

    /// The feed that can drop the current item.
    var feedThatDrops: UnsafeMutablePointer<Frame>? {
        feeds?.dropsItems == true ? feedFrame : nil
    }

    /// Marks a frame and all frames below it as incomplete.
    private mutating func noteLack(through last: UnsafeMutablePointer<Frame>) {
        var frame = frames
        while frame <= last {
            if !frame.pointee.lacksValue {
                frame.pointee.lacksValue = true
                collected.failedFields[frame - frames] = nil
            }
            frame += 1
        }
    }

    /// Records which fields have no value because theirs has failed.
    ///
    /// - Parameter isPath: Whether the failed value is on the paths of fields.
    private mutating func noteFailedFields(of frame: UnsafeMutablePointer<Frame>, isPath: Bool) {
        guard frame.pointee.hasFields, !isBelowUnknown(frame) else { return }
        let failed = isPath ? frame.pointee.entry!.pointee.nested!.allFields : [frame.pointee.field]
        collected.failedFields[owner(of: frame) - frames, default: []].formUnion(failed)
    }

    /// Whether the value that a frame drops is that of an unknown key.
    func isBelowUnknown(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
        frame < top && (frame + 1).pointee.kind == .unknown
    }

    /// Whether a field of the top object has no value because its value has failed.
    func hasFailed(_ field: Int) -> Bool {
        top.pointee.lacksValue && collected.failedFields[topIndex]?.contains(Int32(field)) == true
    }
}
