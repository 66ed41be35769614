/// The envelope of an archived model, with its members in the order in which they are written.
struct ArchiveEnvelope<Value>: Model {
    var model: JSONValue?
    var version: JSONValue?
    var value: Value

    /// Explicit keys, so that no key strategy of a coder changes them.
    static var mapping: Mapping {
        Mapping(.map(\Self.model, to: "model"), .map(\Self.version, to: "version"), .map(\Self.value, to: "value"))
    }
}

/// The members of the envelope that are decoded before the model.
struct ArchiveHead<Value: VersionedModel>: Model, DisplayNamed {
    static var shownName: String { "an archive of \(Value.archiveName)" }

    var model: ArchiveName<Value>
    var version: ArchiveVersion<Value>
}

/// The name of the archived type; decoding fails if it is another type's.
struct ArchiveName<Value: VersionedModel>: ModelScalar, DisplayNamed {
    static var shownName: String { "the name \(JSONValue.string(Value.archiveName))" }

    init(scalar: JSONScalar) throws {
        guard scalar == .string(Value.archiveName) else {
            throw WrongEnvelope(description: "the archive does not hold a \(Value.archiveName)")
        }
    }

    var scalar: JSONScalar { .string(Value.archiveName) }
}

/// The version that wrote the archive; decoding fails if it is later than this type's.
struct ArchiveVersion<Value: VersionedModel>: ModelScalar, DisplayNamed {
    static var shownName: String { "a version up to \(Value.modelVersion)" }

    let number: Int

    init(scalar: JSONScalar) throws {
        guard case .number(let text) = scalar, let number = text.integer(as: Int.self) else {
            throw WrongEnvelope(description: "the version must be an integer")
        }
        self.number = number
        guard number <= Value.modelVersion else {
            throw NewerArchiveError(
                model: Value.archiveName, version: number, currentVersion: Value.modelVersion)
        }
    }

    var scalar: JSONScalar { .number(JSONNumber(number)) }
}

private struct WrongEnvelope: YodelError {
    let description: String
}
