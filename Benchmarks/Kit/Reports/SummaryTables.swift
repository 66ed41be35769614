extension Report {
    /// The documents at a glance, a row for each: what others do, what the subject does, and how they compare.
    ///
    /// The ratios are those of the headline path: one to a document, so that a row can be read as a sentence.
    var summary: FigureTable {
        let results = throughputResults
        func column(_ heading: String, _ cell: (CorpusResult) -> String?) -> (heading: String, cells: [String?]) {
            (heading, results.map(cell))
        }
        func speed(of path: String) -> (heading: String, cells: [String?]) {
            column(readableName(ofPath: path)) { $0.result(of: path)?.throughput.map(significant) }
        }
        var columns = [column("document") { $0.corpus }, column("size") { readableSize($0.bytes) }]
        columns += [Baseline.jsonSerialization, Baseline.jsonDecoder].map(speed)
        columns.append(column(headlineName) { $0.headline?.throughput.map(significant) })
        columns += companions.map(speed)
        columns += [
            column("× JSONSerialization") { $0.headline?.ratioToJSONSerialization.map { fixed($0, 2) } },
            column("× JSONDecoder") { $0.headline?.ratioToJSONDecoder.map { fixed($0, 2) } },
            column("of yajl") { $0.headline?.fractionOfYajl.map { fixed($0, 2) } },
            column("allocations") { $0.headline?.allocations.map(readableCount) },
            column("JSONDecoder's") { $0.result(of: Baseline.jsonDecoder)?.allocations.map(readableCount) },
        ]
        return FigureTable(columns)
    }

    /// Throughput by size, a row for each path.
    var growth: FigureTable {
        let paths = growthPaths
        let sizes = growthResults.map { result in
            (
                heading: result.growthSize ?? result.corpus,
                cells: paths.map { result.result(of: $0)?.throughput.map(significant) }
            )
        }
        return FigureTable([(heading: "MB/s at", cells: paths.map { readableName(ofPath: $0) })] + sizes)
    }

    /// The same for a terminal; nil when nothing was measured by size.
    package var growthTable: String? {
        growthResults.isEmpty ? nil : growth.text
    }

    /// The paths that were measured by size, in the order of the tables.
    var growthPaths: [String] {
        var paths: [String] = []
        for result in growthResults.flatMap(\.paths) where !paths.contains(result.path) { paths.append(result.path) }
        return paths
    }

    /// The headline path's name, or what is common to all when it is not the same everywhere.
    var headlineName: String {
        let paths = Set(throughputResults.compactMap { $0.headline?.path })
        return readableName(ofPath: paths.count == 1 ? paths.first ?? Baseline.subject : Baseline.subject)
    }

    /// The subject's paths that have a column beside the headline's: the first two that most documents have.
    private var companions: [String] {
        var found: [(path: String, count: Int)] = []
        for result in throughputResults {
            for path in result.paths
            where PathRole(path: path.path) == .subject && path.path != result.headline?.path {
                if let index = found.firstIndex(where: { $0.path == path.path }) {
                    found[index].count += 1
                } else {
                    found.append((path.path, 1))
                }
            }
        }
        return Array(found.filter { $0.count * 2 >= throughputResults.count }.map(\.path).prefix(2))
    }
}
