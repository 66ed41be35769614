import BenchmarkKit
import BenchmarkModels
import Foundation

/// The generated corpora, about 1.5 MB each: no download, and the same bytes on every machine.
let generatedCorpora = makeCorpora(oneIn: 1)

/// The generated corpora with a share of their items, for purposes other than speed.
///
/// Add a new corpus here.
func makeCorpora(oneIn share: Int) -> [any Corpus] {
    [
        TypedCorpus(
            "timeline", "a social timeline: deep objects, escapes, optionals, long ids", as: Timeline.Page.self
        ) {
            Timeline.json(posts: 640 / share, seed: 1)
        },
        TypedCorpus("catalogue", "a shop: dictionaries keyed by id, many small integers", as: Catalogue.Root.self) {
            Catalogue.json(products: 2_200 / share, seed: 2)
        },
        TypedCorpus("shapes", "outlines on a map: nested arrays of doubles", as: Shapes.Collection.self) {
            Shapes.json(features: 60 / share, seed: 3)
        },
        TypedCorpus("users", "accounts: flat objects of 30 fields", as: [UserList.User].self) {
            UserList.json(users: 1_200 / share, seed: 4)
        },
        TypedCorpus("projection", "orders: 3 of 40 fields wanted", as: [Projection.Order].self) {
            Projection.json(orders: 900 / share, seed: 5)
        },
        TypedCorpus("logs", "a log of services: a small object on every line (NDJSON)", linesOf: Logs.Entry.self) {
            Logs.json(lines: 4_500 / share, seed: 6)
        },
        TypedCorpus(
            "untidy", "accounts: numbers in strings, nulls, aliases, unknown fields; decoded leniently",
            as: Untidy.Feed.self
        ) {
            Untidy.json(accounts: 2_900 / share, seed: 7)
        },
        TypedCorpus(twins: "twins", "stations: 14 short fields, plain and mapped", of: Twins.Station.self) {
            Twins.json(stations: 5_000 / share, seed: 8)
        },
        TypedCorpus(
            "twins-reordered", "the stations, with their fields in another order", as: [Twins.Station].self
        ) {
            Twins.json(stations: 5_000 / share, seed: 8, .reordered)
        },
        TypedCorpus(
            "twins-shuffled", "the stations, each with its fields in a different order", as: [Twins.Station].self
        ) {
            Twins.json(stations: 5_000 / share, seed: 8, .shuffled)
        },
        TypedCorpus(
            "twins-strays", "the stations, with unknown fields between: 3 of 10", as: [Twins.Station].self
        ) {
            Twins.json(stations: 5_000 / share, seed: 8, .interspersed)
        },
        TypedCorpus(encoding: "timeline", "the timeline's values into text", as: Timeline.Page.self) {
            Timeline.json(posts: 640 / share, seed: 1)
        },
        TypedCorpus(encoding: "catalogue", "the catalogue's values into text", as: Catalogue.Root.self) {
            Catalogue.json(products: 2_200 / share, seed: 2)
        },
        TypedCorpus(encoding: "shapes", "the outlines' values into text", as: Shapes.Collection.self) {
            Shapes.json(features: 60 / share, seed: 3)
        },
        TypedCorpus(
            encodingTwins: "twins", "the stations' values into text, plain and mapped", of: Twins.Station.self
        ) {
            Twins.json(stations: 5_000 / share, seed: 8)
        },
    ]
}

/// The corpora of the options, before any selection: a file of the user's own replaces all others.
func allCorpora(_ options: Options, generated: [any Corpus] = generatedCorpora) throws -> [any Corpus] {
    if let file = options.file { return [try ownCorpus(file)] }
    return generated + (try options.corporaDirectory.map(knownCorpora) ?? [])
}

/// The well-known documents in the folder, with models that have all their fields.
func knownCorpora(in directory: String) throws -> [any Corpus] {
    let folder = Folder(url: URL(fileURLWithPath: directory, isDirectory: true))
    var corpora = [
        folder.corpus("twitter", file: "twitter.json", as: Twitter.Search.self),
        folder.corpus("citm_catalog", file: "citm_catalog.json", as: CITM.Catalog.self),
        folder.corpus("canada", file: "canada.json", as: Canada.Map.self),
    ]
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        corpora.append(folder.corpus("canada-pairs", file: "canada.json", as: CanadaPairs.Map.self))
    }
    corpora.append(folder.corpus("github_events", file: "github_events.json", as: [GitHub.Event].self))
    let found = corpora.compactMap { $0 }
    guard !found.isEmpty else {
        throw UsageError("'\(directory)' has no twitter.json, citm_catalog.json, canada.json or github_events.json")
    }
    return found
}

/// A folder of documents.
private struct Folder {
    let url: URL

    /// The document as a corpus; nil if the file does not exist.
    func corpus<Document: BenchmarkDocument>(
        _ name: String, file: String, as type: Document.Type
    ) -> (any Corpus)? {
        let file = url.appendingPathComponent(file)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return TypedCorpus(name, "\(file.lastPathComponent) into \(type)", as: type) {
            [UInt8](try Data(contentsOf: file))
        }
    }
}
