import BenchmarkModels

/// A document and the way Foundation and Yodel decode it: a fuzzer's input.
package struct CodableTrial: FuzzTrial {
    package var recipe: CodableRecipe
    package var document: [UInt8]

    package init(_ recipe: CodableRecipe, _ document: [UInt8]) {
        self.recipe = recipe
        self.document = document
    }

    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= CodableRecipe.length else { return nil }
        self.init(
            CodableRecipe(bytes: bytes.prefix(CodableRecipe.length)), Array(bytes.dropFirst(CodableRecipe.length)))
    }

    package var bytes: [UInt8] { recipe.bytes + document }
    package var name: String { "\(recipe)" }

    package func difference() -> String? { recipe.subject.difference(document, recipe) }

    package static func random(using mutator: inout Mutator) -> CodableTrial {
        let recipe = CodableRecipe(using: &mutator.generator)
        var random = RandomJSON(seed: mutator.generator.next(), faults: 100, absences: 100)
        random.style = recipe.style
        let plain = Array(recipe.subject.document(&random).utf8)
        let own = random.chance(4) ? random.indented(plain) : plain
        var document = mutator.mutated(own, with: random.anyDocument())
        if random.chance(40) { document = random.otherEncoding(of: document) }
        if recipe.assumesTopLevelDictionary, random.chance(2) { document = Array(document.dropFirst().dropLast()) }
        return CodableTrial(recipe, document)
    }
}

extension CodableRecipe {
    /// The style of its documents.
    var style: RandomJSON.Style {
        RandomJSON.Style(keys: keys, datesAreTexts: dates == .iso8601, data: data, namesFloats: namesFloats)
    }
}
