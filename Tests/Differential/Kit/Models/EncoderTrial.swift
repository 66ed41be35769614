import BenchmarkModels

/// A document, the type it is decoded as, and the options for encoding: a fuzzer's input.
///
/// A byte with options of the encoder precedes the recipe.
package struct EncoderTrial: FuzzTrial {
    private let options: UInt8
    private let recipe: Recipe
    package var document: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count > Recipe.length else { return nil }
        options = bytes[0]
        recipe = Recipe(bytes: bytes[1...Recipe.length])
        document = Array(bytes.dropFirst(1 + Recipe.length))
    }

    package static func random(using mutator: inout Mutator) -> EncoderTrial {
        let recipe = Recipe(using: &mutator.generator)
        var random = RandomJSON(seed: mutator.generator.next(), faults: 300, absences: 300)
        let options = UInt8.random(in: 0...255, using: &mutator.generator)
        var trial = EncoderTrial([options] + recipe.bytes)!
        let own = Array(trial.subject.document(&random).utf8)
        // A broken document gives nothing to encode.
        trial.document = random.chance(3) ? mutator.mutated(own, with: random.anyDocument()) : own
        return trial
    }

    package var bytes: [UInt8] { [options] + recipe.bytes + document }
    package var name: String { "\(subject.name) \(options) \(recipe.options)" }

    private var subject: EncodedSubject { EncodedSubject.all[Int(recipe.bytes[0]) % EncodedSubject.all.count] }

    package func difference() -> String? {
        subject.difference(document, recipe, options).map { "\(name): \($0)" }
    }
}
