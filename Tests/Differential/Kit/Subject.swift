import Yodel

/// The reader of a document: one of the two parsers, whole or in chunks.
package enum Way: Hashable, Sendable {
    case scanner, yajl
    /// Chunks of the recipe's size; updates are always whole.
    case scannerChunks, yajlChunks
    /// Whole, or in chunks of the recipe's size, each a span.
    case spans, spanChunks
    /// Whole, continuing after errors; the first error is compared, and the others between the parsers.
    case collecting

    /// Every way of this build; the others are compared with the first.
    package static let all: [Way] =
        whole + (Parser.other == nil ? [] : [.yajlChunks]) + [.scannerChunks, .spans, .spanChunks, .collecting]
    /// The ways that read the document in one piece.
    package static let whole: [Way] = Parser.other == nil ? [.scanner] : [.yajl, .scanner]

    var parser: Parser { self == .yajl || self == .yajlChunks ? Parser.other ?? .scanner : .scanner }
    var isInChunks: Bool { [.scannerChunks, .yajlChunks, .spanChunks].contains(self) }
    var takesSpans: Bool { self == .spans || self == .spanChunks }
}

/// A type that documents are decoded as, with the type erased.
package struct Subject: Sendable {
    package let name: String
    /// Writes a document for it, valid or nearly so.
    package let document: @Sendable (inout RandomJSON) -> [UInt8]
    /// Whether it can be updated.
    package let isModel: Bool
    /// The type for the judge of schemas.
    let schemas: SchemaSubject
    private let compare: @Sendable (UnsafeBufferPointer<UInt8>, Recipe, [Way]) -> String?

    /// A decoded type; `sample` is a valid document of it, others follow a few tokens of any kind.
    init<Value: SendableMetatype>(
        _ type: Value.Type, sample: String, equal: @escaping @Sendable (Value, Value) -> Bool,
        document: (@Sendable (inout RandomJSON) -> String)? = nil
    ) {
        name = "\(type)"
        schemas = SchemaSubject(type)
        isModel = false
        self.document = { random in
            random.chance(3) ? random.anyDocument() : Array((document?(&random) ?? sample).utf8)
        }
        compare = { bytes, recipe, ways in
            let decode = { (decoder: ModelDecoder, way: Way, fault: inout String?) throws(ModelError) -> Value in
                try Self.decode(type, bytes, recipe, decoder, way, &fault)
            }
            return Comparison(equal: equal, decode: decode).run(recipe, ways)
        }
    }

    init<Value: Equatable & SendableMetatype>(
        _ type: Value.Type, sample: String, document: (@Sendable (inout RandomJSON) -> String)? = nil
    ) {
        self.init(type, sample: sample, equal: ==, document: document)
    }

    /// A model, which is updated as well, starting from the sample's value.
    init<Value: Model & SendableMetatype>(
        model type: Value.Type, equal: @escaping @Sendable (Value, Value) -> Bool,
        document: @escaping @Sendable (inout RandomJSON) -> String
    ) {
        name = "\(type)"
        schemas = SchemaSubject(type)
        isModel = true
        self.document = { Array(document(&$0).utf8) }
        var faultless = RandomJSON(seed: 1, faults: 0, absences: 0)
        let sample = document(&faultless)
        compare = { bytes, recipe, ways in
            let decode = { (decoder: ModelDecoder, way: Way, fault: inout String?) throws(ModelError) -> Value in
                guard recipe.isUpdate else { return try Self.decode(type, bytes, recipe, decoder, way, &fault) }
                var original = ModelDecoder()
                original.dates = .secondsSince1970
                var value = try original.decode(type, from: sample)
                do throws(ModelError) {
                    if way.takesSpans {
                        try decoder.update(&value, from: bytes.span)
                    } else {
                        try decoder.update(&value, from: bytes)
                    }
                } catch {
                    let before = try original.decode(type, from: sample)
                    if !equal(value, before) { fault = "an update that failed has made \(value) of \(before)" }
                    throw error
                }
                return value
            }
            return Comparison(equal: equal, decode: decode).run(recipe, ways)
        }
    }

    init<Value: Model & Equatable & SendableMetatype>(
        model type: Value.Type, document: @escaping @Sendable (inout RandomJSON) -> String
    ) {
        self.init(model: type, equal: ==, document: document)
    }

    init<Value: RandomModel>(random type: Value.Type) {
        self.init(model: type) { type.json(&$0) }
    }

    /// Decodes a document in several ways and returns the difference between the outcomes; nil if there is none.
    package func difference(_ document: UnsafeBufferPointer<UInt8>, _ recipe: Recipe, _ ways: [Way]) -> String? {
        compare(document, recipe, ways)
    }

    private static func decode<Value>(
        _ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>, _ recipe: Recipe, _ decoder: ModelDecoder, _ way: Way,
        _ fault: inout String?
    ) throws(ModelError) -> Value {
        if way == .collecting { return try collect(type, bytes, decoder, &fault) }
        if way == .spans { return try decoder.decode(type, from: RawSpan(_unsafeElements: bytes)) }
        guard way.isInChunks else { return try decoder.decode(type, from: bytes) }
        var incremental = decoder.incrementalDecoder(of: type)
        for start in stride(from: 0, to: bytes.count, by: recipe.chunkSize) {
            let end = min(start + recipe.chunkSize, bytes.count)
            // Every chunk has its own memory, so that a sanitizer detects reads beyond it.
            let chunk = ContiguousArray(bytes[start..<end])
            if way.takesSpans {
                try incremental.feed(chunk.span)
            } else {
                try incremental.feed(chunk)
            }
        }
        return try incremental.finish()
    }

    private static func collect<Value>(
        _ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>, _ decoder: ModelDecoder, _ fault: inout String?
    ) throws(ModelError) -> Value {
        do throws(ModelErrors) {
            return try decoder.decodeCollectingErrors(type, from: bytes, limit: 20)
        } catch {
            var other = decoder
            other.parser = Parser.other ?? .scanner
            do throws(ModelErrors) {
                _ = try other.decodeCollectingErrors(type, from: bytes, limit: 20)
                fault = "\(other.parser) collects no errors, but the scanner \(error)"
            } catch let others {
                if others != error { fault = "\(other.parser) collects \(others), but the scanner \(error)" }
            }
            throw error[0]
        }
    }
}

/// One document in several ways; the outcomes are compared with the first.
private struct Comparison<Value> {
    let equal: (Value, Value) -> Bool
    /// The last argument receives any other error.
    let decode: (ModelDecoder, Way, inout String?) throws(ModelError) -> Value

    private struct Outcome {
        let result: Result<Value, ModelError>
        let notes: String
        let fault: String?
    }

    func run(_ recipe: Recipe, _ ways: [Way]) -> String? {
        let outcomes = ways.map { outcome(recipe, $0) }
        if let fault = outcomes.lazy.compactMap(\.fault).first { return fault }
        for (way, outcome) in zip(ways, outcomes).dropFirst() where !areEqual(outcomes[0], outcome, way) {
            return "\(ways[0]) \(text(outcomes[0])), but \(way) \(text(outcome))"
        }
        return nil
    }

    private func outcome(_ recipe: Recipe, _ way: Way) -> Outcome {
        let notes = DecodingNotes()
        var decoder = recipe.decoder(noting: notes)
        decoder.parser = way.parser
        var fault: String?
        let result: Result<Value, ModelError>
        do throws(ModelError) {
            result = .success(try decode(decoder, way, &fault))
        } catch {
            result = .failure(error)
        }
        return Outcome(result: result, notes: notes.text, fault: fault)
    }

    private func areEqual(_ left: Outcome, _ right: Outcome, _ way: Way) -> Bool {
        switch (left.result, right.result) {
        // There are more notes if decoding continues after an error.
        case (.failure(let left), .failure(let right)) where way == .collecting: return left == right
        case _ where left.notes != right.notes: return false
        // Texts are compared because of NaN.
        case (.success(let left), .success(let right)): return equal(left, right) || "\(left)" == "\(right)"
        case (.failure(let left), .failure(let right)): return left == right
        default: return false
        }
    }

    private func text(_ outcome: Outcome) -> String {
        let notes = outcome.notes.isEmpty ? "" : ", noting \(outcome.notes)"
        switch outcome.result {
        case .success(let value): return "gives \("\(value)".prefix(300))\(notes)"
        case .failure(let error): return "fails with \(error)\(notes)"
        }
    }
}
