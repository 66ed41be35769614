import Testing

@testable import Yodel

/// Unknown keys: skipped, refused, or noted. (For the collector itself see `UnknownKeyCollectorTests`.)
@Suite struct UnknownKeyTests {
    private struct Book: Model, Equatable {
        var title: String
        var author: Author?
        var extra: [String: JSONValue]?
        static let mapping = Mapping(.map(\Book.extra, to: "meta.extra"))
    }

    private static let strict = ModelDecoder.with { $0.unknownKeys = .error }

    @Test(arguments: [
        "null", "true", "1e5", #""a\nb""#, "[]", "{}", #"[1, [{"title": [2]}], "x"]"#, #"{"title": {"a": []}}"#,
    ])
    func valuesOfEveryKindAreSkipped(_ value: String) {
        let json = #"{"x": \#(value), "title": "t", "author": {"y": \#(value), "name": "n"}, "z": \#(value)}"#
        let cuts = Cuts(everySplitBelow: 400)
        expectDecoded(json, as: Book(title: "t", author: Author(name: "n")), cuts: cuts)
        expectDecoded(#"{"title": "t", "x": \#(value)}"#, as: Book(title: "t"), cuts: cuts)
        expectDecoded(#"[{"a": \#(value), "name": "n", "b": \#(value)}]"#, as: [Author(name: "n")], cuts: cuts)
    }

    /// They are skipped without conversion, but checked.
    @Test func skippedValuesHaveToBeJSON() {
        #expect(
            refusal(of: Book.self, #"{"x": [1, tru], "title": "t"}"#).contains(
                "(unexpectedToken, line 1, column 11, offset 10)"))
        #expect(
            refusal(of: Book.self, #"{"x": 01, "title": "t"}"#).contains("(invalidNumber, line 1, column 7, offset 6)"))
        #expect(
            refusal(of: Book.self, #"{"x": "\x", "title": "t"}"#).contains(
                "(invalidEscape, line 1, column 8, offset 7)"))
        #expect(refusal(of: Book.self, #"{"x": {"a": 1, "title": "t"}"#).contains("(unexpectedEnd, "))
    }

    @Test func aKeyIsKnownWholeAndUnescaped() {
        expectDecoded(#"{"nam": 1, "names": 2, "Name": 3, "n\u0061me": "x"}"#, as: Author(name: "x"))
        expectDecoded(#"{"": 1, "name": "x", "\u0000": 2}"#, as: Author(name: "x"))
    }

    @Test func theFirstUnknownKeyIsAnErrorIfWished() {
        #expect(
            refusal(of: Book.self, #"{"title": "t", "isbn": 1, "x": 2}"#, decoder: Self.strict)
                == #"$.isbn: found the unknown key "isbn" (unknownKey, line 1, column 16, offset 15); unknownKeys = .ignore skips it"#
        )
        #expect(
            refusal(of: [Book].self, "[{\"title\": \"t\", \"author\":\n{\"nick name\": 1}}]", decoder: Self.strict)
                == #"$[0].author["nick name"]: found the unknown key "nick name" (unknownKey, line 2, column 2, offset 27); unknownKeys = .ignore skips it"#
        )
        expectErrorAtMark(.unknownKey, decoding: [Book].self, #"[{▸"a\"\\" : 1}]"#, decoder: Self.strict)
        expectDecoded(
            #"{"title": "t", "author": {"name": "n"}}"#, as: Book(title: "t", author: Author(name: "n")),
            decoder: Self.strict)
    }

    @Test func keysOfADictionaryAreNeverUnknown() throws {
        let json = #"{"title": "t", "meta": {"extra": {"anything": {"at": ["all"]}}}}"#
        let book = try decodeEveryWay(Book.self, json, decoder: Self.strict)
        #expect(book.extra == ["anything": ["at": ["all"]]])
        expectDecoded(JSONValue.self, #"{"a": {"b": 1}}"#, as: ["a": ["b": 1]], decoder: Self.strict)
        #expect(try decodeEveryWay([RawJSON].self, #"[{"a": {"b": 1}}]"#, decoder: Self.strict).count == 1)
    }

    @Test func aLongUnknownKeyIsShortenedInTheMessage() {
        let key = String(repeating: "k", count: 50)
        #expect(
            refusal(of: Author.self, "{\"\(key)\": 1}", decoder: Self.strict)
                == "$.\(key): found the unknown key \"\(key.prefix(40))…\" (unknownKey, line 1, column 2, offset 1); unknownKeys = .ignore skips it"
        )
    }

    @Test func unknownKeysAreFoundInUpdatesToo() {
        var book = Book(title: "t", author: Author(name: "n"))
        #expect(
            refusal(updating: &book, #"{"author": {"nick": 1}}"#, decoder: Self.strict)
                == #"$.author.nick: found the unknown key "nick" (unknownKey, line 1, column 13, offset 12); unknownKeys = .ignore skips it"#
        )
    }
}
