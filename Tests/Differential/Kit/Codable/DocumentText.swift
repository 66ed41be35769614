import Foundation
import Yodel

/// What a document is before any type is asked for: JSON in UTF-8, in another encoding, or no JSON.
///
/// Foundation is not asked, as it looks only at those parts of a text that a type asks for and accepts more than JSON: the
/// source over yajl is, which Yodel's own decoder does not use, or in a build without yajl the scanner.
enum DocumentText {
    case sound
    /// JSON in another encoding.
    case transcoded([UInt8], isReadByFoundation: Bool)
    /// No JSON, with the error where it can be told ahead.
    case broken(ModelError?)

    init(_ document: [UInt8], _ recipe: CodableRecipe) {
        guard let encoding = Encoding(document) else {
            let hasMark = document.starts(with: [0xEF, 0xBB, 0xBF])
            self = Self.utf8(hasMark ? Array(document.dropFirst(3)) : document, recipe, hasMark)
            return
        }
        guard let text = encoding.text(document) else {
            self = .broken(nil)
            return
        }
        let bytes = Array(text.utf8)
        // A second mark is one too many.
        guard case .sound = Self.utf8(bytes, recipe, false), !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            self = .broken(nil)
            return
        }
        self = .transcoded(bytes, isReadByFoundation: !encoding.isLittleMark)
    }

    private static func utf8(_ text: [UInt8], _ recipe: CodableRecipe, _ hasMark: Bool) -> DocumentText {
        let isBare =
            recipe.assumesTopLevelDictionary && text.first { !" \n\r\t".utf8.contains($0) } != UInt8(ascii: "{")
        let whole = isBare ? [UInt8(ascii: "{")] + text + [UInt8(ascii: "}")] : text
        var decoder = ModelDecoder()
        decoder.parser = Parser.other ?? .scanner
        do throws(ModelError) {
            _ = try decoder.decode(JSONValue.self, from: whole)
            return .sound
        } catch {
            return .broken(isBare || hasMark ? nil : error)
        }
    }

    /// One that is not UTF-8: what the first bytes say, by a mark or by where zeros are.
    private struct Encoding {
        let unit: Int
        let isBig: Bool
        let mark: Int
        /// The mark of UTF-32 with the byte order of a little endian, which Foundation takes for UTF-16's.
        var isLittleMark: Bool { unit == 4 && !isBig && mark == 4 }

        init?(_ document: [UInt8]) {
            let marks: [([UInt8], Int, Bool)] = [
                ([0, 0, 0xFE, 0xFF], 4, true), ([0xFF, 0xFE, 0, 0], 4, false), ([0xFE, 0xFF, 0, 0], 4, false),
                ([0xFE, 0xFF], 2, true), ([0xFF, 0xFE], 2, false),
            ]
            if let (mark, unit, isBig) = marks.first(where: { document.starts(with: $0.0) }) {
                (self.unit, self.isBig, self.mark) = (unit, isBig, mark.count)
                return
            }
            let zeros: [([Bool], Int, Bool)] = [
                ([true, true, true, false], 4, true), ([false, true, true, true], 4, false),
                ([true, false, true, false], 2, true), ([false, true, false, true], 2, false),
                ([true, false], 2, true), ([false, true], 2, false),
            ]
            let start = document.prefix(4).map { $0 == 0 }
            guard let (_, unit, isBig) = zeros.first(where: { $0.0 == start }) else { return nil }
            (self.unit, self.isBig, mark) = (unit, isBig, 0)
        }

        func text(_ document: [UInt8]) -> String? {
            let bytes = document.dropFirst(mark)
            guard bytes.count % unit == 0 else { return nil }
            let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: unit).map { start in
                let unit = bytes[start..<start + unit]
                return (isBig ? Array(unit) : unit.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            return unit == 4
                ? String(validating: units, as: UTF32.self)
                : String(validating: units.map { UInt16($0) }, as: UTF16.self)
        }
    }
}

/// Gives a document again and again with the members of its objects in other orders.
struct MemberShuffle {
    private let value: JSONValue
    private var generator = Mutator(seed: 1).generator

    init?(_ text: [UInt8]) {
        var decoder = ModelDecoder()
        // Of a key that comes twice, Foundation and Yodel take the first.
        decoder.duplicateKeys = .first
        let inBraces = [UInt8(ascii: "{")] + text + [UInt8(ascii: "}")]
        guard
            let value = (try? decoder.decode(JSONValue.self, from: text))
                ?? (try? decoder.decode(JSONValue.self, from: inBraces))
        else { return nil }
        self.value = value
    }

    mutating func next() -> [UInt8]? {
        try? ModelEncoder().encodeBytes(shuffled(value))
    }

    private mutating func shuffled(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { shuffled($0) })
        case .object(let members):
            var object = JSONObject()
            for (key, value) in members.shuffled(using: &generator) { object[key] = shuffled(value) }
            return .object(object)
        default: return value
        }
    }
}
