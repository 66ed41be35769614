// Drift: notes for a report that are not errors. All off the hot path, which only checks whether there is a tally.

extension Binder {
    /// Commits the notes of a document that has ended or failed.
    borrowing func endNotes() {
        guard feeds == nil, let notes else { return }
        if let trial = replays.trials.first { notes.revert(to: trial.notes!) }
        drift?.forget(of: 0)
        notes.settle()
        if context.notes == nil { drift?.deliver() }
    }

    // MARK: - Keys

    /// Records an unknown key of the top object.
    ///
    /// - Returns: Whether a sample of its value is needed.
    mutating func noteUnknownKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard let drift else { return false }
        let owner = ownerOfTop
        let text = UnsafeBufferPointer(start: start, count: count)
        let key = (owner == top ? "" : wayInto(owner)) + shortened(text)
        // The object around a variant's value belongs to no model.
        let (meta, shape) = (owner.pointee.meta, owner.pointee.shape)
        let table = meta.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(shape)
        return drift.note(DriftTally.Subject(kind: .unknownKey, owner: table, text: key)) {
            (meta?.pointee.typeName ?? shape.pointee.typeName, key)
        } offset: {
            source.driftOffset
        }
    }

    /// Records a sample of the value of an unknown key.
    mutating func sample(_ text: String) {
        drift!.sample(text)
        top.pointee.gate = .none
    }

    /// The keys from an object to the value of the top frame, in front of one of its keys, in the notation of mappings.
    private func wayInto(_ owner: UnsafeMutablePointer<Frame>) -> String {
        let text = path(from: owner, through: top).description.dropFirst()
        return shortened(String(text.first == "." ? text.dropFirst() : text)) + "."
    }

    // MARK: - Values

    /// Records a note about the next value.
    ///
    /// - Parameters:
    ///   - sample: The value as reports show it.
    ///   - isDistinct: Whether each different sample is counted separately.
    ///   - offset: The offset of the value; by default that of the current token.
    @inline(never)
    func note(
        _ kind: DriftReport.Kind, _ sample: @autoclosure () -> String, isDistinct: Bool = false, at offset: Int? = nil
    ) {
        guard let drift else { return }
        let sampled = isDistinct ? sample() : nil
        var subject = subjectOfValue(kind)
        subject.text = sampled
        let isNew = drift.note(subject) {
            namesOfValue
        } offset: {
            source.hasPlaces ? offset ?? source.tokenStart : source.driftOffset
        }
        if isNew { drift.sample(sampled ?? sample()) }
    }

    /// The frame with the field that the top value belongs to, directly or as a part; nil if it belongs to no field.
    private var frameOfField: UnsafeMutablePointer<Frame>? {
        var frame = top
        while frame > frames {
            if frame.pointee.hasFields { return frame.pointee.field >= 0 ? frame : nil }
            if frame.pointee.kind == .feed { return nil }
            frame -= 1
        }
        return nil
    }

    private func subjectOfValue(_ kind: DriftReport.Kind) -> DriftTally.Subject {
        guard let frame = frameOfField else {
            return DriftTally.Subject(kind: kind, owner: UnsafeRawPointer(shapeOfWhole))
        }
        return DriftTally.Subject(
            kind: kind, owner: UnsafeRawPointer(owner(of: frame).pointee.meta!), field: frame.pointee.field)
    }

    private var namesOfValue: (type: String, key: String) {
        guard let frame = frameOfField else { return (shapeOfWhole.pointee.typeName, "") }
        let meta = owner(of: frame).pointee.meta!
        return (meta.pointee.typeName, shortened(meta.pointee.fieldsAndParts[Int(frame.pointee.field)].primaryKey))
    }

    /// The shape of the document, or of the current item.
    private var shapeOfWhole: ShapePointer {
        feedFrame.map { $0.pointee.shape.pointee.feedRoute.item! } ?? frames.pointee.shape
    }

    // MARK: - Objects

    /// Records that the top object ends, and which of its fields have no value.
    mutating func noteObject() {
        guard let drift else { return }
        let meta = top.pointee.meta!
        let names = { (meta.pointee.typeName, "") }
        _ = drift.note(DriftTally.Subject(owner: UnsafeRawPointer(meta)), names: names, offset: { nil })
        let object = topIndex
        for (index, field) in meta.pointee.fieldsAndParts.enumerated()
        where field.isInput && !field.keys.isEmpty && !top.pointee.isSeen(Int32(index)) {
            let isNull = top.pointee.rankState(of: Int32(index))?.pointee.nullPlace != nil
            guard !isNull, !drift.isMet(index, of: object) else { continue }
            let subject = DriftTally.Subject(kind: .absent, owner: UnsafeRawPointer(meta), field: Int32(index))
            _ = drift.note(subject) {
                (meta.pointee.typeName, shortened(field.primaryKey))
            } offset: {
                source.driftOffset
            }
        }
        drift.forget(of: object)
    }

    /// Records that a field of the top frame is present, although the value found is not its value.
    func noteMet(_ field: Int32) {
        drift?.noteMet(Int(field), of: ownerOfTop - frames)
    }
}

extension EventSource {
    /// The offset of the current token; nil if it has no place.
    final var driftOffset: Int? {
        if hasPlaces { return tokenStart }
        let place = place(at: tokenStart)
        return place.line > 0 ? place.offset : nil
    }
}

extension JSONValue {
    /// The value as samples show it.
    var sample: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string(let text): JSONScalar.string(text).found
        case .number(let number): JSONScalar.number(number).found
        case .bool(let value): JSONScalar.bool(value).found
        case .null: ScalarEvent.null.found
        }
    }
}
