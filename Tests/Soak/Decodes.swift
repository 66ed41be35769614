import BenchmarkKit
import Foundation
import Yodel

/// A long-lived process: small documents decoded, refused, updated and encoded, over and over, in every way.
///
/// The resident memory after all of them must be that after the first tenth.
final class Decodes {
    /// The ways to use a document.
    private enum Way: Int, CaseIterable {
        case scanner
        /// With the other parser, if there is one.
        case other
        /// In chunks, from an incremental decoder.
        case chunks
        /// Values of wrong types, at each of many places.
        case refused
        /// The document is cut off at some byte.
        case cut
        /// An existing value is updated.
        case update
        case encoded
        /// As a type that is only `Codable`, and back.
        case codable
        case tree
        /// One of several types, selected by a tag that comes last.
        case polymorphic
    }

    private struct Order: Model {
        struct Line: Model {
            var article: String
            var count: Int
            var price: Double?
        }

        var id: Int
        var customer: String
        var lines: [Line]
        var notes: [String: String] = [:]
        var details: Lazy<[String: JSONValue]>?
        var address: Address?
    }

    /// Decodes itself, within a model and alone.
    private struct Address: Codable {
        var street: String
        var tags: [String]
    }

    private enum Payment: Polymorphic {
        case card(Card)
        case cash(Cash)

        struct Card: Model { var number: String }

        struct Cash: Model { var amount: Int }

        static let variants = Variants<Payment>("kind", .case("card", Payment.card), .case("cash", Payment.cash))
    }

    private let order: [UInt8]
    private let refusals: [[UInt8]]
    private let address = Array(
        #"{"street": "High Stre\u0065t", "tags": ["a long tag, longer than a small string", "b"]}"#.utf8)
    private let payment = Array(#"{"number": "4242 4242 4242 4242", "more": [1, {"two": 2}], "kind": "card"}"#.utf8)
    private let changes = Array(#"{"customer": "Someone else, with a longer name", "notes": {"second": "x"}}"#.utf8)

    private let decoder = ModelDecoder()
    private let other: ModelDecoder
    private let encoder = ModelEncoder()
    private let codableDecoder = YodelJSONDecoder()
    private let codableEncoder = YodelJSONEncoder()
    private var live: Order

    private init() throws {
        let text = """
            {"id": 17, "customer": "Ada, of a name that is longer than fifteen bytes", "unknown": [[1, 2], {"a": null}],
             "lines": [{"article": "pen", "count": 2, "price": 1.5}, {"article": "ink \\u00e9 of a long name", "count": 1}],
             "notes": {"first": "a note that takes a block of the heap"}, "details": {"deep": [1, [2, [3]]]},
             "address": {"street": "High Street", "tags": ["home"]}}
            """
        order = Array(text.utf8)
        let wrong = ["17", "\"pen\"", "2,", "\"High Street\"", "[\"home\"]", "1.5", "{\"first\""]
        refusals = wrong.map {
            Array(text.replacingOccurrences(of: $0, with: $0 == "{\"first\"" ? "{1" : "[true],").utf8)
        }
        var other = decoder
        other.parser = Parser.other ?? .scanner
        self.other = other
        live = try decoder.decode(Order.self, from: order)
    }

    /// Decodes so many documents, and returns the growth of the process.
    static func run(count: Int) async throws -> Growth {
        let decodes = try Decodes()
        return try await Growth(of: count, tolerance: tolerance) { number in
            #if canImport(ObjectiveC)
            try autoreleasepool { try decodes.decode(number) }
            #else
            try decodes.decode(number)
            #endif
        }
    }

    /// More than the allocator's fluctuations: an eighth of a byte for each document of ten million.
    private static let tolerance = 1 << 20

    private func decode(_ number: Int) throws {
        let turn = number / Way.allCases.count
        switch Way(rawValue: number % Way.allCases.count)! {
        case .scanner: try expect(try decoder.decode(Order.self, from: order))
        case .other: try expect(try other.decode(Order.self, from: order))
        case .chunks:
            var parts = decoder.incrementalDecoder(of: Order.self)
            let cut = turn % order.count
            try parts.feed(order[..<cut])
            try parts.feed(order[cut...])
            try expect(try parts.finish())
        case .refused: try refuse(refusals[turn % refusals.count], turn)
        case .cut: try refuse(Array(order[..<(turn % order.count)]), turn)
        case .update:
            try decoder.update(&live, from: changes)
            guard live.customer.hasPrefix("Someone") else { throw SoakError("an update has changed nothing") }
        case .encoded:
            let bytes = try encoder.encode(live)
            guard bytes.count > 100 else { throw SoakError("too little has been encoded") }
        case .codable:
            let value = try codableDecoder.decode(Address.self, from: address)
            let bytes = try codableEncoder.encode(value)
            guard value.street == "High Street", bytes.count > 30 else { throw SoakError("Codable has lost something") }
        case .tree:
            let value = try decoder.decode(JSONValue.self, from: order)
            guard value["lines"]?[1]?["count"] == 1 else { throw SoakError("a tree is not as expected") }
        case .polymorphic:
            guard case .card = try decoder.decode(Payment.self, from: payment) else {
                throw SoakError("a payment is not as expected")
            }
        }
    }

    private func expect(_ order: Order) throws {
        guard order.id == 17, order.lines.count == 2, order.address?.tags == ["home"],
            try order.details?.value()["deep"]?[1]?[1]?[0] == 3
        else { throw SoakError("an order is not as expected") }
    }

    private func refuse(_ bytes: [UInt8], _ turn: Int) throws {
        let decoder = turn.isMultiple(of: 2) ? decoder : other
        guard (try? decoder.decode(Order.self, from: bytes)) == nil else {
            throw SoakError("a document that must be refused was decoded")
        }
    }
}
