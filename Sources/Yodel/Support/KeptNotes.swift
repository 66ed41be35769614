/// Notes of one kind: those up to a limit are kept, further ones are only counted.
struct KeptNotes<Note> {
    /// The numbers of notes at some time, to revert to.
    struct Mark {
        fileprivate var notes = 0
        fileprivate var count = 0
    }

    let limit: Int
    /// What makes notes distinct; of notes with the same identity, only the first is kept.
    private let identity: ((Note) -> Int)?
    private var known: Set<Int> = []
    private(set) var notes: [Note] = []
    /// The number of notes, including those not kept.
    private(set) var count = 0

    init(limit: Int, by identity: ((Note) -> Int)? = nil) {
        (self.limit, self.identity) = (limit, identity)
    }

    var hasRoom: Bool { notes.count < limit }

    /// Whether a note would be kept, not only counted.
    func keeps(identity: Int) -> Bool { hasRoom && !known.contains(identity) }

    /// - Parameter note: The note; nil to count it only.
    mutating func add(_ note: Note?) {
        count += 1
        guard let note, hasRoom, identity.map({ known.insert($0(note)).inserted }) ?? true else { return }
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
        if let identity { for note in notes[mark.notes...] { known.remove(identity(note)) } }
        notes.removeSubrange(mark.notes...)
        count = mark.count
    }

    mutating func removeAll() { self = KeptNotes(limit: limit, by: identity) }
}
