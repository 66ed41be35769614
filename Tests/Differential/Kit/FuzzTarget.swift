import BenchmarkModels
import Yodel

/// The code that a fuzzer's run tests.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The scanner alone: it does not trap, and reads nothing beyond the document.
    case scanner
    /// The yajl source, in one piece and in chunks: the outcome is the same.
    case yajl
    /// Scanner and yajl: the outcome is the same.
    case pair
    /// Foundation's `JSONDecoder` and `JSONEncoder`, and Yodel's: the outcome is the same, apart from documented
    /// differences.
    case codable
    /// Metatypes of subclasses in every way, in any order: the decoded instance is of the metatype's class.
    case classes
    /// Feeds of every kind, whole and cut, with either parser, with threads, and resumed after any item: the outcome is
    /// the same.
    case feeds
    /// Updates of models: the outcome is the same with scanner and yajl, and an update that fails changes nothing.
    case update
    /// Types that the document selects: the outcome is the same with scanner, yajl and yajl in chunks.
    case polymorphism
    /// Mappings drawn from the input, with keys that are ranked, nested, shared and composed: the outcome is the same.
    case mapping
    /// Decoded values are encoded and decoded again by each of them: they are equal.
    case encoder
    /// Compressed feeds, whole and cut, on one thread and on several: the outcome is the same.
    case compressed

    /// The targets of this build: without yajl, nothing can be compared with it.
    package static let allCases: [FuzzTarget] =
        [.scanner] + (Parser.other == nil ? [] : [.yajl, .pair]) + [
            .codable, .classes, .feeds, .update, .polymorphism, .mapping, .encoder, .compressed,
        ]

    package static func named(_ name: String) -> FuzzTarget? { allCases.first { $0.rawValue == name } }

    /// Runs one input; returns the error in the outcome, or nil.
    package func fuzzOne(_ bytes: [UInt8]) -> String? {
        switch self {
        case .scanner: Trial(bytes)?.difference([.scanner, .scannerChunks, .spans, .spanChunks])
        case .yajl: Trial(bytes)?.difference([.yajl, .yajlChunks])
        case .pair: Trial(bytes)?.difference([.yajl, .scanner])
        case .codable: CodableTrial(bytes)?.difference()
        case .classes: ClassTrial(bytes)?.difference()
        case .feeds: FeedTrial(bytes)?.difference()
        case .update: ModelTrial<UpdatedModels>(bytes)?.difference()
        case .polymorphism: ModelTrial<PolymorphicModels>(bytes)?.difference()
        case .mapping: ModelTrial<MappedModels>(bytes)?.difference()
        case .encoder: EncoderTrial(bytes)?.difference()
        case .compressed: CompressedTrial(bytes)?.difference()
        }
    }

    /// Random inputs, valid or broken.
    package func samples(seed: UInt64, count: Int) -> [[UInt8]] {
        switch self {
        case .scanner, .yajl, .pair: Trials(seed: seed).prefix(count).map(\.bytes)
        case .codable: samples(of: CodableTrial.self, seed, count)
        case .classes: samples(of: ClassTrial.self, seed, count)
        case .feeds: samples(of: FeedTrial.self, seed, count)
        case .update: samples(of: ModelTrial<UpdatedModels>.self, seed, count)
        case .polymorphism: samples(of: ModelTrial<PolymorphicModels>.self, seed, count)
        case .mapping: samples(of: ModelTrial<MappedModels>.self, seed, count)
        case .encoder: samples(of: EncoderTrial.self, seed, count)
        case .compressed: samples(of: CompressedTrial.self, seed, count)
        }
    }

    /// The first inputs of a fuzzer: valid and invalid ones, with the default options and with others.
    package var seeds: [[UInt8]] {
        switch self {
        case .scanner, .yajl, .pair:
            Trials.conformance().map(\.bytes)
                + Trials(seed: 1, documents: Trials.sharedDocuments()).prefix(3_000).map(\.bytes)
        default: samples(seed: 1, count: 3_000)
        }
    }

    private func samples<Trial: FuzzTrial>(of type: Trial.Type, _ seed: UInt64, _ count: Int) -> [[UInt8]] {
        var mutator = Mutator(seed: seed)
        return (0..<count).map { _ in type.random(using: &mutator).bytes }
    }

    /// The smallest input that can be made from this one and still fails, and its error.
    package func minimised(_ bytes: [UInt8]) -> (input: [UInt8], text: String) {
        switch self {
        case .scanner, .yajl, .pair: (bytes, fuzzOne(bytes) ?? "nothing")
        case .codable: minimised(CodableTrial(bytes))
        case .classes: minimised(ClassTrial(bytes))
        case .feeds: minimised(FeedTrial(bytes))
        case .update: minimised(ModelTrial<UpdatedModels>(bytes))
        case .polymorphism: minimised(ModelTrial<PolymorphicModels>(bytes))
        case .mapping: minimised(ModelTrial<MappedModels>(bytes))
        case .encoder: minimised(EncoderTrial(bytes))
        case .compressed: minimised(CompressedTrial(bytes))
        }
    }

    private func minimised(_ trial: (some FuzzTrial)?) -> (input: [UInt8], text: String) {
        guard let smallest = trial?.minimised() else { return ([], "nothing") }
        let text = "\(printable(smallest.document))\n\(smallest.difference() ?? "no difference any more")"
        return (smallest.bytes, text)
    }
}
