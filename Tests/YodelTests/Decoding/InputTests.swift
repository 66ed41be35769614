import Foundation
import Testing

@testable import Yodel

/// The types of input for a document.
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
        let decoder = ModelDecoder()
        let errors = [
            modelError { try decoder.decode(Book.self, from: wrong) },
            modelError { try decoder.decode(Book.self, from: Data(wrong)) },
            modelError { try decoder.decode(Book.self, from: wrong.lazy.map { $0 }) },
            modelError { try decoder.decode(Book.self, from: #"{"title": 7}"#) },
            modelError { try decoder.decode(Book.self, from: (wrong + wrong)[12...]) },
        ]
        #expect(errors[0] != nil)
        #expect(Set(errors.map { $0?.description }).count == 1)
        #expect(errors.allSatisfy { $0 == errors[0] })
    }

    @Test func theEmptyDocumentIsNone() {
        let decoder = ModelDecoder()
        for error in [
            modelError { try decoder.decode(Int.self, from: [UInt8]()) },
            modelError { try decoder.decode(Int.self, from: Data()) },
            modelError { try decoder.decode(Int.self, from: "") },
            modelError { try decoder.decode(Int.self, from: "".prefix(0)) },
            modelError { try decoder.decode(Int.self, from: UnsafeBufferPointer<UInt8>(start: nil, count: 0)) },
            modelError { try decoder.decode(Int.self, from: UnsafeRawBufferPointer(start: nil, count: 0)) },
            modelError { try decoder.decode(Int.self, from: EmptyCollection<UInt8>()) },
        ] {
            error.expect(.unexpectedEnd, at: 0)
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
        let range = NSRange(location: 1, length: (json as NSString).length)
        #expect(
            try ModelDecoder().decode(Book.self, from: NSString(string: "é\(json)x").substring(with: range)) == book)
    }

    @Test func theBytesAreNotChanged() throws {
        let bytes = Array(#"{"title": "\u00e9\n", "pages": 1}"#.utf8)
        let copy = bytes
        _ = try ModelDecoder().decode(Book.self, from: bytes)
        #expect(bytes == copy)
    }
}
