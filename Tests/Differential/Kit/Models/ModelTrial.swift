import BenchmarkModels

/// Related subjects, by number.
package protocol ModelFamily: SendableMetatype {
    static func subject(_ number: Int) -> Subject

    /// Changes a recipe to the family's needs.
    static func adjust(_ recipe: inout Recipe)
}

extension ModelFamily {
    package static func adjust(_ recipe: inout Recipe) {}
}

/// A document and the way it is decoded as a model of a family: a fuzzer's input.
///
/// A recipe's first byte and one more before it are the subject's number.
package struct ModelTrial<Family: ModelFamily>: FuzzTrial {
    private var high: UInt8
    private var recipe: Recipe
    package var document: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count > Recipe.length else { return nil }
        high = bytes[0]
        recipe = Recipe(bytes: bytes[1...Recipe.length])
        document = Array(bytes.dropFirst(1 + Recipe.length))
    }

    private init(_ high: UInt8, _ recipe: Recipe) {
        (self.high, self.recipe, document) = (high, recipe, [])
    }

    package static func random(using mutator: inout Mutator) -> ModelTrial {
        let recipe = Recipe(using: &mutator.generator)
        var trial = ModelTrial(.random(in: 0...255, using: &mutator.generator), recipe)
        var random = RandomJSON(seed: mutator.generator.next())
        let subject = trial.subject
        let own = subject.document(&random)
        let isMutated = Bool.random(using: &mutator.generator)
        trial.document = isMutated ? mutator.mutated(own, with: subject.document(&random)) : own
        return trial
    }

    package var bytes: [UInt8] { [high] + recipe.bytes + document }
    package var name: String { "\(subject.name) \(adjusted.options)" }

    private var subject: Subject { Family.subject(Int(high) << 8 | Int(recipe.bytes[0])) }

    private var adjusted: Recipe {
        var recipe = recipe
        Family.adjust(&recipe)
        return recipe
    }

    package func difference() -> String? {
        Trial.difference(subject, adjusted, document, Way.all).map {
            "\(name): \($0)"
        }
    }
}
