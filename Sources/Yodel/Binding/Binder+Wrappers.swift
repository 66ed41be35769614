// Values in wrappers, and values that transforms make.

extension Binder {
    /// Pushes a frame for the value inside a wrapper, which is built in its own buffer and then wrapped.
    mutating func pushWrapper(_ shape: ShapePointer) {
        pushBuffered(.wrapper, shape.pointee.element!, making: shape)
    }

    /// Makes the wrapper of a complete value.
    ///
    /// If the wrapper refuses the value, the error is at its end: at a scalar itself, or at the closing bracket of a
    /// container. A wrapper that decodes the value itself gives the place.
    mutating func finishWrapper() -> Bool {
        let frame = top
        if frame.pointee.lacksValue {
            // SAFETY: the value inside is complete, and nothing else owns it.
            frame.pointee.shape.pointee.element!.destroy(frame.pointee.base)
            return failForLack()
        }
        let slot = (frame - 1).pointee.slot
        do {
            try frame.pointee.shape.pointee.payload!._withUnsafeGuaranteedRef { payload in
                if payload.holdsText {
                    try wrapText(payload, slot)
                } else {
                    try payload.wrap(frame.pointee.base, into: slot, context)
                }
            }
        } catch {
            return failWrapping(error)
        }
        pool.give(frame.pointee.buffer!)
        return popCompleted()
    }

    /// Wraps JSON text, whose depth limit is what the document has left.
    ///
    /// Its notes belong to the document. While variants are tried, the text must fit exactly, like everything else.
    private mutating func wrapText(_ payload: PayloadOperations, _ slot: UnsafeMutableRawPointer) throws {
        var part = context.ofPart
        part.call.depthAround += depth
        if !payload.holdsPart { part.call.feedPaths = [] }
        let place =
            payload.holdsPart
            ? parts.place! : ModelError.PartPlace(start: source.place(at: source.tokenStart), isExact: false)
        part.call.part = PartOrigin(
            ModelError.PartPlace(path: partPath(), start: place.start, isExact: place.isExact), in: context.part)
        part.call.start = nil
        part.call.settings = payload.holdsPart ? parts.settings.settings(for: payload, context) : nil
        let isTried = !replays.trials.isEmpty
        let found = DecodingNotes.ofPart(in: notes, isTried: isTried)
        part.call.notes = found
        // The type limits how often the variants of an outermost trial read a `Decodable` value, and what is in the value
        // spends its allowance. The texts in a JSON text would spend nothing: in each, another trial is outermost.
        let isReadAgain = replays.players > (payload.holdsPart && replays.trials.count == 1 ? 1 : 0)
        let lent = isReadAgain ? lendReplays() : nil
        if let lent { part.call.replaysAround = lent }
        defer {
            if let lent { takeBack(lent) }
            if let found { takeOver(found, isPart: payload.holdsPart) }
        }
        try payload.wrap(top.pointee.base, into: slot, part)
        guard isTried, let error = found!.firstError else { return }
        let shape = top.pointee.shape.pointee
        // SAFETY: the payload has just been initialised, and no frame owns it; with its tags it is a complete value.
        (slot + shape.payloadSize).initializeMemory(as: UInt8.self, repeating: 0, count: shape.tagBytes)
        top.pointee.shape.destroy(slot)
        throw JSONTextError(error: error)
    }

    /// Lends a part its share of the work for replays, because the part is decoded again in each replay.
    private mutating func lendReplays() -> ReplaysAround {
        // To the replay, a string of JSON text is a single token.
        replays.workLeft -= ReplayWork.pass(over: source.tokenEnd - source.tokenStart)
        return ReplaysAround(min(replays.workLeft, context.replaysAround?.left ?? replays.workLeft))
    }

    /// Subtracts the work that a part has used.
    private mutating func takeBack(_ lent: ReplaysAround) {
        let spent = lent.countSpent()
        replays.workLeft -= spent
        context.replaysAround?.left -= spent
    }

    /// Adds the notes of a part to those of the document: at their own places, or for text in a string at the string's.
    private func takeOver(_ found: DecodingNotes, isPart: Bool) {
        guard let notes else { return }
        let source = source
        let start = isPart && parts.place!.isExact ? parts.place!.start.offset : nil
        lazy var place = source.place(at: source.tokenStart)
        lazy var path = pathFromRoot
        found.settle()
        notes.takeOver(found) {
            path.appending($0)
        } offset: { offset in
            start.map { $0 + offset } ?? source.driftOffset
        } placed: { error in
            isPart ? error.moved(to: parts.place!) : error.within(JSONPath(), at: place)
        }
    }

    /// The error of a part, with its path and place in the document.
    private func ofDocument(_ error: ModelError) -> ModelError {
        error.moved(to: parts.place!).at(path.appending(error.path))
    }

    private mutating func failWrapping(_ error: any Error) -> Bool {
        failWrapping(error, expected: top.pointee.shape.pointee.typeName, path: path)
    }

    /// - Parameter error: The error of a transform or wrapper.
    mutating func failWrapping(_ error: any Error, expected: String, path: JSONPath) -> Bool {
        switch error {
        case let error as UnusableValue:
            return fail(.invalidValue, path: path, expected: error.expected, found: error.found, hint: error.hint)
        case let error as JSONTextError:
            let inner = error.error
            // The document is complete and valid JSON, even if the text is not.
            let isOfDocument = inner.category == .data || inner.category == .limit
            // A text that ends early or has an invalid escape, which the error does not show, is named as a whole.
            let isOfString = !isOfDocument && inner.expected == nil && inner.found == nil
            return fail(
                isOfDocument ? inner.code : .invalidValue, path: isOfString ? path : path.appending(inner.path),
                // The limits of a text are what the document has left. Variants that do not fit may be deep in the text.
                expected: inner.code == .missingKeys || inner.code == .noMatchingVariant
                    || inner.category == .limit && inner.hint == inner.code.hint
                    ? nil : inner.expected ?? (inner.found == nil ? expected : nil),
                found: inner.found,
                missingKeys: inner.missingKeys, hint: inner.hint,
                underlying: inner)
        case let error as PartError:
            let error = ofDocument(error.error)
            return fail(
                error.code, at: error.place.map(Anchor.place) ?? .tokenStart, path: error.path,
                expected: error.expected, found: error.found, missingKeys: error.missingKeys, reason: error.reason,
                hint: error.hint, underlying: error.underlying)
        default: return fail(.invalidValue, path: path, expected: expected, underlying: error)
        }
    }

    /// Sends the value of a wrapper; to an error that does not show the refused value, adds it.
    mutating func sendToWrapper(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        wrap(event, shape) || fails(finding: event)
    }

    /// Adds the value found to an error that lacks it; returns false.
    mutating func fails(finding event: ScalarEvent) -> Bool {
        // An error deep in JSON text is not about the string.
        if let failure, failure.code == .invalidValue, failure.found == nil,
            failure.path.steps.count <= path.steps.count
        {
            self.failure = failure.finding(event.found)
        }
        return false
    }

    private mutating func wrap(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        if shape.pointee.wrapsScalar, !event.isNull { return wrapScalar(event, shape) }
        pushWrapper(shape)
        return bind(event)
    }

    // MARK: - Scalars

    // A wrapper around a single scalar: one function stores and wraps the value. If that fails, it pushes the frame
    // that the error's path needs.

    private mutating func wrapScalar(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        let frame = top
        let slot = frame.pointee.slot
        let payload = shape.pointee.payload.unsafelyUnwrapped
        if case .string(let bytes) = event, CombiningMarks.areTooMany(in: bytes, limits) {
            pushWrapper(shape)
            return refuse(event, shape.pointee.element.unsafelyUnwrapped, .tooManyMarks)
        }
        if payload._withUnsafeGuaranteedRef({ $0.wrapDirectly(event, into: slot) }) { return complete(frame, shape) }
        let inner = shape.pointee.element.unsafelyUnwrapped
        var outcome = StoreOutcome.mismatch
        do {
            try inner.withMemory { wrapped in
                outcome = try store(event, inner, into: wrapped)
                // SAFETY: the memory is for the shape's element, and is initialised if the outcome is `stored`.
                if outcome == .stored {
                    try payload._withUnsafeGuaranteedRef { try $0.wrapScalar(wrapped, into: slot) }
                }
            }
        } catch {
            pushWrapper(shape)
            return outcome == .stored ? failWrapping(error) : refuse(event, inner, error)
        }
        if outcome == .stored { return complete(frame, shape) }
        pushWrapper(shape)
        return refuse(event, inner, outcome)
    }
}
