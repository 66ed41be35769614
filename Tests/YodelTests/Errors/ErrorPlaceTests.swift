import Testing

@testable import Yodel

/// Offset, line and column of errors: bytes from the document's start, the same however it is cut.
@Suite struct ErrorPlaceTests {
    private struct Item: Model {
        var id: Int
        var name: String?
        var ranked: Int?
        var first: [Int]?
        var second: [Int]?
        static let mapping = Mapping(
            .map(\Item.ranked, to: "r1", "r2"), .map(\Item.first, to: "shared"), .map(\Item.second, to: "shared"))
    }

    private static let cuts = Cuts(chunkSizes: [1, 2, 3, 5, 7, 64], everySplitBelow: 400)

    /// Expects the error at the place of the character `▸`, which is not part of the document.
    private func expect(
        _ code: ModelError.Code, _ marked: String, decoder: ModelDecoder = ModelDecoder(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectErrorAtMark(
            code, decoding: [Item].self, marked, decoder: decoder, cuts: Self.cuts, sourceLocation: sourceLocation)
    }

    @Test func lineFeedsEndLines() {
        expect(.typeMismatch, "[\n\n  {\"id\":\n▸true}]")
        expect(.typeMismatch, "\n\n\n[{\"id\": 1}, ▸7]")
        expect(.typeMismatch, "[{\"id\": ▸\"x\"}]\n\n")
        expect(.unexpectedToken, "[{\"id\": 1}\n,\n▸,]")
        expect(.unexpectedEnd, "[\n{\"id\": 1}\n,\n▸")
        expect(.unexpectedEnd, "[\n{\"id\": 1▸")
        expect(.trailingContent, "[\n]\n\n ▸x")
    }

    @Test func carriageReturnsAreCharactersOfTheirLine() {
        expect(.typeMismatch, "[\r\n  {\"id\":\r\n▸true}]\r\n")
        expect(.typeMismatch, "[\r\r{\"id\": ▸true}]")
        expect(.unexpectedToken, "[\r\n\r\n▸}")
    }

    @Test func columnsCountBytes() {
        expect(.typeMismatch, "[\n{\"größe\": \"日本\", \"id\": ▸true}]")
        expect(.typeMismatch, "[{\"name\": \"\\n\\u00e9😀\", \"id\": ▸[]}]")
    }

    // MARK: - Which byte

    /// Errors that are found at the end of an object, or of a value for several fields, have the place of the value.
    @Test func errorsFoundLaterStandWhereTheValueIs() {
        expect(.typeMismatch, "[\n{\"id\": 1, \"shared\": [\n1,\n▸true\n,\n\n3]\n}]")
        expect(.typeMismatch, "[\n{\"id\": 1,\n\n \"shared\": ▸\"x\"\n\n}]")
        let strict = ModelDecoder.with { $0.nulls = .error }
        expectError(
            .nullValue, at: 10, line: 2, column: 9, decoding: [Required].self,
            "[\n{\"b\": \t null, \"x\":\n\n[\n1]\n}\n]", decoder: strict, cuts: Self.cuts)
        expect(.missingKeys, "[{\"shared\": [\n1,\n2\n]\n▸}]")
    }

    private struct Required: Model {
        var value: Int
        static let mapping = Mapping(.map(\Required.value, to: "a", "b"))
    }

    // MARK: - Long documents

    @Test func placesInLongDocumentsAreRightWhateverTheCut() throws {
        let lines = (0..<3_000).map { "{\"id\": \($0), \"name\": \"größe \($0)\"}" }
        let before = "[\r\n" + lines.joined(separator: ",\r\n") + ",\r\n{\"name\": \"\", \"id\": "
        let json = Array((before + "1.5}]").utf8)
        for size in [1, 100, 4_096, 65_536, 65_537, json.count] {
            var decoder = ModelDecoder().incrementalDecoder(of: [Item].self)
            let found = modelError { for chunk in json.chunks(of: size) { try decoder.feed(chunk) } }
            #expect(
                found?.description == "$[3000].id: expected Int, found the number 1.5 "
                    + "(inexactNumber, line 3002, column 20, offset \(before.utf8.count))", "in chunks of \(size)")
        }
    }
}
