import Testing

@testable import Yodel

/// The form of a document for an update, and the defaults of options. (For decoded documents see the tests of the text.)
@Suite struct DocumentOptionTests {
    private struct Book: Model, Equatable { var title: String }

    @Test func updatesNeedNoFragments() throws {
        let noFragments = ModelDecoder.with { $0.allowsFragments = false }
        var book = Book(title: "a")
        try noFragments.update(&book, from: #"{"title": "b"}"#)
        #expect(book == Book(title: "b"))
        #expect(refusal(updating: &book, "7", decoder: noFragments) != "accepted")
    }

    @Test func updatesMayHaveCommentsIfWished() throws {
        let comments = ModelDecoder.with { $0.allowsComments = true }
        var book = Book(title: "a")
        try comments.update(&book, from: "{/**/} // nothing")
        #expect(book == Book(title: "a"))
    }

    @Test func contentMayFollowAnUpdateIfWished() throws {
        let trailing = ModelDecoder.with { $0.allowsTrailingContent = true }
        var book = Book(title: "x")
        try trailing.update(&book, from: "{\"title\": \"a\"}\n{\"title\": 7} \u{1}]")
        #expect(book == Book(title: "a"))
        #expect(refusal(updating: &book, #"{"title": "y"} x"#).contains("(trailingContent, "))
        #expect(book == Book(title: "a"))
    }

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
}
