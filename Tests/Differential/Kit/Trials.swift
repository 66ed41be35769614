import BenchmarkModels

/// A run of trials from one seed: documents made for their subjects, and given ones, valid or broken.
package struct Trials: Sequence, IteratorProtocol {
    private var mutator: Mutator
    private var index: UInt64 = 0
    private let seed: UInt64
    private let documents: [[UInt8]]

    /// - Parameter documents: Any number of given documents.
    package init(seed: UInt64, documents: [[UInt8]] = []) {
        self.seed = seed
        self.documents = documents
        mutator = Mutator(seed: seed)
    }

    package mutating func next() -> Trial? {
        index += 1
        let recipe = Recipe(using: &mutator.generator)
        var random = RandomJSON(seed: seed &* 0x1_0000_0001 &+ index)
        let plain = recipe.subject.document(&random)
        let own = random.chance(4) ? random.indented(plain) : plain
        let other = documents.randomElement(using: &mutator.generator) ?? random.anyDocument()
        let isOwn = documents.isEmpty || Int.random(in: 0..<4, using: &mutator.generator) > 0
        return Trial(recipe, mutator.mutated(isOwn ? own : other, with: isOwn ? other : own))
    }
}

extension Trials {
    /// The same trials with white space or a long string before each document, so that the document spans two pieces in
    /// a source that reads long documents in pieces.
    package func afterPadding() -> some Sequence<Trial> {
        var generator = SeededGenerator(seed: seed)
        return lazy.map { trial in
            let length =
                Int.random(in: 0...1, using: &generator) * 65_536 + Int.random(in: 65_300...65_560, using: &generator)
            var padding = [UInt8](repeating: UInt8(ascii: " "), count: length)
            if Bool.random(using: &generator) {
                padding = Array("[\"".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: length) + Array("\",".utf8)
            }
            return Trial(trial.recipe, padding + trial.document)
        }
    }

    /// The documents of JSONTestSuite, and pieces of the corpora, if they are present.
    package static func sharedDocuments(upTo count: Int = 4_000) -> [[UInt8]] {
        let folders = ["conformance/JSONTestSuite/test_parsing", "conformance/JSONTestSuite/test_transform", "corpora"]
        return folders.flatMap { SharedData.files(in: $0) }.compactMap { file in
            (try? file.bytes()).map { Array($0.prefix(count)) }
        }
    }
}

extension Trials {
    /// Every file of JSONTestSuite: as any value, as raw JSON, with other options, and as a value that is skipped.
    package static func conformance() -> [Trial] {
        let folders = ["conformance/JSONTestSuite/test_parsing", "conformance/JSONTestSuite/test_transform"]
        let documents = folders.flatMap { SharedData.files(in: $0) }.compactMap { try? $0.bytes() }
        let skipping = Recipe(subject: Subject.index(of: Subjects.Skipping.self))
        var generator = SeededGenerator(seed: 1)
        return documents.flatMap { document in
            let skipped = Array(#"{"skipped": "#.utf8) + document + Array(#", "kept": 1}"#.utf8)
            return [Trial(Recipe(subject: 0), document), Trial(skipping, skipped)]
                + Subject.all.indices.map { Trial(Recipe(subject: $0), document) }
                + (0..<10).map { _ in Trial(Recipe(using: &generator), document) }
        }
    }

    /// Every prefix of every file of the corpora up to that size, decoded as its model, and skipped.
    package static func prefixes(ofFilesUpTo count: Int) -> some Sequence<Trial> {
        corpora.lazy.filter { $0.document.count <= count }.flatMap { whole in
            (0...whole.document.count).lazy.map { Trial(whole.recipe, Array(whole.document.prefix($0))) }
        }
    }

    /// That many prefixes of each file of the corpora, up to a length.
    package static func sampledPrefixes(seed: UInt64, count: Int, longest: Int = .max) -> some Sequence<Trial> {
        var generator = SeededGenerator(seed: seed)
        return corpora.lazy.flatMap { whole in
            (0..<count).map { _ in
                let length = Int.random(in: 0...Swift.min(whole.document.count, longest), using: &generator)
                return Trial(whole.recipe, Array(whole.document.prefix(length)))
            }
        }
    }

    /// The files of the corpora, each with its model.
    package static var corpora: [Trial] {
        let subjects: [(String, Int)] = [
            ("twitter.json", Subject.index(of: Twitter.Search.self)),
            ("github_events.json", Subject.index(of: [GitHub.Event].self)),
            ("citm_catalog.json", Subject.index(of: CITM.Catalog.self)),
            ("canada.json", Subject.index(of: Canada.Map.self)),
        ]
        return subjects.compactMap { name, subject in
            let document = try? SharedFile(path: "corpora/\(name)").bytes()
            return document.map { Trial(Recipe(subject: subject), $0) }
        }
    }
}
