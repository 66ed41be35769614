#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What a coding key is called in JSON.

extension CodableWriter {
    /// The key of a member of the object on top.
    @inline(__always)
    func name<Key: CodingKey>(of key: Key) -> String { changesKeys ? changedName(of: key) : key.stringValue }

    @inline(never)
    private func changedName<Key: CodingKey>(of key: Key) -> String {
        switch options.keys {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: SnakeCaseKeys.convert(key.stringValue)
        case .custom(let convert): convert(path + [key]).stringValue
        #if !canImport(FoundationEssentials)
        @unknown default: key.stringValue
        #endif
        }
    }
}

/// Foundation's conversion of keys to snake case, which differs from ``KeyStrategy/snakeCase`` in what it does where
/// capitals follow each other.
enum SnakeCaseKeys {
    /// `myURLProperty` becomes `my_url_property`.
    static func convert(_ key: String) -> String {
        var key = key
        return key.withUTF8 { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? convert(ascii: bytes) : nil
        } ?? convert(any: key)
    }

    /// A word ends before a capital, and before the last of several capitals that a small letter follows.
    ///
    /// Capitals and small letters are looked for, whatever is between them: `a1B2c` is `a1_b2c`, as 2 counts for neither.
    private static func convert(ascii bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { output in
            var count = 0
            func put(_ range: Range<Int>) {
                for byte in bytes[range] {
                    output[count] = isCapital(byte) ? byte | 0x20 : byte
                    count += 1
                }
            }
            var isFirst = true
            words(bytes.count, { isCapital(bytes[$0]) }, { isSmall(bytes[$0]) }) { word in
                if !isFirst {
                    output[count] = UInt8(ascii: "_")
                    count += 1
                }
                isFirst = false
                put(word)
            }
            return count
        }
    }

    private static func convert(any key: String) -> String {
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
