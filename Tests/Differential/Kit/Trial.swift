/// A document and the way it is decoded: a fuzzer's input, or a case of a campaign.
package struct Trial: Sendable {
    package var recipe: Recipe
    package var document: [UInt8]

    package init(_ recipe: Recipe, _ document: [UInt8]) {
        self.recipe = recipe
        self.document = document
    }

    /// A recipe followed by the document; nil if there are too few bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Recipe.length else { return nil }
        self.init(Recipe(bytes: bytes.prefix(Recipe.length)), Array(bytes.dropFirst(Recipe.length)))
    }

    package var bytes: [UInt8] { recipe.bytes + document }

    /// Decodes the document in each way, and returns the difference between the outcomes; nil if there is none.
    ///
    /// The document is in a heap block of exactly its size, so that a sanitizer detects reads beyond it.
    package func difference(_ ways: [Way]) -> String? {
        Self.difference(recipe.subject, recipe, document, ways).map { "\(recipe): \($0)" }
    }

    static func difference(_ subject: Subject, _ recipe: Recipe, _ document: [UInt8], _ ways: [Way]) -> String? {
        let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: document.count)
        defer { block.deallocate() }
        _ = block.initialize(from: document)
        return subject.difference(UnsafeBufferPointer(block), recipe, ways)
    }
}
