import Testing

@testable import Yodel

/// A model whose mapping a test chooses, in place of a model for each mapping.
struct Chosen: Model {
    var number: Int
    var maybe: Int?
    var twice: Int??
    var text: String
    var name: String?
    var point: Point
    var list: [Int]
    var gaps: [Int?]
    var lists: [[Int]]?
    var field: Field<Int>
    var members: JSONObject
    var others: [String: JSONValue]?

    @TaskLocal static var mapping = Mapping()

    var computed: Int { number }

    /// Gives the mapping to `body`, with a strategy whose tables are new.
    static func withMapping<Result>(
        _ entries: [Mapping.Entry], _ body: (KeyStrategy) throws -> Result
    ) rethrows -> Result {
        try $mapping.withValue(Mapping(entries: entries)) { try body(.custom { $0 }) }
    }
}

/// The reason why neither a decoder nor an encoder takes a mapping of ``Chosen``; nil if one of them does.
func contradiction(
    in entries: Mapping.Entry..., sourceLocation: SourceLocation = #_sourceLocation
) -> String? {
    Chosen.withMapping(entries) { keys in
        let ofDecoder = refusalReason(.invalidMapping, sourceLocation: sourceLocation) {
            try ModelDecoder.with { $0.keys = keys }.prepare(Chosen.self)
        }
        let ofEncoder = refusalReason(.invalidMapping, sourceLocation: sourceLocation) {
            try ModelEncoder.with { $0.keys = keys }.prepare(Chosen.self)
        }
        #expect(ofEncoder == ofDecoder, sourceLocation: sourceLocation)
        return ofDecoder
    }
}

/// Expects that the table of ``Chosen`` cannot be built with a mapping, as ``expectUnsupported`` does.
func expectContradiction(
    in entries: Mapping.Entry..., code: ModelError.Code = .invalidMapping, naming names: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    Chosen.withMapping(entries) { keys in
        _ = expectUnsupported(
            Chosen.self, code, naming: names, decoder: .with { $0.keys = keys }, sourceLocation: sourceLocation)
    }
}
