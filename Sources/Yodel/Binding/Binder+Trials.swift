// Variants without tags: each is tried in turn until one fits. A failed try is undone.
//
// ```
//   …  ─► variant frame, a trial ─► frames of the try
//         mark of the value         an event fails: they are destroyed, the next variant is opened,
//                                   and the replay goes back to the mark
// ```

extension Binder {
    /// The state when the first variant of a value is tried.
    struct Trial {
        /// The mark of the value in the replay; nil for a scalar, which is its source's current token.
        var mark: Replay.Mark?
        var depth: Int
        /// Nil if no notes are kept.
        var notes: DecodingNotes.Mark?
        /// The index of the tried value's frame.
        var frame: Int
        /// The reasons why the variants tried so far do not fit.
        var failures: [FailedVariants.Reason] = []
    }

    /// Tries the variants for an array or object; the caller has counted its depth.
    mutating func tryVariants(_ table: VariantTablePointer, isObject: Bool) -> Bool {
        guard let mark = source.replay?.markOfValue else { return pushUndecided(top.pointee.slotShape) }
        depth -= 1
        pushTrial(table, at: mark)
        return isObject ? bindObjectStart() : bindArrayStart()
    }

    /// Tries the variants for a scalar, by sending it again while it is its source's current token.
    mutating func tryVariants(_ table: VariantTablePointer, scalar event: ScalarEvent) -> Bool {
        if replays.players == 0 {
            grantReplays(event.byteCount, hasText: event.isText)
            guard source.tokenEnd - source.tokenStart <= limits.bufferedBytes else { return fail(.bufferLimit) }
        }
        let floor = topIndex
        pushTrial(table, at: nil)
        replays.players += 1
        defer { replays.players -= 1 }
        while true {
            guard countReplay(work: ReplayWork.token(of: event.byteCount)) else { return false }
            // If the value is refused after its trial, the wrapper around it still adds the value to the error.
            if bind(event) { return true }
            guard let next = tryNextVariant(above: floor) else { return false }
            if next.isAfterValue { return !wantsNoMore }
        }
    }

    private mutating func pushTrial(_ table: VariantTablePointer, at mark: Replay.Mark?) {
        enter(0, table)
        replays.trials.append(Trial(mark: mark, depth: depth, notes: notes?.mark(), frame: topIndex))
    }

    /// Ends a trial whose variant fits.
    mutating func endTrial() {
        replays.trials.removeLast()
        notes?.join(replays.trials.last?.notes)
    }

    /// Handles a scalar for a variant without a value, which is `null`, or anything for the variant of unknown values.
    mutating func triedScalar(_ event: ScalarEvent) -> Bool {
        if event.isNull || isOtherwise(top) { return finishVariant() }
        return failScalar(event, expected: "null")
    }

    mutating func triedStart(isObject: Bool) -> Bool {
        guard isOtherwise(top) else { return failContent(isObject: isObject) }
        // Skipped up to its end.
        (top.pointee.kind, top.pointee.gate, top.pointee.count) = (.ignored, .variant, depth - 1)
        return true
    }

    /// Fails because a variant without a value has an object or array as its content.
    mutating func failContent(isObject: Bool) -> Bool {
        fail(.typeMismatch, expected: "null", found: isObject ? "an object" : "an array")
    }

    private func isOtherwise(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
        frame.pointee.shape.pointee.variants!.pointee.otherwise == Int(frame.pointee.field)
    }

    // MARK: - The next variant

    /// Undoes a try that did not fit, and opens the next variant.
    ///
    /// - Parameter floor: The index of the top frame when the replay began; trials below it belong to another replay.
    /// - Returns: Where to go on; nil if no variant is left, or if the error ends all trials.
    @inline(never)
    mutating func tryNextVariant(above floor: Int) -> (mark: Replay.Mark?, isAfterValue: Bool)? {
        while let error = failure, error.category == .data, let trial = innermostTrial(above: floor) {
            unwind(to: trial)
            replays.trials[replays.trials.count - 1].failures.append(FailedVariants.Reason(error))
            // The type limits the failures of an outermost trial; those of nested trials are counted.
            guard replays.trials.count == 1 || countReplay(work: ReplayWork.failure) else { return nil }
            let table = trial.pointee.shape.pointee.variants!
            let mark = replays.trials[replays.trials.count - 1].mark
            let next = Int(trial.pointee.field) + 1
            if next < table.pointee.variants.count {
                failure = nil
                openValue(next, table)
                return (mark, false)
            }
            endOfTrials(table)
            // The value is dropped, or a frame below can do without it; for a scalar, its sender looks for one.
            if failure == nil || mark != nil && recovers(after: .scalar) { return (mark, true) }
        }
        return nil
    }

    private func innermostTrial(above floor: Int) -> UnsafeMutablePointer<Frame>? {
        replays.trials.last.flatMap { $0.frame > floor ? frames + $0.frame : nil }
    }

    /// Destroys all that was begun above a frame, and restores the state at the beginning of its trial.
    private mutating func unwind(to frame: UnsafeMutablePointer<Frame>) {
        let trial = replays.trials[replays.trials.count - 1]
        while top > frame { dropTop() }
        depth = trial.depth
        notes?.revert(to: trial.notes!)
        replays.knownTag = nil
        source.cancelCapture()
    }

    /// Abandons all trials, together with the value that contains them.
    mutating func forgetTrials() {
        guard let first = replays.trials.first else { return }
        notes?.revert(to: first.notes!)
        notes?.join(nil)
        replays.trials = []
        replays.knownTag = nil
    }

    /// Records that no variant fits, unless the value may be dropped.
    private mutating func endOfTrials(_ table: VariantTablePointer) {
        let trial = replays.trials.removeLast()
        notes?.join(replays.trials.last?.notes)
        dropTop()
        failure = nil
        if table.pointee.skipsRest, canDrop() {
            // The dropped value may be all that was wanted, or an item that is too long.
            if dropValue() || wantsNoMore || failure != nil { return }
        }
        let names = zip(table.pointee.variants, trial.failures).map { variant, _ in variant.name }
        _ = fail(
            .noMatchingVariant, at: trial.mark.map { .offset($0.offset) } ?? .tokenStart,
            variants: FailedVariants(names, trial.failures))
    }
}
