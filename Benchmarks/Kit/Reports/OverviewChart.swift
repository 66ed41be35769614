/// The documents side by side: the throughput of Foundation's paths and of the headline path, as horizontal bars from a
/// common zero, each with its figure at its end.
package struct OverviewChart: Sendable {
    /// The throughput of a path, in MB/s.
    package struct Bar: Sendable {
        /// How a bar is filled; fills differ in lightness, not in hue alone.
        package enum Fill: String, Sendable {
            case subject, peer, other
        }

        package let name: String
        package let throughput: Double
        /// The ratio to the throughput of `JSONDecoder`, if it is shown.
        package let ratio: Double?
        package let fill: Fill

        /// The figure at the bar's end.
        var label: String { significant(throughput) }
        /// The ratio, as `5.11×`.
        var remark: String? { ratio.map { "\(significant($0))×" } }
        /// The path that the ratio refers to.
        static let basis = readableName(ofPath: Baseline.jsonDecoder)
    }

    /// A document and its bars.
    package struct Row: Sendable {
        package let name: String
        let size: String
        package let bars: [Bar]
    }

    static let title = "JSON into typed Swift values"
    static let caption = "MB/s; longer is faster"

    package let rows: [Row]

    /// The throughput of a bar of the whole width.
    private var maximum: Double {
        rows.flatMap(\.bars).map(\.throughput).max() ?? 0
    }

    /// The content of the chart as text.
    package var description: String {
        rows.map { row in
            let bars = row.bars.map { "\($0.name) \($0.label)" + ($0.remark.map { ", \($0) \(Bar.basis)" } ?? "") }
            return "\(row.name): \(bars.joined(separator: "; "))."
        }.joined(separator: " ")
    }

    /// A bar with each name, in the order of the bars.
    var legend: [Bar] {
        var legend: [Bar] = []
        for bar in rows.flatMap(\.bars) where !legend.contains(where: { $0.name == bar.name }) {
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

    /// The position of a throughput on the scale, as a percentage.
    package func share(_ throughput: Double) -> String {
        "\(fixed(maximum > 0 ? throughput / maximum * 100 : 0, 2))%"
    }
}

/// The smallest of 1, 2, 2.5 and 5 times a power of ten that is at least the value; 0 if the value is not positive.
private func roundStep(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return [1, 2, 2.5, 5].map { $0 * power }.first { $0 >= value } ?? 10 * power
}

extension Report {
    /// The chart of all documents that are decoded; nil if there is nothing to compare.
    package var overview: OverviewChart? {
        let rows = throughputResults.compactMap { result -> OverviewChart.Row? in
            guard let headline = result.headline else { return nil }
            let baselines = [(Baseline.jsonSerialization, OverviewChart.Bar.Fill.other), (Baseline.jsonDecoder, .peer)]
            var bars = baselines.compactMap { path, fill in
                result.result(of: path)?.throughput.map {
                    OverviewChart.Bar(name: readableName(ofPath: path), throughput: $0, ratio: nil, fill: fill)
                }
            }
            guard !bars.isEmpty else { return nil }
            bars.append(
                OverviewChart.Bar(
                    name: headlineName, throughput: headline.throughput ?? 0, ratio: headline.ratioToJSONDecoder,
                    fill: .subject))
            return OverviewChart.Row(name: result.corpus, size: readableSize(result.bytes), bars: bars)
        }
        return rows.count > 1 ? OverviewChart(rows: rows) : nil
    }
}
