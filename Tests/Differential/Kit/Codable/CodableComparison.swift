import Foundation
import Yodel

/// One document decoded as one type by Foundation and by Yodel, and the value encoded by both.
struct CodableComparison<Value: Codable & Equatable> {
    let recipe: CodableRecipe
    let traits: CodableSubject.Traits

    typealias Outcome = CodableResult<Value>

    /// The difference between the outcomes that the documentation does not explain; nil if there is none.
    func difference(_ document: [UInt8]) -> String? {
        let decoder = recipe.yodelDecoder
        let yodel = Outcome(catching: { try decoder.decode(Value.self, from: document) })
        guard Outcome(catching: { try decoder.decode(Value.self, from: document) }) == yodel else {
            return "\(recipe): another outcome the second time than \(yodel)"
        }
        let ofSpan = Outcome(catching: { try decoder.decode(Value.self, from: ContiguousArray(document).span) })
        guard ofSpan == yodel else { return "\(recipe): Yodel \(yodel), but from a span \(ofSpan)" }
        switch DocumentText(document, recipe) {
        case .broken(let error):
            guard case .error(let found) = yodel, found.isOfText, error == nil || found.says(error!) else {
                return
                    "\(recipe): no JSON (\(error.map { "\($0)" } ?? "its encoding")), but Yodel: \(yodel) \(yodel.underlyingText)"
            }
            return nil
        case .transcoded(let text, let isReadByFoundation):
            let plain = Outcome(catching: { try decoder.decode(Value.self, from: text) })
            guard yodel == plain else { return "\(recipe): Yodel \(yodel), but from UTF-8 \(plain)" }
            return isReadByFoundation ? difference(yodel, document, text) : nil
        case .sound:
            return difference(yodel, document, document)
        }
    }

    /// - Parameter text: The document as UTF-8.
    private func difference(_ yodel: Outcome, _ document: [UInt8], _ text: [UInt8]) -> String? {
        let foundation = foundationOutcome(document, text)
        if foundation != yodel, !isDocumented(foundation, yodel, text) {
            return "\(recipe): Foundation \(foundation), but Yodel \(yodel)"
        }
        guard case .value(let value) = yodel else { return nil }
        return encodingDifference(value)
    }

    private func foundationOutcome(_ document: [UInt8], _ text: [UInt8]) -> Outcome {
        // Foundation refuses some zeros with exponents; it gets a spelling of the same value.
        let zeros = NumberLiteral.all(in: text).filter(\.isZeroWithExponent)
        var asked =
            zeros.isEmpty
            ? document : NumberLiteral.replace(zeros, in: text) { $0.text.hasPrefix("-") ? "-0.0" : "0.0" }
        // Foundation reads memory after a number at the end, and may trap.
        if document == text { asked.append(UInt8(ascii: " ")) }
        return Outcome(catching: { try recipe.foundationDecoder.decode(Value.self, from: Data(asked)) })
    }

    // MARK: - Documented differences

    /// Whether integers written with a point or an exponent, or the order of keys, explain the difference: then the
    /// same document without the cause has none.
    private func isDocumented(_ foundation: Outcome, _ yodel: Outcome, _ text: [UInt8]) -> Bool {
        let roundabout = NumberLiteral.all(in: text).filter(\.isReadInARoundaboutWay)
        if !roundabout.isEmpty {
            for replacement in ["7", "0.5"] {
                let other = NumberLiteral.replace(roundabout, in: text) { _ in replacement }
                let yodel = Outcome(catching: { try recipe.yodelDecoder.decode(Value.self, from: other) })
                let foundation = foundationOutcome(other, other)
                guard foundation == yodel || isOfOrder(foundation, other) else { return false }
            }
            return true
        }
        return isOfOrder(foundation, text)
    }

    /// Whether Yodel's outcome is the same for some order of the members, since Foundation's is unknown.
    private func isOfOrder(_ foundation: Outcome, _ text: [UInt8]) -> Bool {
        guard traits.contains(.unordered), var shuffle = MemberShuffle(text) else { return false }
        let decoder = recipe.yodelDecoder
        for _ in 0..<400 {
            guard let other = shuffle.next() else { return false }
            if Outcome(catching: { try decoder.decode(Value.self, from: other) }) == foundation { return true }
        }
        return false
    }

    // MARK: - Encoding

    private func encodingDifference(_ value: Value) -> String? {
        let foundation = EncodedResult(catching: { try recipe.foundationEncoder.encode(value) })
        let encoder = recipe.yodelEncoder
        let yodel = EncodedResult(catching: { try encoder.encode(value) })
        guard EncodedResult(catching: { try encoder.encode(value) }) == yodel else {
            return "\(recipe): encoded otherwise the second time than \(yodel)"
        }
        let appended = EncodedResult(catching: { try Data(encoder.appendedInEveryWay(value)) })
        guard appended == yodel else { return "\(recipe): encoded as \(yodel), but appended as \(appended)" }
        if foundation != yodel, !yodel.hasMoreOfThePath(than: foundation) {
            return "\(recipe): encoded by Foundation \(foundation), but by Yodel \(yodel)"
        }
        guard case .text(let text) = yodel, !traits.contains(.oneWay) else { return nil }
        // The encoded text has braces.
        var whole = recipe
        whole.bytes[2] &= 0xE7
        let back = Outcome(catching: { try whole.yodelDecoder.decode(Value.self, from: text) })
        let foundationsBack = CodableComparison(recipe: whole, traits: traits).foundationOutcome(text, text)
        if back != foundationsBack, !isDocumented(foundationsBack, back, text) {
            return "\(recipe): Foundation decodes back \(foundationsBack), but Yodel \(back)"
        }
        guard comesBack(from: text), back != .value(value) else { return nil }
        return "\(recipe): \(PlainText.of(value)) comes back as \(back) from \(String(decoding: text, as: UTF8.self))"
    }

    /// Whether decoding the encoded value must give an equal one: strategies may lose something.
    private func comesBack(from text: [UInt8]) -> Bool {
        guard traits.contains(.isDynamic) else { return recipe.dates.isExact }
        return recipe.keys == .asTheyAre && !NumberLiteral.all(in: text).contains(where: \.isReadInARoundaboutWay)
    }
}
