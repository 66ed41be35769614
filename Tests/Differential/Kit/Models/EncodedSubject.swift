import Foundation
import Yodel

/// A type whose values are encoded after decoding, and decoded again.
struct EncodedSubject: Sendable {
    let name: String
    let document: @Sendable (inout RandomJSON) -> String
    /// The difference between the value and the one that was encoded and decoded; nil if there is none.
    let difference: @Sendable ([UInt8], Recipe, UInt8) -> String?

    /// - Parameter isExact: Whether the decoded value equals the encoded one. A strategy may round dates, but only
    ///   once.
    init<Value: Equatable & SendableMetatype>(
        _ type: Value.Type, isExact: Bool = true, document: @escaping @Sendable (inout RandomJSON) -> String
    ) {
        name = "\(type)"
        self.document = document
        difference = { document, recipe, options in
            EncodingRound<Value>(recipe: recipe, options: options, isExact: isExact).difference(document)
        }
    }

    init<Value: RandomModel>(random type: Value.Type, isExact: Bool = true) {
        self.init(type, isExact: isExact) { type.json(&$0) }
    }

    /// By number: append new ones, so that earlier inputs keep their recipe.
    static let all = [
        EncodedSubject(EveryKind.self, isExact: false) { $0.document(of: EveryKind.self) },
        EncodedSubject(Mapped.self, isExact: false) { $0.document(of: Mapped.self) },
        EncodedSubject(Varied.self) { $0.document(of: Varied.self) },
        EncodedSubject(JSONValue.self) { $0.anyText() }, EncodedSubject([String: JSONValue?].self) { $0.anyText() },
        EncodedSubject(random: RandomModels.Flat.self),
        EncodedSubject([RandomModels.Leaf].self) { $0.array(0...4, RandomModels.Leaf.json) },
        EncodedSubject(random: RandomModels.Node.self), EncodedSubject(random: RandomModels.Keyed.self),
        EncodedSubject(random: RandomModels.Values.self, isExact: false),
        EncodedSubject(random: RandomModels.Tree.self),
        EncodedSubject([[Double]].self) { $0.array(0...3) { $0.array(0...3) { $0.floatLiteral() } } },
        EncodedSubject([Float].self) { $0.array(0...4) { $0.floatLiteral() } },
        EncodedSubject([Decimal].self) { $0.array(0...4) { $0.floatLiteral() } },
        EncodedSubject([String].self) { $0.array(0...4) { $0.string() } },
        EncodedSubject([Int: [String?]].self) { json in
            json.dictionary(0...3) {
                "\($0.count(-9...9))"
            } value: {
                $0.array(0...2) { $0.string(0...4) }
            }
        },
        EncodedSubject([Data].self) { $0.array(0...3) { $0.dataLiteral() } },
        EncodedSubject([JSONNumber].self) { $0.array(0...4) { $0.floatLiteral() } },
        EncodedSubject([RawJSON].self) { $0.array(0...3) { $0.anyText() } },
        EncodedSubject(random: Subjects.WrappedNils.self),
    ]
}

/// One value that is encoded and decoded again.
private struct EncodingRound<Value: Equatable> {
    let recipe: Recipe
    let options: UInt8
    let isExact: Bool

    func difference(_ document: [UInt8]) -> String? {
        let first = recipe.decoder(noting: DecodingNotes())
        guard let value = try? first.decode(Value.self, from: document) else { return nil }
        do {
            let text = try encoder.encodeBytes(value)
            let appended = try encoder.appendedInEveryWay(value)
            if appended != text { return "\(show(text)), but appended \(show(appended))" }
            var chunks: [UInt8] = []
            try encoder.encode(value, chunkSize: 1 + Int(options >> 5) * 40) { chunks += $0 }
            if chunks != text { return "\(show(text)), but in chunks \(show(chunks))" }
            let back = try decodeEveryWay(text)
            if let odd = back.first(where: { !areEqual($0, back[0]) }) {
                return "\(show(text)) gives \(back[0]) and \(odd)"
            }
            let again = try encoder.encodeBytes(back[0])
            if !isExact {
                let third = try encoder.encodeBytes(try decodeEveryWay(again)[0])
                return again == third ? nil : "\(show(again)) becomes \(show(third))"
            }
            if !areEqual(back[0], value) { return "\(value) comes back as \(back[0]) from \(show(text))" }
            return again == text ? nil : "\(show(text)) becomes \(show(again))"
        } catch {
            return "\(value): \(error)"
        }
    }

    /// Texts are compared because of NaN.
    private func areEqual(_ left: Value, _ right: Value) -> Bool { left == right || "\(left)" == "\(right)" }

    private func show(_ text: [UInt8]) -> String { String(decoding: text.prefix(500), as: UTF8.self) }

    private func decodeEveryWay(_ text: [UInt8]) throws(ModelError) -> [Value] {
        // Strict even if the recipe is not: encoded text needs no leniency.
        var decoder = ModelDecoder()
        (decoder.keys, decoder.dates, decoder.data) = (encoder.keys, encoder.dates, encoder.data)
        decoder.nonConformingFloats = encoder.nonConformingFloats
        return try decoder.decodeEveryWay(text, chunkSize: recipe.chunkSize)
    }

    private var encoder: ModelEncoder {
        let decoder = recipe.decoder(noting: DecodingNotes())
        var encoder = ModelEncoder()
        (encoder.keys, encoder.data) = (decoder.keys, decoder.data)
        encoder.dates = recipe.bytes[3] & 3 == 3 ? .iso8601 : decoder.dates
        encoder.nonConformingFloats = decoder.nonConformingFloats
        if options & 0x01 != 0 { encoder.nils = .null }
        if options & 0x02 != 0 { encoder.layout = .pretty(indentation: Int(options >> 6)) }
        encoder.sortsKeys = options & 0x04 != 0
        encoder.escapesNonASCII = options & 0x08 != 0
        encoder.escapesSlashes = options & 0x10 != 0
        return encoder
    }
}
