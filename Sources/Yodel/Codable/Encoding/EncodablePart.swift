#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values by their `encode(to:)` as parts of documents that are written by tables.
enum EncodablePart {
    /// The text of a value on one line.
    ///
    /// - Parameter changesKeys: Whether the document's keys are in snake case.
    static func encode<Value: Encodable>(
        _ value: Value, _ options: EncodingOptions, changesKeys: Bool, _ writers: CodableWriterPool
    ) throws -> RawJSON {
        var settings = options.codable?.options ?? CodableOptions(of: options, changesKeys: changesKeys)
        settings.outputFormatting = .withoutEscapingSlashes
        if options.sortsKeys { settings.outputFormatting.insert(.sortedKeys) }
        var writer = writers.take()
        writer.begin(settings, depthAround: max(0, CodableText.deepest - options.limits.depth))
        defer { writers.giveBack(&writer) }
        do {
            try writer.writeDocument(value) { [unowned writer] place in
                try writer.fill(value, CodableKind.of(Value.self), place)
                // As a member of an object, in which Foundation accepts it too.
                writer.fillIfEmpty(place)
            }
        } catch {
            throw PartError(error: modelError(error, of: Value.self, settings.keys, depth: options.limits.depth))
        }
        return RawJSON(uncheckedBytes: Array(writer.text.pointee.out.bytes))
    }

    /// - Parameter depth: The number of levels that the document has left.
    private static func modelError<Value>(
        _ error: any Error, of type: Value.Type, _ keys: JSONEncoder.KeyEncodingStrategy, depth: Int
    ) -> ModelError {
        guard case .invalidValue(let value, let context) = error as? EncodingError else {
            return ModelError(.invalidValue, expected: displayName(of: type), underlying: error)
        }
        let path = JSONPath(codingPath: context.codingPath, keys)
        switch context.underlyingError {
        case let inner as ModelError:
            return ModelError(
                inner.code, path: path.appending(inner.path), expected: inner.expected, found: inner.found,
                reason: inner.reason, hint: inner.hint, underlying: inner.underlying)
        case let tooDeep as CodableTooDeep:
            // The document reports its own limit.
            guard depth > CodableText.deepest else { return ModelError(.depthLimit) }
            return ModelError(
                .depthLimit, reason: "\(tooDeep)", hint: "a Model may be as deep as the encoder's limits.depth")
        default:
            let isNotFinite = (value as? any BinaryFloatingPoint)?.isFinite == false
            return ModelError(
                .invalidValue, path: path, expected: isNotFinite ? "a finite number" : displayName(of: type),
                found: isNotFinite ? "\(value)" : nil, underlying: error)
        }
    }
}

extension JSONPath {
    /// The path of coding keys in the document.
    ///
    /// A client's key with an integer value counts as a key, not an index. Keys that the client's own closure has changed
    /// are shown as the type has them.
    fileprivate init(codingPath: [any CodingKey], _ keys: JSONEncoder.KeyEncodingStrategy) {
        self.init(
            codingPath.map { key in
                if let element = key as? CodablePathIndex { return .index(element.index) }
                // The keys of dictionaries are not changed.
                guard !(key is CodablePathKey), case .convertToSnakeCase = keys else { return .key(key.stringValue) }
                return .key(SnakeCase.snakeCase(of: key.stringValue))
            })
    }
}

/// Encodes dates and data in an `Encodable` value like the document around it, which is encoded by tables.
final class EncoderAround: Sendable {
    let options: EncodingOptions

    init(_ options: EncodingOptions) {
        self.options = options
    }
}

extension CodableOptions {
    /// The settings for parts of a document that is encoded by tables: its encoder's, as far as they have an
    /// equivalent.
    fileprivate init(of options: EncodingOptions, changesKeys: Bool) {
        if changesKeys { keys = .convertToSnakeCase }
        if case .convert(let positive, let negative, let nan) = options.nonConformingFloats {
            nonConformingFloats = .convertToString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        }
        var optionsAround = EncodingOptions()
        optionsAround.dates = options.dates
        optionsAround.data = options.data
        around = EncoderAround(optionsAround)
    }
}

extension CodableWriter {
    /// Writes a value in the way the document around it is written.
    func fill<Value>(_ value: Value, by around: EncoderAround) throws {
        do throws(ModelError) {
            try around.options.gather(value) { writer in _ = text.pointee.out.write(writer.out.bytes) }
        } catch {
            throw EncodingError.invalidValue(
                value, .init(codingPath: path, debugDescription: "\(error)", underlyingError: error))
        }
        text.pointee.top.pointee.content = .scalar
    }
}
