// Values within wrappers, and those that transforms make.

extension Binder {
    /// A frame for the value inside a wrapper, which is made in a buffer of its own and then wrapped.
    mutating func pushWrapper(_ shape: ShapePointer) {
        pushBuffered(.wrapper, shape.pointee.element!, making: shape)
    }

    /// The value inside a wrapper is complete: the wrapper's is made of it.
    ///
    /// The error of one that will not have it stands where the value ends: at a scalar itself, at the closing bracket
    /// of a container.
    mutating func finishWrapper() -> Bool {
        let frame = top
        let slot = (frame - 1).pointee.slot
        do {
            try frame.pointee.shape.pointee.payload!._withUnsafeGuaranteedRef { payload in
                if payload.holdsText {
                    try wrapText(payload, slot)
                } else {
                    try payload.wrap(frame.pointee.base, into: slot, options)
                }
            }
        } catch {
            return failWrapping(error)
        }
        pool.give(frame.pointee.buffer!)
        return popCompleted()
    }

    /// Text within the document may nest no deeper than what it stands in leaves of the limit; keys it has that no
    /// model knows are the document's.
    private mutating func wrapText(_ payload: PayloadOperations, _ slot: UnsafeMutableRawPointer) throws {
        var options = options
        options.limits.depth = max(0, options.limits.depth - depth)
        guard trials.isEmpty else { return try wrapTriedText(payload, slot, options) }
        let report = options.report
        options.report = report.map { DecodingReport(limit: $0.limit) }
        defer { if let report { hand(options.report!, to: report) } }
        try wrapCollecting(payload, slot, options)
    }

    /// In a try, the text has to fit as it is, like everything else.
    private mutating func wrapTriedText(
        _ payload: PayloadOperations, _ slot: UnsafeMutableRawPointer, _ options: DecodingOptions
    ) throws {
        var options = options
        let leftOut = DecodingReport(limit: 1)
        options.report = leftOut
        try wrapCollecting(payload, slot, options)
        guard let error = leftOut.errors.first else { return }
        let shape = top.pointee.shape.pointee
        // SAFETY: the payload has just been made there, and nobody else accounts for it; with its tags it is a value.
        (slot + shape.payloadSize).initializeMemory(as: UInt8.self, repeating: 0, count: shape.tagBytes)
        top.pointee.shape.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(slot, count: 1) }
        throw JSONTextError(error: error)
    }

    /// Notes the unknown keys of the text with those of the document.
    private mutating func wrapCollecting(
        _ payload: PayloadOperations, _ slot: UnsafeMutableRawPointer, _ options: DecodingOptions
    ) throws {
        guard case .collect(let collector) = options.unknownKeys else {
            return try payload.wrap(top.pointee.base, into: slot, options)
        }
        var options = options
        let inner = UnknownKeyCollector(limit: collector.limit)
        options.unknownKeys = .collect(inner)
        defer {
            let offset = source.place(at: source.tokenStart).offset
            for key in inner.keys { collect(pathFromRoot.appending(key.path), at: offset, collector) }
        }
        try payload.wrap(top.pointee.base, into: slot, options)
    }

    /// Reports what a text within the document goes without, at the place of the text.
    private mutating func hand(_ inner: DecodingReport, to report: DecodingReport) {
        let errors = inner.errors
        guard !errors.isEmpty else { return }
        let place = source.place(at: source.tokenStart)
        for error in errors { report.record(error.within(path, at: place)) }
        report.count(inner.count - errors.count)
    }

    /// - Parameter error: What a transform or wrapper threw.
    private mutating func failWrapping(_ error: any Error) -> Bool {
        let expected = top.pointee.shape.pointee.typeName
        switch error {
        case let error as UnusableValue: return fail(.invalidValue, expected: error.expected, found: error.found)
        case let error as JSONTextError:
            let inner = error.error
            // The document is sound JSON and has not ended early, whatever the text is like.
            let isOfDocument = inner.category == .data || inner.category == .limit
            return fail(
                isOfDocument ? inner.code : .invalidValue, path: path.appending(inner.path),
                expected: inner.category == .limit ? nil : inner.expected ?? expected, found: inner.found,
                missingKeys: inner.missingKeys,
                underlying: inner)
        default: return fail(.invalidValue, expected: expected, underlying: error)
        }
    }

    /// Sends the value of a wrapper, and adds it to the error of one that does not say what it has refused.
    mutating func sendToWrapper(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        pushWrapper(shape)
        if send(event) { return true }
        if let failure, failure.code == .invalidValue, failure.found == nil {
            self.failure = failure.finding(event.found)
        }
        return false
    }
}
