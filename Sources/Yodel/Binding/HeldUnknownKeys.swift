/// Unknown keys met in tries, which count when these succeed.
struct HeldUnknownKeys {
    private var keys: [UnknownKeyCollector.Key] = []
    /// How many were met besides.
    private var others = 0

    /// How many there were when a try began.
    struct Mark {
        fileprivate var keys: Int
        fileprivate var others: Int
    }

    var mark: Mark { Mark(keys: keys.count, others: others) }

    /// Whether there are fewer than a collector keeps.
    func hasRoom(_ limit: Int) -> Bool { keys.count < limit }

    /// - Parameter key: Nil for one that is only counted.
    mutating func add(_ key: UnknownKeyCollector.Key?) {
        if let key { keys.append(key) } else { others += 1 }
    }

    /// Forgets those of a try that has failed.
    mutating func revert(to mark: Mark) {
        keys.removeLast(keys.count - mark.keys)
        others = mark.others
    }

    /// Hands them over, and has none then.
    mutating func move(to collector: UnknownKeyCollector) {
        for key in keys { collector.record(key) }
        collector.count(others)
        self = HeldUnknownKeys()
    }
}
