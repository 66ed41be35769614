import Foundation
import Testing

@testable import Yodel

/// Text that is appended to a client's memory. (`encodeEveryWay` appends the text of each of its values.)
@Suite("Appending text to a buffer")
struct AppendingTests {
    private struct Book: Model, Codable {
        var title: String
        var pages: Int
    }

    private let book = Book(title: "Emma/é", pages: 474)
    private let text = Array(#"{"title":"Emma/é","pages":474}"#.utf8)

    @Test("The text comes after the bytes of any collection, which keeps them")
    func collections() throws {
        let encoder = ModelEncoder()
        let codable = YodelJSONEncoder()
        codable.outputFormatting = .withoutEscapingSlashes
        func expectAppended<Bytes: RangeReplaceableCollection<UInt8>>(
            _ bytes: Bytes, _ location: SourceLocation = #_sourceLocation
        ) throws {
            var bytes = bytes
            let before = Array(bytes)
            try encoder.encode(book, appendingTo: &bytes)
            #expect(Array(bytes) == before + text, sourceLocation: location)
            try codable.encode(book, appendingTo: &bytes)
            #expect(Array(bytes) == before + text + text, sourceLocation: location)
        }
        try expectAppended([UInt8]())
        try expectAppended([1, 2] as [UInt8])
        try expectAppended([1, 2, 3][1...] as ArraySlice<UInt8>)
        try expectAppended([1] as ContiguousArray<UInt8>)
        try expectAppended(Data([1, 2]))
        try expectAppended(Data([1, 2, 3])[1...])
    }

    @Test("An array with the capacity keeps its memory")
    func capacity() throws {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4_096)
        let capacity = bytes.capacity
        for _ in 0..<20 {
            try ModelEncoder().encode(book, appendingTo: &bytes)
            try YodelJSONEncoder().encode(book, appendingTo: &bytes)
        }
        #expect(bytes.count > 1_000)
        #expect(bytes.capacity == capacity)
    }

    private struct Outcome: Equatable {
        var error: String?
        var code: ModelError.Code?
        /// The bytes that the span says it has.
        var bytes: [UInt8] = []
        /// The memory after them.
        var rest: [UInt8] = []
    }

    /// Encodes to a span with a byte before the text, and room for some more.
    private func outcome(room: Int, _ encode: (inout OutputSpan<UInt8>) throws -> Void) -> Outcome {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room + 1 + 8)
        memory.initialize(repeating: 0xEE)
        defer { memory.deallocate() }
        memory[0] = 7
        let part = UnsafeMutableBufferPointer(rebasing: memory[..<(room + 1)])
        var span = OutputSpan(buffer: part, initializedCount: 1)
        var outcome = Outcome()
        do {
            try encode(&span)
        } catch let error as ModelError {
            (outcome.error, outcome.code) = ("\(error)", error.code)
        } catch EncodingError.invalidValue(let value, let context) {
            #expect(value is Book && context.codingPath.isEmpty)
            outcome.error = context.debugDescription
            outcome.code = (context.underlyingError as? ModelError)?.code
        } catch {
            outcome.error = "\(error)"
        }
        let count = span.finalize(for: part)
        outcome.bytes = Array(memory[..<count])
        outcome.rest = Array(memory[count...])
        return outcome
    }

    @Test(
        "A span with room gets the text after its bytes, and its other memory stays as it was", arguments: [0, 1, 100])
    func spans(more: Int) {
        let expected = Outcome(bytes: [7] + text, rest: [UInt8](repeating: 0xEE, count: more + 8))
        #expect(outcome(room: text.count + more) { try ModelEncoder().encode(book, appendingTo: &$0) } == expected)
        let codable = YodelJSONEncoder()
        codable.outputFormatting = .withoutEscapingSlashes
        #expect(outcome(room: text.count + more) { try codable.encode(book, appendingTo: &$0) } == expected)
    }

    @Test("A span with too little room is left as it was, and the error has both lengths", arguments: [0, 1, 29, 30])
    func fullSpans(room: Int) {
        #expect(text.count == 31)
        let line = "$: expected at most \(counted(room, "byte")), found 31 bytes (capacityLimit)"
        let left = Outcome(
            error: line, code: .capacityLimit, bytes: [7], rest: [UInt8](repeating: 0xEE, count: room + 8))
        #expect(outcome(room: room) { try ModelEncoder().encode(book, appendingTo: &$0) } == left)
        let codable = YodelJSONEncoder()
        codable.outputFormatting = .withoutEscapingSlashes
        var ofCodable = left
        ofCodable.error = "The text does not fit: \(line)"
        #expect(outcome(room: room) { try codable.encode(book, appendingTo: &$0) } == ofCodable)
        // The encoder's memory is used again.
        #expect(outcome(room: text.count) { try codable.encode(book, appendingTo: &$0) }.bytes == [7] + text)
    }

    @Test("A span without memory has no room")
    func noMemory() {
        var span = OutputSpan<UInt8>()
        #expect(modelError { try ModelEncoder().encode(1, appendingTo: &span) }?.code == .capacityLimit)
        #expect(span.count == 0)
    }

    @Test("A value that cannot be encoded adds nothing to a span or a collection")
    func failures() throws {
        let broken = [1, .nan]
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encodeText(broken) }
        let models = outcome(room: 100) { try ModelEncoder().encode(broken, appendingTo: &$0) }
        #expect(models.error == "\(try #require(error))")
        #expect(models.bytes == [7])
        #expect(models.rest == [UInt8](repeating: 0xEE, count: 108))
        var bytes: [UInt8] = [7]
        #expect(throws: EncodingError.self) { try YodelJSONEncoder().encode(broken, appendingTo: &bytes) }
        #expect(bytes == [7])
        let limited = ModelEncoder.with { $0.limits.documentBytes = 30 }
        #expect(outcome(room: 31) { try limited.encode(book, appendingTo: &$0) }.code == .documentLimit)
    }
}
