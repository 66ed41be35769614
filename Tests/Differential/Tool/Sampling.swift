import DifferentialKit

/// Runs random inputs of a fuzzer's target without a fuzzer, and reports failing ones, minimised.
enum Sampling {
    /// The target of that name, or all of them; nil if there is no such target.
    static func targets(named name: String) -> [FuzzTarget]? {
        name == "all" ? FuzzTarget.allCases : FuzzTarget.named(name).map { [$0] }
    }

    /// - Returns: The number of inputs that failed.
    static func run(_ target: FuzzTarget, seed: UInt64, count: Int) -> Int {
        var findings: Set<String> = []
        var findingCount = 0
        for input in target.samples(seed: seed, count: count) where target.fuzzOne(input) != nil {
            findingCount += 1
            guard findings.count < 20 else { continue }
            let smallest = target.minimised(input)
            if findings.insert(smallest.text).inserted { print(smallest.text) }
        }
        print("\(target.rawValue): \(count) inputs, \(findingCount) findings")
        return findingCount
    }
}
