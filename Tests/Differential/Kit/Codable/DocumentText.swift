import Foundation
import Yodel

/// The kind of a document, whatever type is decoded: JSON in UTF-8, in another encoding, or not JSON.
///
/// Foundation cannot decide it, since it checks only the parts of a text that a type reads, and accepts more than JSON.
/// Instead the yajl source does, which Yodel's own decoder does not use, or the scanner in a build without yajl.
enum DocumentText {
    case sound
    /// JSON in another encoding.
    case transcoded([UInt8], isReadByFoundation: Bool)
    /// Not JSON, with the error if it can be predicted.
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
        // A second byte order mark is an error.
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

    /// An encoding other than UTF-8: detected from the first bytes, by a mark or by the position of zeros.
    private struct Encoding {
        let unit: Int
        let isBig: Bool
        let mark: Int
        /// The mark of little-endian UTF-32, which Foundation takes for UTF-16's.
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

/// Returns a document again and again with the members of its objects in other orders.
struct MemberShuffle {
    private let value: JSONValue
    private var generator = Mutator(seed: 1).generator

    init?(_ text: [UInt8]) {
        var decoder = ModelDecoder()
        // Of duplicate keys, Foundation and Yodel take the first.
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
