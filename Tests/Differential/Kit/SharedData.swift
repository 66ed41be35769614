package import Foundation

/// Public test data in the folder `shared` beside the project; not part of it, and not always present.
///
/// ```swift
/// @Test(.enabled(if: SharedData.isAvailable, SharedData.absence))
/// ```
package enum SharedData {
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared").standardizedFileURL

    package static let isAvailable = FileManager.default.fileExists(
        atPath: root.appendingPathComponent("conformance").path)

    /// The files of a folder whose names begin with `prefix`, sorted by name; none when the data are absent.
    package static func files(in folder: String, prefix: String = "") -> [SharedFile] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        return (names ?? []).filter { $0.hasPrefix(prefix) }.sorted().map { SharedFile(path: "\(folder)/\($0)") }
    }
}

/// A file of the public test data.
package struct SharedFile: Sendable {
    /// The path within the data.
    package let path: String

    package init(path: String) {
        self.path = path
    }

    package var name: String { String(path.split(separator: "/").last!) }

    package func bytes() throws -> [UInt8] {
        Array(try Data(contentsOf: SharedData.root.appendingPathComponent(path)))
    }

    package func text() throws -> String {
        try String(contentsOf: SharedData.root.appendingPathComponent(path), encoding: .utf8)
    }
}
