import Foundation

@testable import Yodel

extension FeedCheckpoint {
    /// The checkpoint as a program saves it.
    var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// A saved checkpoint.
    init(json: String) throws {
        self = try JSONDecoder().decode(FeedCheckpoint.self, from: Data(json.utf8))
    }

    /// The checkpoint with a change in its saved text, which must have the replaced part.
    func replacing(_ old: String, with new: String) throws -> FeedCheckpoint {
        let text = try json
        guard text.contains(old) else { throw NotInText(part: old, text: text) }
        return try FeedCheckpoint(json: text.replacing(old, with: new))
    }

    private struct NotInText: Error {
        var part: String
        var text: String
    }
}
