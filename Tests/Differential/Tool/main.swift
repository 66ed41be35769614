import DifferentialKit
import Foundation

#if FUZZING
exit(Fuzzer.run())
#else
// What the two event sources make of documents: `Scripts/differential` says more.
let settings = Settings(CommandLine.arguments.dropFirst())
var campaign = Campaign()
campaign.run("JSONTestSuite", Trials.conformance())
campaign.run(
    "random documents", Trials(seed: settings.seed, documents: Trials.sharedDocuments()).prefix(settings.count))
campaign.run("prefixes of the small corpora", Trials.prefixes(ofFilesUpTo: 70_000))
campaign.run("prefixes of the other corpora", Trials.sampledPrefixes(seed: settings.seed, count: 200))
exit(campaign.isClean ? 0 : 1)
#endif
