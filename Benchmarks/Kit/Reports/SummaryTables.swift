extension Report {
    /// The decoded documents at a glance, a row for each: the baselines, the subject, and their ratios.
    ///
    /// The ratios are those of the headline path: one per document, so that a row reads as a sentence.
    var summary: FigureTable { summary(of: throughputResults, Baseline.jsonSerialization, Baseline.jsonDecoder) }

    /// The same for encoded documents.
    var encodingSummary: FigureTable {
        summary(of: encodingResults, Baseline.jsonSerializationData, Baseline.jsonEncoder)
    }

    /// - Parameters:
    ///   - untyped: Foundation's path from or to trees of `Any`.
    ///   - typed: Foundation's path for types.
    private func summary(of results: [CorpusResult], _ untyped: String, _ typed: String) -> FigureTable {
        func column(_ heading: String, _ cell: (CorpusResult) -> String?) -> (heading: String, cells: [String?]) {
            (heading, results.map(cell))
        }
        func speed(of path: String) -> (heading: String, cells: [String?]) {
            column(readableName(ofPath: path)) { $0.result(of: path)?.throughput.map(significant) }
        }
        var columns = [column("document") { $0.corpus }, column("size") { readableSize($0.bytes) }]
        columns += [untyped, typed].map(speed)
        columns.append(column(headlineName(of: results)) { $0.headline?.throughput.map(significant) })
        columns += companions(in: results).map(speed)
        let typedName = readableName(ofPath: typed)
        columns += [
            column("× JSONSerialization") { $0.headline?.ratioToJSONSerialization.map { fixed($0, 2) } },
            column("× \(typedName)") { $0.headline?.ratioToJSONDecoder.map { fixed($0, 2) } },
            column("of yajl") { $0.headline?.fractionOfYajl.map { fixed($0, 2) } },
            column("allocations") { $0.headline?.allocations.map(readableCount) },
            column("\(typedName)'s") { $0.result(of: typed)?.allocations.map(readableCount) },
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

    /// The same for a terminal; nil if nothing was measured by size.
    package var growthTable: String? {
        growthResults.isEmpty ? nil : growth.text
    }

    /// The paths that were measured by size, in the order of the tables.
    var growthPaths: [String] {
        var paths: [String] = []
        for result in growthResults.flatMap(\.paths) where !paths.contains(result.path) { paths.append(result.path) }
        return paths
    }

    /// The headline path's name, or the common word if it is not the same everywhere.
    var headlineName: String { headlineName(of: throughputResults) }

    func headlineName(of results: [CorpusResult]) -> String {
        let paths = Set(results.compactMap { $0.headline?.path })
        return readableName(ofPath: paths.count == 1 ? paths.first ?? Baseline.subject : Baseline.subject)
    }

    /// The subject's paths with a column beside the headline's: the first three that most documents have.
    private func companions(in results: [CorpusResult]) -> [String] {
        var found: [(path: String, count: Int)] = []
        for result in results {
            for path in result.paths
            where Baseline.isSubject(path: path.path) && path.path != result.headline?.path {
                if let index = found.firstIndex(where: { $0.path == path.path }) {
                    found[index].count += 1
                } else {
                    found.append((path.path, 1))
                }
            }
        }
        return Array(found.filter { $0.count * 2 >= results.count }.map(\.path).prefix(3))
    }
}
