/// How many items of a feed, or of an output, may fail before it ends with an error.
///
/// A feed that is resumed at a checkpoint counts from there.
///
/// ```swift
/// feed.badItems = .drop
/// feed.failureBudget = FailureBudget(count: 1_000, ratio: 0.01)
/// ```
public struct FailureBudget: Sendable, Hashable, CustomStringConvertible {
    /// How many items may fail at most.
    public var count: Int
    /// Which fraction of the items may fail at most, once there have been ``minimum`` items.
    public var ratio: Double
    /// How many items there must have been before the ratio counts.
    public var minimum: Int

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - count: How many items may fail; by default any number.
    ///   - ratio: Which fraction of them may fail; by default all.
    ///   - minimum: How many items there must have been before the ratio counts, 100 by default.
    public init(count: Int = .max, ratio: Double = 1, minimum: Int = 100) {
        self.count = count
        self.ratio = ratio
        self.minimum = minimum
    }

    func isExceeded(by failures: Int, of items: Int) -> Bool {
        failures > count || items >= minimum && Double(failures) > ratio * Double(items)
    }

    /// The budget in words.
    public var description: String {
        var parts: [String] = []
        if count < .max { parts.append("at most \(counted(count, "item"))") }
        if ratio < 1 { parts.append("at most \(ratio) of all items") }
        return parts.isEmpty ? "any number of items" : parts.joined(separator: " and ") + " to fail"
    }
}
