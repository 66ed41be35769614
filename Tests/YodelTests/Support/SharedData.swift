import Foundation
import Testing

/// Public test data beside the project, in the folder `shared`; not part of it, and not always there.
///
/// ```swift
/// @Test(.enabled(if: SharedData.isAvailable, SharedData.absence))
/// ```
enum SharedData {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared").standardizedFileURL

    static let isAvailable = FileManager.default.fileExists(atPath: root.appendingPathComponent("conformance").path)

    static let absence: Comment = "the public test data are not beside the project"

    /// The files of a folder whose names begin with `prefix`, sorted by name; none when the data are absent.
    static func files(in folder: String, prefix: String = "") -> [SharedFile] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        return (names ?? []).filter { $0.hasPrefix(prefix) }.sorted().map { SharedFile(path: "\(folder)/\($0)") }
    }
}

/// A file of the public test data.
struct SharedFile: Sendable, CustomTestStringConvertible {
    /// The path within the data.
    let path: String

    var name: String { String(path.split(separator: "/").last!) }

    var testDescription: String { name }

    func bytes() throws -> [UInt8] {
        Array(try Data(contentsOf: SharedData.root.appendingPathComponent(path)))
    }

    func text() throws -> String {
        try String(contentsOf: SharedData.root.appendingPathComponent(path), encoding: .utf8)
    }
}
