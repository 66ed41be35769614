extension ModelDecoder {
    /// Decodes an archive: a model in an envelope that says which version of it was written.
    ///
    /// An archive of the type's current version is decoded directly. One of an earlier version is decoded as a
    /// ``JSONObject``, passed to ``VersionedModel/migrate(_:from:)``, and decoded from the result; its errors have the
    /// path, but no offset.
    ///
    /// The envelope's keys may come in any order. The text is read twice; the first pass skips the model. A
    /// ``DriftReport`` has the findings of the last pass, of a migrated model those of what ``VersionedModel/migrate(_:from:)``
    /// has made of it.
    ///
    /// - Throws: ``ModelError``. A later version, or an archive of another type, is an error at its place in the
    ///   envelope; for a later version ``ModelError/underlying`` is a ``NewerArchiveError``.
    public func decodeArchive<Value: VersionedModel>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>
    ) throws(ModelError) -> Value {
        // The metatype may be that of a subclass of `Value`.
        func open<Exact: VersionedModel>(_ type: Exact.Type) throws(ModelError) -> Value {
            try decodeExactArchive(type, from: bytes) as! Value
        }
        let exact = Reflection.exact(type) as! any VersionedModel.Type
        return try open(exact)
    }

    private func decodeExactArchive<Value: VersionedModel>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>
    ) throws(ModelError) -> Value {
        let version = try archiveVersion(of: type, in: bytes)
        if version == Value.modelVersion { return try decode(ArchiveEnvelope<Value>.self, from: bytes).value }
        var envelope = try archivedObject(of: type, in: bytes)
        do {
            try Value.migrate(&envelope.value, from: version)
        } catch {
            let path = JSONPath([.key("value")])
            if error.isOfStack { throw .endOfStack(path: path, underlying: error) }
            throw ModelError(
                .invalidValue, path: path, expected: displayName(of: type),
                found: "an archive of version \(version) that cannot be migrated", underlying: error)
        }
        let migrated: JSONValue = [
            "model": envelope.model ?? nil, "version": envelope.version ?? nil, "value": .object(envelope.value),
        ]
        return try decode(ArchiveEnvelope<Value>.self, from: migrated).value
    }

    /// Decodes an archive from bytes of any kind.
    ///
    /// - Throws: ``ModelError``.
    public func decodeArchive<Value: VersionedModel>(
        _ type: Value.Type, from bytes: some Sequence<UInt8>
    ) throws(ModelError) -> Value {
        try withContiguousBytes(of: bytes) { buffer throws(ModelError) in try decodeArchive(type, from: buffer) }
    }

    /// Decodes an archive from text.
    ///
    /// - Throws: ``ModelError``.
    public func decodeArchive<Value: VersionedModel>(
        _ type: Value.Type, from text: some StringProtocol
    ) throws(ModelError) -> Value {
        try decodeArchive(type, from: text.utf8)
    }

    private func archivedObject<Value: VersionedModel>(
        of type: Value.Type, in bytes: UnsafeBufferPointer<UInt8>
    ) throws(ModelError) -> ArchiveEnvelope<JSONObject> {
        var decoder = self
        decoder.drift = nil
        // To the option, a JSONObject is a collection, but the model is not.
        decoder.missingCollections = .error
        do throws(ModelError) {
            return try decoder.decode(ArchiveEnvelope<JSONObject>.self, from: bytes)
        } catch {
            throw error.path.steps.count <= 1 && error.category == .data ? error.about(type) : error
        }
    }

    private func archiveVersion<Value: VersionedModel>(
        of type: Value.Type, in bytes: UnsafeBufferPointer<UInt8>
    ) throws(ModelError) -> Int {
        var decoder = self
        decoder.keys = .asWritten
        decoder.unknownKeys = .ignore
        decoder.drift = nil
        return try decoder.decode(ArchiveHead<Value>.self, from: bytes).version.number
    }
}

extension ModelError {
    /// The error with the model's type in place of JSONObject as the expected type.
    fileprivate func about(_ type: Any.Type) -> ModelError {
        ModelError(
            code, path: path, place: place,
            expected: expected == displayName(of: JSONObject.self) ? displayName(of: type) : expected, found: found,
            missingKeys: missingKeys, reason: reason,
            // The hint would lead to an empty JSONObject, which does not fit the model either.
            hint: code == .missingKeys || code == .nullValue ? nil : hint, underlying: underlying)
    }
}
