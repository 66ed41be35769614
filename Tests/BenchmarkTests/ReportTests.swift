import BenchmarkKit
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Hand-made results with figures that are easy to check.
enum Sample {
    static let machine = Machine(
        system: "Linux <&> \"12\"", architecture: "x86_64", cores: 2, processor: "CPU | one", swift: "6.3",
        optimised: true)

    static func corpus(_ name: String, allocations: [String: Int] = [:]) -> CorpusResult {
        CorpusResult(
            corpus: name, bytes: 1_000_000,
            series: [
                Series(path: Baseline.jsonSerialization, iterations: 1, samples: [0.1, 0.1, 0.1]),
                Series(path: Baseline.jsonDecoder, iterations: 1, samples: [0.05, 0.05, 0.05]),
                Series(path: "yodel-yajl", iterations: 3, samples: [0.02, 0.02, 0.02]),
                Series(path: Baseline.yajl, iterations: 1, samples: [0.01, 0.01, 0.01]),
            ], allocations: allocations)
    }

    static func memory(_ name: String = "feed-2MB") -> CorpusResult {
        CorpusResult(
            corpus: name, bytes: 2_000_000,
            series: [
                Series(path: Baseline.jsonDecoder, iterations: 1, samples: [0.1]),
                Series(path: "yodel-yajl", iterations: 1, samples: [0.02]),
            ], peaks: [Baseline.jsonDecoder: 6_000_000, "yodel-yajl": 3_500_000])
    }

    static func growth(_ size: Int) -> CorpusResult {
        CorpusResult(
            corpus: "growth-\(size)MiB", bytes: size << 20,
            series: [
                Series(path: Baseline.jsonDecoder, iterations: 1, samples: [Double(size << 20) / 50e6]),
                Series(path: "yodel-yajl", iterations: 1, samples: [Double(size << 20) / 200e6]),
            ])
    }

    static func report(_ corpora: CorpusResult..., optimised: Bool = true) -> Report {
        var report = Report(
            machine: Machine(
                system: machine.system, architecture: machine.architecture, cores: machine.cores,
                processor: machine.processor, swift: machine.swift, optimised: optimised),
            date: "2026-11-21T10:00:00Z")
        report.corpora = corpora
        return report
    }
}

@Suite("Table report")
struct TableReportTests {
    @Test("A line for each path, aligned, and no column for unmeasured figures")
    func table() {
        #expect(
            Sample.corpus("c").table == """
                c (1.0 MB, 3 rounds)
                  path                   MB/s  × JSONSerialization  × JSONDecoder  of yajl  spread  per decode
                  ────────────────────────────────────────────────────────────────────────────────────────────
                  jsonserialization-any  10.0                 1.00           0.50     0.10  ±0.0 %    100.0 ms
                  jsondecoder            20.0                 2.00           1.00     0.20  ±0.0 %     50.0 ms
                  yodel-yajl             50.0                 5.00           2.50     0.50  ±0.0 %     20.0 ms
                  yajl-bare               100                10.00           5.00     1.00  ±0.0 %     10.0 ms

                """)
    }
}

@Suite("Markdown report")
struct MarkdownReportTests {
    @Test("Several documents share one table, with a row for each")
    func summary() {
        #expect(
            Sample.report(Sample.corpus("one"), Sample.corpus("two|_x_")).markdown == """
                MB/s, medians of one run on 21 November 2026, on CPU \\| one, 2 cores, Linux \\<\\&\\> "12", x86_64, \
                Swift 6.3; the ratios are those of Yodel yajl.

                | document | size | JSONSerialization Any | JSONDecoder | Yodel yajl | × JSONSerialization | \
                × JSONDecoder | of yajl |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | one | 1.0 MB | 10.0 | 20.0 | 50.0 | 5.00 | 2.50 | 0.50 |
                | two\\|\\_x_ | 1.0 MB | 10.0 | 20.0 | 50.0 | 5.00 | 2.50 | 0.50 |

                """)
    }

    @Test("Memory has a row for each path, growth a column for each size")
    func otherQuestions() {
        let markdown = Sample.report(Sample.growth(1), Sample.growth(16), Sample.memory()).markdown
        #expect(
            markdown.hasSuffix(
                """
                **Throughput by size**

                | MB/s at | 1 MiB | 16 MiB |
                | --- | ---: | ---: |
                | JSONDecoder | 50.0 | 50.0 |
                | Yodel yajl | 200 | 200 |

                **feed-2MB**, 2.0 MB, 1 round

                | path | MB/s | × JSONDecoder | peak memory | peak ÷ size | per decode |
                | --- | ---: | ---: | ---: | ---: | ---: |
                | JSONDecoder | 20.0 | 1.00 | 6.0 MB | 3.00 | 100.0 ms |
                | Yodel yajl | 100 | 5.00 | 3.5 MB | 1.75 | 20.0 ms |

                """))
    }

    @Test("The headline is the first of the subject's paths; another has a column if half of the documents have it")
    func companions() {
        func result(_ name: String, _ paths: [String]) -> CorpusResult {
            CorpusResult(
                corpus: name, bytes: 1_000_000,
                series: paths.map { Series(path: $0, iterations: 1, samples: [0.01]) })
        }
        let report = Sample.report(
            result("a", ["yodel-yajl", "yodel-b", "yodel-rare"]), result("b", ["yodel-yajl", "yodel-b"]),
            result("c", ["yodel-yajl"]))
        #expect(report.markdown.contains("| document | size | Yodel yajl | Yodel b |\n"))
        let mixed = Sample.report(result("a", ["yodel-yajl"]), result("b", ["yodel-lines"]))
        #expect(mixed.markdown.contains("| document | size | Yodel |\n"))
        #expect(mixed.markdown.contains("the ratios are those of Yodel."))
    }

    @Test("The report of a build without optimisation says so")
    func unoptimised() {
        let report = Sample.report(Sample.corpus("c"), optimised: false)
        #expect(report.markdown.contains("these figures mean nothing"))
        #expect(!Sample.report(Sample.corpus("c")).markdown.contains("these figures mean nothing"))
    }
}

@Suite("The chart")
struct ChartTests {
    /// Results of every kind, with a name that contains markup.
    let report = Sample.report(
        Sample.corpus("<b>&\"one\""), Sample.corpus("two", allocations: ["yodel-yajl": 7]), Sample.growth(1),
        Sample.growth(16), Sample.memory())

    @Test("A bar is as long as its share of the largest throughput, and has its figure and its ratio")
    func bars() throws {
        let chart = try #require(report.overview)
        #expect(chart.rows.map(\.name) == ["<b>&\"one\"", "two"])
        let bars = chart.rows[1].bars
        #expect(bars.map(\.fill) == [.other, .peer, .subject])
        #expect(bars.map { chart.share($0.throughput) } == ["20.00%", "40.00%", "100.00%"])
        #expect(chart.ticks == [0, 20, 40])
        #expect(
            chart.description.hasSuffix(
                "two: JSONSerialization Any 10.0; JSONDecoder 20.0; Yodel yajl 50.0, 2.50× JSONDecoder."))
        #expect(chart.svg.contains("<rect class=\"peer\" width=\"40.00%\""))
    }

    @Test("It is well-formed XML, whatever the documents' names, and follows the reader's colour scheme")
    func wellFormed() throws {
        let svg = try #require(report.overview).svg
        #expect(XMLReader().read(svg))
        #expect(!XMLReader().read("\(svg)<b>"))
        #expect(svg.contains("&lt;b&gt;&amp;&quot;one&quot;"))
        #expect(svg.contains("prefers-color-scheme: dark"))
    }

    @Test("A single document, or one without a comparison, has no chart; no report fails")
    func nothing() {
        #expect(Sample.report(Sample.corpus("c")).overview == nil)
        let empty = CorpusResult(corpus: "c", bytes: 0, series: [])
        #expect(Sample.report(empty, empty).overview == nil)
        #expect(!Sample.report().markdown.isEmpty)
        let instant = CorpusResult(
            corpus: "c", bytes: 1, series: [Series(path: "yodel-yajl", iterations: 1, samples: [0])])
        #expect(!instant.table.contains("inf"))
    }
}

private final class XMLReader: NSObject, XMLParserDelegate {
    private var failed = false

    /// Whether the text is well-formed.
    ///
    /// The result of `parse` is not enough: on Linux it is true for some texts that ended with an error.
    func read(_ text: String) -> Bool {
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        return parser.parse() && parser.parserError == nil && !failed
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        failed = true
    }
}
