import BenchmarkKit
import Foundation
import Testing

@Suite(
    "Counting heap blocks",
    .enabled(if: AllocationCounter.isAvailable, "blocks are counted on Linux with glibc, and not under a sanitizer"))
struct AllocationCounterTests {
    /// Memory for the blocks of a test, allocated before anything is counted.
    private let blocks = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 100)

    @Test("Every kind of allocation counts one block, freeing counts none", arguments: [0, 1, 7, 100])
    func exact(_ count: Int) {
        defer { blocks.deallocate() }
        let counted = AllocationCounter.blocks {
            for index in 0..<count {
                switch index % 5 {
                case 0: blocks[index] = malloc(48)
                case 1: blocks[index] = calloc(3, 16)
                case 2: blocks[index] = realloc(nil, 48)
                case 3: posix_memalign(&blocks[index], 64, 128)
                default: blocks[index] = .allocate(byteCount: 256, alignment: 128)
                }
            }
            for index in 0..<count { free(blocks[index]) }
        }
        #expect(counted == count)
    }

    @Test("A block that grows counts again, one freed by realloc does not")
    func growth() {
        defer { blocks.deallocate() }
        let counted = AllocationCounter.blocks {
            blocks[0] = malloc(16)
            blocks[0] = realloc(blocks[0], 4096)
            blocks[0] = realloc(blocks[0], 0)
        }
        #expect(counted == 2)
    }

    @Test("Work without allocations counts none, and earlier blocks do not count")
    func nothing() {
        defer { blocks.deallocate() }
        #expect(AllocationCounter.blocks { blocks[0] = malloc(16) } == 1)
        blocks[1] = malloc(16)
        #expect(AllocationCounter.blocks { free(blocks[0]) } == 0)
        free(blocks[1])
    }

    @Test("Blocks allocated by another thread do not count")
    func otherThreads() {
        defer { blocks.deallocate() }
        final class Turns: Sendable {
            let begin = DispatchSemaphore(value: 0)
            let end = DispatchSemaphore(value: 0)
        }
        let turns = Turns()
        Thread.detachNewThread {
            turns.begin.wait()
            blackHole((0..<1000).map { "a string that is too long to be stored in place: \($0)" })
            turns.end.signal()
        }
        let counted = AllocationCounter.blocks {
            turns.begin.signal()
            turns.end.wait()
        }
        #expect(counted == 0)
    }

    @Test("After work that throws, the next count starts at zero")
    func failure() {
        defer { blocks.deallocate() }
        struct Broken: Error {}
        #expect(throws: Broken.self) {
            try AllocationCounter.blocks {
                free(malloc(16))
                throw Broken()
            }
        }
        #expect(AllocationCounter.blocks {} == 0)
    }

    @Test("Work runs once before it is counted, and once while it is counted")
    func warm() throws {
        defer { blocks.deallocate() }
        var runs = 0
        let blocks = blocks
        let work = TimedWork(path: "p") {
            // The first run makes a block that is kept.
            if runs == 0 { blocks[0] = malloc(16) }
            runs += 1
            blocks[1] = malloc(16)
            free(blocks[1])
        }
        #expect(try AllocationCounter.blocks(of: [work]) == ["p": 1])
        #expect(runs == 2)
        free(blocks[0])
    }
}

@Suite("Baseline of heap blocks")
struct AllocationBaselineTests {
    typealias Place = AllocationComparison.Place
    let baseline = AllocationBaseline(counts: ["c": ["yodel-a": 100, "yodel-b": 10], "d": ["yodel-a": 0]])

    func compare(_ now: [String: [String: Int]], only patterns: String...) -> AllocationComparison {
        baseline.compare(with: AllocationBaseline(counts: now), selection: Selection(patterns: patterns))
    }

    @Test("Counts may grow by a twentieth, but not by more")
    func tolerance() {
        let same = compare(["c": ["yodel-a": 105, "yodel-b": 10], "d": ["yodel-a": 0]])
        #expect(same.passes)
        #expect(same.kept == 3)
        let grown = compare(["c": ["yodel-a": 106, "yodel-b": 11], "d": ["yodel-a": 1]])
        #expect(!grown.passes)
        #expect(
            grown.grown == [
                Place(corpus: "c", path: "yodel-a", baseline: 100, now: 106),
                Place(corpus: "c", path: "yodel-b", baseline: 10, now: 11),
                Place(corpus: "d", path: "yodel-a", baseline: 0, now: 1),
            ])
    }

    @Test("Counts that fell are reported, and pass")
    func shrunk() {
        let comparison = compare(["c": ["yodel-a": 94, "yodel-b": 10], "d": ["yodel-a": 0]])
        #expect(comparison.passes)
        #expect(comparison.shrunk == [Place(corpus: "c", path: "yodel-a", baseline: 100, now: 94)])
    }

    @Test("A count that only the file or only the run has fails: nothing guards it")
    func outside() {
        let comparison = compare(["c": ["yodel-a": 100, "yodel-new": 7], "d": ["yodel-a": 0]])
        #expect(!comparison.passes)
        #expect(comparison.unlisted == [Place(corpus: "c", path: "yodel-new", baseline: nil, now: 7)])
        #expect(comparison.missing == [Place(corpus: "c", path: "yodel-b", baseline: 10, now: nil)])
    }

    @Test("Counts that were not selected may be missing")
    func selection() {
        #expect(compare(["c": ["yodel-a": 100]], only: "c/yodel-a").passes)
        #expect(compare(["d": ["yodel-a": 0]], only: "d/").kept == 1)
    }

    @Test("Counts of other libraries depend on the toolchain, and are not in the baseline")
    func peers() {
        let counts = ["c": ["yodel-a": 1, "jsondecoder": 9], "d": ["yajl-bare": 7]]
        #expect(AllocationBaseline(counts: counts).counts == ["c": ["yodel-a": 1]])
    }

    @Test("An update replaces the selected counts, and removes those that no longer exist")
    func update() {
        let now = AllocationBaseline(counts: ["c": ["yodel-a": 1], "e": ["yodel-a": 2]])
        #expect(baseline.updated(with: now, selection: Selection()) == now)
        #expect(
            baseline.updated(with: now, selection: Selection(patterns: ["c"])).counts
                == ["c": ["yodel-a": 1], "d": ["yodel-a": 0]])
    }
}
