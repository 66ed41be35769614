import Foundation

/// The number of random documents in the tests of models, and their seeds.
///
/// The environment can change both: `YODEL_RANDOM_CASES` is the number (2,000), `YODEL_RANDOM_SEED` the first seed (1).
enum RandomCases {
    static let count = setting("YODEL_RANDOM_CASES", default: 2_000)
    static let seeds = (0..<count).map { setting("YODEL_RANDOM_SEED", default: 1) &* 0x1_0000_0001 &+ $0 }

    private static func setting(_ name: String, default value: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init) ?? value
    }
}
