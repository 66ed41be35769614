/// A model whose archives say which version of it they were written by, and that reads those of earlier ones.
///
/// ```swift
/// struct Book: VersionedModel {
///     static let modelVersion = 2
///     var title: String
///     var authors: [String]
///
///     static func migrate(_ object: inout JSONObject, from version: Int) throws {
///         if version < 2, let author = object.removeValue(forKey: "author") { object["authors"] = [author] }
///     }
/// }
/// let book = try ModelDecoder().decodeArchive(Book.self, from: data)
/// ```
///
/// An archive is the model's JSON in an envelope: `{"model": "Book", "version": 1, "value": {…}}`. The version is that
/// of the archive's root alone; models within it are migrated by the root's ``migrate(_:from:)``.
public protocol VersionedModel: Model {
    /// The version of the type, to be raised when what is archived changes.
    static var modelVersion: Int { get }

    /// The name the archives of the type have, by default the type's.
    ///
    /// To keep it is to keep the archives when the type gets another name.
    static var archiveName: String { get }

    /// Makes of an object that an earlier version has written one of this version.
    ///
    /// By default it is taken as it is.
    ///
    /// - Throws: Whatever is wrong with the object; it becomes the ``ModelError/underlying`` error.
    static func migrate(_ object: inout JSONObject, from version: Int) throws
}

extension VersionedModel {
    /// The type's name.
    public static var archiveName: String { displayName(of: Self.self) }

    /// Takes what an earlier version has written as it is.
    public static func migrate(_ object: inout JSONObject, from version: Int) throws {}
}

/// Why an archive is refused, as the ``ModelError/underlying`` error: a later version of the type has written it.
public struct NewerArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
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
