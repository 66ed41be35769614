extension Report {
    /// The documents side by side: the baselines and the headline path; nil when there is nothing to compare.
    package var overview: BarChart? {
        let rows = throughputResults.compactMap { result -> BarChart.Row? in
            guard let headline = result.headline else { return nil }
            let baselines = [Baseline.jsonSerialization, Baseline.jsonDecoder].compactMap(result.result)
                .filter { $0.throughput != nil }
            guard !baselines.isEmpty else { return nil }
            let bars = (baselines + [headline]).map { path in
                var bar = throughputBar(path, named: path == headline ? headlineName : nil)
                if path.path == Baseline.jsonSerialization { bar = bar.filled(.other) }
                return bar
            }
            return BarChart.Row(name: result.corpus, note: readableSize(result.bytes), bars: bars)
        }
        guard rows.count > 1 else { return nil }
        return BarChart(
            name: "overview", title: "JSON into typed Swift values", caption: "MB/s; longer is faster", rows: rows,
            maximum: largest(rows), tickLabel: roundNumber)
    }

    /// A chart of every path for each document, drawn to one scale.
    package var throughputCharts: [BarChart] {
        charts(of: throughputResults, caption: "MB/s; longer is faster", tickLabel: roundNumber) {
            $0.throughput == nil ? nil : throughputBar($0)
        }
    }

    /// The peaks of memory, drawn to one scale.
    package var memoryCharts: [BarChart] {
        charts(
            of: memoryResults, caption: "peak of resident memory; shorter is better",
            tickLabel: { $0 == 0 ? "0" : roundSize($0) }
        ) { path in
            path.peakResidentBytes.map { peak in
                BarChart.Bar(
                    name: readableName(ofPath: path.path), value: Double(peak), label: readableSize(peak),
                    remark: path.peakOverSize.map { "\(significant($0))×" }, remarkBasis: "the document",
                    fill: fill(of: path))
            }
        }
    }

    /// Throughput by size, the sizes of each path together; nil when none was measured.
    package var growthChart: BarChart? {
        var rows: [BarChart.Row] = []
        for path in growthPaths {
            let first = rows.count
            for result in growthResults {
                guard let figures = result.result(of: path), figures.throughput != nil else { continue }
                rows.append(
                    BarChart.Row(name: result.growthSize ?? result.corpus, bars: [throughputBar(figures)]))
            }
            if first < rows.count { rows[first].heading = readableName(ofPath: path) }
        }
        guard !rows.isEmpty else { return nil }
        return BarChart(
            name: "growth", title: "Throughput by size", caption: "MB/s; longer is faster", rows: rows,
            maximum: largest(rows), tickLabel: roundNumber)
    }

    /// All charts there are.
    package var charts: [BarChart] {
        [overview].compactMap { $0 } + throughputCharts + [growthChart].compactMap { $0 } + memoryCharts
    }

    private func charts(
        of results: [CorpusResult], caption: String, tickLabel: @escaping @Sendable (Double) -> String,
        bar: (PathResult) -> BarChart.Bar?
    ) -> [BarChart] {
        let rows = results.map { result in
            result.paths.compactMap(bar).map { BarChart.Row(name: $0.name, bars: [$0]) }
        }
        let maximum = largest(rows.flatMap { $0 })
        return zip(results, rows).filter { !$1.isEmpty }.map { result, rows in
            BarChart(
                name: result.corpus, title: "\(result.corpus), \(readableSize(result.bytes))", caption: caption,
                rows: rows, maximum: maximum, tickLabel: tickLabel)
        }
    }

    private func throughputBar(_ path: PathResult, named name: String? = nil) -> BarChart.Bar {
        let ratio = PathRole(path: path.path) == .subject ? path.ratioToJSONDecoder : nil
        return BarChart.Bar(
            name: name ?? readableName(ofPath: path.path), value: path.throughput ?? 0,
            label: significant(path.throughput ?? 0), remark: ratio.map { "\(significant($0))×" },
            remarkBasis: readableName(ofPath: Baseline.jsonDecoder), fill: fill(of: path))
    }

    private func fill(of path: PathResult) -> BarChart.Bar.Fill {
        switch PathRole(path: path.path) {
        case .subject: .subject
        case .peer: .peer
        case .ceiling: .ceiling
        }
    }

    private func largest(_ rows: [BarChart.Row]) -> Double {
        rows.flatMap(\.bars).map(\.value).max() ?? 0
    }
}

extension BarChart.Bar {
    fileprivate func filled(_ fill: Fill) -> BarChart.Bar {
        BarChart.Bar(
            name: name, value: value, label: label, remark: remark, remarkBasis: remarkBasis, fill: fill)
    }
}
