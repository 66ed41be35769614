#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values by their `encode(to:)` as parts of documents that are written by tables.
enum EncodablePart {
    /// The text of a value on one line.
    ///
    /// - Parameter changesKeys: The document's keys are in snake case.
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
            }
        } catch {
            throw PartError(error: modelError(error, of: Value.self))
        }
        return RawJSON(uncheckedBytes: Array(writer.text.pointee.out.bytes))
    }

    private static func modelError<Value>(_ error: any Error, of type: Value.Type) -> ModelError {
        guard case .invalidValue(let value, let context) = error as? EncodingError else {
            return ModelError(.invalidValue, expected: displayName(of: type), underlying: error)
        }
        let path = JSONPath(codingPath: context.codingPath)
        switch context.underlyingError {
        case let inner as ModelError:
            return ModelError(
                inner.code, path: path.appending(inner.path), expected: inner.expected, found: inner.found,
                reason: inner.reason, underlying: inner.underlying)
        case is CodableTooDeep: return ModelError(.depthLimit)
        default:
            let isNumber = value is any BinaryFloatingPoint
            return ModelError(
                .invalidValue, path: path, expected: isNumber ? "a finite number" : displayName(of: type),
                found: isNumber ? "\(value)" : nil, underlying: error)
        }
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
            let json = try around.options.encodeBytes(value)
            _ = json.withUnsafeBufferPointer { text.pointee.out.write($0) }
        } catch {
            throw EncodingError.invalidValue(
                value, .init(codingPath: path, debugDescription: "\(error)", underlyingError: error))
        }
        text.pointee.top.pointee.content = .scalar
    }
}
