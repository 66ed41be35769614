import Foundation

/// A path for a file, which is removed with the value.
final class TemporaryFile {
    let path = NSTemporaryDirectory() + "yodel-\(UUID().uuidString)"

    /// There is no file yet.
    init() {}

    init(_ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    init(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// What the file contains now.
    var content: Data {
        get throws { try Data(contentsOf: URL(fileURLWithPath: path)) }
    }
}
