// Collecting: where every error is wanted, a value that does not fit costs itself alone, as if all fields and elements
// could do without one. What it is a part of is read on, and given up where it ends.
//
//   {"title": 7, "tags": ["a", 8], "author": {}} ▸
//
//   $.title     noted, and the title is left out
//   $.tags[1]   noted, and the element is left out
//   $.author    noted where its object ends: the keys it lacks
//   $           given up where it ends, without an error of its own

/// The errors of a document, or of an item of a feed, where more than the first one is wanted.
struct CollectedErrors {
    private(set) var errors: [ModelError] = []
    /// What tells them apart: fields that share a key and a type have one error.
    private var known: Set<Mark> = []
    /// The failure at hand is that something lacks a value whose error is there already.
    var isKnown = false
    /// The fields whose values have failed, by the frames of their objects: their keys are not missing.
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
    /// Notes an error that no option gets over, and leaves out the smallest part of the document that has it.
    ///
    /// - Returns: Whether decoding goes on. It does not after an error of the root itself, nor after the last that is
    ///   wanted.
    mutating func collects(_ error: ModelError, after event: FailedEvent) -> Bool {
        if !collected.isKnown { collected.add(error) }
        let isLast = collected.errors.count >= context.errorLimit
        let isOfKey = !isLast && refusesKeyAlone(error.code, event)
        guard let place = isOfKey ? top : isLast ? feedThatDrops : frameAround(error.code, event) else {
            collected.isKnown = true
            return false
        }
        failure = nil
        forgetTrials()
        noteLack(through: place)
        if place.pointee.kind == .feed {
            feeds!.failures = collected.errors
            collected = CollectedErrors()
        }
        collected.isKnown = false
        // The source skips the value of the key.
        if isOfKey { return true }
        noteFailedFields(of: place, isPath: place == top && isPathValue(event))
        return goOn(at: place, after: event)
    }

    /// Notes an error of a field where its object ends, of which the rest is still to be looked at.
    ///
    /// - Returns: Whether that is wanted.
    mutating func collects(ofField field: Int) -> Bool {
        guard context.errorLimit > 1, replays.trials.isEmpty, let error = failure, !isLeftOut(error.code, .end),
            collected.errors.count + 1 < context.errorLimit
        else { return false }
        collected.add(error)
        failure = nil
        noteLack(through: top)
        collected.failedFields[topIndex, default: []].insert(Int32(field))
        return true
    }

    /// Fails as what is on top lacks a value, whose error has been noted; returns false.
    @inline(never)
    mutating func failForLack() -> Bool {
        collected.isKnown = true
        failure = collected.errors.last
        return false
    }

    /// What has been collected so far, with the error that has ended it, if that is another one.
    mutating func takeCollected(endedBy error: ModelError? = nil) -> [ModelError] {
        let found = collected
        collected = CollectedErrors()
        return found.isKnown ? found.errors : found.errors + [error].compactMap(\.self)
    }

    /// Whether an object can be read on although one of its keys will not do.
    private func refusesKeyAlone(_ code: ModelError.Code, _ event: FailedEvent) -> Bool {
        event == .key && (code == .unknownKey || code == .duplicateKey)
            && (top.pointee.hasFields || top.pointee.kind == .dictionary)
    }

    /// The innermost frame that can do without the value that has failed.
    private func frameAround(_ code: ModelError.Code, _ event: FailedEvent) -> UnsafeMutablePointer<Frame>? {
        // Of an item that is whole, the feed's frame is on top.
        var frame = top.pointee.kind == .feed ? top : firstFrameAround(code, event)
        while frame > frames {
            switch frame.pointee.kind {
            case .list, .dictionary: if frame.pointee.shape.pointee.canDropElements { return frame }
            case .object, .group, .elements:
                if frame == top && isPathValue(event) || fieldUnderConstruction(frame) != nil { return frame }
            // Of a member that no property asks for: its object goes without it.
            case .unknown: return frame - 1
            case .feed: return feedThatDrops
            default: break
            }
            frame -= 1
        }
        return nil
    }

    /// The feed that can do without the item at hand.
    private var feedThatDrops: UnsafeMutablePointer<Frame>? {
        feeds?.dropsItems == true ? feedFrame : nil
    }

    /// Notes that a frame, and with it all further out, will not be whole.
    private mutating func noteLack(through place: UnsafeMutablePointer<Frame>) {
        var frame = frames
        while frame <= place {
            if !frame.pointee.lacksValue {
                frame.pointee.lacksValue = true
                collected.failedFields[frame - frames] = nil
            }
            frame += 1
        }
    }

    /// Notes which fields have no value because theirs has failed.
    ///
    /// - Parameter isPath: It is one that the paths of fields lead through.
    private mutating func noteFailedFields(of place: UnsafeMutablePointer<Frame>, isPath: Bool) {
        guard place.pointee.hasFields, !isBelowUnknown(place) else { return }
        let failed = isPath ? place.pointee.entry!.pointee.nested!.allFields : [place.pointee.field]
        collected.failedFields[owner(of: place) - frames, default: []].formUnion(failed)
    }

    /// Whether what a frame does without is a member that no property asks for.
    func isBelowUnknown(_ place: UnsafeMutablePointer<Frame>) -> Bool {
        place < top && (place + 1).pointee.kind == .unknown
    }

    /// Whether a field of the object on top has no value because that has failed.
    func hasFailed(_ field: Int) -> Bool {
        top.pointee.lacksValue && collected.failedFields[topIndex]?.contains(Int32(field)) == true
    }
}
