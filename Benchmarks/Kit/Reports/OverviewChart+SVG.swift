extension OverviewChart {
    /// The chart as a stand-alone SVG file with its own colours, for light and dark.
    ///
    /// It has its own background, since the page around it may use the other scheme. The lengths of bars are
    /// percentages of the available width.
    package var svg: String {
        let (width, names, figures, margin, header) = (760, 190, 190, 24, 112)
        let plotHeight = Self.top + rows.map(Self.height).reduce(0, +)
        let height = header + plotHeight + margin
        let content = [
            element("title", [("id", "chart-title")], text: "\(Self.title): \(Self.caption)")
                + element("desc", [("id", "chart-description")], text: description),
            element("style", content: Self.style),
            element("rect", [("class", "ground"), ("width", "100%"), ("height", "100%"), ("rx", "10")]),
            element("text", [("class", "title"), ("x", "\(margin)"), ("y", "40")], text: Self.title),
            element("text", [("class", "caption"), ("x", "\(margin)"), ("y", "62")], text: Self.caption),
            legendMarkup(x: margin, y: 92),
            element(
                "svg",
                [
                    ("x", "\(names)"), ("y", "\(header)"), ("width", "\(width - names - figures)"),
                    ("height", "\(plotHeight)"), ("overflow", "visible"),
                ], content: plot),
        ]
        return element(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 \(width) \(height)"),
                ("width", "\(width)"), ("height", "\(height)"), ("role", "img"),
                ("aria-labelledby", "chart-title chart-description"),
            ], content: "\n" + content.joined(separator: "\n") + "\n") + "\n"
    }

    /// The scale and the rows, with their zero at x = 0 and their names to the left.
    private var plot: String {
        var lines = ticks.map { tick in
            element(
                "line",
                [
                    ("class", tick == 0 ? "zero" : "grid"), ("x1", share(tick)), ("x2", share(tick)),
                    ("y1", "\(Self.top - 6)"), ("y2", "100%"),
                ])
                + element("text", [("class", "tick"), ("x", share(tick)), ("y", "12")], text: roundNumber(tick))
        }
        var y = Self.top
        for row in rows {
            let position = [("transform", "translate(0 \(y + Self.gap / 2))")]
            lines.append(element("g", position, content: markup(of: row)))
            y += Self.height(of: row)
        }
        return "\n" + lines.joined(separator: "\n") + "\n"
    }

    private func markup(of row: Row) -> String {
        let name = element(
            "text", [("class", "name"), ("x", "-12"), ("y", "\(Self.extent(of: row) / 2 + 5)")],
            content: escaped(row.name) + element("tspan", [("class", "note"), ("dx", "6")], text: row.size))
        let bars = row.bars.enumerated().map { index, bar in
            let y = index * Self.pitch
            return element(
                "rect",
                [
                    ("class", bar.fill.rawValue), ("width", share(bar.throughput)), ("height", "\(Self.thickness)"),
                    ("y", "\(y)"), ("rx", "2"),
                ])
                + element(
                    "text",
                    [
                        ("class", "figure \(bar.fill.rawValue)"), ("x", share(bar.throughput)),
                        ("y", "\(y + Self.thickness / 2 + 4)"), ("dx", "8"),
                    ], content: bar.label + remark(bar))
        }
        return name + bars.joined()
    }

    private func remark(_ bar: Bar) -> String {
        guard let remark = bar.remark else { return "" }
        let basis = element("tspan", [("class", "basis")], text: " \(Bar.basis)")
        return element("tspan", [("class", "remark"), ("dx", "7")], content: remark + basis)
    }

    /// The fills and their names on a line.
    private func legendMarkup(x: Int, y: Int) -> String {
        var x = x
        return legend.map { bar in
            defer { x += 48 + bar.name.count * 7 }
            return element(
                "rect",
                [
                    ("class", bar.fill.rawValue), ("x", "\(x)"), ("y", "\(y - 10)"), ("width", "12"),
                    ("height", "12"), ("rx", "2"),
                ]) + element("text", [("x", "\(x + 18)"), ("y", "\(y)")], text: bar.name)
        }.joined()
    }

    /// The space above the first row, for the figures of the scale.
    private static let top = 24
    private static let thickness = 11
    private static let pitch = thickness + 3
    /// The space between the bars of two rows.
    private static let gap = 14

    /// The height of a row's bars.
    private static func extent(of row: Row) -> Int { (row.bars.count - 1) * pitch + thickness }
    private static func height(of row: Row) -> Int { extent(of: row) + gap }

    /// An accent colour for the subject, greys for all others.
    private static let style = """

        :root {
          color-scheme: light dark;
          --ground: #ffffff; --line: #e3e5e8;
          --text: #1b1e23; --muted: #626973;
          --accent: #0b7a6b; --peer: #868e9a; --other: #bcc2ca;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #14171a; --line: #2d3238;
            --text: #eceef0; --muted: #9aa2ac;
            --accent: #34c3ab; --peer: #8b939e; --other: #565f6a;
          }
        }
        svg { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
        svg text { font-size: 13px; fill: var(--text); font-variant-numeric: tabular-nums; }
        svg .ground { fill: var(--ground); }
        svg .title { font-size: 18px; font-weight: 650; }
        svg .caption { fill: var(--muted); }
        svg .grid { stroke: var(--line); }
        svg .zero { stroke: var(--peer); }
        svg .tick { font-size: 11px; fill: var(--muted); text-anchor: middle; }
        svg .name { text-anchor: end; }
        svg .note { fill: var(--muted); font-size: 12px; }
        svg .figure { font-size: 11.5px; }
        svg text.subject { font-weight: 650; }
        svg .remark { fill: var(--muted); }
        svg .subject .remark { fill: var(--accent); }
        svg .basis { font-weight: 400; fill: var(--muted); }
        svg rect.subject { fill: var(--accent); }
        svg rect.peer { fill: var(--peer); }
        svg rect.other { fill: var(--other); }

        """
}

/// Writes a figure of a scale with as few digits as it needs.
private func roundNumber(_ value: Double) -> String {
    let digits = (0...3).first { (value - (Double(fixed(value, $0)) ?? value)).magnitude < value.magnitude * 1e-6 }
    return fixed(value, value == 0 ? 0 : digits ?? 3)
}

/// Escapes text for XML, within elements and within quoted attributes.
private func escaped(_ text: String) -> String {
    text.map { character in
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: String(character)
        }
    }.joined()
}

/// An element; the attributes' values are escaped, the content is already markup.
private func element(_ name: String, _ attributes: [(String, String)] = [], content: String? = nil) -> String {
    let list = attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
    guard let content else { return "<\(name)\(list)/>" }
    return "<\(name)\(list)>\(content)</\(name)>"
}

/// An element that contains only text.
private func element(_ name: String, _ attributes: [(String, String)] = [], text: String) -> String {
    element(name, attributes, content: escaped(text))
}
