/// A part of a page under a heading.
func section(title: String, extent: String?, text: String?, content: String) -> String {
    let size = extent.map { " " + element("span", [("class", "extent")], text: $0) } ?? ""
    let heading = element("h2", content: escaped(title) + size)
    return element("section", content: heading + (text.map { element("p", text: $0) } ?? "") + content)
}

/// A chart with what its lengths mean, and the names of its fills.
func figure(_ chart: BarChart) -> String {
    let keys = chart.legend.map { bar in
        let swatch = element(
            "svg", [("width", "12"), ("height", "12"), ("aria-hidden", "true")],
            content: element(
                "rect", [("class", bar.fill.rawValue), ("width", "12"), ("height", "12"), ("rx", "2")]))
        return element("li", content: swatch + escaped(bar.name))
    }
    let legend = keys.isEmpty ? "" : element("ul", [("class", "keys")], content: keys.joined())
    let caption = element("figcaption", text: chart.caption)
    return element("figure", content: caption + legend + chart.inlineSVG)
}

/// A table that becomes a list of rows where it has no room; roles keep it a table for those who listen.
///
/// - Parameter emphasised: whether each row is one of the subject's.
func table(_ table: FigureTable, caption: String, emphasised: [Bool] = []) -> String {
    let headings = table.headings.map {
        element("th", [("scope", "col"), ("role", "columnheader")], text: $0)
    }
    let rows = table.rows.enumerated().map { index, row in
        let cells = zip(table.headings, row).enumerated().map { column, cell in
            let text = cell.1 ?? FigureTable.absent
            return column == 0
                ? element("th", [("scope", "row"), ("role", "rowheader")], text: text)
                : element(
                    "td",
                    [("role", "cell"), ("data-heading", cell.0)] + (cell.1 == nil ? [("class", "absent")] : []),
                    content: element("b", text: text))
        }
        let isSubject = index < emphasised.count && emphasised[index]
        let attributes = [("role", "row")] + (isSubject ? [("class", "subject")] : [])
        return element("tr", attributes, content: cells.joined())
    }
    return element(
        "table", [("role", "table")],
        content: element("caption", [("class", "visually-hidden")], text: caption)
            + element(
                "thead", [("role", "rowgroup")],
                content: element("tr", [("role", "row")], content: headings.joined()))
            + element("tbody", [("role", "rowgroup")], content: "\n" + rows.joined(separator: "\n") + "\n"))
}
