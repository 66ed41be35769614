#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keys in snake case as Foundation's coders convert them; ``KeyStrategy/snakeCase`` differs for consecutive capitals.
enum SnakeCase {
    /// `user_id` becomes `userId`, `_user_id_` becomes `_userId_`, and `userID` does not change.
    ///
    /// The first of several words becomes lower case, each of the others capitalised; a single word is not changed.
    static func camelCase(of key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words[0].lowercased() + words[1...].map(\.capitalized).joined()
        return "\(key[..<first])\(joined)\(key[key.index(after: last)...])"
    }

    /// `myURLProperty` becomes `my_url_property`.
    static func snakeCase(of key: String) -> String {
        withBytes(of: key) { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? snakeCase(ascii: bytes) : nil
        } ?? snakeCase(any: key)
    }

    /// A word ends before a capital, and before the last of several capitals that a small letter follows.
    ///
    /// Other characters between capitals and small letters are skipped: `a1B2c` is `a1_b2c`, since 2 is neither.
    private static func snakeCase(ascii bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { output in
            var count = 0
            words(bytes.count, { isCapital(bytes[$0]) }, { isSmall(bytes[$0]) }) { word in
                // The first word has at least one character.
                if count > 0 {
                    output[count] = UInt8(ascii: "_")
                    count += 1
                }
                for byte in bytes[word] {
                    output[count] = isCapital(byte) ? byte | 0x20 : byte
                    count += 1
                }
            }
            return count
        }
    }

    private static func snakeCase(any key: String) -> String {
        let characters = Array(key)
        var words: [String] = []
        self.words(characters.count, { isCapital(characters[$0]) }, { isSmall(characters[$0]) }) { word in
            words.append(String(characters[word]).lowercased())
        }
        return words.joined(separator: "_")
    }

    /// Calls `word` for each word; a key has at least one.
    private static func words(
        _ count: Int, _ isCapital: (Int) -> Bool, _ isSmall: (Int) -> Bool, _ word: (Range<Int>) -> Void
    ) {
        guard count > 0 else { return }
        var start = 0
        var searched = 1
        while let capital = (searched..<count).first(where: isCapital) {
            word(start..<capital)
            guard let small = (capital..<count).first(where: isSmall) else {
                start = capital
                break
            }
            if small == capital + 1 {
                start = capital
            } else {
                word(capital..<small - 1)
                start = small - 1
            }
            searched = small + 1
        }
        word(start..<count)
    }

    private static func isCapital(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }

    private static func isSmall(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }

    private static func isCapital(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            $0.properties.generalCategory == .uppercaseLetter || $0.properties.generalCategory == .titlecaseLetter
        }
    }

    private static func isSmall(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .lowercaseLetter }
    }
}
