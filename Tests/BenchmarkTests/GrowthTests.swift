import BenchmarkKit
import Testing

@Suite("Growth")
struct GrowthTests {
    @Test("Sizes grow fourfold up to the limit; a limit below the smallest size is itself the size")
    func sizes() {
        #expect(growthSizes(upTo: 256 << 20).map(binarySize) == ["1MiB", "4MiB", "16MiB", "64MiB", "256MiB"])
        #expect(growthSizes(upTo: 20 << 20).map(binarySize) == ["1MiB", "4MiB", "16MiB"])
        #expect(growthSizes(upTo: 5000) == [5000])
    }

    func entry(seconds: Double = .infinity, memory: Int = .max) -> GrowthEntry {
        GrowthEntry(
            paths: ["jsonserialization-any", "jsondecoder", "yodel-a"], bytes: 1000,
            secondsPerByte: ["jsonserialization-any": 0.02, "jsondecoder": 0.01, "yodel-a": 0.001],
            seconds: seconds, memory: memory)
    }

    @Test("All take part if there is enough time and memory, and if nothing is known about them")
    func all() {
        #expect(entry().paths == ["jsonserialization-any", "jsondecoder", "yodel-a"])
        #expect(entry().absences == [])
        #expect(GrowthEntry(paths: ["p"], bytes: 1, secondsPerByte: [:], seconds: 0, memory: 100).paths == ["p"])
    }

    @Test("The slowest are left out until the rest fits into the time; one is always measured")
    func time() {
        // Three decodes each: 60, 30 and 3 seconds.
        #expect(entry(seconds: 93).absences == [])
        let some = entry(seconds: 92)
        #expect(some.paths == ["jsondecoder", "yodel-a"])
        #expect(some.absences == [.init(path: "jsonserialization-any", reason: "would take about 60.0 s")])
        #expect(entry(seconds: 1).paths == ["yodel-a"])
    }

    @Test("Those that need the most memory are left out until the rest fits")
    func memory() {
        // The document, three copies, and ten times as much for the path that needs the most.
        #expect(entry(memory: 14_000).absences == [])
        let some = entry(memory: 13_999)
        #expect(some.paths == ["jsondecoder", "yodel-a"])
        #expect(
            some.absences == [
                .init(path: "jsonserialization-any", reason: "needs about 14.0 kB, and there are 14.0 kB")
            ])
        #expect(entry(memory: 10).paths == [])
    }
}
