extension CorpusResult {
    /// The figures as a table for a terminal: one line per path, aligned.
    package var table: String {
        "\(corpus) (\(extent))\n" + figures(naming: \.path).text
    }

    /// The size and the number of rounds.
    var extent: String {
        guard let rounds = paths.first?.rounds else { return readableSize(bytes) }
        return "\(readableSize(bytes)), \(rounds) \(rounds == 1 ? "round" : "rounds")"
    }

    /// Every figure that was measured, a row for each path.
    ///
    /// - Parameter name: the name of a row: the one of the options, or the one for readers.
    func figures(naming name: (PathResult) -> String) -> FigureTable {
        func column(_ heading: String, _ cell: (PathResult) -> String?) -> (heading: String, cells: [String?]) {
            (heading, paths.map(cell))
        }
        return FigureTable([
            column("path", name),
            column("MB/s") { $0.throughput.map(significant) },
            column("× JSONSerialization") { $0.ratioToJSONSerialization.map { fixed($0, 2) } },
            column("× \(readableName(ofPath: Baseline.typed(ofEncoding: isEncoding)))") {
                $0.ratioToJSONDecoder.map { fixed($0, 2) }
            },
            column("of yajl") { $0.fractionOfYajl.map { fixed($0, 2) } },
            column("of plain") { $0.fractionOfPlain.map { fixed($0, 2) } },
            column("of whole") { $0.fractionOfWhole.map { fixed($0, 2) } },
            column("× one thread") { $0.ratioToOneThread.map { fixed($0, 2) } },
            column("allocations") { $0.allocations.map(readableCount) },
            column("peak memory") { $0.peakResidentBytes.map(readableSize) },
            column("peak ÷ size") { $0.peakOverSize.map { fixed($0, 2) } },
            column("spread") { $0.rounds > 1 ? "±\(fixed($0.spread * 100, 1)) %" : nil },
            column(isEncoding ? "per document" : "per decode") {
                $0.medianSeconds > 0 ? readableTime($0.medianSeconds) : nil
            },
        ])
    }
}

extension PathResult {
    /// Megabytes per second; nil if nothing was timed.
    var throughput: Double? {
        medianSeconds > 0 && megabytesPerSecond.isFinite ? megabytesPerSecond : nil
    }

    /// The peak of memory as a multiple of the document's size.
    var peakOverSize: Double? {
        bytes > 0 ? peakResidentBytes.map { Double($0) / Double(bytes) } : nil
    }
}
