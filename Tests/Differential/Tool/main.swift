import DifferentialKit
import Foundation

#if FUZZING
exit(Fuzzer.run())
#else
if CommandLine.arguments.dropFirst().first == "--roundtrips" {
    // Values that are encoded and decoded again; see `Scripts/differential`.
    let settings = Settings(CommandLine.arguments.dropFirst(2))
    let seeds = settings.seed..<settings.seed + UInt64(settings.count)
    // Written feeds are files: a twentieth as many.
    let feeds = seeds.prefix(max(settings.count / 20, 1))
    let failure =
        RoundTrip.firstFailure(seeds: seeds)
        ?? OutputRoundTrip.firstFailure(seeds: feeds, folder: NSTemporaryDirectory())
    print(failure ?? "\(settings.count) values of each model came back as they went out, and \(feeds.count) feeds")
    exit(failure == nil ? 0 : 1)
}
if CommandLine.arguments.dropFirst().first == "--lazy" {
    // The same documents with lazy values and without.
    let settings = Settings(CommandLine.arguments.dropFirst(2))
    let difference = LazyPlaces.firstDifference(seeds: settings.seed..<settings.seed + UInt64(settings.count))
    print(difference ?? "\(settings.count) documents have the same errors and notes at the same places")
    exit(difference == nil ? 0 : 1)
}
if CommandLine.arguments.dropFirst().first == "schemas" {
    // Schemas and documents for an independent judge; see `Scripts/schema`.
    let settings = Settings(CommandLine.arguments.dropFirst(2))
    for trial in SchemaTrial.all(seed: settings.seed, documents: settings.count) { print(try trial.line()) }
    exit(0)
}
if CommandLine.arguments.dropFirst().first == "arrow" {
    // Arrow streams for other readers: `Scripts/arrow` says more.
    let settings = Settings(CommandLine.arguments.dropFirst(2))
    for seed in settings.seed..<settings.seed + UInt64(settings.count) {
        FileHandle.standardOutput.write(Data(try ArrowTrial.bytes(seed: seed)))
    }
    exit(0)
}
if let name = CommandLine.arguments.dropFirst().first, let targets = Sampling.targets(named: name) {
    // Random inputs for the fuzz targets; see `Scripts/fuzz --plain`.
    let settings = Settings(CommandLine.arguments.dropFirst(2))
    let findings = targets.map { Sampling.run($0, seed: settings.seed, count: settings.count) }
    exit(findings.allSatisfy { $0 == 0 } ? 0 : 1)
}
// The outcomes of documents with the two event sources; see `Scripts/differential`.
let settings = Settings(CommandLine.arguments.dropFirst())
let random = Trials(seed: settings.seed, documents: Trials.sharedDocuments()).prefix(settings.count)
let prefixes = Trials.sampledPrefixes(seed: settings.seed, count: 200)
let padded = Trials(seed: settings.seed &+ 1).afterPadding().prefix(settings.count / 20)
// Chunks would be slow for prefixes of thousands of bytes; the other documents are cut in them.
var campaign = Campaign()
campaign.run("JSONTestSuite", Trials.conformance(), Way.all)
campaign.run("random documents", random, Way.all)
campaign.run("random documents after padding", padded, Way.whole)
campaign.run("prefixes of the small corpora", Trials.prefixes(ofFilesUpTo: 70_000), Way.whole)
campaign.run("prefixes of the other corpora", prefixes, Way.whole)
exit(campaign.isClean ? 0 : 1)
#endif
