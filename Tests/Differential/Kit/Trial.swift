/// A document and how it is decoded: a fuzzer's input, or a case of a campaign.
package struct Trial: Sendable {
    package var recipe: Recipe
    package var document: [UInt8]

    package init(_ recipe: Recipe, _ document: [UInt8]) {
        self.recipe = recipe
        self.document = document
    }

    /// A recipe with the document behind it; nil when there are too few bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Recipe.length else { return nil }
        self.init(Recipe(bytes: bytes.prefix(Recipe.length)), Array(bytes.dropFirst(Recipe.length)))
    }

    package var bytes: [UInt8] { recipe.bytes + document }

    /// Decodes the document in each way, and tells how the outcomes differ; nil when they do not.
    ///
    /// The document lies in a heap block of just its size, so that a sanitizer sees what is read beyond it.
    package func difference(_ ways: [Way]) -> String? {
        let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: document.count)
        defer { block.deallocate() }
        _ = block.initialize(from: document)
        return recipe.subject.difference(UnsafeBufferPointer(block), recipe, ways)
    }
}

/// What a fuzzer's run looks at.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The scanner alone: nothing traps, and nothing beyond the document is read.
    case scanner
    /// The source over yajl, in one piece and in chunks: the outcome is the same.
    case yajl
    /// Scanner and yajl: the outcome is the same.
    case pair

    /// Runs one input; says what is wrong with the outcome, or nil.
    package func fuzzOne(_ bytes: [UInt8]) -> String? {
        Trial(bytes)?.difference(ways)
    }

    private var ways: [Way] {
        switch self {
        case .scanner: [.scanner]
        case .yajl: [.yajl, .chunks]
        case .pair: [.yajl, .scanner]
        }
    }
}
