import Foundation
import Testing
import Yodel

/// Tables are built on the first use of a type, by any of the threads.
@Suite("Eight threads")
struct FirstUseTests {
    struct Model<Tag>: Yodel.Model, ModelHashable {
        var number: Int
        var inner: [String: Inner]
        var text: String?

        struct Inner: Yodel.Model, ModelHashable {
            var next: [Model]
            @Indirect var deep: Inner?
        }
    }

    struct Codable<Tag>: Swift.Codable, Equatable {
        var number: Int
        var inner: [String: Inner]

        struct Inner: Swift.Codable, Equatable { var next: [Codable] }
    }

    /// A model with a part that decodes itself.
    struct Holder<Tag>: Yodel.Model {
        var part: Codable<Tag>
        var lazy: Lazy<Model<Tag>>
        var node: Node<Tag>?
    }

    final class Node<Tag>: DefaultedModel {
        var name = "node"
        var nodes: [Node] = []
        var models: [Model<Tag>]?
    }

    enum Variant<Tag>: Polymorphic {
        case model(Model<Tag>), holder(Holder<Tag>)

        static var variants: Variants<Variant> {
            Variants("kind", .case("model", Variant.model), .case("holder", Variant.holder))
        }
    }

    /// A type that no test has used: one more level around the tag.
    enum Level<Tag> {}

    private static let model = #"{"number":7,"inner":{"a":{"next":[{"number":8,"inner":{}}]}}}"#
    private static let holder = #"{"part":\#(model),"lazy":\#(model),"node":{"nodes":[{}],"models":[\#(model)]}}"#

    /// The first uses of the tables of a tag's types.
    private static func uses<Tag>(_ tag: Tag.Type) -> [@Sendable () throws -> Bool] {
        let insensitive = ModelDecoder.with { $0.keys = .caseInsensitive }
        let custom = ModelDecoder.with { $0.keys = .custom { $0 } }
        let model = Self.model
        let holder = Self.holder
        return [
            { try ModelDecoder().decode(Model<Tag>.self, from: model).inner["a"]?.next[0].number == 8 },
            {
                let kind = #"{"kind":"holder","part":\#(model),"lazy":\#(model)}"#
                guard case .holder(let value) = try ModelDecoder().decode(Variant<Tag>.self, from: kind) else {
                    return false
                }
                return try value.lazy.value().number == 7 && value.part.number == 7
            },
            { [insensitive] in try insensitive.decode([Model<Tag>].self, from: "[\(model.uppercased())]")[0].number == 7
            },
            { [custom] in try custom.decode([Model<Tag>].self, from: "[\(model)]")[0].number == 7 },
            {
                String(decoding: try ModelEncoder().encode(Model<Tag>(number: 1, inner: [:])), as: UTF8.self).count > 10
            },
            { Model<Tag>(number: 1, inner: [:]) == Model<Tag>(number: 1, inner: [:]) },
            { Set([Model<Tag>(number: 1, inner: [:]), Model<Tag>(number: 1, inner: [:])]).count == 1 },
            {
                let value = try YodelJSONDecoder().decode(Codable<Tag>.self, from: Data(model.utf8))
                let again = try YodelJSONDecoder().decode(Codable<Tag>.self, from: try YodelJSONEncoder().encode(value))
                return value == again && value.inner["a"]?.next[0].number == 8
            },
            {
                var decoder = ModelDecoder().incrementalDecoder(of: Holder<Tag>.self)
                for byte in holder.utf8 { try decoder.feed([byte]) }
                let value = try decoder.finish()
                return value.part.inner.count == 1 && value.node?.nodes[0].name == "node"
            },
            {
                var feed = Feed(of: Variant<Tag>.self, in: .lines)
                feed.concurrency = 2
                var parser = feed.parser(of: #"{"kind":"model","number":1,"inner":{}}"#)
                guard case .model(let value)? = try parser.next() else { return false }
                return value.number == 1
            },
            {
                let refused = Result { () throws(ModelError) in
                    try ModelDecoder().decode(Model<Tag>.self, from: #"{"number":"x"}"#)
                }
                guard case .failure(let error) = refused else { return false }
                return error.code == .typeMismatch && error.expected == "Int"
            },
        ]
    }

    /// Continues with a type of one more level.
    private static func hammer<Tag>(_ tag: Tag.Type, rounds: Int, _ order: @escaping @Sendable (Int, Int) -> Int) {
        guard rounds > 0 else { return }
        let uses = uses(tag)
        EightThreads.run { thread in
            for turn in uses.indices {
                let use = order(thread, turn) % uses.count
                let isRight = try uses[use]()
                #expect(isRight, "use \(use) by thread \(thread)")
            }
        }
        hammer(Level<Tag>.self, rounds: rounds - 1, order)
    }

    enum Same {}
    enum Different {}

    @Test("All use the same types for the first time, in the same order")
    func sameTypes() {
        Self.hammer(Same.self, rounds: 12) { _, turn in turn }
    }

    @Test("Each starts with another type, and they build the shared tables for each other")
    func differentTypes() {
        Self.hammer(Different.self, rounds: 12) { thread, turn in thread + turn * 3 }
    }

    @Test("All share decoders and encoders")
    func sharedDecoders() {
        struct Account: Yodel.Model, Swift.Codable, Equatable {
            var id: Int
            var names: [String]
        }
        let decoder = ModelDecoder()
        let encoder = ModelEncoder()
        let codable = YodelJSONDecoder()
        let codableEncoder = YodelJSONEncoder()
        EightThreads.run { thread in
            for round in 0..<150 {
                let account = Account(id: thread, names: Array(repeating: "name \(round)", count: round % 7))
                let json = try encoder.encode(account)
                let broken = json.dropLast()
                #expect(try decoder.decode(Account.self, from: json) == account)
                #expect(try codable.decode(Account.self, from: Data(json)) == account)
                #expect(try codable.decode(Account.self, from: try codableEncoder.encode(account)) == account)
                #expect(throws: ModelError.self) { try decoder.decode(Account.self, from: broken) }
                #expect(throws: DecodingError.self) { try codable.decode(Account.self, from: Data(broken)) }
            }
        }
    }
}
