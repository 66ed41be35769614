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
    /// Which fraction of the items may fail at most, once there have been ``minimumItems`` items.
    public var ratio: Double
    /// How many items there must have been before the ratio counts.
    public var minimumItems: Int

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - count: How many items may fail; by default any number.
    ///   - ratio: Which fraction of them may fail; by default all.
    ///   - minimumItems: How many items there must have been before the ratio counts, 100 by default.
    public init(count: Int = .max, ratio: Double = 1, minimumItems: Int = 100) {
        self.count = count
        self.ratio = ratio
        self.minimumItems = minimumItems
    }

    /// The name that ``minimumItems`` had in 0.1.
    @available(*, deprecated, renamed: "minimumItems")
    public var minimum: Int {
        get { minimumItems }
        set { minimumItems = newValue }
    }

    /// The form that ``init(count:ratio:minimumItems:)`` had in 0.1.
    @available(*, deprecated, renamed: "init(count:ratio:minimumItems:)")
    public init(count: Int = .max, ratio: Double = 1, minimum: Int) {
        self.init(count: count, ratio: ratio, minimumItems: minimum)
    }

    func isExceeded(by failures: Int, of items: Int) -> Bool {
        // With an envelope that fails, too, there may be more failures than items.
        failures > count || ratio < 1 && items >= minimumItems && Double(failures) > ratio * Double(items)
    }

    /// The budget in words.
    public var description: String {
        var parts: [String] = []
        if count < .max { parts.append("at most \(counted(count, "item"))") }
        if ratio < 1 { parts.append("at most \(ratio) of all items") }
        return parts.isEmpty ? "any number of items" : parts.joined(separator: " and ") + " to fail"
    }
}
