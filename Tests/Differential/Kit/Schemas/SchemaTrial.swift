package import Yodel

/// The schemas of a type with one set of options, and documents with Yodel's verdict: a line for the judge.
package struct SchemaTrial {
    private let subject: Subject
    private let decoder: ModelDecoder
    private let encoder: ModelEncoder
    private let options: String
    private let documents: [[UInt8]]

    /// The trial as one line of JSON; `Tests/Differential/judge_schemas.py` reads it.
    ///
    /// - Throws: An error if a type that can be decoded has no schema.
    package func line() throws(ModelError) -> String {
        let schemas = subject.schemas
        var trial: JSONObject = ["name": .string(subject.name), "options": .string(options)]
        trial["decoding"] = .object(try schemas.decoding(decoder))
        // A mapping may put two values in one place when encoding: such a model is only decoded.
        trial["encoding"] = (try? schemas.encoding(encoder)).map { .object($0) } ?? true
        if case .lenient = decoder.conversions { trial["isLenient"] = true }
        if decoder.mismatches != .error || decoder.badElements != .error { trial["recovers"] = true }
        trial["documents"] = .array(documents.map { .object(judged($0, schemas)) })
        return JSONValue.object(trial).text()
    }

    private func judged(_ document: [UInt8], _ schemas: SchemaSubject) -> JSONObject {
        let verdict = schemas.verdict(document, decoder, encoder)
        var judged: JSONObject = ["text": .string(String(decoding: document, as: UTF8.self))]
        if let refusal = verdict.refusal {
            (judged["code"], judged["error"]) = (.string("\(refusal.code)"), .string("\(refusal)"))
        }
        judged["encoded"] = verdict.encoded.map { .string($0) }
        return judged
    }
}

extension SchemaTrial {
    /// Trials for that many documents, a few in each.
    package static func all(seed: UInt64, documents count: Int) -> some Sequence<SchemaTrial> {
        let documentsPerTrial = 10
        var mutator = Mutator(seed: seed)
        return (0..<(count + documentsPerTrial - 1) / documentsPerTrial).lazy.map { number in
            var recipe = Recipe(using: &mutator.generator)
            let subject = Self.subject(number)
            // Every subject also gets the default options, except for the dates of the documents.
            if number / Self.subjectCount % 3 == 0 { recipe = Recipe(subject: 0) }
            let seed = UInt64.random(in: 0...UInt64.max, using: &mutator.generator)
            let documents = (0..<documentsPerTrial).map { documentNumber in
                document(documentNumber, of: subject, seed &+ UInt64(documentNumber), &mutator)
            }
            return SchemaTrial(subject, recipe, documents.compactMap { $0 })
        }
    }

    private init(_ subject: Subject, _ recipe: Recipe, _ documents: [[UInt8]]) {
        // A schema does not describe limits, comments and text after a document.
        var recipe = recipe
        recipe.bytes[1] &= ~0x0C
        recipe.bytes[4] = 0
        self.subject = subject
        options = recipe.options
        decoder = recipe.decoder(noting: DecodingNotes())
        var encoder = ModelEncoder()
        (encoder.keys, encoder.dates, encoder.data) = (decoder.keys, decoder.dates, decoder.data)
        encoder.nonConformingFloats = decoder.nonConformingFloats
        encoder.nils = recipe.bytes[1] & 0x20 == 0 ? .omit : .null
        self.encoder = encoder
        self.documents = documents
    }

    private static let more = [Subject(model: EveryKind.self) { $0.document(of: EveryKind.self) }]
    private static let mappedCount = 48
    private static var subjectCount: Int {
        Subject.all.count + more.count + PolymorphicModels.subjects.count + mappedCount
    }

    private static func subject(_ number: Int) -> Subject {
        let number = number % subjectCount
        let written = Subject.all + more + PolymorphicModels.subjects
        return number < written.count ? written[number] : MappedModels.subject(number - written.count)
    }

    /// A document as the subject writes it, with changed values, or with changed bytes; nil if it is not JSON.
    private static func document(
        _ number: Int, of subject: Subject, _ seed: UInt64, _ mutator: inout Mutator
    ) -> [UInt8]? {
        var random = RandomJSON(seed: seed, faults: number % 2 == 0 ? 0 : 20, absences: number % 2 == 0 ? 0 : 20)
        var document = subject.document(&random)
        if number % 5 > 3 { document = mutator.mutated(document, with: document) }
        guard let value = try? ModelDecoder().decode(JSONValue.self, from: document) else { return nil }
        return number % 5 == 2 || number % 5 == 3 ? Array(random.changed(value).text().utf8) : document
    }
}

extension RandomJSON {
    /// The value with something left out, added, made null or replaced by another value.
    mutating func changed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var object) where !object.isEmpty && !chance(6):
            let key = pick(object.keys)
            switch count(0...9) {
            case 0: _ = object.removeValue(forKey: key)
            case 1: object[pick(["unknown", "type", "kind", key.uppercased()])] = replacement()
            case 2: object[key] = .null
            default: object[key] = changed(object[key]!)
            }
            return .object(object)
        case .array(var elements) where !elements.isEmpty && !chance(6):
            let index = count(0...elements.count - 1)
            switch count(0...5) {
            case 0: elements.remove(at: index)
            case 1: elements.append(elements[index])
            default: elements[index] = changed(elements[index])
            }
            return .array(elements)
        default: return replacement()
        }
    }

    private mutating func replacement() -> JSONValue {
        pick([
            .null, true, false, 0, -1, 1.0, 1e2, 0.5, 255, 256, 65_536, -129, 1e30, "", "a", "1", "null", "true", "∞",
            "red", "2024-02-29T23:59:59Z", [], [1], [.null], [:], ["a": 1], ["type": "message"], ["here": .null],
        ])
    }
}
