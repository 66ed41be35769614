/// Figures in rows and columns, as every report shows them; the first column names the row.
package struct FigureTable: Equatable, Sendable {
    package let headings: [String]
    /// Cells in the order of the headings; nil if nothing was measured.
    package let rows: [[String?]]

    /// Makes a table of the columns that have at least one cell.
    ///
    /// - Parameters:
    ///   - columns: a heading, and a cell for each row.
    package init(_ columns: [(heading: String, cells: [String?])]) {
        let present = columns.filter { $0.cells.contains { $0 != nil } }
        headings = present.map(\.heading)
        rows = (columns.first?.cells.indices ?? 0..<0).map { row in present.map { $0.cells[row] } }
    }

    /// The text of a cell if nothing was measured.
    package static let absent = "–"

    /// The table for a terminal.
    package var text: String {
        aligned([headings] + rows.map { $0.map { $0 ?? Self.absent } })
    }

    /// The table for a Markdown document: the first column flush left, the others flush right.
    package var markdown: String {
        let rule = headings.indices.map { $0 == 0 ? "---" : "---:" }
        let lines = [headings.map(markdownCell), rule] + rows.map { $0.map { markdownCell($0 ?? Self.absent) } }
        return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }
}

/// Escapes text for a Markdown table, so that it ends no cell and begins no markup.
func markdownCell(_ text: String) -> String {
    var cell = ""
    for character in text {
        switch character {
        case "|", "\\", "`", "*", "[", "]", "<", ">", "&": cell += "\\\(character)"
        // Within a word an underscore is no markup, and file names often have one.
        case "_" where !(cell.last.map { $0.isLetter || $0.isNumber } ?? false): cell += "\\_"
        case _ where character.isNewline: cell += " "
        default: cell.append(character)
        }
    }
    return cell
}

/// Aligns rows in columns: the first flush left, the others flush right, with a rule under the heading.
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
