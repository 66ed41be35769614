import BenchmarkKit
import Foundation
import Testing

/// Hand-made results, whose figures can be checked in the head.
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
    @Test("A line for each path, columns aligned, and none for what was not measured")
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

    @Test("Allocations have a column when any path has them; a single round has no spread, memory has its peak")
    func optionalColumns() {
        #expect(
            Sample.corpus("c", allocations: ["yodel-yajl": 12_345]).table.contains("of yajl  allocations  spread"))
        #expect(
            Sample.memory().table == """
                feed-2MB (2.0 MB, 1 round)
                  path         MB/s  × JSONDecoder  peak memory  peak ÷ size  per decode
                  ──────────────────────────────────────────────────────────────────────
                  jsondecoder  20.0           1.00       6.0 MB         3.00    100.0 ms
                  yodel-yajl    100           5.00       3.5 MB         1.75     20.0 ms

                """)
    }

    @Test(
        "Counts are exact as long as that is readable",
        arguments: [
            (0, "0"), (999, "999"), (1000, "1\u{2009}000"), (9_007, "9\u{2009}007"), (12_345, "12.3k"),
            (999_499, "999k"), (999_500, "1.00M"), (45_678_901, "45.7M"),
        ])
    func counts(_ count: Int, _ text: String) {
        #expect(readableCount(count) == text)
    }
}

@Suite("Markdown report")
struct MarkdownReportTests {
    @Test("Several documents share one table, a row for each")
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

    @Test("The headline is the first of the subject's paths; another has a column when half of the documents have it")
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

    @Test("A build without optimisation says so wherever its figures go")
    func unoptimised() {
        let report = Sample.report(Sample.corpus("c"), optimised: false)
        #expect(report.markdown.contains("these figures mean nothing"))
        #expect(report.html.contains("these figures mean nothing"))
        #expect(!Sample.report(Sample.corpus("c")).html.contains("these figures mean nothing"))
    }
}

@Suite("Pages and charts")
struct ChartReportTests {
    /// Results of every kind, with a name that is markup.
    let everything = Sample.report(
        Sample.corpus("<b>&\"one\"'"), Sample.corpus("two", allocations: ["yodel-yajl": 7]), Sample.growth(1),
        Sample.growth(16), Sample.memory())

    @Test("A bar is as long as its share of the largest value, and says its figure and its ratio")
    func bars() throws {
        let chart = try #require(Sample.report(Sample.corpus("c")).throughputCharts.first)
        let lengths = chart.rows.flatMap(\.bars).map { chart.share($0.value) }
        #expect(lengths == ["10.00%", "20.00%", "50.00%", "100.00%"])
        #expect(chart.rows.flatMap(\.bars).map(\.fill) == [.peer, .peer, .subject, .ceiling])
        #expect(chart.ticks == [0, 25, 50, 75, 100])
        #expect(
            chart.description
                == "JSONSerialization Any: 10.0. JSONDecoder: 20.0. Yodel yajl: 50.0, 2.50× JSONDecoder. yajl bare: 100."
        )
        #expect(chart.svg.contains("<rect class=\"subject\" width=\"50.00%\""))
    }

    @Test("Charts that answer one question have one scale")
    func scale() {
        let slow = CorpusResult(
            corpus: "slow", bytes: 1_000_000, series: [Series(path: "yodel-yajl", iterations: 1, samples: [1])])
        let charts = Sample.report(Sample.corpus("c"), slow).throughputCharts
        #expect(charts.map(\.maximum) == [100, 100])
    }

    @Test("There is a chart for every document, one of all, one of growth, one of memory")
    func charts() {
        #expect(
            everything.charts.map(\.name) == ["overview", "<b>&\"one\"'", "two", "growth", "feed-2MB"])
        #expect(Sample.report(Sample.corpus("c")).charts.map(\.name) == ["c"])
        #expect(everything.memoryCharts.first?.description.contains("Yodel yajl: 3.5 MB, 1.75× the document.") == true)
        #expect(everything.growthChart?.rows.map(\.heading) == ["JSONDecoder", nil, "Yodel yajl", nil])
        #expect(everything.growthChart?.rows.map(\.name) == ["1 MiB", "16 MiB", "1 MiB", "16 MiB"])
    }

    @Test("Every chart is well-formed XML, has a title and a description, and looks for the reader's wish for dark")
    func wellFormed() {
        for chart in everything.charts {
            #expect(elements(of: chart.svg).first == "svg", "\(chart.name)")
            #expect(elements(of: chart.svg).filter { ["title", "desc"].contains($0) } == ["title", "desc"])
            #expect(chart.svg.contains("prefers-color-scheme: dark"))
            #expect(!chart.svg.contains("<b>"))
        }
    }

    @Test("A page needs nothing else: no scripts, no addresses; what it shows is escaped, charts and tables are there")
    func page() {
        let page = everything.html
        #expect(!page.contains("<script") && !page.contains("http") && !page.contains("src="))
        #expect(!page.contains("<b>&") && page.contains("&lt;b&gt;&amp;&quot;one&quot;&#39;"))
        #expect(page.contains("Linux &lt;&amp;&gt; &quot;12&quot;"))
        #expect(page.contains("name=\"viewport\""))
        #expect(page.components(separatedBy: "<svg class=\"chart\"").count - 1 == everything.charts.count)
        #expect(page.components(separatedBy: "<table").count - 1 == everything.charts.count)
    }

    @Test("The body of a page is well-formed too, and no two elements have one identifier")
    func body() throws {
        let page = everything.html
        let body =
            try #require(page.firstRange(of: "<body>"))
            .lowerBound..<(try #require(page.firstRange(of: "</body>"))).upperBound
        let reader = ElementReader()
        #expect(reader.read(String(page[body])))
        #expect(reader.identifiers.count == Set(reader.identifiers).count)
        #expect(reader.identifiers.count == 2 * everything.charts.count)
    }

    @Test("Nothing measured makes no chart, and no report fails")
    func nothing() {
        let empty = Sample.report(CorpusResult(corpus: "c", bytes: 0, series: []))
        #expect(empty.charts.isEmpty)
        #expect(
            elements(of: "<page>\(empty.html.split(separator: "<body>")[1].split(separator: "</body>")[0])</page>")
                .contains("h2"))
        #expect(!Sample.report().markdown.isEmpty)
        let instant = CorpusResult(
            corpus: "c", bytes: 1, series: [Series(path: "yodel-yajl", iterations: 1, samples: [0])])
        #expect(instant.table.contains("–") == false)
        #expect(!instant.table.contains("inf"))
    }

    @Test(
        "Text that markup cannot hold is replaced",
        arguments: [("a<b", "a&lt;b"), ("\u{0}\u{1B}", "\u{FFFD}\u{FFFD}"), ("tab\t東京 ", "tab\t東京 ")])
    func escaping(_ text: String, _ markup: String) {
        #expect(escaped(text) == markup)
    }

    @Test("Files are named after their charts, without what a folder or a shell would take amiss")
    func fileNames() {
        #expect(identifier("../a b/ü.json") == "---a-b---json")
        #expect(identifier("citm_catalog-2") == "citm_catalog-2")
    }

    private func elements(of text: String) -> [String] {
        let reader = ElementReader()
        return reader.read(text) ? reader.elements : []
    }
}
