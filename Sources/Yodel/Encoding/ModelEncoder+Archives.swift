#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ModelEncoder {
    /// Encodes a model as an archive, which says what type and version has written it.
    ///
    /// It is read by ``ModelDecoder/decodeArchive(_:from:)-(_,UnsafeBufferPointer<UInt8>)``. The archive of an instance has
    /// the name and version of its own class, also where `Value` is a superclass.
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
