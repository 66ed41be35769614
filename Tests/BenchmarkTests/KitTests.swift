import BenchmarkKit
import Testing

@Suite("Statistics")
struct StatisticsTests {
    @Test("The median is the middle sample, or lies between the two in the middle")
    func medians() {
        #expect(median([3, 1, 2]) == 2)
        #expect(median([4, 1, 3, 2]) == 2.5)
        #expect(median([]) == nil)
    }

    @Test("A summary has the minimum, and half the distance between the quartiles over the median")
    func summary() throws {
        let summary = try #require(Summary([1, 2, 3, 4, 5]))
        #expect(summary.minimum == 1)
        #expect(summary.median == 3)
        #expect(summary.spread == 1.0 / 3)
        #expect(Summary([7])?.spread == 0)
    }

    @Test("A ratio is taken round by round, so a temporary slowdown of the machine does not change it")
    func ratios() {
        #expect(medianSpeedup(of: [1, 10, 1], over: [4, 40, 4]) == 4)
        #expect(medianSpeedup(of: [1, 1, 10], over: [2, 2, 2]) == 2)
        #expect(medianSpeedup(of: [1], over: []) == nil)
    }
}

@Suite("Rounds")
struct RoundTests {
    @Test("A plan ends if the next round would not fit, but not before its minimum or after its maximum")
    func plan() {
        let plan = RoundPlan(minimum: 3, maximum: 6, seconds: 10)
        #expect(plan.wantsAnother(after: 0, elapsed: 0))
        #expect(plan.wantsAnother(after: 2, elapsed: 100))
        #expect(plan.wantsAnother(after: 4, elapsed: 8))
        #expect(!plan.wantsAnother(after: 4, elapsed: 8.1))
        #expect(!plan.wantsAnother(after: 6, elapsed: 0))
        #expect(RoundPlan.exactly(0).minimum == 1)
    }

    @Test("Every round visits all, and over the rounds each follows every other about equally often")
    func order() {
        var followed: [[Int]: Int] = [:]
        for round in 0..<1200 {
            let order = visitingOrder(count: 4, round: round)
            #expect(order.sorted() == [0, 1, 2, 3])
            for (before, after) in zip(order, order.dropFirst()) { followed[[before, after], default: 0] += 1 }
        }
        #expect(followed.count == 12)
        #expect(followed.values.allSatisfy { (240...360).contains($0) })
        #expect(visitingOrder(count: 0, round: 4) == [])
    }

    @Test("Unused time goes to the remaining workloads")
    func budget() {
        #expect(TimeBudget(total: 100).share(elapsed: 0, workloadsLeft: 4) == 25)
        #expect(TimeBudget(total: 100).share(elapsed: 40, workloadsLeft: 2) == 30)
        #expect(TimeBudget(total: 100).share(elapsed: 140, workloadsLeft: 2) == 0)
    }
}

@Suite("Harness")
struct HarnessTests {
    final class Clock {
        var now = 0.0
    }

    @Test("Short work is repeated until a sample is long enough, long work is not")
    func samples() throws {
        let clock = Clock()
        var log: [String] = []
        var harness = Harness()
        harness.clock = { clock.now }
        harness.minimumSampleSeconds = 0.5
        let series = try harness.measure(
            [
                TimedWork(path: "short") {
                    log.append("s"); clock.now += 0.25
                },
                TimedWork(path: "long") {
                    log.append("l"); clock.now += 2
                },
            ], plan: .exactly(2))
        #expect(
            series == [
                Series(path: "short", iterations: 2, samples: [0.25, 0.25]),
                Series(path: "long", iterations: 1, samples: [2, 2]),
            ])
        #expect(log.prefix(3) == ["s", "s", "l"])
        // Two rounds, each with an untimed decode and the samples of two decodes and of one.
        #expect(log.count == 3 + 2 * ((1 + 2) + (1 + 1)))
    }

    @Test("Effects of the previous work are not timed")
    func untimedDecode() throws {
        let clock = Clock()
        var last = ""
        var harness = Harness()
        harness.clock = { clock.now }
        harness.minimumSampleSeconds = 1
        let work = ["a", "b"].map { name in
            TimedWork(path: name) {
                clock.now += last == name ? 1 : 100
                last = name
            }
        }
        let series = try harness.measure(work, plan: .exactly(3))
        #expect(series.map(\.samples) == [[1, 1, 1], [1, 1, 1]])
    }

    @Test("The warm-up counts as part of the plan's time")
    func warmUpCounts() throws {
        let clock = Clock()
        var harness = Harness()
        harness.clock = { clock.now }
        let work = TimedWork(path: "w") { clock.now += 4 }
        let plan = RoundPlan(minimum: 1, maximum: 99, seconds: 20)
        let series = try harness.measure([work], plan: plan)
        // 4 seconds to warm up, and 8 per round.
        #expect(series[0].samples.count == 2)
    }

    @Test("Work that throws stops the measurement")
    func failure() {
        struct Broken: Error {}
        #expect(throws: Broken.self) {
            try Harness().measure([TimedWork(path: "b") { throw Broken() }], plan: .exactly(1))
        }
    }
}

@Suite("Contest")
struct ContestTests {
    struct Thing: Equatable { var name = "a"; var values = [1, 2]; var table = ["k": 1] }
    let reference = Contender(path: "reference", work: .typed { Thing() })

    func message(_ contender: Contender<Thing>) -> String {
        let contest = Contest(corpus: "c", contenders: [reference, contender])
        do { _ = try contest.verify(against: reference); return "" } catch { return "\(error)" }
    }

    @Test("Paths that agree pass, and the check lists them")
    func agreement() throws {
        let same = Contender(path: "same", work: .typed { Thing() })
        let untyped = Contender<Thing>(path: "any", work: .untyped {})
        let check = try Contest(corpus: "c", contenders: [same, untyped]).verify(against: reference)
        #expect(check.equal == ["same"])
        #expect(check.reference == "reference")
    }

    @Test(
        "A path that disagrees is reported with the place of the difference",
        arguments: [
            (Thing(values: [1, 3]), "$.values[1]: expected 2, found 3"),
            (Thing(values: [1]), "$.values: expected 2 elements, found 1"),
            (Thing(table: ["k": 2]), "$.table.k: expected 1, found 2"), (Thing(table: ["l": 1]), "$.table.k: missing"),
        ])
    func mismatch(_ thing: Thing, _ difference: String) {
        #expect(
            message(Contender(path: "p", work: .typed { thing }))
                == "c: p does not agree with reference: \(difference)")
    }

    @Test("A path that throws is reported, typed or not")
    func failure() {
        struct Broken: Error {}
        #expect(message(Contender(path: "p", work: .typed { throw Broken() })) == "c: p failed: Broken()")
        #expect(message(Contender(path: "p", work: .untyped { throw Broken() })) == "c: p failed: Broken()")
    }
}

@Suite("Command line")
struct OptionTests {
    @Test("Options are read in any order, values after a space or an equals sign")
    func reading() throws {
        let options = try Options.parse(
            ["--quick", "--rounds=7", "--only", "a", "--only=b/c", "--corpora", "dir", "--format", "json"])
        #expect(options.quick)
        #expect(options.rounds == 7)
        #expect(options.selection.patterns == ["a", "b/c"])
        #expect(options.corporaDirectory == "dir")
        #expect(options.format == .json)
        #expect(options.plan(seconds: 3) == .exactly(7))
        #expect(try Options.parse([]) == Options())
        #expect(try Options.parse(["--list"]).action == .list)
        #expect(try Options.parse(["-h"]).action == .help)
        #expect(try Options.parse(["--memory", "--feed-size=64MiB"]).feedSize == 64 << 20)
        #expect(try Options.parse(["--growth"]).action == .growth)
        #expect(try Options.parse(["--values"]).action == .values)
        #expect(try Options.parse(["--allocations", "--baseline", "b.json"]).allocationBaseline == "b.json")
        #expect(try Options.parse(["--svg=c.svg"]).chartFile == "c.svg")
    }

    @Test("A user's file is one document, lines, or the elements of an array")
    func ownFile() throws {
        #expect(try Options.parse(["--file", "f"]).file == UserFile(path: "f", items: .whole))
        #expect(try Options.parse(["--file", "f", "--lines"]).file == UserFile(path: "f", items: .lines))
        #expect(try Options.parse(["--at=a.b", "--file=f"]).file == UserFile(path: "f", items: .at("a.b")))
    }

    @Test(
        "Sizes",
        arguments: [
            ("1000000", 1_000_000), ("64MiB", 64 << 20), ("1.5 GB", 1_500_000_000), ("2KiB", 2048), ("5kB", 5000),
            ("0", nil), ("", nil), ("MiB", nil), ("1 TB", nil), ("1e3", nil), ("9999999999GB", nil),
        ])
    func sizes(_ text: String, _ bytes: Int?) {
        #expect(byteCount(text) == bytes)
    }

    @Test(
        "Invalid command lines are refused",
        arguments: [
            (["--fast"], "unknown option '--fast'"),
            (["twitter"], "unknown option 'twitter'"),
            (["--rounds"], "--rounds needs a value"),
            (["--rounds", "0"], "--rounds takes a number from 1, not '0'"),
            (["--rounds", "x"], "--rounds takes a number from 1, not 'x'"),
            (["--format", "xml"], "--format is one of table, markdown, json, not 'xml'"),
            (["--quick=yes"], "--quick takes no value, but has 'yes'"),
            (["--feed-size", "much"], "--feed-size takes a size such as 64MiB, 256MB or 1000000, not 'much'"),
            (["--feed-size", "-1"], "--feed-size takes a size such as 64MiB, 256MB or 1000000, not '-1'"),
            (["--lines"], "--lines and --at belong to --file"),
            (["--at", "data.items"], "--lines and --at belong to --file"),
        ])
    func refusal(_ arguments: [String], _ message: String) {
        #expect(throws: UsageError(message)) { try Options.parse(arguments) }
    }

    @Test(
        "Patterns",
        arguments: [
            ("twitter", "yodel-yajl", "twit", true), ("twitter", "yodel-yajl", "yajl", true),
            ("twitter", "yodel-yajl", "canada", false), ("twitter", "yodel-yajl", "yodel*", true),
            ("twitter", "yodel-yajl", "*yodel", false), ("twitter", "yodel-yajl", "twitter/yodel-yajl", true),
            ("twitter", "yodel-yajl", "canada/yodel", false), ("twitter", "yodel-yajl", "twitter/", true),
            ("twitter", "yodel-yajl", "y*l-y*l", true), ("twitter", "yodel-yajl", "*", true),
            ("aba", "aba", "ab*ba", false), ("twitter", "yodel-yajl-chunked", "*yajl", false),
        ])
    func patterns(corpus: String, path: String, pattern: String, included: Bool) {
        #expect(Selection(patterns: [pattern]).includes(corpus: corpus, path: path) == included)
    }

    @Test("Several patterns match any of them; no pattern matches everything")
    func several() {
        #expect(Selection(patterns: ["x", "y"]).includes(corpus: "y", path: "z"))
        #expect(Selection().includes(corpus: "y", path: "z"))
    }
}

@Suite("Report")
struct ReportTests {
    let result = CorpusResult(
        corpus: "c", bytes: 1_000_000,
        series: [
            Series(path: Baseline.jsonSerialization, iterations: 1, samples: [0.1, 0.1, 0.1]),
            Series(path: Baseline.yajl, iterations: 1, samples: [0.01, 0.01, 0.01]),
            Series(path: "p+twin", iterations: 3, samples: [0.04, 0.04, 0.08]),
            Series(path: "p", iterations: 3, samples: [0.02, 0.02, 0.02]),
        ])

    @Test("Figures are computed from the samples; a ratio without a baseline is absent")
    func figures() throws {
        let path = try #require(result.paths.last)
        #expect(path.megabytesPerSecond == 50)
        #expect(path.ratioToJSONSerialization == 5)
        #expect(path.fractionOfYajl == 0.5)
        #expect(path.ratioToJSONDecoder == nil)
        #expect(path.fractionOfPlain == nil)
    }

    @Test("A twin is compared with the path named before its plus, wherever that is in the order")
    func twins() {
        #expect(result.paths.map(\.fractionOfPlain) == [nil, nil, 0.5, nil])
        #expect(Baseline.twin("twin", of: "p") == "p+twin")
    }

    @Test("A feed is compared with its items as one document, read by the same parser; lines are joined into one")
    func feeds() {
        func result(_ paths: [(String, Double)]) -> CorpusResult {
            CorpusResult(
                corpus: "c", bytes: 1, series: paths.map { Series(path: $0.0, iterations: 1, samples: [$0.1]) })
        }
        let array = result([("yodel-scanner", 1), ("yodel-yajl", 2), ("yodel-feed", 2), ("yodel-feed-yajl", 8)])
        #expect(array.paths.map(\.fractionOfWhole) == [nil, nil, 0.5, 0.25])
        let lines = result([("yodel-scanner", 2), ("yodel-feed", 4), ("yodel-scanner-joined", 1)])
        #expect(lines.paths.map(\.fractionOfWhole) == [nil, 0.25, nil])
        #expect(result([("yodel-feed", 4)]).paths.map(\.fractionOfWhole) == [nil])
        let threads = result([("yodel-feed", 4), ("yodel-feed-threads", 2), ("yodel-feed-threads-made", 1)])
        #expect(threads.paths.map(\.ratioToOneThread) == [nil, 2, 4])
    }

    @Test("Numbers are rounded, not cut")
    func numbers() {
        #expect(fixed(2.346, 2) == "2.35")
        #expect(fixed(-0.001, 2) == "0.00")
        #expect(fixed(-1.5, 1) == "-1.5")
        #expect(fixed(1.05, 3) == "1.050")
        #expect(fixed(.infinity, 2) == "inf")
        #expect(significant(0.714) == "0.714")
        #expect(significant(0.9996) == "1.00")
        #expect(significant(9.996) == "10.0")
        #expect(significant(714.4) == "714")
        #expect(readableSize(999) == "999 B")
        #expect(readableSize(631_515) == "631.5 kB")
        #expect(readableSize(2_251_051) == "2.3 MB")
        #expect(readableTime(1.26) == "1.3 s")
        #expect(readableCount(9_007) == "9\u{2009}007")
        #expect(readableCount(12_351) == "12.4k")
        #expect(readableCount(999_500) == "1.00M")
    }
}
