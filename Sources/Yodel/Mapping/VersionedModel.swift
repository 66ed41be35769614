/// A model whose archives record the version that wrote them, and that can read those of earlier versions.
///
/// ```swift
/// struct Book: VersionedModel {
///     static let modelVersion = 2
///     var title: String
///     var authors: [String]
///
///     static func migrate(_ object: inout JSONObject, from version: Int) throws {
///         if version < 2, let author = object.removeValue(forKey: "author") {
///             object["authors"] = [author]
///         }
///     }
/// }
/// let book = try ModelDecoder().decodeArchive(Book.self, from: data)
/// ```
///
/// An archive is the model's JSON in an envelope: `{"model": "Book", "version": 1, "value": {…}}`. Only the archive's
/// root has a version; the root's ``migrate(_:from:)`` migrates the models within it.
public protocol VersionedModel: Model {
    /// The version of the type; raise it when the archived properties change.
    static var modelVersion: Int { get }

    /// The name in the type's archives, by default the name of the type.
    ///
    /// Keep it if the type is renamed, so that existing archives can still be read.
    static var archiveName: String { get }

    /// Converts an object that an earlier version wrote to this version.
    ///
    /// By default it is left unchanged.
    ///
    /// - Throws: Any error, to refuse the object; it becomes the ``ModelError/underlying`` error.
    static func migrate(_ object: inout JSONObject, from version: Int) throws
}

extension VersionedModel {
    /// The type's name.
    public static var archiveName: String { displayName(of: Self.self) }

    /// Leaves the object unchanged.
    public static func migrate(_ object: inout JSONObject, from version: Int) throws {}
}

/// The ``ModelError/underlying`` error for an archive that a later version of the type has written.
public struct NewerArchiveError: YodelError, Hashable {
    /// The name of the archived type.
    public let model: String
    /// The version that wrote the archive.
    public let version: Int
    /// The version of the type in this program.
    public let currentVersion: Int

    /// One sentence.
    public var description: String {
        "the archive was written by version \(version) of \(model), and this program knows versions up to \(currentVersion)"
    }
}
