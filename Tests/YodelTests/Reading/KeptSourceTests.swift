import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

/// A source reads the next document after another: no state of the first may be left.
@Suite("Sources that are kept for another document")
struct KeptSourceTests {
    private struct Book: Model, Equatable {
        var name: String
        var pages: Int?
    }

    private final class Held: Sendable {}

    @Test("A document is read as with a new source, whatever was read before")
    func sequence() throws {
        let large = String(repeating: "é\\n", count: 300_000)
        for _ in 0..<3 {
            #expect(try ModelDecoder().decode(Book.self, from: #"{"name":"Emma","pages":474}"#).pages == 474)
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Book.self, from: #"{"name":"Emma","#) }
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Book.self, from: #"{"name":"Emma"} x"#) }
            #expect(try ModelDecoder().decode(Book.self, from: "{\"name\":\"\(large)\"}").name.utf8.count == 900_000)
            #expect(try ModelDecoder().decode([Book].self, from: "\u{FEFF}[{\"name\":\"a\"}]\n\n").count == 1)
            let fragments = ModelDecoder.with { $0.allowsFragments = true }
            #expect(try fragments.decode(Int.self, from: "12") == 12)
            #expect(try fragments.decode(String.self, from: "\"a\\nb\"") == "a\nb")
        }
    }

    @Test("Places start again")
    func places() {
        for _ in 0..<2 {
            let error = #expect(throws: ModelError.self) {
                _ = try ModelDecoder().decode([Book].self, from: "[\n{\"name\":\"a\"},\n{\"name\":1}]")
            }
            #expect(error?.place == ModelError.Place(offset: 24, line: 3, column: 9), "\(String(describing: error))")
            _ = try? ModelDecoder().decode([Book].self, from: "\n\n\n[{\"name\":\"a\"}]\n")
        }
    }

    @Test("Limits are those of the current decoder")
    func limits() throws {
        let strict = ModelDecoder.with { $0.limits = ParserLimits(depth: 1, stringBytes: 4, documentBytes: 20) }
        for _ in 0..<2 {
            #expect(try ModelDecoder().decode([Book].self, from: #"[{"name":"Emma"}]"#).count == 1)
            #expect(throws: ModelError.self) { try strict.decode([Book].self, from: #"[{"name":"E"}]"#) }
            #expect(throws: ModelError.self) { try strict.decode(Book.self, from: #"{"name":"Emmas"}"#) }
            #expect(throws: ModelError.self) { try strict.decode(Book.self, from: #"{"name":"Em"        }"#) }
            #expect(try strict.decode(Book.self, from: #"{"name":"Em"}"#).name == "Em")
        }
    }

    @Test("Objects that a decoder refers to are not kept")
    func references() throws {
        weak var held: Held?
        do {
            let object = Held()
            held = object
            var decoder = ModelDecoder()
            decoder.dates = .custom { _ in withExtendedLifetime(object) { Date(timeIntervalSince1970: 0) } }
            #expect(try decoder.decode([Date].self, from: "[0]").count == 1)
        }
        #expect(held == nil)
    }

    @Test("A document that is decoded while another one is")
    func nested() throws {
        struct Outer: DefaultedModel, DidDecodeModel {
            var inner = ""
            var books: [Book] = []
            mutating func didDecode() throws {
                books = try ModelDecoder().decode([Book].self, from: inner)
            }
        }
        let text = #"[{"inner":"[{\"name\":\"a\"}]"},{"inner":"[]"},{"inner":"[{\"name\":\"b\",\"pages\":1}]"}]"#
        let outer = try ModelDecoder().decode([Outer].self, from: text)
        #expect(outer.map(\.books) == [[Book(name: "a")], [], [Book(name: "b", pages: 1)]])
    }
}

/// The order in which keys are expected.
@Suite("The order of keys")
struct KeyOrderTests {
    private struct Fields: Model, Equatable { var a: Int?, b: Int?, c: Int?, d: Int?, e: Int? }

    @Test("It is the struct's, until another has been seen")
    func learning() throws {
        let keys = try #require(try ModelDecoder().options.shape(of: Fields.self).pointee.model).pointee.keys
        var orders = KeyOrders()
        let cells = orders.cells(of: keys)
        let entries = keys.pointee.entries
        #expect(cells[0] == entries && cells[1] == entries + 1 && cells[5] == entries + 5)
        cells[1] = entries + 3
        #expect(orders.cells(of: keys)[1] == entries + 3)
        // A table at the same address takes it, and begins with its own order.
        var other = keys.pointee
        other.number += 32
        withUnsafePointer(to: other) { other in
            #expect(orders.cells(of: other) == cells && orders.cells(of: other)[1] == entries + 1)
        }
        #expect(orders.cells(of: keys)[1] == entries + 1)
    }

    @Test("Objects have the same values, whatever the order of their keys and of earlier ones")
    func anyOrder() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<50 {
            let objects = (0..<20).map { _ in
                let keys = ["a", "b", "c", "d", "e", "x", "y"].shuffled(using: &generator).prefix(
                    Int.random(in: 0...7, using: &generator))
                return "{\(keys.map { "\"\($0)\":\($0.utf8.first!)" }.joined(separator: ","))}"
            }
            let values = try ModelDecoder().decode([Fields].self, from: "[\(objects.joined(separator: ","))]")
            for (object, value) in zip(objects, values) {
                let expected = try JSONSerialization.jsonObject(with: Data(object.utf8)) as! [String: Int]
                #expect(
                    [value.a, value.b, value.c, value.d, value.e] == ["a", "b", "c", "d", "e"].map { expected[$0] })
            }
        }
    }
}
