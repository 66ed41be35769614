/// A document and the way it is read as a feed: a fuzzer's input.
package struct FeedTrial: FuzzTrial {
    package var recipe: FeedRecipe
    package var document: [UInt8]

    package init(_ recipe: FeedRecipe, _ document: [UInt8]) {
        self.recipe = recipe
        self.document = document
    }

    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= FeedRecipe.length else { return nil }
        self.init(FeedRecipe(bytes: bytes.prefix(FeedRecipe.length)), Array(bytes.dropFirst(FeedRecipe.length)))
    }

    package var bytes: [UInt8] { recipe.bytes + document }
    package var name: String { "\(recipe)" }

    package func difference() -> String? {
        recipe.subject.difference(document, recipe).map { "\(recipe): \($0)" }
    }

    package static func random(using mutator: inout Mutator) -> FeedTrial {
        let recipe = FeedRecipe(using: &mutator.generator)
        var random = RandomJSON(seed: mutator.generator.next())
        let own = Array(recipe.subject.document(&random).utf8)
        let isMutated = Bool.random(using: &mutator.generator)
        return FeedTrial(
            recipe, isMutated ? mutator.mutated(own, with: Array(recipe.subject.document(&random).utf8)) : own)
    }
}
