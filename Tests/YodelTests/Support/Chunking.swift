import BenchmarkModels
import DifferentialKit
import Testing

@testable import Yodel

/// The ways in which a document is cut into chunks.
struct Cuts: Sendable {
    /// Sizes of equal chunks.
    var chunkSizes = [1, 2, 3, 7, 64]
    /// Shorter documents are also cut in two at every position; by default, from 64 bytes on at every third.
    ///
    /// Chunks of one, two and three bytes end at the others.
    var everySplitBelow = standardSplits
    /// The number of positions, drawn with a fixed seed, at which longer documents are cut in two.
    var sampledSplits = 0

    static let standard = Cuts()

    private static let standardSplits = 200

    fileprivate func positions(in count: Int) -> [Int] {
        if count < everySplitBelow {
            let isSampled = everySplitBelow == Self.standardSplits && count >= 64
            return Array(stride(from: 0, through: count, by: isSampled ? 3 : 1))
        }
        var generator = SeededGenerator(seed: UInt64(count))
        return (0..<sampledSplits).map { _ in Int.random(in: 0...count, using: &generator) }
    }
}

/// Decodes a document whole and cut in every way, and records an issue if the outcomes differ: in the value, or in any
/// part of the error.
///
/// - Parameter projection: The compared part of the values.
/// - Returns: The value.
/// - Throws: The error, if that is the outcome.
@discardableResult
func decodeEveryWay<Value>(
    _ type: Value.Type = Value.self, _ json: [UInt8], decoder: ModelDecoder = ModelDecoder(), cuts: Cuts = .standard,
    sourceLocation: SourceLocation = #_sourceLocation, comparing projection: (Value) -> some Equatable
) throws(ModelError) -> Value {
    let outcome = withoutActuallyEscaping(projection) { projection in
        Trial(json: json, decoder: decoder, project: projection, sourceLocation: sourceLocation).run(cuts)
    }
    return try outcome.get()
}

/// Decodes a document whole and cut in every way, and records an issue if the outcomes differ.
@discardableResult
func decodeEveryWay<Value: Equatable>(
    _ type: Value.Type = Value.self, _ json: [UInt8], decoder: ModelDecoder = ModelDecoder(), cuts: Cuts = .standard,
    sourceLocation: SourceLocation = #_sourceLocation
) throws(ModelError) -> Value {
    try decodeEveryWay(type, json, decoder: decoder, cuts: cuts, sourceLocation: sourceLocation) { $0 }
}

/// The same for a document as text.
@discardableResult
func decodeEveryWay<Value: Equatable>(
    _ type: Value.Type = Value.self, _ json: String, decoder: ModelDecoder = ModelDecoder(), cuts: Cuts = .standard,
    sourceLocation: SourceLocation = #_sourceLocation
) throws(ModelError) -> Value {
    try decodeEveryWay(type, Array(json.utf8), decoder: decoder, cuts: cuts, sourceLocation: sourceLocation)
}

/// The same for a document as text and a type that is not `Equatable`.
@discardableResult
func decodeEveryWay<Value>(
    _ type: Value.Type = Value.self, _ json: String, decoder: ModelDecoder = ModelDecoder(), cuts: Cuts = .standard,
    sourceLocation: SourceLocation = #_sourceLocation, comparing projection: (Value) -> some Equatable
) throws(ModelError) -> Value {
    try decodeEveryWay(
        type, Array(json.utf8), decoder: decoder, cuts: cuts, sourceLocation: sourceLocation, comparing: projection)
}

/// Expects that a document, whole and cut in every way, gives a value.
func expectDecoded<Value: Equatable>(
    _ json: String, as value: Value, decoder: ModelDecoder = ModelDecoder(), cuts: Cuts = .standard,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
        let found = try decodeEveryWay(Value.self, json, decoder: decoder, cuts: cuts, sourceLocation: sourceLocation)
        #expect(found == value, sourceLocation: sourceLocation)
    }
}

/// The same for a value whose literal does not show its type.
func expectDecoded<Value: Equatable>(
    _ type: Value.Type, _ json: String, as value: Value, decoder: ModelDecoder = ModelDecoder(),
    cuts: Cuts = .standard, sourceLocation: SourceLocation = #_sourceLocation
) {
    expectDecoded(json, as: value, decoder: decoder, cuts: cuts, sourceLocation: sourceLocation)
}

/// The same for a type whose values are compared by a projection.
func expectDecoded<Value, Projection: Equatable>(
    _ type: Value.Type, _ json: String, as expected: Projection, decoder: ModelDecoder = ModelDecoder(),
    cuts: Cuts = .standard, sourceLocation: SourceLocation = #_sourceLocation,
    comparing projection: (Value) -> Projection
) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
        let found = try decodeEveryWay(
            type, json, decoder: decoder, cuts: cuts, sourceLocation: sourceLocation, comparing: projection)
        #expect(projection(found) == expected, sourceLocation: sourceLocation)
    }
}

/// Expects that a document is refused, however it is cut, with an error of this code at this place.
///
/// - Parameters:
///   - column: By default, the column of the offset on the first line.
///   - path: Not compared by default, nor are the expected and the found text and the missing keys.
/// - Returns: The error, for further checks.
@discardableResult
func expectError<Value>(
    _ code: ModelError.Code, at offset: Int, line: Int = 1, column: Int? = nil, path: String? = nil,
    expected: String? = nil, found: String? = nil, missing: [String]? = nil, decoding type: Value.Type = JSONValue.self,
    _ json: [UInt8], decoder: ModelDecoder = ModelDecoder(), cuts: Cuts = .standard,
    sourceLocation: SourceLocation = #_sourceLocation
) -> ModelError? {
    let error: ModelError
    do throws(ModelError) {
        let value = try decodeEveryWay(
            type, json, decoder: decoder, cuts: cuts, sourceLocation: sourceLocation, comparing: { "\($0)" })
        Issue.record(
            "\(excerpt(json)) is accepted as \(shortened("\(value)")), not refused with \(code)",
            sourceLocation: sourceLocation)
        return nil
    } catch let thrown {
        error = thrown
    }
    let isRight =
        error.code == code && error.offset == offset && error.line == line && error.column == column ?? offset + 1
        && path ?? error.path.description == error.path.description
    if !isRight {
        let place = "line \(line), column \(column ?? offset + 1), offset \(offset)"
        Issue.record(
            "\(excerpt(json)) is refused with \(error), not with \(path.map { $0 + ": " } ?? "")\(code), \(place)",
            sourceLocation: sourceLocation)
    }
    if let expected { #expect(error.expected == expected, sourceLocation: sourceLocation) }
    if let found { #expect(error.found == found, sourceLocation: sourceLocation) }
    if let missing { #expect(error.missingKeys == missing, sourceLocation: sourceLocation) }
    return error
}

/// The same for a document as text.
@discardableResult
func expectError<Value>(
    _ code: ModelError.Code, at offset: Int, line: Int = 1, column: Int? = nil, path: String? = nil,
    expected: String? = nil, found: String? = nil, missing: [String]? = nil, decoding type: Value.Type = JSONValue.self,
    _ json: String, decoder: ModelDecoder = ModelDecoder(), cuts: Cuts = .standard,
    sourceLocation: SourceLocation = #_sourceLocation
) -> ModelError? {
    expectError(
        code, at: offset, line: line, column: column, path: path, expected: expected, found: found, missing: missing,
        decoding: type, Array(json.utf8), decoder: decoder, cuts: cuts, sourceLocation: sourceLocation)
}

/// Expects that a document is refused where it ends, as one that is not complete.
func expectUnexpectedEnd(
    of json: String, decoder: ModelDecoder = ModelDecoder(), sourceLocation: SourceLocation = #_sourceLocation
) {
    let lines = json.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    expectError(
        .unexpectedEnd, at: json.utf8.count, line: lines.count, column: lines.last!.count + 1, json, decoder: decoder,
        sourceLocation: sourceLocation)
}

// MARK: - One document, many outcomes

private struct Trial<Value, Projection: Equatable> {
    let json: [UInt8]
    let decoder: ModelDecoder
    let project: (Value) -> Projection
    let sourceLocation: SourceLocation

    /// The maximum number of reported differences from the first outcome.
    private static var reportLimit: Int { 3 }

    func run(_ cuts: Cuts) -> Result<Value, ModelError> {
        let whole = decodeWhole(.scanner)
        var differences = 0
        if let other = Parser.other {
            compare(decodeWhole(other), with: whole, cut: "by \(other) in one piece", &differences)
        }
        compare(decodeSpan(), with: whole, cut: "from a span", &differences)
        compare(collect(), with: whole, cut: "going on after errors", &differences)
        for parser in Parser.all {
            for size in cuts.chunkSizes {
                let ends = Array(stride(from: size, to: json.count, by: size)) + [json.count]
                compare(
                    decode(parser, cutAt: ends), with: whole, cut: "by \(parser) in chunks of \(size)", &differences)
            }
            let thirds = [json.count / 3, json.count * 2 / 3, json.count]
            compare(
                decode(parser, cutAt: thirds, inSpans: true), with: whole, cut: "by \(parser) in three spans",
                &differences)
            for position in cuts.positions(in: json.count) where differences < Self.reportLimit {
                compare(
                    decode(parser, cutAt: [position, json.count]), with: whole,
                    cut: "by \(parser) split at \(position)", &differences)
            }
        }
        // Not for large documents, or for sets of documents with few cuts.
        if decoder.drift == nil, json.count < 20_000, cuts.everySplitBelow > 0 { compareDrift(whole, &differences) }
        return whole
    }

    /// Checks that a drift report changes nothing, and is the same however the document is read.
    private func compareDrift(_ whole: Result<Value, ModelError>, _ differences: inout Int) {
        var reports: [(way: String, report: DriftReport)] = []
        func look(_ way: String, _ decode: (Trial) -> Result<Value, ModelError>) {
            let report = DriftReport()
            var decoder = decoder
            decoder.drift = report
            let trial = Trial(json: json, decoder: decoder, project: project, sourceLocation: sourceLocation)
            compare(decode(trial), with: whole, cut: "\(way), with a report on drift,", &differences)
            reports.append((way, report))
        }
        look("whole") { $0.decodeWhole(.scanner) }
        if let other = Parser.other { look("by \(other) in one piece") { $0.decodeWhole(other) } }
        let size = json.count > 2_000 ? 777 : 1
        for parser in Parser.all {
            look("by \(parser) in chunks of \(size)") {
                $0.decode(parser, cutAt: Array(stride(from: size, to: json.count, by: size)) + [json.count])
            }
        }
        for (way, report) in reports where report.description != reports[0].report.description {
            Issue.record(
                "\(excerpt(json)) drifts in \(reports[0].report) when decoded whole, but \(way) in \(report)",
                sourceLocation: sourceLocation)
        }
    }

    private func decodeWhole(_ parser: Parser) -> Result<Value, ModelError> {
        var decoder = decoder
        decoder.parser = parser
        return Result { () throws(ModelError) in try decoder.decode(Value.self, from: json) }
    }

    private func decodeSpan() -> Result<Value, ModelError> {
        Result { () throws(ModelError) in try decoder.decode(Value.self, from: ContiguousArray(json).span) }
    }

    /// Checks that the first collected error is the one that is thrown otherwise.
    private func collect() -> Result<Value, ModelError> {
        Result { () throws(ModelErrors) in try decoder.decodeCollectingErrors(Value.self, from: json) }
            .mapError { $0[0] }
    }

    /// Every chunk has its own memory, so that a sanitizer detects reads beyond it.
    private func decode(_ parser: Parser, cutAt ends: [Int], inSpans: Bool = false) -> Result<Value, ModelError> {
        var decoder = decoder
        decoder.parser = parser
        return Result { () throws(ModelError) in
            var incremental = decoder.incrementalDecoder(of: Value.self)
            var start = 0
            for end in ends {
                do throws(ModelError) {
                    let chunk = ContiguousArray(json[start..<end])
                    if inSpans {
                        try incremental.feed(chunk.span)
                    } else {
                        try incremental.feed(chunk)
                    }
                } catch {
                    expectFinal(error, &incremental)
                    throw error
                }
                start = end
            }
            return try incremental.finish()
        }
    }

    /// Expects that decoding does not continue after an error.
    private func expectFinal(_ error: ModelError, _ incremental: inout IncrementalDecoder<Value>) {
        do throws(ModelError) {
            try incremental.feed([UInt8(ascii: " ")])
            Issue.record("\(excerpt(json)): after \(error) decoding goes on", sourceLocation: sourceLocation)
        } catch let next {
            if next != error {
                Issue.record("\(excerpt(json)): \(error) is followed by \(next)", sourceLocation: sourceLocation)
            }
        }
    }

    private func compare(
        _ outcome: Result<Value, ModelError>, with whole: Result<Value, ModelError>, cut: String,
        _ differences: inout Int
    ) {
        switch (outcome, whole) {
        case (.success(let value), .success(let expected)) where project(value) == project(expected): return
        case (.failure(let error), .failure(let expected)) where error == expected: return
        default: break
        }
        differences += 1
        guard differences <= Self.reportLimit else { return }
        Issue.record(
            "\(excerpt(json)) gives \(text(whole)) when decoded whole, but \(cut) \(text(outcome))",
            sourceLocation: sourceLocation)
    }

    private func text(_ outcome: Result<Value, ModelError>) -> String {
        switch outcome {
        case .success(let value): shortened("the value \(project(value))")
        case .failure(let error): "the error \(error)\(error.reason.map { " [\($0)]" } ?? "")"
        }
    }
}

private func shortened(_ text: String) -> String {
    text.count > 200 ? text.prefix(200) + "…" : text
}

/// The beginning of a document, in hexadecimal except for printable ASCII.
private func excerpt(_ json: [UInt8]) -> String {
    "`\(printable(json.prefix(80)))\(json.count > 80 ? "…` (\(json.count) bytes)" : "`")"
}
