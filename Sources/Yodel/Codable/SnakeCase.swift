#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keys in snake case as Foundation's coders convert them, which know no style but this.
enum SnakeCase {
    /// `user_id` becomes `userId`, `_user_id_` becomes `_userId_`, and `userID` stays as it is.
    ///
    /// The first of several words becomes lower case, each of the others capitalised; what is one word is not changed.
    static func camelCase(of key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words[0].lowercased() + words[1...].map(\.capitalized).joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }
}
