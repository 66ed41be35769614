/// Notes of one kind: those up to a limit are kept, further ones are only counted.
struct KeptNotes<Note> {
    /// The numbers of notes at some time, to revert to.
    struct Mark {
        fileprivate var notes = 0
        fileprivate var count = 0
    }

    let limit: Int
    /// The key by which notes are distinct; of notes with the same key, only the first is kept.
    private let shape: ((Note) -> [UInt8])?
    private var known: Set<[UInt8]> = []
    private(set) var notes: [Note] = []
    /// The number of notes, including those not kept.
    private(set) var count = 0

    init(limit: Int, by shape: ((Note) -> [UInt8])? = nil) {
        (self.limit, self.shape) = (limit, shape)
    }

    var hasRoom: Bool { notes.count < limit }

    /// - Parameter note: The note; nil to count it only.
    mutating func add(_ note: Note?) {
        count += 1
        guard let note, hasRoom, shape.map({ known.insert($0(note)).inserted }) ?? true else { return }
        notes.append(note)
    }

    /// Moves the notes of another list to this one.
    mutating func take(_ others: inout KeptNotes, as change: (Note) -> Note = { $0 }) {
        for note in others.notes { add(hasRoom ? change(note) : nil) }
        count += others.count - others.notes.count
        others.removeAll()
    }

    var mark: Mark { Mark(notes: notes.count, count: count) }

    mutating func revert(to mark: Mark) {
        if let shape { for note in notes[mark.notes...] { known.remove(shape(note)) } }
        notes.removeSubrange(mark.notes...)
        count = mark.count
    }

    mutating func removeAll() { self = KeptNotes(limit: limit, by: shape) }
}
