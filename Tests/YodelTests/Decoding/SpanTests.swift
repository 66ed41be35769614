import Testing

@testable import Yodel

/// Documents in spans, through every call that takes one. (`decodeEveryWay` decodes each of its documents from spans.)
@Suite("Spans")
struct SpanTests {
    private struct Book: VersionedModel, Codable, Equatable {
        static let modelVersion = 1
        var title: String
        var tags: [String]
        var extra: JSONValue?

        static func migrate(_ object: inout JSONObject, from version: Int) {}
    }

    /// A model that keeps parts of its document as they are.
    private struct Kept: Model {
        var raw: RawJSON
        var later: Lazy<[String]>
        var text: String
        var part: Part

        struct Part: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) { self.decoder = decoder }
        }
    }

    private let json = #"{"title": "größer", "tags": ["a", "b\u00e9"], "extra": {"k": [1.50]}}"#
    private let book = Book(title: "größer", tags: ["a", "bé"], extra: ["k": [1.5]])

    /// Calls both functions with the bytes of a document between pages of memory that cannot be read.
    private func expect<Value: Equatable>(
        _ expected: Value, _ json: String, _ raw: (RawSpan) throws -> Value, _ typed: (Span<UInt8>) throws -> Value,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let outcomes = GuardedBytes.shared.read(Array(json.utf8)) { bytes in
            [CodableOutcome { try raw(RawSpan(_unsafeElements: bytes)) }, CodableOutcome { try typed(bytes.span) }]
        }
        #expect(outcomes == [.value(expected), .value(expected)], sourceLocation: location)
    }

    @Test("A document is decoded, updated and unpacked from a span, and only its bytes are read")
    func wholeDocuments() throws {
        let models = ModelDecoder()
        expect(book, json, { try models.decode(Book.self, from: $0) }, { try models.decode(Book.self, from: $0) })
        expect(
            book, json, { try models.decodeCollectingErrors(Book.self, from: $0) },
            { try models.decodeCollectingErrors(Book.self, from: $0) })
        let archive = String(decoding: try ModelEncoder().encodeArchive(book), as: UTF8.self)
        expect(
            book, archive, { try models.decodeArchive(Book.self, from: $0) },
            { try models.decodeArchive(Book.self, from: $0) })
        func updated(_ update: (inout Book) throws -> Void) throws -> Book {
            var old = Book(title: "old", tags: [], extra: nil)
            try update(&old)
            return old
        }
        expect(
            book, json, { bytes in try updated { try models.update(&$0, from: bytes) } },
            { bytes in try updated { try models.update(&$0, from: bytes) } })
        expect(12, "12", { try models.decode(Int.self, from: $0) }, { try models.decode(Int.self, from: $0) })
    }

    @Test("A Codable type is decoded from a span", arguments: [false, true])
    func codableDocuments(byTable: Bool) {
        let codable = YodelJSONDecoder.with { $0.decodesModelsByTable = byTable }
        expect(book, json, { try codable.decode(Book.self, from: $0) }, { try codable.decode(Book.self, from: $0) })
        expect(12, "12", { try codable.decode(Int.self, from: $0) }, { try codable.decode(Int.self, from: $0) })
    }

    @Test("Chunks may be spans, and be gone after each call", arguments: Parser.all)
    func chunks(_ parser: Parser) throws {
        let bytes = Array(json.utf8)
        for size in [1, 2, 7, 1_000] {
            let models = ModelDecoder.with { $0.parser = parser }
            var incremental = models.incrementalDecoder(of: Book.self)
            var gathering = YodelJSONDecoder().gatheringDecoder(of: Book.self)
            var feed = Feed(of: Book.self, in: .concatenated)
            feed.decoder = models
            var parser = feed.parser()
            for (number, slice) in bytes.chunks(of: size).enumerated() {
                try withPassingBytes(slice) { chunk in
                    if number % 2 == 0 {
                        try incremental.feed(chunk.span)
                        try gathering.feed(chunk.span)
                        parser.feed(chunk.span)
                    } else {
                        try incremental.feed(RawSpan(_unsafeElements: chunk))
                        try gathering.feed(RawSpan(_unsafeElements: chunk))
                        parser.feed(RawSpan(_unsafeElements: chunk))
                    }
                }
            }
            parser.finish()
            #expect(try incremental.finish() == book)
            #expect(try gathering.finish() == book)
            #expect(try parser.rest() == [book])
        }
    }

    /// Passes bytes in memory that is overwritten after the call.
    private func withPassingBytes<Result>(
        _ bytes: some Sequence<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        var copy = Array(bytes)
        return try copy.withUnsafeMutableBufferPointer { memory in
            defer { memory.update(repeating: UInt8(ascii: "?")) }
            return try body(UnsafeBufferPointer(memory))
        }
    }

    @Test("Nothing that a value keeps is in the span's memory")
    func keptParts() throws {
        let long = String(repeating: "long enough to be on the heap ", count: 3)
        let json = #"{"raw": [ "\#(long)" ], "later": ["\#(long)", "x"], "text": "\#(long)", "part": ["\#(long)"]}"#
        let kept = try withPassingBytes(json.utf8) { bytes in
            try ModelDecoder().decode(Kept.self, from: RawSpan(_unsafeElements: bytes))
        }
        #expect(kept.raw.text == #"[ "\#(long)" ]"#)
        #expect(try kept.later.value() == [long, "x"])
        #expect(kept.text == long)
        #expect(try [String](from: kept.part.decoder) == [long])
        let part = try withPassingBytes(#"["\#(long)"]"#.utf8) { bytes in
            try YodelJSONDecoder().decode(Kept.Part.self, from: bytes.span)
        }
        #expect(try [String](from: part.decoder) == [long])
    }

    @Test("An error and what is noted are complete when the span's memory has gone")
    func keptErrors() {
        let json = #"{"title": "\#(String(repeating: "a long text ", count: 9))", "tags": "none of \u00e9"}"#
        func outcome(_ decode: (ModelDecoder) throws -> Book) -> [String] {
            let (report, drift) = (DecodingReport(), DriftReport())
            let decoder = ModelDecoder.with {
                $0.missingCollections = .empty
                $0.badElements = .drop
                ($0.report, $0.drift) = (report, drift)
            }
            let error = #expect(throws: ModelError.self) { try decode(decoder) }
            return ["\(error!)", "\(report.errors)", "\(drift)"]
        }
        for json in [json, #"{"title": "a", "tags": ["a", 7], "more": "\#(json.prefix(90))", "extra": }"#] {
            let ofSpan = outcome { decoder in
                try withPassingBytes(json.utf8) { try decoder.decode(Book.self, from: $0.span) }
            }
            #expect(ofSpan == outcome { try $0.decode(Book.self, from: Array(json.utf8)) })
        }
    }

    // MARK: - Broken documents

    @Test(
        "An error is that of the same bytes in an array",
        arguments: [
            "", " ", "{", #"{"title": 1, "tags": 2}"#, #"{"title": "a", "tags": ["\u12"#, "[]", "\u{FEFF}", "nul",
        ])
    func errors(_ json: String) {
        let bytes = Array(json.utf8)
        let models = ModelDecoder()
        let expected = #expect(throws: ModelError.self) { try models.decode(Book.self, from: bytes) }
        let collected = #expect(throws: ModelErrors.self) { try models.decodeCollectingErrors(Book.self, from: bytes) }
        var old = book
        let update = #expect(throws: ModelError.self) { try models.update(&old, from: bytes) }
        _ = GuardedBytes.shared.read(bytes) { bytes in
            let raw = RawSpan(_unsafeElements: bytes)
            let found = [
                #expect(throws: ModelError.self) { try models.decode(Book.self, from: raw) },
                #expect(throws: ModelError.self) { try models.decode(Book.self, from: bytes.span) },
            ]
            #expect(found == [expected, expected])
            let all = [
                #expect(throws: ModelErrors.self) { try models.decodeCollectingErrors(Book.self, from: raw) },
                #expect(throws: ModelErrors.self) { try models.decodeCollectingErrors(Book.self, from: bytes.span) },
            ]
            #expect(all == [collected, collected])
            let updates = [
                #expect(throws: ModelError.self) { try models.update(&old, from: raw) },
                #expect(throws: ModelError.self) { try models.update(&old, from: bytes.span) },
            ]
            #expect(updates == [update, update])
            #expect(old == book)
            #expect(throws: DecodingError.self) { try YodelJSONDecoder().decode(Book.self, from: raw) }
            #expect(throws: DecodingError.self) { try YodelJSONDecoder().decode(Book.self, from: bytes.span) }
            return true
        }
    }

    @Test("A span of no bytes is an empty document, with and without an address")
    func emptySpans() throws {
        let models = ModelDecoder()
        modelError { try models.decode(Int.self, from: RawSpan()) }.expect(.unexpectedEnd, at: 0)
        modelError { try models.decode(Int.self, from: Span<UInt8>()) }.expect(.unexpectedEnd, at: 0)
        let bytes: ContiguousArray<UInt8> = [UInt8(ascii: "1")]
        modelError { try models.decode(Int.self, from: bytes.span.extracting(0..<0)) }.expect(.unexpectedEnd, at: 0)
        #expect(throws: DecodingError.self) { try YodelJSONDecoder().decode(Int.self, from: RawSpan()) }
        #expect(throws: DecodingError.self) { try YodelJSONDecoder().decode(Int.self, from: Span<UInt8>()) }
        var incremental = models.incrementalDecoder(of: Int.self)
        try incremental.feed(RawSpan())
        try incremental.feed(bytes.span)
        try incremental.feed(Span<UInt8>())
        #expect(try incremental.finish() == 1)
        var parser = Feed(of: Int.self, in: .concatenated).parser()
        parser.feed(Span<UInt8>())
        parser.feed(bytes.span)
        parser.feed(RawSpan())
        parser.finish()
        #expect(try parser.next() == 1)
        #expect(parser.ending == .complete)
    }

    @Test("Limits hold for spans")
    func limits() {
        let models = ModelDecoder.with { $0.limits.documentBytes = 10 }
        let codable = YodelJSONDecoder.with { $0.limits.documentBytes = 10 }
        let bytes = ContiguousArray("[1, 2, 3, 4]".utf8)
        #expect(modelError { try models.decode([Int].self, from: bytes.span) }?.code == .documentLimit)
        var incremental = models.incrementalDecoder(of: [Int].self)
        #expect(modelError { try incremental.feed(bytes.span) }?.code == .documentLimit)
        var gathering = codable.gatheringDecoder(of: [Int].self)
        #expect(throws: DecodingError.self) { try gathering.feed(bytes.span) }
        var other = codable.gatheringDecoder(of: [Int].self)
        #expect(throws: DecodingError.self) {
            try bytes.withUnsafeBytes { try other.feed(RawSpan(_unsafeBytes: $0)) }
        }
    }

    // MARK: - Without a copy

    @Test("Bytes in one place are read where they are")
    func identity() {
        let bytes = Array(json.utf8)
        bytes.withUnsafeBufferPointer { memory in
            func expectSame(_ found: UnsafeBufferPointer<UInt8>, _ location: SourceLocation = #_sourceLocation) {
                #expect(found.baseAddress == memory.baseAddress, sourceLocation: location)
                #expect(found.count == memory.count, sourceLocation: location)
            }
            RawSpan(_unsafeElements: memory).withBytes { expectSame($0) }
            memory.span.withUnsafeBufferPointer { expectSame($0) }
            withContiguousBytes(of: memory) { expectSame($0) }
            withContiguousBytes(of: bytes) { expectSame($0) }
            withContiguousBytes(of: View(memory)) { expectSame($0) }
        }
    }

    @Test("A view like NIO's ByteBufferView is decoded where it is")
    func views() throws {
        try withPassingBytes(json.utf8) { memory in
            let view = View(memory)
            #expect(try ModelDecoder().decode(Book.self, from: view) == book)
            #expect(try YodelJSONDecoder().decode(Book.self, from: view) == book)
            var incremental = ModelDecoder().incrementalDecoder(of: Book.self)
            try incremental.feed(view[..<10])
            try incremental.feed(view[10...])
            #expect(try incremental.finish() == book)
            var parser = Feed(of: Book.self, in: .concatenated).parser(of: view)
            #expect(try parser.next() == book)
        }
    }

    /// A collection with the requirements that `ByteBufferView` implements, which may not be read byte by byte.
    private struct View: RandomAccessCollection {
        private let memory: UnsafeBufferPointer<UInt8>
        let indices: Range<Int>

        init(_ memory: UnsafeBufferPointer<UInt8>) { (self.memory, indices) = (memory, memory.indices) }
        private init(_ memory: UnsafeBufferPointer<UInt8>, _ indices: Range<Int>) {
            (self.memory, self.indices) = (memory, indices)
        }
        var startIndex: Int { indices.lowerBound }
        var endIndex: Int { indices.upperBound }
        subscript(position: Int) -> UInt8 {
            Issue.record("read byte by byte")
            return memory[position]
        }
        subscript(range: Range<Int>) -> View { View(memory, range) }
        func withContiguousStorageIfAvailable<Result>(
            _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
        ) rethrows -> Result? {
            try body(UnsafeBufferPointer(rebasing: memory[indices]))
        }
    }
}
