import Foundation
import Testing

@testable import Yodel

/// The types of input for a document, and the types it can be decoded to.
@Suite struct InputTests {
    private struct Book: Model, Equatable {
        var title: String
        var pages: Int?
    }

    private let json = #"{"title": "Dune – größer", "pages": 412}"#
    private let book = Book(title: "Dune – größer", pages: 412)

    // MARK: - Bytes

    @Test func bytesMayBeStoredAnywhere() throws {
        let decoder = ModelDecoder()
        let bytes = Array(json.utf8)
        #expect(try decoder.decode(Book.self, from: bytes) == book)
        #expect(try decoder.decode(Book.self, from: Data(bytes)) == book)
        #expect(try decoder.decode(Book.self, from: ContiguousArray(bytes)) == book)
        #expect(try decoder.decode(Book.self, from: ([1, 2] + bytes + [3])[2..<bytes.count + 2]) == book)
        #expect(try decoder.decode(Book.self, from: (Data([1, 2]) + bytes + [3])[2..<bytes.count + 2]) == book)
        #expect(try bytes.withUnsafeBufferPointer { try decoder.decode(Book.self, from: $0) } == book)
        #expect(try bytes.withUnsafeBytes { try decoder.decode(Book.self, from: $0) } == book)
    }

    @Test func bytesNeedNotBeInOnePlace() throws {
        let decoder = ModelDecoder()
        let bytes = Array(json.utf8)
        #expect(try decoder.decode(Book.self, from: bytes.lazy.map { $0 }) == book)
        #expect(try decoder.decode(Book.self, from: bytes.reversed().reversed() as ReversedCollection) == book)
        #expect(try decoder.decode(Book.self, from: AnySequence(bytes)) == book)
        var rest = bytes[...]
        let once = AnyIterator { rest.popFirst() }
        #expect(try decoder.decode(Book.self, from: once) == book)
        #expect(rest.isEmpty)
        #expect(try decoder.decode([Int].self, from: [[UInt8(ascii: "[")], [UInt8(ascii: "]")]].joined()) == [])
    }

    @Test func errorsAreTheSameWhateverTheBytesAreStoredIn() {
        let wrong = Array(#"{"title": 7}"#.utf8)
        let errors = [
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Book.self, from: wrong) },
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Book.self, from: Data(wrong)) },
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Book.self, from: wrong.lazy.map { $0 }) },
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Book.self, from: #"{"title": 7}"#) },
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Book.self, from: (wrong + wrong)[12...]) },
        ]
        #expect(Set(errors.map { $0?.description }).count == 1)
        #expect(errors.allSatisfy { $0 == errors[0] })
    }

    @Test func theEmptyDocumentIsNone() {
        for error in [
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Int.self, from: [UInt8]()) },
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Int.self, from: Data()) },
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Int.self, from: "") },
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Int.self, from: "".prefix(0)) },
            #expect(throws: ModelError.self) {
                try ModelDecoder().decode(Int.self, from: UnsafeBufferPointer<UInt8>(start: nil, count: 0))
            },
            #expect(throws: ModelError.self) {
                try ModelDecoder().decode(Int.self, from: UnsafeRawBufferPointer(start: nil, count: 0))
            },
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Int.self, from: EmptyCollection<UInt8>()) },
        ] {
            #expect(error?.code == .unexpectedEnd)
            #expect(error?.offset == 0)
        }
    }

    // MARK: - Text

    @Test func textMayBeAStringOrAPartOfOne() throws {
        let decoder = ModelDecoder()
        #expect(try decoder.decode(Book.self, from: json) == book)
        #expect(try decoder.decode(Book.self, from: json[...]) == book)
        let longer = "é" + json + "trailing"
        #expect(try decoder.decode(Book.self, from: longer.dropFirst().dropLast(8)) == book)
        #expect(try decoder.decode(Int.self, from: "x7y".dropFirst().dropLast()) == 7)
    }

    /// A string bridged from Foundation need not be contiguous UTF-8.
    @Test func textMayBeBridged() throws {
        let bridged = String(NSString(string: json))
        #expect(try ModelDecoder().decode(Book.self, from: bridged) == book)
        #expect(
            try ModelDecoder().decode(
                Book.self,
                from: NSString(string: "é\(json)x").substring(
                    with: NSRange(location: 1, length: (json as NSString).length))) == book)
    }

    @Test func offsetsInTextCountItsUTF8() {
        #expect(
            refusal(of: Book.self, #"{"title": "größer", "pages": "x"}"#)
                == #"$.pages: expected Int?, found the string "x" (typeMismatch, line 1, column 32, offset 31)"#)
    }

    @Test func theBytesAreNotChanged() throws {
        let bytes = Array(#"{"title": "\u00e9\n", "pages": 1}"#.utf8)
        let copy = bytes
        _ = try ModelDecoder().decode(Book.self, from: bytes)
        #expect(bytes == copy)
    }

    // MARK: - Types at the top

    private enum Color: String { case red, green }
    private enum Level: Int { case low, high }
    private final class Person: DefaultedModel {
        var name = "nobody"
        init() {}
    }
    private struct Page<Item>: Model {
        var items: [Item]
        var next: Item?
    }

    @Test func modelsOfEveryKindMayStandAtTheTop() throws {
        #expect(try decodeEveryWay(Book.self, #"{"title": "a"}"#) == Book(title: "a"))
        #expect(try decodeEveryWay(Person.self, #"{"name": "a"}"#, comparing: \.name).name == "a")
        let page = try decodeEveryWay(Page<Book>.self, #"{"items": [{"title": "a"}], "next": {"title": "b"}}"#) {
            "\($0)"
        }
        #expect(page.items == [Book(title: "a")])
        #expect(page.next == Book(title: "b"))
        #expect(
            try decodeEveryWay(Page<Page<Int>>.self, #"{"items": [{"items": [1]}]}"#) { "\($0)" }.items[0].items == [1])
    }

    @Test func collectionsMayStandAtTheTop() throws {
        #expect(try decodeEveryWay([Book].self, #"[{"title": "a"}, {"title": "b"}]"#).map(\.title) == ["a", "b"])
        #expect(try decodeEveryWay([String: [Book]].self, #"{"k": [{"title": "a"}]}"#) == ["k": [Book(title: "a")]])
        #expect(try decodeEveryWay([Color: Level].self, #"{"red": 1}"#) == [.red: .high])
        #expect(try decodeEveryWay(Set<Int>.self, "[3, 1, 3]") == [1, 3])
        #expect(try decodeEveryWay(ContiguousArray<Int>.self, "[3, 1]") == [3, 1])
        #expect(try decodeEveryWay(ArraySlice<Int>.self, "[3, 1]") == [3, 1])
        #expect(try decodeEveryWay([[[Int]]].self, "[[], [[]], [[1], [2, 3]]]") == [[], [[]], [[1], [2, 3]]])
        #expect(try decodeEveryWay([Int].self, "[]") == [])
        #expect(try decodeEveryWay([String: Int].self, " { } ") == [:])
    }

    @Test func scalarsMayStandAtTheTop() throws {
        #expect(try decodeEveryWay(Bool.self, "true") == true)
        #expect(try decodeEveryWay(Int.self, "-12") == -12)
        #expect(try decodeEveryWay(UInt8.self, " 255\n") == 255)
        #expect(try decodeEveryWay(Double.self, "1.5e3") == 1500)
        #expect(try decodeEveryWay(String.self, #""a\u0062c""#) == "abc")
        #expect(try decodeEveryWay(Character.self, #""é""#) == "é")
        #expect(try decodeEveryWay(Date.self, #""1970-01-01T00:00:01Z""#) == Date(timeIntervalSince1970: 1))
        #expect(try decodeEveryWay(Data.self, #""AAE=""#) == Data([0, 1]))
        #expect(try decodeEveryWay(URL.self, #""https://a.b""#).absoluteString == "https://a.b")
        let uuid = UUID()
        #expect(try decodeEveryWay(UUID.self, "\"\(uuid)\"") == uuid)
        #expect(try decodeEveryWay(Decimal.self, "0.1") == Decimal(string: "0.1"))
        #expect(try decodeEveryWay(Color.self, #""red""#) == .red)
        #expect(try decodeEveryWay(Level.self, "0") == .low)
        #expect(try decodeEveryWay(JSONNumber.self, "1.10").text == "1.10")
    }

    @Test func optionalsAndAnyJSONMayStandAtTheTop() throws {
        #expect(try decodeEveryWay(Int?.self, "7") == 7)
        #expect(try decodeEveryWay(Int?.self, "null") == nil)
        #expect(try decodeEveryWay(Book?.self, #"{"title": "a"}"#) == Book(title: "a"))
        #expect(try decodeEveryWay([Int?]?.self, "[null]") == [nil])
        #expect(try decodeEveryWay(Int??.self, "7") == 7)
        #expect(try decodeEveryWay(JSONValue.self, #" {"a": [1, null]} "#) == ["a": [1, .null]])
        #expect(try decodeEveryWay(JSONObject.self, #"{"a": 1}"#) == ["a": 1])
        #expect(try decodeEveryWay(Indirect<Int>.self, "7").wrappedValue == 7)
    }

    @Test(arguments: ["null", "true", "1.50", #""a\n""#, "[1, [ ]]", #"{ "a" : {"b":[]} }"#, "[]", "{}"])
    func rawJSONAtTheTopIsTheValueWithoutTheSpaceAround(_ value: String) throws {
        #expect(try decodeEveryWay(RawJSON.self, " \n\(value)\t ").text == value)
        #expect(try decodeEveryWay(RawJSON.self, value).text == value)
    }

    @Test func inlineArraysMayStandAtTheTop() throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let pair = try decodeEveryWay(InlineArray<2, Book>.self, #"[{"title": "a"}, {"title": "b"}]"#) {
            "\($0[0]) \($0[1])"
        }
        #expect(pair[0].title == "a")
        #expect(pair[1].title == "b")
        let matrix = try decodeEveryWay(InlineArray<2, InlineArray<2, Int>>.self, "[[1, 2], [3, 4]]") { "\($0[1][0])" }
        #expect(matrix[1][1] == 4)
    }

    // MARK: - Types that cannot be decoded

    private struct Unsupported: Model {
        var name: String
        var action: @Sendable () -> Void
    }

    @Test func aTypeThatCannotBeDecodedIsReportedWhateverTheDocument() throws {
        for json in ["{}", "", "!", "[]"] {
            let error = try #require(throws: ModelError.self) {
                try ModelDecoder().decode(Unsupported.self, from: json)
            }
            #expect(error.code == .unsupportedType)
            #expect(error.category == .model)
            #expect(error.reason?.contains("Unsupported.action") == true)
            #expect((error.offset, error.line, error.column) == (nil, nil, nil))
        }
        #expect(throws: ModelError.self) { try ModelDecoder().prepare([Unsupported].self) }
        #expect(throws: ModelError.self) { try ModelDecoder().decode([String: [Unsupported?]].self, from: "{}") }
        #expect(throws: Never.self) { try ModelDecoder().prepare(Book.self) }
    }

    @Test func oneDecoderServesManyThreads() async throws {
        let decoder = ModelDecoder.with { $0.keys = .custom { "x" + $0 } }
        let results = try await withThrowingTaskGroup(of: Book.self) { group in
            for index in 0..<64 {
                group.addTask {
                    try decoder.decode(Book.self, from: #"{"xtitle": "a", "xpages": \#(index)}"#)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.map { $0.pages ?? -1 }.sorted() == Array(0..<64))
    }
}
