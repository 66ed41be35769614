extension BarChart {
    /// The chart as a part of an HTML page, whose style sheet must hold ``ChartStyle``.
    package var inlineSVG: String {
        let layout = ChartLayout(self)
        let id = identifier(name)
        return element(
            "svg",
            [
                ("class", "chart"), ("role", "img"), ("aria-labelledby", "\(id)-title \(id)-description"),
                ("style", "--height:\(layout.height.wide)px;--narrow-height:\(layout.height.narrow)px"),
            ],
            content: heading(id: id) + plot(layout))
    }

    /// The chart as a file of its own, which brings its colours, for light and dark.
    ///
    /// It has a ground of its own too: where it is shown need not go by the same wish for light or dark.
    package var svg: String {
        let layout = ChartLayout(self)
        let (width, names, figures, margin) = (760, 190, 190, 24)
        let keys = legendMarkup(y: 92)
        let header = keys.isEmpty ? 76 : 112
        let height = header + layout.height.wide + margin
        let content = [
            heading(id: "chart"),
            element("style", content: ChartStyle.palette + ChartStyle.marks),
            element("rect", [("class", "ground"), ("width", "100%"), ("height", "100%"), ("rx", "10")]),
            element("text", [("class", "title"), ("x", "\(margin)"), ("y", "40")], text: title),
            element("text", [("class", "caption"), ("x", "\(margin)"), ("y", "62")], text: caption),
            keys,
            element(
                "svg",
                [
                    ("x", "\(names)"), ("y", "\(header)"), ("width", "\(width - names - figures)"),
                    ("height", "\(layout.height.wide)"), ("overflow", "visible"),
                ], content: plot(layout)),
        ]
        return element(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 \(width) \(height)"),
                ("width", "\(width)"), ("height", "\(height)"), ("role", "img"),
                ("aria-labelledby", "chart-title chart-description"),
            ], content: "\n" + content.filter { !$0.isEmpty }.joined(separator: "\n") + "\n") + "\n"
    }

    private func heading(id: String) -> String {
        element("title", [("id", "\(id)-title")], text: "\(title): \(caption)")
            + element("desc", [("id", "\(id)-description")], text: description)
    }

    /// The scale and the rows, their zero at x = 0 and their names left of it.
    private func plot(_ layout: ChartLayout) -> String {
        var lines = ticks.map { tick in
            element(
                "line",
                [
                    ("class", tick == 0 ? "zero" : "grid"), ("x1", share(tick)), ("x2", share(tick)),
                    ("y1", "\(ChartLayout.top - 6)"), ("y2", "100%"),
                ])
                + element("text", [("class", "tick"), ("x", share(tick)), ("y", "12")], text: tickLabel(tick))
        }
        for (index, row) in rows.enumerated() {
            if let heading = row.heading, let position = layout.headings[index] {
                lines.append(
                    placed(
                        position,
                        element("text", [("class", "name heading"), ("x", "-12"), ("y", "26")], text: heading)))
            }
            lines.append(placed(layout.rows[index], markup(of: row)))
        }
        return "\n" + lines.joined(separator: "\n") + "\n"
    }

    /// A group at its wide place; the style sheet of a page may move it to its narrow one.
    private func placed(_ position: ChartLayout.Position, _ content: String) -> String {
        element(
            "g",
            [
                ("class", "row"), ("transform", "translate(0 \(position.wide))"),
                ("style", "--y:\(position.narrow)px"),
            ], content: content)
    }

    private func markup(of row: Row) -> String {
        let thickness = ChartLayout.thickness(of: row)
        let baseline = ChartLayout.extent(of: row) / 2 + 5
        let note = row.note.map { element("tspan", [("class", "note"), ("dx", "6")], text: $0) } ?? ""
        let name = element(
            "text",
            [
                ("class", row.bars.count > 1 ? "name group" : "name"), ("x", "-12"), ("y", "\(baseline)"),
                ("style", "--baseline:\(baseline)px"),
            ],
            content: escaped(row.name) + note)
        let bars = row.bars.enumerated().map { index, bar in
            let y = index * ChartLayout.pitch(of: row)
            return element(
                "rect",
                [
                    ("class", bar.fill.rawValue), ("width", share(bar.value)), ("height", "\(thickness)"),
                    ("y", "\(y)"), ("rx", "2"),
                ])
                + element(
                    "text",
                    [
                        ("class", "figure \(bar.fill.rawValue)\(row.bars.count > 1 ? " small" : "")"),
                        ("x", share(bar.value)), ("y", "\(y + thickness / 2 + (row.bars.count > 1 ? 4 : 5))"),
                        ("dx", "8"),
                    ], content: escaped(bar.label) + remark(bar))
        }
        return name + bars.joined()
    }

    private func remark(_ bar: Bar) -> String {
        guard let remark = bar.remark else { return "" }
        let basis = bar.remarkBasis.map { element("tspan", [("class", "basis")], text: " \($0)") } ?? ""
        return element("tspan", [("class", "remark"), ("dx", "7")], content: escaped(remark) + basis)
    }

    /// The fills and their names in a line; empty when every bar has its name beside it.
    private func legendMarkup(y: Int) -> String {
        var x = 24
        return legend.map { bar in
            defer { x += 48 + bar.name.count * 7 }
            return element(
                "rect",
                [
                    ("class", bar.fill.rawValue), ("x", "\(x)"), ("y", "\(y - 10)"), ("width", "12"),
                    ("height", "12"), ("rx", "2"),
                ]) + element("text", [("class", "key"), ("x", "\(x + 18)"), ("y", "\(y)")], text: bar.name)
        }.joined()
    }
}
