/// What stands around an archived model, in the order in which it is written.
struct ArchiveEnvelope<Value>: Model {
    var model: JSONValue?
    var version: JSONValue?
    var value: Value

    /// The keys are the same whatever a coder's strategy makes of property names.
    static var mapping: Mapping {
        Mapping(.map(\Self.model, to: "model"), .map(\Self.version, to: "version"), .map(\Self.value, to: "value"))
    }
}

/// What is looked at before the model is.
struct ArchiveHead<Value: VersionedModel>: Model {
    var model: ArchiveName<Value>
    var version: ArchiveVersion<Value>
}

/// The name of the archived type, which has to be this one's.
struct ArchiveName<Value: VersionedModel>: ModelScalar, DisplayNamed {
    static var shownName: String { "the name \(JSONValue.string(Value.archiveName))" }

    init(scalar: JSONScalar) throws {
        guard scalar == .string(Value.archiveName) else { throw WrongArchive(expected: Value.archiveName) }
    }

    var scalar: JSONScalar { .string(Value.archiveName) }

    private struct WrongArchive: Error, CustomStringConvertible {
        let expected: String
        var description: String { "the archive is not one of a \(expected)" }
    }
}

/// The version that has written the archive: this one's or an earlier one.
struct ArchiveVersion<Value: VersionedModel>: ModelScalar, DisplayNamed {
    static var shownName: String { "a version up to \(Value.modelVersion)" }

    let number: Int

    init(scalar: JSONScalar) throws {
        guard case .number(let text) = scalar, let number = text.integer(as: Int.self) else { throw NoVersion() }
        self.number = number
        guard number <= Value.modelVersion else {
            throw NewerArchiveError(
                model: Value.archiveName, version: number, currentVersion: Value.modelVersion)
        }
    }

    var scalar: JSONScalar { .number(JSONNumber(number)) }

    private struct NoVersion: Error, CustomStringConvertible {
        var description: String { "a version is an integer" }
    }
}
