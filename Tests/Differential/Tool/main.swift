import DifferentialKit
import Foundation

#if FUZZING
exit(Fuzzer.run())
#else
// What the two event sources make of documents: `Scripts/differential` says more.
let settings = Settings(CommandLine.arguments.dropFirst())
let random = Trials(seed: settings.seed, documents: Trials.sharedDocuments()).prefix(settings.count)
let prefixes = Trials.sampledPrefixes(seed: settings.seed, count: 200)
let padded = Trials(seed: settings.seed &+ 1).behindPadding().prefix(settings.count / 20)
// Chunks would make prefixes of thousands of bytes slow; the others are cut in them, too.
var campaign = Campaign()
campaign.run("JSONTestSuite", Trials.conformance(), [.yajl, .scanner, .chunks])
campaign.run("random documents", random, [.yajl, .scanner, .chunks])
campaign.run("random documents behind padding", padded, [.yajl, .scanner])
campaign.run("prefixes of the small corpora", Trials.prefixes(ofFilesUpTo: 70_000), [.yajl, .scanner])
campaign.run("prefixes of the other corpora", prefixes, [.yajl, .scanner])
exit(campaign.isClean ? 0 : 1)
#endif
