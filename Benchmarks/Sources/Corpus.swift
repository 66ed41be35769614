import BenchmarkKit
import BenchmarkModels
import Yodel

/// A document that paths are measured on.
protocol Corpus: Sendable {
    /// The name in tables, in JSON output and for `--only`.
    var name: String { get }

    /// The description for `--list`.
    var summary: String { get }

    /// Makes or reads the bytes.
    func load() throws -> [UInt8]

    /// Whether a path has work on such a corpus.
    func includes(_ path: any BenchmarkPath) -> Bool

    /// The work on the bytes for the paths that have some, and the check that their results are equal.
    func prepare(_ bytes: [UInt8], for paths: [any BenchmarkPath]) -> Workload
}

/// The work on one corpus.
struct Workload {
    /// Runs every path once and compares the results.
    let verify: () throws -> EqualityCheck
    /// One entry for each path that takes part, in their order.
    let work: [TimedWork]
}

/// A corpus with the type of the results that its paths are compared by.
struct TypedCorpus<Result: Equatable>: Corpus {
    let name: String
    let summary: String
    /// The path whose result the others' must equal.
    private let reference: any BenchmarkPath
    private let source: @Sendable () throws -> [UInt8]
    private let work: @Sendable (any BenchmarkPath, [UInt8]) -> Work<Result>?

    /// A document, and the type that every path decodes it as.
    init(
        _ name: String, _ summary: String, as type: Result.Type, source: @escaping @Sendable () throws -> [UInt8]
    ) where Result: BenchmarkDocument {
        self.init(name, summary, reference: JSONDecoderPath(), source: source) { path, bytes in
            path.work(Result.self, on: bytes)
        }
    }

    /// A feed with a document on every line, and the type that every path decodes each as.
    init<Item: BenchmarkDocument>(
        _ name: String, _ summary: String, linesOf type: Item.Type,
        source: @escaping @Sendable () throws -> [UInt8]
    ) where Result == [Item] {
        self.init(name, summary, reference: JSONDecoderPath(), source: source) { path, bytes in
            path.work(linesOf: Item.self, on: bytes)
        }
    }

    /// A value that every path encodes: the decoded document.
    init(
        encoding name: String, _ summary: String, as type: Result.Type,
        source: @escaping @Sendable () throws -> [UInt8]
    ) where Result: BenchmarkDocument {
        self.init(
            CorpusResult.encodingPrefix + name, summary, reference: JSONEncoderPath(), source: Self.text(source)
        ) { path, bytes in
            path.work(encoding: { try Result.modelDecoder.decode(Result.self, from: bytes) })
        }
    }

    /// A list of documents that have twins: twin paths decode it as twins, all others like any document.
    init<Plain: BenchmarkDocument>(
        twins name: String, _ summary: String, of type: Plain.Type, source: @escaping @Sendable () throws -> [UInt8]
    ) where Result == [Plain] {
        self.init(name, summary, reference: JSONDecoderPath(), source: source) { path, bytes in
            path.work(Plain.self, twinsIn: bytes) ?? path.work(Result.self, on: bytes)
        }
    }

    /// The values of such a list, which every path encodes, as they are or as twins.
    init<Plain: BenchmarkDocument>(
        encodingTwins name: String, _ summary: String, of type: Plain.Type,
        source: @escaping @Sendable () throws -> [UInt8]
    ) where Result == [Plain] {
        self.init(
            CorpusResult.encodingPrefix + name, summary, reference: JSONEncoderPath(), source: Self.text(source)
        ) { path, bytes in
            let documents = { try Plain.modelDecoder.decode(Result.self, from: bytes) }
            return path.work(encodingTwinsOf: documents) ?? path.work(encoding: documents)
        }
    }

    /// A document without a model, and its items.
    init(
        _ name: String, _ summary: String, counting items: UserFile.Items,
        source: @escaping @Sendable () throws -> [UInt8]
    ) where Result == ItemCount {
        self.init(name, summary, reference: referencePath, source: source) { path, bytes in
            path.work(counting: items, in: bytes)
        }
    }

    private init(
        _ name: String, _ summary: String, reference: any BenchmarkPath,
        source: @escaping @Sendable () throws -> [UInt8],
        work: @escaping @Sendable (any BenchmarkPath, [UInt8]) -> Work<Result>?
    ) {
        self.name = name
        self.summary = summary
        self.reference = reference
        self.source = source
        self.work = work
    }

    /// The encoded values of a document: their size is the size of such a corpus.
    private static func text(_ source: @escaping @Sendable () throws -> [UInt8]) -> @Sendable () throws -> [UInt8]
    where Result: BenchmarkDocument {
        { try ModelEncoder().encodeBytes(try Result.modelDecoder.decode(Result.self, from: source())) }
    }

    func load() throws -> [UInt8] {
        try source()
    }

    func includes(_ path: any BenchmarkPath) -> Bool {
        work(path, []) != nil
    }

    func prepare(_ bytes: [UInt8], for paths: [any BenchmarkPath]) -> Workload {
        func contender(_ path: any BenchmarkPath) -> Contender<Result>? {
            work(path, bytes).map { Contender(path: path.name, work: $0) }
        }
        let contest = Contest(corpus: name, contenders: paths.compactMap(contender))
        return Workload(
            verify: {
                guard let expected = contender(reference) else {
                    preconditionFailure("\(reference.name) has to take part in \(name)")
                }
                return try contest.verify(against: expected)
            },
            work: contest.contenders.map(\.timed))
    }
}
