/// Decodes values of a type for which there is a shorter way than `init(from:)`, or one of the decoder's own.
///
/// The standard library decodes arrays, dictionaries and Optionals of any `Decodable` type with containers. A reader
/// takes them from the tape instead, without a container and without a metadata lookup for each element. Results and
/// errors are the same.
final class TapeReader<Value>: AnyTapeReader, @unchecked Sendable {
    /// Decodes the value at an index; the step is the one from the decoder's value to it.
    let decode: (TapeDecoder, _ index: Int, CodablePathStep) throws -> Value

    init(isModel: Bool = false, _ decode: @escaping (TapeDecoder, _ index: Int, CodablePathStep) throws -> Value) {
        self.decode = decode
        super.init(isModel: isModel, isTyped: true)
    }
}

/// The reader of a type.
///
/// It is a ``TapeReader``, or, for a model that would otherwise be decoded by its `init(from:)`, an instance of this
/// class itself. No class has a ``TapeReader``: if the static type is a class, the metatype may be that of a subclass.
class AnyTapeReader: @unchecked Sendable {
    // Sendable because it and its subclass have only constants, which are set when a reader is made.

    /// Whether values of the type are decoded by tables if the decoder's settings allow it: models, and containers of
    /// models.
    let isModel: Bool
    /// Whether this is a ``TapeReader`` of the type.
    let isTyped: Bool

    init(isModel: Bool, isTyped: Bool) {
        self.isModel = isModel
        self.isTyped = isTyped
    }
}

extension TapeDecoder {
    /// Decodes a value of any type.
    ///
    /// - Parameter type: The type to decode: for the metatype of a subclass, an instance of the subclass.
    func decode<Value: Decodable>(_ type: Value.Type, at index: Int, _ step: CodablePathStep) throws -> Value {
        guard let reader = tapeReader(of: type) else {
            return try withDecoder(at: index, step) { try type.init(from: $0) }
        }
        return try reader._withUnsafeGuaranteedRef { reader in
            if reader.isModel {
                if let models = session.models { return try decode(type, by: models, at: index, step) }
                guard reader.isTyped else { return try withDecoder(at: index, step) { try type.init(from: $0) } }
            }
            // SAFETY: the reader is that of `type`, and typed. No class has a typed reader, so `type` is `Value`.
            assert(reader is TapeReader<Value>)
            return try unsafeDowncast(reader, to: TapeReader<Value>.self).decode(self, index, step)
        }
    }
}

/// The reader of a type; nil if only `init(from:)` decodes its values.
@inline(__always)
func tapeReader<Value: Decodable>(of type: Value.Type) -> Unmanaged<AnyTapeReader>? {
    let record = allReaders.record(of: type) {
        (type as? any TapeReadable.Type)?.makeTapeReader() ?? modelReader(of: type)
    }
    // SAFETY: a record is never freed, so no reference needs to be counted.
    return UnsafeRawPointer(record).load(as: Unmanaged<AnyTapeReader>?.self)
}

/// Whether values of a type are decoded by tables if a decoder's settings allow it.
func hasModels<Value: Decodable>(_ type: Value.Type) -> Bool {
    tapeReader(of: type)?._withUnsafeGuaranteedRef { $0.isModel } ?? false
}

/// The readers of all types that have been decoded.
private let allReaders = TypeRecords<AnyTapeReader?>(foundationReaders())

/// A type that has a reader, whatever its elements.
protocol TapeReadable {
    static func makeTapeReader() -> AnyTapeReader
}
