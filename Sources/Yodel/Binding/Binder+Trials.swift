// Variants that nothing names: each is tried in turn until one fits. What a try has done is undone.
//
// ```
//   …  ─► variant frame, a trial ─► frames of the try
//         mark of the value         an event fails: they are destroyed, the next variant is opened,
//                                   and the replay goes back to the mark
// ```

extension Binder {
    /// What was so when the variants of a value began to be tried.
    struct Trial {
        /// Where the value begins in the replay; nil for a scalar, at which its source stands.
        var mark: Replay.Mark?
        var depth: Int
        /// Nil where nothing is noted.
        var notes: DecodingNotes.Mark?
        /// The number of the frame of the value that is tried.
        var frame: Int
        /// Why those that were tried do not fit.
        var failures: [FailedVariants.Reason] = []
    }

    /// A container where an untagged variant belongs; its depth has been counted.
    mutating func tryVariants(_ table: VariantTablePointer, isObject: Bool) -> Bool {
        guard let mark = source.replay?.markOfValue else { return pushUndecided(top.pointee.slotShape) }
        depth -= 1
        pushTrial(table, at: mark)
        return isObject ? startObject() : startArray()
    }

    /// A scalar is sent again and again, as long as its source stands at it.
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
            if send(event) || recovers(after: .scalar) { return true }
            guard let next = tryNextVariant(above: floor) else { return false }
            if next.isAfterValue { return true }
        }
    }

    private mutating func pushTrial(_ table: VariantTablePointer, at mark: Replay.Mark?) {
        enter(0, table)
        replays.trials.append(Trial(mark: mark, depth: depth, notes: notes?.mark(), frame: topIndex))
    }

    /// The variant that is tried fits.
    mutating func endTrial() {
        replays.trials.removeLast()
        notes?.join(replays.trials.last?.notes)
    }

    /// A variant that carries no value is tried: `null` is one, or, for what no other takes, anything.
    mutating func triedScalar(_ event: ScalarEvent) -> Bool {
        if case .null = event { return finishVariant() }
        if isOtherwise(top) { return finishVariant() }
        return fail(.typeMismatch, expected: "null", found: event.found)
    }

    mutating func triedStart(isObject: Bool) -> Bool {
        guard isOtherwise(top) else {
            return fail(.typeMismatch, expected: "null", found: isObject ? "an object" : "an array")
        }
        // Passed over up to its end.
        (top.pointee.kind, top.pointee.gate, top.pointee.count) = (.ignored, .variant, depth - 1)
        return true
    }

    private func isOtherwise(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
        frame.pointee.shape.pointee.variants!.pointee.otherwise == Int(frame.pointee.field)
    }

    // MARK: - The next one

    /// Undoes a try that did not fit, and opens the next variant.
    ///
    /// - Parameter floor: The frame that was on top when the replay began: tries below it are another replay's.
    /// - Returns: Where to go on; nil when there is nothing left to try, or no sense in it.
    @inline(never)
    mutating func tryNextVariant(above floor: Int) -> (mark: Replay.Mark?, isAfterValue: Bool)? {
        while let error = failure, error.category == .data, let trial = innermostTrial(above: floor) {
            unwind(to: trial)
            replays.trials[replays.trials.count - 1].failures.append(FailedVariants.Reason(error))
            // As many as the type has there are in any case; what they lead to is another matter.
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
            // Left out, or something further down can do without it.
            if failure == nil || recovers(after: .scalar) { return (mark, true) }
        }
        return nil
    }

    private func innermostTrial(above floor: Int) -> UnsafeMutablePointer<Frame>? {
        replays.trials.last.flatMap { $0.frame > floor ? frames + $0.frame : nil }
    }

    /// Destroys what has been begun above a frame, and makes everything as it was when its trial began.
    private mutating func unwind(to frame: UnsafeMutablePointer<Frame>) {
        let trial = replays.trials[replays.trials.count - 1]
        while top > frame { dropTop() }
        depth = trial.depth
        notes?.revert(to: trial.notes!)
        replays.knownTag = nil
        source.cancelCapture()
    }

    /// Gives up all tries, with the value that they are within.
    mutating func forgetTrials() {
        guard let first = replays.trials.first else { return }
        notes?.revert(to: first.notes!)
        notes?.join(nil)
        replays.trials = []
        replays.knownTag = nil
    }

    /// No variant fits: notes the error, unless the value may be left out.
    private mutating func endOfTrials(_ table: VariantTablePointer) {
        let trial = replays.trials.removeLast()
        notes?.join(replays.trials.last?.notes)
        dropTop()
        failure = nil
        if table.pointee.skipsRest, canDrop(), dropValue() { return }
        let names = zip(table.pointee.variants, trial.failures).map { variant, _ in variant.name }
        _ = fail(
            .noMatchingVariant, at: trial.mark.map { .offset($0.offset) } ?? .tokenStart,
            variants: FailedVariants(names, trial.failures))
    }
}
