/// Horizontal bars from a common zero, each with its figure at its end.
///
/// A chart is laid out twice, for wide and for narrow screens: there, names stand above their bars. Lengths are
/// fractions of what room there is, so nothing is scaled and text keeps its size.
package struct BarChart: Sendable {
    /// A length, and what is said of it.
    package struct Bar: Sendable {
        /// How a bar is filled; told apart by lightness and outline too, never by hue alone.
        package enum Fill: String, Sendable {
            case subject, peer, other, ceiling
        }

        package let name: String
        package let value: Double
        /// The figure at the bar's end.
        package let label: String
        /// What the figure means beside others, as `5.11×`.
        package var remark: String?
        /// What the remark is relative to; left out where room is short.
        package var remarkBasis: String?
        package let fill: Fill
    }

    /// A name and its bars.
    package struct Row: Sendable {
        /// Set above the row, where a group of rows begins.
        package var heading: String?
        package let name: String
        package var note: String?
        package let bars: [Bar]
    }

    /// The name of the chart's file, and the stem of its identifiers.
    package let name: String
    package let title: String
    /// What the lengths are, and which are better.
    package let caption: String
    package let rows: [Row]
    /// What a bar over the whole width stands for; shared by charts that a reader compares.
    package let maximum: Double
    /// Writes the figures along the scale.
    package let tickLabel: @Sendable (Double) -> String

    /// All there is to see, as text.
    package var description: String {
        rows.map { row in
            let bars = row.bars.map { bar in
                (row.bars.count > 1 ? "\(bar.name) " : "") + bar.label
                    + (bar.remark.map { ", \($0) \(bar.remarkBasis ?? "")" } ?? "")
            }
            return "\(row.heading.map { "\($0), " } ?? "")\(row.name): \(bars.joined(separator: "; "))."
        }.joined(separator: " ")
    }

    /// The names of the fills, where rows have several bars; they are in the order of the bars.
    package var legend: [Bar] {
        var legend: [Bar] = []
        for bar in rows.filter({ $0.bars.count > 1 }).flatMap(\.bars)
        where !legend.contains(where: { $0.name == bar.name }) {
            legend.append(bar)
        }
        return legend
    }

    /// Round figures along the scale, from zero to its end.
    package var ticks: [Double] {
        let step = roundStep(maximum / 4)
        guard step > 0 else { return [0] }
        return Array(stride(from: 0, through: maximum, by: step))
    }

    /// How far along the scale a value lies, as a percentage.
    package func share(_ value: Double) -> String {
        "\(fixed(maximum > 0 ? max(0, min(1, value / maximum)) * 100 : 0, 2))%"
    }
}

/// The smallest of 1, 2, 2.5 and 5 times a power of ten that is at least the value; 0 unless that is above 0.
func roundStep(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return [1, 2, 2.5, 5].map { $0 * power }.first { $0 >= value } ?? 10 * power
}

/// Writes a figure along a scale: as few digits as it needs.
func roundNumber(_ value: Double) -> String {
    let digits = (0...3).first { (value - (Double(fixed(value, $0)) ?? value)).magnitude < value.magnitude * 1e-6 }
    return fixed(value, value == 0 ? 0 : digits ?? 3)
}

/// Writes a size along a scale: `500 MB`, `1.5 GB`.
func roundSize(_ bytes: Double) -> String {
    switch bytes {
    case ..<1e6: "\(roundNumber(bytes / 1e3)) kB"
    case ..<1e9: "\(roundNumber(bytes / 1e6)) MB"
    default: "\(roundNumber(bytes / 1e9)) GB"
    }
}

/// Where everything in a chart goes, in pixels, on wide and on narrow screens.
struct ChartLayout {
    /// A vertical position in either layout.
    struct Position {
        var wide = 0
        var narrow = 0
    }

    /// Above the first row, for the figures along the scale.
    static let top = 24
    /// What one row's parts take.
    static let headingHeight = 34

    let rows: [Position]
    let headings: [Position?]
    let height: Position

    init(_ chart: BarChart) {
        var next = Position(wide: Self.top, narrow: Self.top)
        var rows: [Position] = []
        var headings: [Position?] = []
        for row in chart.rows {
            headings.append(row.heading == nil ? nil : next)
            if row.heading != nil {
                next.wide += Self.headingHeight
                next.narrow += Self.headingHeight
            }
            let extent = Self.extent(of: row)
            rows.append(Position(wide: next.wide + Self.gap / 2, narrow: next.narrow + Self.nameHeight))
            next.wide += extent + Self.gap
            next.narrow += extent + Self.nameHeight + Self.gap
        }
        self.rows = rows
        self.headings = headings
        height = Position(wide: next.wide, narrow: next.narrow)
    }

    /// The height of a row's bars.
    static func extent(of row: BarChart.Row) -> Int {
        (row.bars.count - 1) * pitch(of: row) + thickness(of: row)
    }

    static func thickness(of row: BarChart.Row) -> Int { row.bars.count > 1 ? 11 : 16 }
    static func pitch(of row: BarChart.Row) -> Int { thickness(of: row) + 3 }

    private static let gap = 14
    /// A name above its bars.
    private static let nameHeight = 20
}
