import Foundation
import Testing

@testable import Yodel

/// A document fed in pieces. (Every test with `decodeEveryWay` shows that they may be cut anywhere.)
@Suite struct IncrementalDecoderTests {
    private struct Book: Model, Equatable {
        var title: String
        var tags: [String]?
        var author: Author?
    }

    private struct Unsupported: Model { var action: @Sendable () -> Void }

    private func decoder<Value>(_ type: Value.Type, fed pieces: String...) throws -> IncrementalDecoder<Value> {
        var decoder = ModelDecoder().incrementalDecoder(of: type)
        for piece in pieces { try decoder.feed(piece) }
        return decoder
    }

    /// The expected error of feeding a piece.
    private func failure<Value>(feeding piece: some Sequence<UInt8>, to decoder: inout IncrementalDecoder<Value>)
        -> ModelError?
    {
        modelError { try decoder.feed(piece) }
    }

    private func failure<Value>(ending decoder: inout IncrementalDecoder<Value>) -> ModelError? {
        modelError { try decoder.finish() }
    }

    // MARK: - Feeding

    @Test func piecesMayBeOfAnyKind() throws {
        var decoder = ModelDecoder().incrementalDecoder(of: [Int].self)
        try decoder.feed("[1")
        try decoder.feed("x,2x".dropFirst().dropLast())
        try decoder.feed(Array("3,".utf8))
        try decoder.feed(Data("4".utf8))
        try decoder.feed(Array("xx5,".utf8)[2...])
        try Array("6".utf8).withUnsafeBufferPointer { try decoder.feed($0) }
        try Array("7".utf8).withUnsafeBytes { try decoder.feed($0) }
        try decoder.feed(CollectionOfOne(UInt8(ascii: ",")))
        try decoder.feed("8]".utf8.lazy.map { $0 })
        #expect(try decoder.finish() == [1, 23, 45, 67, 8])
    }

    @Test func emptyPiecesAreNothing() throws {
        var decoder = ModelDecoder().incrementalDecoder(of: [String].self)
        try decoder.feed("")
        try decoder.feed([UInt8]())
        for piece in ["[\"a", "", "b\"", "", ",\"\\u00", "", "e9\"", "]", ""] {
            try decoder.feed(piece)
            try decoder.feed(UnsafeBufferPointer<UInt8>(start: nil, count: 0))
            try decoder.feed(Data())
        }
        #expect(try decoder.finish() == ["ab", "é"])
    }

    @Test func aDecoderIsForOneDocument() throws {
        let source = ModelDecoder()
        var first = source.incrementalDecoder(of: Int.self), second = source.incrementalDecoder(of: Int.self)
        try first.feed("1")
        try second.feed("2")
        try first.feed("3")
        #expect(try second.finish() == 2)
        #expect(try first.finish() == 13)
    }

    @Test func optionsAreThoseOfTheDecoderItWasMadeFrom() throws {
        var source = ModelDecoder()
        source.conversions = .lenient
        source.keys = .custom { $0 + "!" }
        var decoder = source.incrementalDecoder(of: Book.self)
        source.conversions = .strict
        source.keys = .asWritten
        try decoder.feed(#"{"title!": 7}"#)
        #expect(try decoder.finish() == Book(title: "7"))
    }

    // MARK: - Completion

    @Test func isCompleteSaysWhetherTheValueIs() throws {
        var decoder = ModelDecoder().incrementalDecoder(of: Book.self)
        #expect(decoder.isComplete == false)
        for piece in [" ", #"{"title""#, #": "a""#, " "] {
            try decoder.feed(piece)
            #expect(decoder.isComplete == false)
        }
        try decoder.feed("}")
        #expect(decoder.isComplete == true)
        try decoder.feed(" \n\t\r")
        #expect(decoder.isComplete == true)
        #expect(try decoder.finish() == Book(title: "a"))
        #expect(decoder.isComplete == true)
    }

    /// A number may continue as long as nothing follows it.
    @Test func aNumberIsCompleteWhenSomethingFollows() throws {
        var decoder = ModelDecoder().incrementalDecoder(of: Int.self)
        try decoder.feed("12")
        #expect(decoder.isComplete == false)
        try decoder.feed("3")
        #expect(decoder.isComplete == false)
        try decoder.feed(" ")
        #expect(decoder.isComplete == true)
        #expect(try decoder.finish() == 123)
        var open = try self.decoder(Int.self, fed: "4", "5")
        #expect(try open.finish() == 45)
        #expect(open.isComplete == true)
    }

    // MARK: - After an error

    @Test func everyCallAfterAnErrorThrowsTheSame() throws {
        var decoder = try decoder(Book.self, fed: #"{"tags": ["#)
        try decoder.feed("7")
        let error = try #require(failure(feeding: ", 8".utf8, to: &decoder))
        #expect(
            error.description
                == "$.tags[0]: expected String, found the number 7 (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"
        )
        #expect(failure(feeding: "]}".utf8, to: &decoder) == error)
        #expect(failure(feeding: "".utf8, to: &decoder) == error)
        #expect(failure(feeding: Data(), to: &decoder) == error)
        #expect(failure(feeding: UnsafeRawBufferPointer(start: nil, count: 0), to: &decoder) == error)
        #expect(decoder.isComplete == false)
        #expect(failure(ending: &decoder) == error)
    }

    @Test func everyCallAfterTheEndIsRefused() throws {
        var decoder = try decoder([Int].self, fed: "[1]")
        #expect(try decoder.finish() == [1])
        let error = failure(ending: &decoder)
        #expect(error?.code == .alreadyFinished)
        #expect(error?.category == .usage)
        #expect(failure(feeding: " ".utf8, to: &decoder) == error)
        #expect(failure(feeding: Data(), to: &decoder) == error)
        #expect(failure(ending: &decoder) == error)
        #expect(decoder.isComplete == true)
    }

    @Test func anEndThatComesTooEarlyIsFinal() throws {
        var decoder = try decoder([Int].self, fed: "[1")
        let error = failure(ending: &decoder)
        #expect(error?.code == .unexpectedEnd)
        #expect(decoder.isComplete == false)
        #expect(failure(feeding: "]".utf8, to: &decoder) == error)
        #expect(failure(ending: &decoder) == error)
    }

    @Test func errorsComeAsSoonAsTheBytesShowThem() throws {
        var decoder = try decoder(Book.self, fed: #"{"title": "a", "author": "#)
        #expect(failure(feeding: "[".utf8, to: &decoder)?.code == .typeMismatch)
        var syntax = try self.decoder(JSONValue.self, fed: "[1, ")
        #expect(failure(feeding: "}".utf8, to: &syntax)?.code == .unexpectedToken)
        var text = try self.decoder(JSONValue.self, fed: #""\ud800"#)
        #expect(failure(feeding: "x".utf8, to: &text)?.code == .invalidEscape)
    }

    @Test func aTypeThatCannotBeDecodedIsReportedByTheFirstCall() throws {
        var decoder = ModelDecoder().incrementalDecoder(of: Unsupported.self)
        #expect(decoder.isComplete == false)
        let error = try #require(failure(feeding: "{}".utf8, to: &decoder))
        #expect(error.code == .unsupportedType)
        #expect(failure(feeding: "".utf8, to: &decoder) == error)
        #expect(failure(ending: &decoder) == error)
        var unfed = ModelDecoder().incrementalDecoder(of: [Unsupported].self)
        #expect(failure(ending: &unfed)?.code == .unsupportedType)
    }

    // MARK: - Memory

    /// Memory holds only values: skipped bytes are not kept, and replaced values are released.
    @Test func onlyValuesAreHeld() throws {
        struct Last: Model { var item: Tracked? }
        let census = Census()
        try Census.$current.withValue(census) {
            var decoder = ModelDecoder().incrementalDecoder(of: Last.self)
            try decoder.feed("{")
            for index in 0..<1000 {
                try decoder.feed(#""item": "\#(index)", "other": [{"item": "x"}, "#)
                try decoder.feed(#""text"], "#)
                #expect(census.living == 1)
            }
            try decoder.feed(#""end": 0}"#)
            #expect(try decoder.finish().item?.text == "999")
        }
        #expect(census.made == 1000)
        #expect(census.complaint == nil)
    }

    #if os(Linux)
    /// In a process of its own, where no other test allocates.
    @Test func aLongDocumentNeedsLittleMemory() async {
        await #expect(processExitsWith: .success) {
            func residentBytes() throws -> Int {
                let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
                return try #require(Int(pages)) * 4096
            }
            struct Count: Model { var total: Int }
            let text = String(repeating: "lorem ", count: 160)
            let item = #"{"id": 123456, "text": "\#(text)", "list": [1, 2, 3, {"k": null}]}, "#
            let chunk = String(repeating: item, count: 64)
            var decoder = ModelDecoder().incrementalDecoder(of: Count.self)
            try decoder.feed(#"{"items": ["#)
            try decoder.feed(chunk)
            let before = try residentBytes()
            for _ in 0..<600 { try decoder.feed(chunk) }
            #expect(try residentBytes() - before < 600 * chunk.utf8.count / 4)
            try decoder.feed(#"0], "total": 7}"#)
            #expect(try decoder.finish().total == 7)
        }
    }
    #endif
}
