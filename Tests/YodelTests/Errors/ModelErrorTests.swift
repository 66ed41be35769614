import Foundation
import Testing

@testable import Yodel

@Suite struct ModelErrorTests {
    // MARK: - Codes

    static let codes: [(ModelError.Code, String, ModelError.Category)] = [
        (.unexpectedToken, "unexpectedToken", .syntax),
        (.invalidNumber, "invalidNumber", .syntax),
        (.invalidEscape, "invalidEscape", .syntax),
        (.invalidUTF8, "invalidUTF8", .syntax),
        (.controlCharacter, "controlCharacter", .syntax),
        (.unsupportedEncoding, "unsupportedEncoding", .syntax),
        (.trailingContent, "trailingContent", .syntax),
        (.invalidCompression, "invalidCompression", .syntax),
        (.unexpectedEnd, "unexpectedEnd", .endOfInput),
        (.truncatedCompression, "truncatedCompression", .endOfInput),
        (.typeMismatch, "typeMismatch", .data),
        (.nullValue, "nullValue", .data),
        (.missingKeys, "missingKeys", .data),
        (.numberOutOfRange, "numberOutOfRange", .data),
        (.inexactNumber, "inexactNumber", .data),
        (.invalidValue, "invalidValue", .data),
        (.unknownKey, "unknownKey", .data),
        (.duplicateKey, "duplicateKey", .data),
        (.wrongCount, "wrongCount", .data),
        (.unknownVariant, "unknownVariant", .data),
        (.noMatchingVariant, "noMatchingVariant", .data),
        (.cyclicValue, "cyclicValue", .data),
        (.depthLimit, "depthLimit", .limit),
        (.stringLimit, "stringLimit", .limit),
        (.combiningMarkLimit, "combiningMarkLimit", .limit),
        (.keyLimit, "keyLimit", .limit),
        (.numberLimit, "numberLimit", .limit),
        (.documentLimit, "documentLimit", .limit),
        (.capacityLimit, "capacityLimit", .limit),
        (.keyCountLimit, "keyCountLimit", .limit),
        (.bufferLimit, "bufferLimit", .limit),
        (.itemLimit, "itemLimit", .limit),
        (.failureLimit, "failureLimit", .limit),
        (.compressionLimit, "compressionLimit", .limit),
        (.replayLimit, "replayLimit", .limit),
        (.collisionLimit, "collisionLimit", .limit),
        (.outOfMemory, "outOfMemory", .limit),
        (.unsupportedType, "unsupportedType", .model),
        (.invalidMapping, "invalidMapping", .model),
        (.alreadyFinished, "alreadyFinished", .usage),
        (.invalidCheckpoint, "invalidCheckpoint", .usage),
        (.invalidRange, "invalidRange", .usage),
        (.invalidOutput, "invalidOutput", .usage),
    ]

    @Test func everyCodeHasItsNameAndCategory() {
        for (code, name, category) in Self.codes {
            #expect(code.description == name)
            #expect(ModelError(code).category == category, "\(code)")
        }
        #expect(Set(Self.codes.map(\.0)).count == Self.codes.count)
        #expect(Set(Self.codes.map(\.2)) == Set(ModelError.Category.allCases))
    }

    // MARK: - Descriptions

    @Test func errorsWithoutAPlaceHaveAReason() {
        #expect(ModelError(.unsupportedType, reason: "no way").description == "no way (unsupportedType)")
        #expect(ModelError(.alreadyFinished).description == "$: the decoder has finished (alreadyFinished)")
        let underlying = ModelError(.invalidValue, expected: "X", underlying: ModelError(.invalidEscape))
        #expect(underlying.description == "$: expected X (invalidValue): $: invalid escape (invalidEscape)")
    }

    @Test("What programs log as localizedDescription is the description, of every error of the package")
    func localizedDescriptions() throws {
        let model = try #require(modelError { try ModelDecoder().decode([Int].self, from: #"["x"]"#) })
        let all = try #require(throws: ModelErrors.self) {
            try ModelDecoder().decodeCollectingErrors([Int].self, from: "[null,true]")
        }
        struct Book: VersionedModel { static let modelVersion = 1 }
        let archive = modelError { try ModelDecoder().decodeArchive(Book.self, from: #"{"model":"Shelf"}"#) }
        let errors: [any YodelError] = [
            model, all,
            try #require(throws: DateFormatError.self) { try DateFormat("b") },
            try #require(throws: FeedInputError.self) {
                _ = try Feed(of: Int.self).reader(ofFileAt: "/no/such/file")
            },
            FeedTargetError(target: "/no/such/file", code: ENOENT),
            NewerArchiveError(model: "Book", version: 3, currentVersion: 2),
            try #require(archive?.underlying as? any YodelError), CodableTooDeep(),
        ]
        for error in errors {
            #expect(!error.description.isEmpty && (error as any Error).localizedDescription == error.description)
        }
        #expect(model.localizedDescription.hasPrefix(#"$[0]: expected Int, found the string "x""#))
    }

    // MARK: - Properties

    @Test func anErrorTakesItselfApart() throws {
        struct Book: Model {
            var title: String
            var pages: Int?
        }
        let json = "{\"title\": \"a\",\n  \"pages\": \"many\"}"
        let error = try #require(throws: ModelError.self) { try decodeEveryWay(Book.self, json) { "\($0)" } }
        #expect(error.code == .typeMismatch)
        #expect(error.category == .data)
        #expect(error.path == JSONPath([.key("pages")]))
        #expect(error.offset == 26)
        #expect(error.line == 2)
        #expect(error.column == 12)
        #expect(error.expected == "Int?")
        #expect(error.found == #"the string "many""#)
        #expect(error.missingKeys == [])
        #expect(error.reason == nil)
        #expect(error.underlying == nil)
    }

    // MARK: - Equality

    private struct Oops: Error { var text: String }

    @Test func errorsAreEqualWhenEverythingIs() {
        func error(
            _ code: ModelError.Code = .typeMismatch, path: [JSONPath.Step] = [.key("a")], offset: Int = 3,
            line: Int = 1, column: Int = 4, expected: String? = "Int", found: String? = "null", missing: [String] = [],
            reason: String? = nil, hint: String? = nil, underlying: (any Error)? = nil
        ) -> ModelError {
            ModelError(
                code, path: JSONPath(path), place: ModelError.Place(offset: offset, line: line, column: column),
                expected: expected, found: found, missingKeys: missing, reason: reason, hint: hint,
                underlying: underlying)
        }
        #expect(error() == error())
        let others = [
            error(.nullValue), error(path: []), error(offset: 4), error(line: 2), error(column: 5),
            error(expected: nil), error(found: "1"), error(missing: ["x"]), error(reason: "r"), error(hint: "h"),
            error(underlying: Oops(text: "x")),
        ]
        for (index, other) in others.enumerated() {
            #expect(other != error())
            #expect(others.firstIndex(of: other) == index)
        }
        #expect(error(underlying: Oops(text: "x")) == error(underlying: Oops(text: "x")))
        #expect(error(underlying: Oops(text: "x")) != error(underlying: Oops(text: "y")))
        #expect(ModelError(.typeMismatch) != error())
    }
}
