/// Lets one of several tasks of an actor at a time ask a source, which must not be asked twice at once.
///
/// The other tasks wait until that one has what it asked for, and then look again.
struct SourceTurn {
    private(set) var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Takes the turn, which no task has.
    mutating func take() { isTaken = true }

    /// Adds a task that waits until the turn ends.
    mutating func add(_ task: CheckedContinuation<Void, Never>) { waiting.append(task) }

    mutating func end() {
        isTaken = false
        for task in waiting { task.resume() }
        waiting = []
    }
}
