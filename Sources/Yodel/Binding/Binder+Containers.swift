// Collections and objects: pushing and popping their frames.

extension Binder {
    @inline(__always)
    mutating func pushObject(_ shape: ShapePointer, parent: UnsafeMutablePointer<Frame>) -> Bool {
        let meta = shape.pointee.model.unsafelyUnwrapped
        let slot = parent.pointee.slot
        guard meta.pointee.isStraight else { return pushObjectSlow(shape, meta, slot) }
        meta.pointee.makeBlank(slot)
        push(
            Frame(
                kind: .object, flags: straightFlag, slot: slot, slotShape: shape, shape: shape, base: slot,
                keys: meta.pointee.keys, predicted: meta.pointee.keys.pointee.first, meta: meta))
        return true
    }

    /// Reuses the frame of a complete plain struct for another struct of the same type.
    @inline(__always)
    func restartObject(_ frame: UnsafeMutablePointer<Frame>, at slot: UnsafeMutableRawPointer) {
        frame.pointee.meta.unsafelyUnwrapped.pointee.makeBlank(slot)
        (frame.pointee.slot, frame.pointee.base) = (slot, slot)
        (frame.pointee.seen, frame.pointee.count, frame.pointee.field) = (0, 0, -1)
        // The path differs, and nothing has requested it yet.
        frame.pointee.flags = Frame.straightFlag
    }

    @inline(never)
    mutating func pushObjectSlow(
        _ shape: ShapePointer, _ meta: TypeMetaPointer, _ slot: UnsafeMutableRawPointer
    ) -> Bool {
        if meta.pointee.preparation != nil { return pushPreview(shape, meta) }
        pushObjectFrame(shape, meta, slot)
        return true
    }

    mutating func pushObjectFrame(
        _ shape: ShapePointer, _ meta: TypeMetaPointer, _ slot: UnsafeMutableRawPointer,
        updating live: UnsafeMutableRawPointer? = nil
    ) {
        push(
            Frame(
                kind: .object, slot: slot, slotShape: shape, shape: shape, base: slot,
                keys: meta.pointee.keys, predicted: meta.pointee.keys.pointee.first, meta: meta))
        let frame = top
        if meta.pointee.storage != .direct || live != nil {
            let buffer = pool.take(atLeast: meta.pointee.size)
            frame.pointee.buffer = buffer
            frame.pointee.base = buffer.start
        }
        if live == nil, meta.pointee.storage.isBuiltFieldByField { meta.pointee.makeBlank(frame.pointee.base) }
        if meta.pointee.words > 1 {
            frame.pointee.moreSeen = .allocate(capacity: meta.pointee.words - 1)
            frame.pointee.moreSeen!.initialize(repeating: 0, count: meta.pointee.words - 1)
        }
        if meta.pointee.rankedCount > 0 {
            let ranks = pool.take(atLeast: meta.pointee.rankedCount * MemoryLayout<RankState>.stride)
            ranks.start.initializeMemory(as: RankState.self, repeating: RankState(), count: meta.pointee.rankedCount)
            frame.pointee.ranks = ranks
        }
        frame.pointee.live = live
        frame.pointee.isUpdate = live != nil
        if live == nil, meta.pointee.words == 1, meta.pointee.keys.pointee.isCaseSensitive {
            frame.pointee.flags |= straightFlag
        }
    }

    @inline(__always)
    mutating func pushList(_ shape: ShapePointer) {
        let element = shape.pointee.element.unsafelyUnwrapped
        let buffer = pool.take(atLeast: element.pointee.stride)
        push(
            Frame(
                kind: .list, flags: shape.pointee.isStraightArray ? straightFlag : 0, slot: buffer.start,
                slotShape: element, shape: shape, base: buffer.start,
                limit: buffer.start + (buffer.byteCount &- element.pointee.stride), buffer: buffer))
    }

    @inline(never)
    mutating func growList(_ frame: UnsafeMutablePointer<Frame>) {
        let element = frame.pointee.slotShape
        let buffer = pool.grow(frame.pointee.buffer.unsafelyUnwrapped, moving: frame.pointee.count, of: element)
        frame.pointee.buffer = buffer
        frame.pointee.base = buffer.start
        frame.pointee.slot = buffer.start + frame.pointee.count * element.pointee.stride
        frame.pointee.limit = buffer.end - element.pointee.stride
    }

    @inline(never)
    mutating func startSlow(isObject: Bool) -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        switch shape.pointee.kind {
        case .instance where isObject: return pushObjectSlow(shape, shape.pointee.model!, frame.pointee.slot)
        case .dictionary where isObject, .dynamic where isObject: pushDictionary(shape)
        case .dynamic: pushList(shape)
        case .data where !isObject && options.data.isArray: pushList(shape)
        case .fixedList where !isObject:
            let element = shape.pointee.element!
            let isEmpty = shape.pointee.fixedCount == 0
            push(
                Frame(
                    kind: .fixedList, gate: isEmpty ? .overflow : .none, slot: frame.pointee.slot,
                    slotShape: isEmpty ? Shape.gate : element, shape: shape, base: frame.pointee.slot))
        case .rawJSON, .lazy: pushRaw(shape)
        case .variant: return startVariant(isObject: isObject)
        case .route: return startRoute(shape, isObject: isObject)
        case .wrapper:
            pushWrapper(shape)
            return startAgain(isObject: isObject)
        case .rawValue where !isObject && options.data.isArray && shape.pointee.hasRawData:
            pushWrapper(shape)
            return startAgain(isObject: isObject)
        case .gate: return startAtGate(isObject: isObject)
        default: return failMismatch(found: isObject ? "an object" : "an array", isStart: true)
        }
        return true
    }

    /// Sends a start again, now that the slot is known; that counts the depth itself.
    mutating func startAgain(isObject: Bool) -> Bool {
        depth -= 1
        return isObject ? bindObjectStart() : bindArrayStart()
    }

    /// Pushes a frame for a value that is built in its own buffer and moved on when it is complete.
    ///
    /// - Parameters:
    ///   - value: The shape of the value in the buffer.
    ///   - shape: The shape of the value made from it.
    mutating func pushBuffered(_ kind: Frame.Kind, _ value: ShapePointer, making shape: ShapePointer) {
        let buffer = pool.take(atLeast: value.pointee.size)
        push(
            Frame(
                kind: kind, slot: buffer.start, slotShape: value, shape: shape, base: buffer.start, buffer: buffer))
    }

    mutating func pushDictionary(_ shape: ShapePointer) {
        if options.duplicateKeys == .error { keyTexts.met.append([]) }
        let key = shape.pointee.key!, value = shape.pointee.element!
        let keyBuffer = pool.take(atLeast: key.pointee.stride)
        let buffer = pool.take(atLeast: value.pointee.stride)
        push(
            Frame(
                kind: .dictionary, slot: buffer.start, slotShape: value, shape: shape, base: buffer.start,
                buffer: buffer, keyBuffer: keyBuffer))
    }

    /// Pushes a frame for an array or object whose bytes are captured.
    private mutating func pushRaw(_ shape: ShapePointer) {
        source.beginCapture()
        notePartPlace(shape)
        pushIgnored(.bytes)
    }

    /// Records where a part of the document begins, for use when it is complete.
    mutating func notePartPlace(_ shape: ShapePointer) {
        guard shape.pointee.kind == .lazy || top.pointee.kind == .wrapper else { return }
        parts.place = source.placeOfPart
    }

    @inline(never)
    mutating func advanceSlow(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
        switch frame.pointee.kind {
        case .root:
            isComplete = true
            endNotes()
            return false
        case .group, .elements:
            frames[frame.pointee.holder].markSeen(frame.pointee.field)
            leaveValue()
            return true
        case .dictionary:
            frame.pointee.hasPendingKey = false
            frame.pointee.count += 1
            return true
        case .fixedList:
            frame.pointee.count += 1
            frame.pointee.slot += frame.pointee.slotShape.pointee.stride
            closeFixedList(frame)
            return true
        case .wrapper:
            return finishWrapper()
        case .preview: return finishPreview()
        case .variant: return finishVariant()
        case .tagged: return advanceTagged()
        case .discard:
            frame.pointee.shape.destroy(frame.pointee.base)
            popDiscarded()
            return true
        case .replacement: return finishReplacement()
        case .unknown: return finishUnknown()
        case .feed: return finishItem()
        case .route:
            leaveValue()
            return true
        case .object, .list, .ignored, .undecided:
            preconditionFailure("\(frame.pointee.kind) frames are advanced where their events are handled")
        }
    }

    /// Makes a further element an error, if the list of fixed length has all of its elements.
    func closeFixedList(_ frame: UnsafeMutablePointer<Frame>) {
        guard frame.pointee.count + frame.pointee.dropped == frame.pointee.shape.pointee.fixedCount else { return }
        frame.pointee.slotShape = Shape.gate
        frame.pointee.gate = .overflow
    }

    /// - Parameter isAbsent: Whether the key counts as absent.
    mutating func popDiscarded(isAbsent: Bool = false) {
        pool.give(top.pointee.buffer!)
        top -= 1
        if isAbsent { forgetKey() }
        leaveValue()
    }

    @inline(never)
    mutating func endSlow(isObject: Bool) -> Bool {
        switch top.pointee.kind {
        case .object: return finishObject()
        case .dictionary: return finishDictionary()
        case .tagged: return endTagged()
        case .fixedList:
            let expected = top.pointee.shape.pointee.fixedCount
            let found = top.pointee.count + top.pointee.dropped
            guard found == expected else {
                return fail(
                    .wrongCount, at: .tokenStart, path: pathOfParent(), expected: counted(expected, "element"),
                    found: "\(found)")
            }
            return top.pointee.dropped == 0 ? popCompleted() : failForLack()
        case .group, .elements:
            top -= 1
            leaveValue()
            return true
        case .undecided: return endUndecided(isObject: isObject)
        case .ignored: return endIgnored(isObject: isObject)
        case .feed: return endFeed()
        case .route: return endRoute()
        default: preconditionFailure("a source sends an end for each start")
        }
    }

    private mutating func finishDictionary() -> Bool {
        let frame = top
        let slot = (frame - 1).pointee.slot
        let duplicate = frame.pointee.shape.pointee.payload!._withUnsafeGuaranteedRef {
            $0.makeDictionary(
                frame.pointee.keyBuffer!.start, frame.pointee.base, count: frame.pointee.count,
                duplicates: options.duplicateKeys, into: slot)
        }
        frame.pointee.count = 0
        if let duplicate {
            // Different texts may be the same key: 1 and 1.0, or two spellings of é.
            return fail(
                .duplicateKey, at: .tokenStart, path: pathOfParent(), found: "the key \(excerpt(duplicate)) twice")
        }
        if options.duplicateKeys == .error { keyTexts.met.removeLast() }
        pool.give(frame.pointee.buffer!)
        pool.give(frame.pointee.keyBuffer!)
        return popCompleted()
    }

    mutating func endRaw() -> Bool {
        let bytes = RawJSON(uncheckedBytes: source.endCapture())
        let slot = (top - 1).pointee.slot
        if top.pointee.shape.pointee.kind == .lazy {
            makeLazy(top.pointee.shape, bytes, at: parts.place!, into: slot)
        } else {
            slot.initializeMemory(as: RawJSON.self, to: bytes)
        }
        return popCompleted()
    }
}
