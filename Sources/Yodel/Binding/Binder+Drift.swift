// Drift: what a report gets that is no error. All of it off the hot path, which asks whether there is a tally.

extension Binder {
    /// Makes sure of what was noted of a document that has ended or is given up.
    borrowing func endNotes() {
        guard feeds == nil, let notes else { return }
        if let trial = replays.trials.first { notes.revert(to: trial.notes!) }
        drift?.forget(of: 0)
        notes.settle()
        if context.notes == nil { drift?.deliver() }
    }

    // MARK: - Keys

    /// Notes a key that the object on top does not know.
    ///
    /// - Returns: Whether its value is wanted as a sample.
    mutating func noteUnknownKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard let drift else { return false }
        let owner = ownerOfTop
        let text = UnsafeBufferPointer(start: start, count: count)
        let key = (owner == top ? "" : wayInto(owner)) + shortened(text)
        // The object around a variant's value is no model's.
        let (meta, shape) = (owner.pointee.meta, owner.pointee.shape)
        let table = meta.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(shape)
        let source = source
        return drift.note(DriftTally.Subject(kind: .unknownKey, owner: table, text: key)) {
            (meta?.pointee.typeName ?? shape.pointee.typeName, key)
        } offset: {
            driftOffset(source)
        }
    }

    /// Takes a sample of the value of an unknown key.
    mutating func sample(_ text: String) {
        drift!.sample(text)
        top.pointee.gate = .none
    }

    /// The keys between an object and what the top frame makes of it, as a key of the object begins.
    private func wayInto(_ owner: UnsafeMutablePointer<Frame>) -> String {
        shortened(relative(path(from: owner, through: top))) + "."
    }

    /// A path as a mapping would write it, from an object on.
    private func relative(_ path: JSONPath) -> String {
        let text = path.description.dropFirst()
        return String(text.first == "." ? text.dropFirst() : text)
    }

    // MARK: - Values

    /// Notes what is to be said of the value that comes next.
    ///
    /// - Parameters:
    ///   - sample: The value as it is shown.
    ///   - isDistinct: Each such value is a finding of its own.
    ///   - offset: Where it was found, unless that is the current token.
    @inline(never)
    func note(
        _ kind: DriftReport.Kind, _ sample: @autoclosure () -> String, isDistinct: Bool = false, at offset: Int? = nil
    ) {
        guard let drift else { return }
        var subject = subjectOfValue(kind)
        var sampled: String?
        if isDistinct {
            sampled = sample()
            subject.text = sampled
        }
        let source = source
        let isNew = drift.note(subject) {
            namesOfValue
        } offset: {
            source.hasPlaces ? offset ?? source.tokenStart : driftOffset(source)
        }
        if isNew { drift.sample(sampled ?? sample()) }
    }

    /// The frame whose field the value on top belongs to, directly or as a part of it; nil where it is no field's.
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
        return (meta.pointee.typeName, shortened(meta.pointee.slots[Int(frame.pointee.field)].primaryKey))
    }

    /// The shape of the document, or of the item at hand.
    private var shapeOfWhole: ShapePointer {
        feedFrame.map { $0.pointee.shape.pointee.feedRoute.item! } ?? frames.pointee.shape
    }

    // MARK: - Objects

    /// Notes the object on top, which ends, and which of its fields have got nothing.
    mutating func noteObject() {
        guard let drift else { return }
        let meta = top.pointee.meta!
        let names = { (meta.pointee.typeName, "") }
        _ = drift.note(
            DriftTally.Subject(owner: UnsafeRawPointer(meta)), names: names, offset: { nil })
        let index = topIndex
        for (field, slot) in meta.pointee.slots.enumerated()
        where slot.isInput && !slot.keys.isEmpty && !top.pointee.isSeen(Int32(field)) {
            let isNull = top.pointee.rankState(of: Int32(field))?.pointee.nullPlace != nil
            guard !isNull, !drift.isMet(field, of: index) else { continue }
            let subject = DriftTally.Subject(kind: .absent, owner: UnsafeRawPointer(meta), field: Int32(field))
            let source = source
            _ = drift.note(subject) {
                (meta.pointee.typeName, shortened(slot.primaryKey))
            } offset: {
                driftOffset(source)
            }
        }
        drift.forget(of: index)
    }

    /// Notes that a field is not absent, though what there was is not its value.
    func noteMet(_ field: Int32, of owner: UnsafeMutablePointer<Frame>) {
        drift?.noteMet(Int(field), of: owner - frames)
    }
}

/// Where the current token begins; nil where it has no place.
func driftOffset(_ source: EventSource) -> Int? {
    if source.hasPlaces { return source.tokenStart }
    let place = source.place(at: source.tokenStart)
    return place.line > 0 ? place.offset : nil
}

extension JSONValue {
    /// The value as a sample shows it.
    var sample: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string(var text): text.withUTF8 { ScalarEvent.string($0).found }
        case .number(let number):
            Array(number.text.utf8).withUnsafeBufferPointer { ScalarEvent.number(NumberText($0)).found }
        case .bool(let value): ScalarEvent.bool(value).found
        case .null: ScalarEvent.null.found
        }
    }
}
