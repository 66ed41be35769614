import Foundation

/// Measures cases at doubled sizes, and checks the growth of their work.
struct LinearityRun {
    let settings: CostSettings

    /// The maximum ratio for twice the document: linear work is 2, quadratic work is 4.
    static let bound = 2.2

    /// Prints the table.
    ///
    /// - Returns: Whether every case is within the bound.
    func run() throws -> Bool {
        let counts = try InstructionCount.measure(settings, Array(CommandLine.arguments.dropFirst()))
        let width = (settings.cases.map(\.name.count).max() ?? 0) + 2
        let last = 1 << settings.doublings
        print(row(width, "case", ["size", "instructions", "at twice", "at \(last) times", "ratio"], columns: 15))
        var broken = 0
        for (costs, counts) in zip(settings.cases, counts) {
            // The average of the doublings: if the allocator or a table changes its strategy, one of them is a little
            // more and the next a little less.
            let ratio = pow(Double(counts[settings.doublings]) / Double(counts[0]), 1 / Double(settings.doublings))
            let isBroken = !(ratio <= Self.bound)
            if isBroken { broken += 1 }
            let figures = [settings.sizes(of: costs)[0], counts[0], counts[1], counts[settings.doublings]].map(
                String.init)
            print(
                row(width, costs.name, figures + [String(format: "%.2f", ratio)], columns: 15)
                    + (isBroken ? "  FAILED" : ""))
        }
        print(
            broken == 0
                ? "\(settings.cases.count) cases: twice the size is at most \(Self.bound) times the work"
                : "\(broken) of \(settings.cases.count) cases: twice the size is more than \(Self.bound) times the work"
        )
        return broken == 0
    }
}

/// A row of a table: a name, and figures in columns of one width.
func row(_ width: Int, _ name: String, _ figures: [String], columns: Int) -> String {
    func spaces(_ count: Int) -> String { String(repeating: " ", count: max(1, count)) }
    return name + spaces(width - name.count) + figures.map { spaces(columns - $0.count) + $0 }.joined()
}
