import BenchmarkKit
import BenchmarkModels
import Foundation
import Testing

@Suite("Peak of memory")
struct MemoryTests {
    @Test("This process uses memory, its peak is at least that, and the system has some left")
    func thisProcess() throws {
        let size = 32 << 20
        let before = try #require(ResidentMemory.current)
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        block.initializeMemory(as: UInt8.self, repeating: 1, count: size)
        blackHole(block)
        block.deallocate()
        let peak = try #require(ResidentMemory.peak)
        // The system counts pages per thread and adds them up late.
        #expect(peak >= before && peak >= size * 9 / 10)
        #expect(AvailableMemory.current > 0)
    }

    @Test("A process that was killed or printed nothing has failed, and the reason is reported")
    func failures() throws {
        let output = try PeakOutcome.measured(PeakReport(peakBytes: 1, seconds: 1)).output()
        #expect(
            PeakOutcome(output: Data(), signal: 9, status: 9) == .failed("ended by signal 9, as when memory runs out"))
        #expect(PeakOutcome(output: output, signal: 11, status: 11) == .failed("ended by signal 11"))
        #expect(
            PeakOutcome(output: Data("{".utf8), signal: nil, status: 3)
                == .failed("ended with status 3 and without a result"))
        #expect(PeakOutcome(output: output, signal: nil, status: 1) != .measured(PeakReport(peakBytes: 1, seconds: 1)))
    }
}

@Suite("Agreement of processes")
struct AgreementTests {
    func report(_ items: Int?, _ fingerprint: Int?) -> PeakReport {
        PeakReport(peakBytes: 1, seconds: 1, items: items, fingerprint: fingerprint)
    }

    @Test("Fingerprints are compared with the reference's, and element counts without a fingerprint")
    func agreement() throws {
        let reports = [
            (path: "any", report: report(5, nil)), (path: "a", report: report(5, 1)),
            (path: "reference", report: report(5, 1)), (path: "bare", report: report(nil, nil)),
        ]
        let check = try compare(reports, corpus: "c", reference: "reference")
        #expect(check?.reference == "reference")
        #expect(check?.equal == ["a", "reference"])
        #expect(try compare(Array(reports.prefix(2)), corpus: "c", reference: "reference")?.reference == "a")
        #expect(try compare([reports[0]], corpus: "c", reference: "reference") == nil)
    }

    @Test("Values that come one after the other have a fingerprint that depends on their order")
    func fingerprints() {
        func fingerprint(_ values: [Int]) -> Int {
            var fingerprint = Fingerprint()
            for value in values { fingerprint.combine(value) }
            return fingerprint.value
        }
        #expect(fingerprint([1, 2]) == fingerprint([1, 2]))
        #expect(fingerprint([1, 2]) != fingerprint([2, 1]))
        #expect(fingerprint([1]) != fingerprint([1, 1]))
        #expect(fingerprint([]) == 0)
    }

    @Test(
        "A path that differs is reported",
        arguments: [
            (PeakReport(peakBytes: 1, seconds: 1, items: 4), "expected 5 elements, found 4"),
            (PeakReport(peakBytes: 1, seconds: 1, items: 5, fingerprint: 2), "the fingerprints of the values differ"),
        ])
    func difference(_ other: PeakReport, _ message: String) {
        let reports = [(path: "reference", report: report(5, 1)), (path: "p", report: other)]
        let error = #expect(throws: ContestError.self) {
            try compare(reports, corpus: "c", reference: "reference")
        }
        #expect(error?.description == "c: p does not agree with reference: \(message)")
    }
}

@Suite("A feed")
struct FeedTests {
    func document(_ bytes: Int) -> [UInt8] {
        UserList.Feed(bytes: bytes, seed: 6).reduce(into: []) { $0 += $1 }
    }

    @Test("It is one document of the requested size, or one element more", arguments: [1, 5000, 700_000])
    func size(_ bytes: Int) throws {
        let document = document(bytes)
        #expect(document.count >= bytes && document.count < bytes + 4096)
        #expect(try !JSONDecoder().decode([UserList.User].self, from: Data(document)).isEmpty)
    }

    @Test("It comes in pieces, and a larger one begins like a smaller one")
    func pieces() {
        let pieces = Array(UserList.Feed(bytes: 1 << 20, seed: 6))
        #expect(pieces.count == 4)
        #expect(pieces.allSatisfy { $0.count < 300 << 10 })
        #expect(pieces.flatMap { $0 }.starts(with: document(5000).dropLast()))
    }
}

@Suite("Processes that decode a feed")
struct PeakProcessTests {
    @Test(
        "Each path decodes the feed in its own process", .enabled(if: Program.isBuilt, "the benchmarks are not built"))
    func run() throws {
        let output = try Program.run(["--memory", "--feed-size", "200KiB", "--format", "json"])
        #expect(output.status == 0)
        let report = try #require(try JSONSerialization.jsonObject(with: output.standardOutput) as? [String: Any])
        let results = try #require(report["results"] as? [[String: Any]])
        let paths = results.compactMap { $0["path"] as? String }
        #expect(Set(paths).isSuperset(of: available(["jsondecoder", "yodel-yajl-chunked", "yodel-feed", "yajl-bare"])))
        #expect(results.allSatisfy { $0["corpus"] as? String == "feed-200KiB" })
        #expect(results.allSatisfy { ($0["peak_rss_bytes"] as? Int ?? -1) >= 0 })
        let checks = try #require(report["checks"] as? [[String: Any]])
        let equal = try #require(checks.first?["equal"] as? [String])
        #expect(Set(equal).isSuperset(of: available(["jsondecoder", "yodel-yajl-chunked", "yodel-feed"])))
    }
}
