extension Report {
    /// The report as one page that needs nothing else: style and charts are in it, scripts there are none.
    package var html: String {
        let parts =
            [header, overviewSection] + throughputSections + encodingSections + [growthSection] + memorySections
            + [pathList, notes]
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(escaped("\(title), \(readableDate)"))</title>
            <style>\(ChartStyle.palette)\(ChartStyle.marks)\(ChartStyle.page)</style>
            </head>
            <body>
            \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private var title: String { "How fast JSON becomes Swift values" }

    private var header: String {
        var content = element("h1", text: title)
        content += element("p", [("class", "machine")], text: "\(readableDate) · \(machine.summary)")
        if !machine.optimised {
            content += element(
                "p", [("class", "warning")], text: "Built without optimisation: these figures mean nothing.")
        }
        return element("header", content: content + cards)
    }

    /// The two ratios everybody asks for: the median over the documents, and the range.
    private var cards: String {
        let headlines = throughputResults.compactMap(\.headline)
        let cards = [
            (headlines.compactMap(\.ratioToJSONDecoder), Baseline.jsonDecoder),
            (headlines.compactMap(\.ratioToJSONSerialization), Baseline.jsonSerialization),
        ].compactMap { ratios, baseline -> String? in
            guard let middle = median(ratios), let least = ratios.min(), let most = ratios.max() else { return nil }
            let count = ratios.count == 1 ? "one document" : "median of \(ratios.count) documents"
            let range = ratios.count == 1 ? "" : "from \(significant(least))× to \(significant(most))×"
            return element(
                "div",
                content: element("strong", text: "\(significant(middle))×")
                    + element("span", text: "the speed of \(readableName(ofPath: baseline))")
                    + element("span", [("class", "range")], text: "\(headlineName), \(count)")
                    + (range.isEmpty ? "" : element("span", [("class", "range")], text: range)))
        }
        return cards.isEmpty ? "" : element("div", [("class", "cards")], content: cards.joined())
    }

    private var overviewSection: String {
        guard let overview else { return "" }
        return section(
            title: "At a glance", extent: nil, text: nil,
            content: figure(overview) + table(summary, caption: "MB/s of every document, and ratios of \(headlineName)")
        )
    }

    private var throughputSections: [String] {
        sections(of: throughputResults, charts: throughputCharts)
    }

    private var encodingSections: [String] {
        sections(of: encodingResults, charts: [])
    }

    private var memorySections: [String] {
        sections(of: memoryResults, charts: memoryCharts)
    }

    private func sections(of results: [CorpusResult], charts: [BarChart]) -> [String] {
        results.map { result in
            let chart = charts.first { $0.name == result.corpus }
            let subjects = result.paths.map { PathRole(path: $0.path) == .subject }
            return section(
                title: result.corpus, extent: result.extent, text: summaries[result.corpus],
                content: (chart.map(figure) ?? "")
                    + table(
                        result.figures { readableName(ofPath: $0.path) }, caption: "All figures of \(result.corpus)",
                        emphasised: subjects))
        }
    }

    private var growthSection: String {
        guard let growthChart else { return "" }
        return section(
            title: growthChart.title, extent: nil, text: "The same shape at every size.",
            content: figure(growthChart) + table(growth, caption: "MB/s of every path at every size"))
    }

    private var pathList: String {
        var paths: [String] = []
        for path in corpora.flatMap(\.paths).map(\.path) where !paths.contains(path) { paths.append(path) }
        let entries = paths.compactMap { path in
            summaries[path].map {
                element("dt", text: readableName(ofPath: path)) + element("dd", text: $0)
            }
        }
        guard !entries.isEmpty else { return "" }
        return section(
            title: "What is compared", extent: nil, text: nil, content: element("dl", content: entries.joined()))
    }

    private var notes: String {
        let compared = checks.map(\.equal.count).reduce(0, +)
        var notes: [String] = []
        if compared > 0 {
            notes.append(
                "Before anything was timed, \(compared) results on \(checks.count) documents were compared with those "
                    + "of \(Set(checks.map { readableName(ofPath: $0.reference) }).sorted().joined(separator: ", ")). "
                    + "One that differs stops the run.")
        }
        if !throughputResults.isEmpty || !growthResults.isEmpty {
            notes += [
                "Paths take turns within each round, in an order shuffled for every round; a figure is the median of "
                    + "its rounds. Ratios are taken between the samples of one round, and what is shown is their "
                    + "median: they need not be the quotient of two figures shown.",
                "The spread is half the distance between the quartiles; a single round has none.",
            ]
        }
        if !memoryResults.isEmpty {
            notes.append("Memory is the peak of a process that did one decode, over what was resident before it.")
        }
        notes += [
            "A decode ends when its result has been released. MB are 10⁶ bytes.",
            "A figure holds for its model, its document and its machine.",
        ]
        let items = notes.map { element("li", text: $0) }.joined()
        return section(
            title: "How it was measured", extent: nil, text: nil,
            content: element("ul", [("class", "notes")], content: items))
    }
}
