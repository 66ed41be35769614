// Errors; a failure's place and path are determined only when it happens.

extension Binder {
    /// The place of an error: the current token, or one recorded before.
    enum Anchor {
        case tokenStart
        case place(ModelError.Place)
        /// An offset in the text that the source still has.
        case offset(Int)
    }

    /// Records the error that ends decoding; for a limit, the code determines what was expected.
    ///
    /// If a client's code failed for lack of stack, the code is that of the limit, from which nothing recovers: the value
    /// may fit.
    ///
    /// Returns false, as an event function does to stop its source.
    @inline(never)
    mutating func fail(
        _ code: ModelError.Code, at anchor: Anchor = .tokenStart, path: JSONPath? = nil, expected: String? = nil,
        found: String? = nil, missingKeys: [String] = [], reason: String? = nil, variants: FailedVariants? = nil,
        hint: String? = nil, underlying: (any Error)? = nil
    ) -> Bool {
        let isOfStack = underlying?.isOfStack ?? false
        let code = isOfStack ? .depthLimit : code
        var path = path ?? self.path
        // While variants are tried, errors are about the tried value; a limit ends all of them.
        if code.category != .data, let trial = replays.trials.last {
            path = self.path(from: frames, through: frames + trial.frame - 1).appending(path)
        }
        let place = place(of: anchor, for: code)
        if isOfStack {
            failure = .endOfStack(path: path, at: place, underlying: underlying)
            return false
        }
        failure = ModelError(
            code, path: path, place: place, expected: expected ?? limits.expectation(of: code), found: found,
            missingKeys: missingKeys, reason: reason, variants: variants,
            hint: hint ?? (code == .duplicateKey ? options.duplicateKeyHint : nil), underlying: underlying)
        return false
    }

    /// Records an error by its code alone, if the failed value is dropped and no report needs the rest of the error.
    ///
    /// - Returns: Whether it did so.
    mutating func failsUnread(_ code: ModelError.Code, _ event: FailedEvent) -> Bool {
        guard replays.trials.isEmpty, notes?.wantsErrors != true, isLeftOut(code, event) else { return false }
        failure = ModelError(code)
        return true
    }

    /// The place of an error; nil while variants are tried, where it would be unused.
    private func place(of anchor: Anchor, for code: ModelError.Code) -> ModelError.Place? {
        if !replays.trials.isEmpty, code.category == .data { return nil }
        return switch anchor {
        case .tokenStart: source.place(at: source.tokenStart)
        case .place(let place): place
        case .offset(let offset): source.place(at: offset)
        }
    }

    @inline(never)
    mutating func failMismatch(found: String, isStart: Bool = false) -> Bool {
        if isStart, failsUnread(.typeMismatch, .start) { return false }
        return fail(
            .typeMismatch, expected: expectation, found: found,
            hint: hint(forContainerAt: top.pointee.slotShape))
    }

    @inline(never)
    mutating func failDepth() -> Bool {
        fail(.depthLimit)
    }

    /// Fails because replays within replays would use up the thread's stack.
    @inline(never)
    mutating func failStack(at place: ModelError.Place) -> Bool {
        fail(.depthLimit, at: .place(place), expected: CallStack.expectation, hint: CallStack.hint)
    }

    /// Fails because the elements of the top list cannot form a set; they have been destroyed.
    @inline(never)
    mutating func failCollision() -> Bool {
        top.pointee.count = 0
        return fail(
            .collisionLimit, path: pathOfParent(),
            expected: "at most \(HashCollisions.limit) different elements with the same hash")
    }

    @inline(never)
    mutating func failNumberLimit() -> Bool {
        fail(.numberLimit)
    }

    /// Fails because the top object has too many keys, or its last key is too long.
    @inline(never)
    mutating func failCountedKey() -> KeyAnswer {
        failKey(top.pointee.count > limits.keysPerObject ? .keyCountLimit : .keyLimit)
    }

    /// Refuses a key.
    ///
    /// - Parameter key: The key at which the error is; nil for the object itself.
    @inline(never)
    mutating func failKey(
        _ code: ModelError.Code, _ key: String? = nil, expected: String? = nil, found: String? = nil
    ) -> KeyAnswer {
        top.pointee.entry = nil
        _ = fail(code, path: key.map { path.appending(.key($0)) }, expected: expected, found: found)
        return .fail
    }

    /// The values that the current slot accepts, for errors.
    private var expectation: String {
        let shape = top.pointee.slotShape
        if shape.pointee.kind != .gate { return expectation(of: shape) }
        switch top.pointee.gate {
        case .nested, .several: return top.pointee.entry?.pointee.nested?.pointee.valueName ?? "a value"
        case .update: return top.pointee.shape.pointee.typeName
        default: return "a value"
        }
    }

    // MARK: - Paths

    /// The path of the next value, or of the one being decoded.
    ///
    /// While variants are tried, it begins at the tried value.
    var path: JSONPath { path(through: top) }

    /// The same path, always from the root.
    var pathFromRoot: JSONPath { path(from: frames, through: top) }

    /// The path of the value that the top frame builds.
    func pathOfParent() -> JSONPath { path(through: top - 1) }

    private func path(through last: UnsafeMutablePointer<Frame>) -> JSONPath {
        path(from: frames + (replays.trials.last?.frame ?? 0), through: last)
    }

    func path(
        from first: UnsafeMutablePointer<Frame>, through last: UnsafeMutablePointer<Frame>
    ) -> JSONPath {
        var path = JSONPath()
        forEachStep(from: first, through: last) { path.steps.append($0) }
        return path
    }

    func forEachStep(
        from first: UnsafeMutablePointer<Frame>, through last: UnsafeMutablePointer<Frame>,
        _ body: (JSONPath.Step) -> Void
    ) {
        if first == frames { context.startOfText?.path.steps.forEach(body) }
        var frame = first
        while frame <= last {
            if let step = step(of: frame) { body(step) }
            frame += 1
        }
    }

    /// The step from a frame's value to its next value; nil if both are the same value.
    func step(of frame: UnsafeMutablePointer<Frame>) -> JSONPath.Step? {
        switch frame.pointee.kind {
        case .root, .wrapper, .discard, .preview, .ignored, .replacement, .variant, .undecided: nil
        case .feed, .route: feedStep(of: frame)
        case .tagged: frame.pointee.hasPendingKey ? .key(keyTexts.spelled[frame - frames]!) : nil
        case .unknown: .key(unknown.key)
        case .object, .group: frame.pointee.entry.map { .key(spelling(of: $0, in: frame)) }
        case .elements: .index(frame.pointee.count)
        case .list, .fixedList: .index(frame.pointee.count + frame.pointee.dropped)
        case .dictionary: frame.pointee.hasPendingKey ? .key(pendingKey(of: frame)) : nil
        }
    }

    private func spelling(of entry: UnsafePointer<KeyEntry>, in frame: UnsafeMutablePointer<Frame>) -> String {
        if !frame.pointee.keys!.pointee.isCaseSensitive, let spelled = keyTexts.spelled[frame - frames] {
            return spelled
        }
        return makeString(entry.pointee.bytes, entry.pointee.length, nil)
    }

    private func pendingKey(of frame: UnsafeMutablePointer<Frame>) -> String {
        let shape = frame.pointee.shape.pointee.key!
        guard shape.pointee.kind == .string else { return keyTexts.spelled[frame - frames]! }
        let address = frame.pointee.keyBuffer!.start + frame.pointee.count * shape.pointee.stride
        return address.assumingMemoryBound(to: String.self).pointee
    }
}
