extension CorpusResult {
    /// The figures as a table for people: one line a path, columns aligned.
    package var table: String {
        let rounds = paths.first.map { ", \($0.rounds) rounds" } ?? ""
        var rows = [["path", "MB/s", "× JSONSerialization", "× JSONDecoder", "of yajl", "spread", "per decode"]]
        for path in paths {
            rows.append([
                path.path,
                significant(path.megabytesPerSecond),
                path.ratioToJSONSerialization.map { fixed($0, 2) } ?? "–",
                path.ratioToJSONDecoder.map { fixed($0, 2) } ?? "–",
                path.fractionOfYajl.map { fixed($0, 2) } ?? "–",
                "±\(fixed(path.spread * 100, 1)) %",
                readableTime(path.medianSeconds),
            ])
        }
        return "\(corpus) (\(readableSize(bytes))\(rounds))\n" + aligned(rows)
    }
}

/// Sets rows as columns: the first flush left, the others flush right, a rule under the heading.
package func aligned(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
        rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    var lines = rows.map { row in
        let cells = row.enumerated().map { column, text in
            let padding = String(repeating: " ", count: widths[column] - text.count)
            return column == 0 ? text + padding : padding + text
        }
        return "  " + cells.joined(separator: "  ")
    }
    if !lines.isEmpty {
        let width = widths.reduce(0, +) + 2 * max(0, columns - 1)
        lines.insert("  " + String(repeating: "─", count: width), at: 1)
    }
    return lines.joined(separator: "\n") + "\n"
}
