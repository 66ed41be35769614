#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ModelEncoder {
    /// Encodes a model as an archive, which says what type and version has written it.
    ///
    /// It is read by ``ModelDecoder/decodeArchive(_:from:)-(_,UnsafeBufferPointer<UInt8>)``.
    ///
    /// - Throws: ``ModelError``.
    public func encodeArchive<Value: VersionedModel>(_ value: Value) throws(ModelError) -> Data {
        try encode(
            ArchiveEnvelope(
                model: .string(Value.archiveName), version: JSONValue(Value.modelVersion), value: value))
    }
}
