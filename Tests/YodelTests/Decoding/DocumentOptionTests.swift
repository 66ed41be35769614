import Testing

@testable import Yodel

/// The form of a whole document, for models. (For the text itself see the tests of events.)
@Suite struct DocumentOptionTests {
    private struct Book: Model, Equatable {
        var title: String
    }

    private enum Color: String { case red }

    private static let noFragments = ModelDecoder.with { $0.allowsFragments = false }

    // MARK: - Fragments

    @Test func fragmentsAreAllowedByDefault() throws {
        #expect(ModelDecoder().allowsFragments)
        #expect(try decodeEveryWay(Int.self, "12") == 12)
        #expect(try decodeEveryWay(Int?.self, "null") == nil)
    }

    @Test func withoutFragmentsADocumentIsAnArrayOrAnObject() throws {
        func expectRefused<Value>(_ type: Value.Type, _ json: String, sourceLocation: SourceLocation = #_sourceLocation)
        {
            let text = refusal(of: type, " \(json) ", decoder: Self.noFragments, sourceLocation: sourceLocation)
            #expect(text.hasPrefix("$: expected an object or array, found "), sourceLocation: sourceLocation)
            #expect(
                text.hasSuffix("(typeMismatch, line 1, column 2, offset 1); allowsFragments = true allows it"),
                sourceLocation: sourceLocation)
        }
        expectRefused(Int.self, "12")
        expectRefused(Int?.self, "null")
        expectRefused(Bool.self, "true")
        expectRefused(String.self, #""a""#)
        expectRefused(Double.self, "1.5")
        expectRefused(Color.self, #""red""#)
        expectRefused(JSONValue.self, "12")
        expectRefused(JSONValue.self, "null")
        expectRefused(RawJSON.self, #""a""#)
        expectRefused(Indirect<Int>.self, "12")
        #expect(try decodeEveryWay([Int].self, "[12]", decoder: Self.noFragments) == [12])
        #expect(try decodeEveryWay(Book.self, #"{"title": "a"}"#, decoder: Self.noFragments) == Book(title: "a"))
        #expect(try decodeEveryWay(Book?.self, #"{"title": "a"}"#, decoder: Self.noFragments) == Book(title: "a"))
        #expect(try decodeEveryWay(JSONValue.self, " [1]", decoder: Self.noFragments) == [1])
        #expect(try decodeEveryWay(RawJSON.self, " {} ", decoder: Self.noFragments).text == "{}")
        #expect(try decodeEveryWay(Indirect<[Int]>.self, "[1]", decoder: Self.noFragments).wrappedValue == [1])
        #expect(try decodeEveryWay([String: Int].self, #"{"a": 1}"#, decoder: Self.noFragments) == ["a": 1])
    }

    @Test func updatesNeedNoFragments() throws {
        var book = Book(title: "a")
        try Self.noFragments.update(&book, from: #"{"title": "b"}"#)
        #expect(book == Book(title: "b"))
        #expect(refusal(updating: &book, "7", decoder: Self.noFragments) != "accepted")
    }

    // MARK: - Comments, trailing content

    @Test func commentsAreAllowedIfWished() throws {
        let json = "/* a book */ {// its title\n\"title\"/**/:/***/\"a // b /* c */\" /* end */ } // that's all"
        let comments = ModelDecoder.with { $0.allowsComments = true }
        #expect(try decodeEveryWay(Book.self, json, decoder: comments) == Book(title: "a // b /* c */"))
        #expect(refusal(of: Book.self, json).contains("(unexpectedToken, line 1, column 1, offset 0)"))
        #expect(
            refusal(of: Book.self, "{// its title\n\"title\": /* seven */ 7}", decoder: comments)
                == "$.title: expected String, found the number 7 (typeMismatch, line 2, column 22, offset 35); conversions = .lenient converts it"
        )
        var book = Book(title: "a")
        try comments.update(&book, from: "{/**/} // nothing")
        #expect(book == Book(title: "a"))
    }

    @Test func contentMayFollowIfWished() throws {
        let trailing = ModelDecoder.with { $0.allowsTrailingContent = true }
        let json = "{\"title\": \"a\"}\n{\"title\": 7} \u{1}]"
        #expect(try decodeEveryWay(Book.self, json, decoder: trailing) == Book(title: "a"))
        #expect(
            refusal(of: Book.self, json)
                == "$: content after the document (trailingContent, line 2, column 1, offset 15); allowsTrailingContent = true skips it"
        )
        var book = Book(title: "x")
        try trailing.update(&book, from: json)
        #expect(book == Book(title: "a"))
        #expect(refusal(updating: &book, #"{"title": "y"} x"#).contains("(trailingContent, "))
        #expect(book == Book(title: "a"))
    }

    // MARK: - Defaults

    @Test func everyOptionHasItsDefault() {
        let decoder = ModelDecoder()
        #expect(decoder.limits == ParserLimits())
        #expect(decoder.allowsFragments)
        #expect(!decoder.allowsComments)
        #expect(!decoder.allowsTrailingContent)
        #expect(decoder.nonConformingFloats == .error)
        if case .strict = decoder.conversions {} else { Issue.record("conversions are \(decoder.conversions)") }
        if case .ignore = decoder.unknownKeys {} else { Issue.record("unknown keys are \(decoder.unknownKeys)") }
        if case .last = decoder.duplicateKeys {} else { Issue.record("duplicate keys are \(decoder.duplicateKeys)") }
        if case .error = decoder.nulls {} else { Issue.record("nulls are \(decoder.nulls)") }
    }

    @Test func aDecoderIsAValue() throws {
        let strict = ModelDecoder()
        var lenient = strict
        lenient.conversions = .lenient
        #expect(try lenient.decode(Int.self, from: #""7""#) == 7)
        #expect(throws: ModelError.self) { try strict.decode(Int.self, from: #""7""#) }
    }
}
