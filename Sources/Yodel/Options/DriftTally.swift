/// What a decoding has found for a ``DriftReport``: counted here, without a lock or a name, and handed over now and then.
///
/// What is noted is provisional until it is settled: it may turn out to belong to a try that does not fit, or to an item
/// that is read once more.
final class DriftTally {
    /// What tells findings apart while decoding: a model by the address of its table, a property by its number.
    struct Subject: Hashable {
        /// Nil for the objects of a type, which are counted beside.
        var kind: DriftReport.Kind?
        /// The table of the model, or the shape of a document or item; nil where only the names are known.
        var owner: UnsafeRawPointer?
        var field: Int32 = -1
        /// What the numbers do not say: an unknown key, or an unknown value.
        var text: String?
    }

    private struct Entry {
        let subject: Subject
        let type: String
        let key: String
        let offset: Int?
        var sample: String?
        /// Settled, and not handed over.
        var count = 0
        /// The last of its notes, unless that was taken back.
        var lastNote = -1
    }

    /// How much had been noted at some time.
    struct Mark {
        fileprivate var notes = 0
        fileprivate var entries = 0
    }

    /// Something that was noted and is not settled.
    private struct Note {
        /// The entry; -1 where there was no room for one.
        var entry: Int
        var count: Int
    }

    private let report: DriftReport
    /// How many findings there is room for.
    private let limit: Int
    private var entries: [Entry] = []
    private var numbers: [Subject: Int] = [:]
    /// One for each entry and floor at most: there may be as many occurrences as an item has bytes.
    private var notes: [Note] = []
    /// Notes from here on may be taken back without those before.
    private var floor = 0
    private var furtherCount = 0
    private var lastFurtherNote = -1
    /// How many entries are findings.
    private var findingCount = 0
    /// The entry whose sample is the value that comes next.
    private var sampled = -1
    /// Fields of objects that have not ended, by the numbers of their frames, that are neither seen nor absent: no more
    /// than these objects have.
    private(set) var met: [(frame: Int, field: Int)] = []

    init(_ report: DriftReport, limit: Int) {
        (self.report, self.limit) = (report, limit)
    }

    /// One for a part of the document.
    func ofPart() -> DriftTally { DriftTally(report, limit: report.limit) }

    /// One for another thread.
    ///
    /// What comes late in a block may be known from the blocks before it, and counts.
    func ofThread() -> DriftTally { DriftTally(report, limit: .max) }

    // MARK: - Noting

    /// Notes something.
    ///
    /// - Parameters:
    ///   - names: The type and key for a report. They are asked for, like the offset, where the subject is new.
    /// - Returns: Whether a sample of it is wanted.
    func note(
        _ subject: Subject, count: Int = 1, names: () -> (type: String, key: String), offset: () -> Int?
    ) -> Bool {
        if let number = numbers[subject] {
            append(number, count, &entries[number].lastNote)
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
        let number = entries.count
        numbers[subject] = number
        entries.append(Entry(subject: subject, type: type, key: key, offset: offset()))
        sampled = number
        append(number, count, &entries[number].lastNote)
        return true
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

    /// The sample of what has been noted last and wanted one.
    func sample(_ text: String) {
        // It may have been taken back meanwhile.
        if entries.indices.contains(sampled) { entries[sampled].sample = text }
    }

    // MARK: - Fields that have no value though they are there

    func noteMet(_ field: Int, of frame: Int) {
        // A key may be there any number of times.
        if !isMet(field, of: frame) { met.append((frame, field)) }
    }

    func isMet(_ field: Int, of frame: Int) -> Bool {
        met.contains { $0.frame == frame && $0.field == field }
    }

    /// The object of a frame has ended, or been given up, and those within it.
    func forget(of frame: Int) {
        while let last = met.last, last.frame >= frame { met.removeLast() }
    }

    // MARK: - Settling

    /// Begins what may be taken back by itself.
    ///
    /// - Returns: What ``revert(to:)`` is to be given then.
    func mark() -> Mark {
        floor = notes.count
        return now
    }

    var now: Mark { Mark(notes: notes.count, entries: entries.count) }

    /// Takes back what was noted since a mark.
    func revert(to mark: Mark) {
        notes.removeSubrange(mark.notes...)
        floor = mark.notes
        // What was found since for the first time is as if it had never been: there is room for something else.
        for entry in entries[mark.entries...] {
            numbers[entry.subject] = nil
            if entry.subject.kind != nil { findingCount -= 1 }
        }
        entries.removeSubrange(mark.entries...)
    }

    /// What was noted since the last mark belongs to what may be taken back to an earlier one.
    func join(_ mark: Mark?) { floor = mark?.notes ?? 0 }

    /// Makes sure of everything that has been noted.
    func settle() {
        for note in notes {
            guard note.entry >= 0 else {
                furtherCount += note.count
                continue
            }
            entries[note.entry].count += note.count
        }
        notes.removeAll(keepingCapacity: true)
        floor = 0
    }

    /// Forgets what has been found, whether it was handed over or not.
    func reset() {
        entries.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        notes.removeAll(keepingCapacity: true)
        met = []
        (floor, furtherCount, lastFurtherNote) = (0, 0, -1)
        (findingCount, sampled) = (0, -1)
    }

    // MARK: - Handing over

    /// Adds to the report what has been settled since the last time.
    func deliver() {
        guard furtherCount > 0 || entries.contains(where: { $0.count > 0 }) else { return }
        report.state.withLock { state in
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

    /// Notes what another tally has settled since the last time.
    ///
    /// - Parameter offset: Gives the offset in the document of what is at an offset of its part.
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
