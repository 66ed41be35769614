#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ModelEncoder {
    /// Encodes a model as an archive, which names the type and the version that wrote it.
    ///
    /// ``ModelDecoder/decodeArchive(_:from:)-(_,UnsafeBufferPointer<UInt8>)`` reads it. The archive of an instance has
    /// the name and version of its own class, even where `Value` is a superclass.
    ///
    /// - Throws: ``ModelError``.
    public func encodeArchive<Value: VersionedModel>(_ value: Value) throws(ModelError) -> Data {
        func open<Exact: VersionedModel>(_ type: Exact.Type) throws(ModelError) -> Data {
            try encode(
                ArchiveEnvelope(
                    model: .string(type.archiveName), version: JSONValue(type.modelVersion), value: value))
        }
        let exact = Reflection.exact(type(of: value)) as! any VersionedModel.Type
        return try open(exact)
    }
}
