/// Notes of one kind: up to a limit they are kept, further ones are only counted.
struct KeptNotes<Note> {
    /// How many there were at some time.
    struct Mark {
        fileprivate var notes = 0
        fileprivate var count = 0
    }

    let limit: Int
    /// What tells notes apart of which each is kept once.
    private let shape: ((Note) -> JSONPath)?
    private var known: Set<JSONPath> = []
    private(set) var notes: [Note] = []
    /// How many there were, kept or not.
    private(set) var count = 0

    init(limit: Int, by shape: ((Note) -> JSONPath)? = nil) {
        (self.limit, self.shape) = (limit, shape)
    }

    var hasRoom: Bool { notes.count < limit }

    /// - Parameter note: Nil for one that is only counted.
    mutating func add(_ note: Note?) {
        count += 1
        guard let note, hasRoom, shape.map({ known.insert($0(note)).inserted }) ?? true else { return }
        notes.append(note)
    }

    /// Adds what others have, which then have none.
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
