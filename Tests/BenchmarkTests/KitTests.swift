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
}

@Suite("Harness")
struct HarnessTests {
    final class Clock { var now = 0.0 }

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
