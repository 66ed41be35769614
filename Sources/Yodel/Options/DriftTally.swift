/// The findings of one decoding for a ``DriftReport``, counted without locks or names and delivered in batches.
///
/// A note is provisional until it is settled: it may belong to a trial that does not fit, or to an item that is read
/// again.
final class DriftTally {
    /// The identity of a finding while decoding: the address of a model's table, and the number of a property.
    struct Subject: Hashable {
        /// Nil for the objects of a type, which are counted separately.
        var kind: DriftReport.Kind?
        /// The table of the model, or the shape of a document or item; nil if only the names are known.
        var owner: UnsafeRawPointer?
        var field: Int32 = -1
        /// An unknown key or an unknown value, if the finding is one.
        var text: String?
    }

    private struct Entry {
        let subject: Subject
        let type: String
        let key: String
        let offset: Int?
        var sample: String?
        /// Settled occurrences that have not been delivered.
        var count = 0
        /// The index of the entry's last note, unless that was reverted.
        var lastNote = -1
    }

    /// How many notes and entries there have been at some time, to revert to.
    struct Mark {
        fileprivate var notes = 0
        fileprivate var entries = 0
    }

    /// A noted occurrence that is not settled.
    private struct Note {
        /// The entry; -1 if there was no room for one.
        var entry: Int
        var count: Int
    }

    private let report: DriftReport
    /// The maximum number of findings.
    private let limit: Int
    /// How often the report had been emptied at the first note after the last delivery.
    private var emptiedCount = 0
    /// Whether there has been no note since the last delivery.
    private var isDelivered = true
    /// Whether there has been a delivery.
    private var hasDelivered = false
    private var entries: [Entry] = []
    /// How many entries there were before the first of ``entries``, which their numbers include.
    private var forgottenCount = 0
    private var numbers: [Subject: Int] = [:]
    /// At most one for each entry and floor, as there may be as many occurrences as an item has bytes.
    private var notes: [Note] = []
    /// The index from which notes can be reverted without the earlier ones.
    private var floor = 0
    private var furtherCount = 0
    private var lastFurtherNote = -1
    /// The number of entries that are findings.
    private var findingCount = 0
    /// The entry that takes the next value as its sample.
    private var sampled = -1
    /// Fields of open objects, by the numbers of their frames, that are present without a value: at most as many as
    /// these objects have.
    private(set) var met: [(frame: Int, field: Int)] = []

    init(_ report: DriftReport, limit: Int) {
        (self.report, self.limit) = (report, limit)
    }

    /// A tally for a part of the document.
    func ofPart() -> DriftTally { DriftTally(report, limit: report.limit) }

    /// A tally for another thread.
    ///
    /// It has no limit: a finding late in a block may be known from earlier blocks, and then it counts.
    func ofThread() -> DriftTally { DriftTally(report, limit: .max) }

    // MARK: - Noting

    /// Notes an occurrence.
    ///
    /// - Parameters:
    ///   - names: The type and key for a report. Like the offset, they are requested only for a new subject.
    /// - Returns: Whether a sample is needed.
    func note(
        _ subject: Subject, count: Int = 1, names: () -> (type: String, key: String), offset: () -> Int?
    ) -> Bool {
        if isDelivered { begin() }
        if let number = numbers[subject] {
            append(number, count, &entries[number - forgottenCount].lastNote)
            return false
        }
        if subject.kind != nil {
            guard findingCount < limit else {
                appendFurther(count)
                return false
            }
            findingCount += 1
        }
        let (type, key) = names()
        let number = now.entries
        numbers[subject] = number
        entries.append(Entry(subject: subject, type: type, key: key, offset: offset()))
        sampled = number
        append(number, count, &entries[entries.count - 1].lastNote)
        return true
    }

    /// Begins to note after a delivery; if the report has been emptied, forgets what was noted before.
    private func begin() {
        isDelivered = false
        let count = report.state.withLock { $0.emptiedCount }
        if count == emptiedCount { return }
        emptiedCount = count
        forgottenCount += entries.count
        entries.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        // Those of an open item stay without a count, as marks refer to their number.
        for index in notes.indices { notes[index] = Note(entry: -1, count: 0) }
        (furtherCount, findingCount) = (0, 0)
    }

    private func appendFurther(_ count: Int) { append(-1, count, &lastFurtherNote) }

    private func append(_ number: Int, _ count: Int, _ last: inout Int) {
        if last >= floor, last < notes.count, notes[last].entry == number {
            notes[last].count += count
        } else {
            last = notes.count
            notes.append(Note(entry: number, count: count))
        }
    }

    /// Sets the sample of the last noted finding that needs one.
    func sample(_ text: String) {
        // The finding may have been reverted or forgotten meanwhile.
        let index = sampled - forgottenCount
        if entries.indices.contains(index) { entries[index].sample = text }
    }

    // MARK: - Fields that are present without a value

    func noteMet(_ field: Int, of frame: Int) {
        // A key may occur any number of times.
        if !isMet(field, of: frame) { met.append((frame, field)) }
    }

    func isMet(_ field: Int, of frame: Int) -> Bool {
        // The fields of a frame come after those of the frames around it.
        met.reversed().prefix { $0.frame >= frame }.contains { $0.frame == frame && $0.field == field }
    }

    /// Removes the fields of a frame and of the frames within it, whose objects have ended or were given up.
    func forget(of frame: Int) {
        while let last = met.last, last.frame >= frame { met.removeLast() }
    }

    // MARK: - Settling

    /// Begins notes that can be reverted separately.
    ///
    /// - Returns: The mark for ``revert(to:)``.
    func mark() -> Mark {
        floor = notes.count
        return now
    }

    var now: Mark { Mark(notes: notes.count, entries: forgottenCount + entries.count) }

    /// Removes all notes since a mark.
    func revert(to mark: Mark) {
        notes.removeSubrange(mark.notes...)
        floor = mark.notes
        // Findings that first occurred since then are removed, which makes room for others.
        let first = max(mark.entries - forgottenCount, 0)
        for entry in entries[first...] {
            numbers[entry.subject] = nil
            if entry.subject.kind != nil { findingCount -= 1 }
        }
        entries.removeSubrange(first...)
    }

    /// Joins the notes since the last mark to those since an earlier one.
    func join(_ mark: Mark?) { floor = mark?.notes ?? 0 }

    /// Settles all notes.
    func settle() {
        for note in notes {
            guard note.entry >= 0 else {
                furtherCount += note.count
                continue
            }
            entries[note.entry - forgottenCount].count += note.count
        }
        notes.removeAll(keepingCapacity: true)
        floor = 0
    }

    /// Removes all findings, delivered or not.
    func reset() {
        entries.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        notes.removeAll(keepingCapacity: true)
        met = []
        (floor, furtherCount, lastFurtherNote) = (0, 0, -1)
        (forgottenCount, findingCount, sampled) = (0, 0, -1)
        (isDelivered, hasDelivered) = (true, false)
    }

    // MARK: - Handing over

    /// Adds all newly settled findings to the report.
    func deliver() {
        report.state.withLock { state in
            defer { (isDelivered, hasDelivered) = (true, true) }
            // If the report has been emptied since the first note, these are known from before: the next note forgets
            // them.
            guard !hasDelivered || state.emptiedCount == emptiedCount else { return }
            state.furtherCount += furtherCount
            furtherCount = 0
            for number in entries.indices where entries[number].count > 0 {
                let entry = entries[number]
                entries[number].count = 0
                guard let kind = entry.subject.kind else {
                    state.objects[entry.type, default: 0] += entry.count
                    continue
                }
                let finding = DriftReport.Finding(
                    kind: kind, type: entry.type, key: entry.key, count: entry.count, objects: 0, offset: entry.offset,
                    sample: entry.sample)
                state.add(finding, limit: report.limit)
            }
        }
    }

    /// Notes all newly settled findings of another tally.
    ///
    /// - Parameter offset: Converts an offset in the other tally's part to one in the document.
    func takeOver(_ other: DriftTally, offset: (Int) -> Int?) {
        for number in other.entries.indices where other.entries[number].count > 0 {
            let entry = other.entries[number]
            other.entries[number].count = 0
            let isNew = note(
                entry.subject, count: entry.count, names: { (entry.type, entry.key) },
                offset: { entry.offset.flatMap(offset) })
            if isNew, let sample = entry.sample { self.sample(sample) }
        }
        if other.furtherCount > 0 { appendFurther(other.furtherCount) }
        other.furtherCount = 0
    }
}
