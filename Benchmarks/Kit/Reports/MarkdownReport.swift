extension Report {
    /// The report as Markdown: the machine and the measurement, then a table for each question.
    ///
    /// Several documents share one table; a single one has a row for each path.
    package var markdown: String {
        var parts = [provenance]
        if throughputResults.count > 1 {
            parts.append(summary.markdown)
        } else {
            parts += throughputResults.map(tableWithTitle)
        }
        if encodingResults.count > 1, throughputResults.count > 1 {
            parts.append(
                "Encoding, with the ratios of \(headlineName(of: encodingResults)):\n\n" + encodingSummary.markdown)
        } else {
            parts += encodingResults.map(tableWithTitle)
        }
        if !growthResults.isEmpty { parts.append("**Throughput by size**\n\n" + growth.markdown) }
        parts += memoryResults.map(tableWithTitle)
        return parts.joined(separator: "\n")
    }

    private func tableWithTitle(_ result: CorpusResult) -> String {
        let table = result.figures { readableName(ofPath: $0.path) }
        return "**\(markdownCell(result.corpus))**, \(result.extent)\n\n" + table.markdown
    }

    /// The kind of figures, their date and the machine.
    private var provenance: String {
        let warning = machine.optimised ? "" : "**Built without optimisation: these figures mean nothing.** "
        let origin = "medians of one run on \(readableDate), on \(markdownCell(machine.summary))"
        guard throughputResults.count > 1 else { return "\(warning)The figures are \(origin).\n" }
        return "\(warning)MB/s, \(origin); the ratios are those of \(headlineName).\n"
    }
}
