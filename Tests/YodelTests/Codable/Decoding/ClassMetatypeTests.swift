import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// The metatype decides the class of the instance, even if the static type is a superclass.
@Suite struct ClassMetatypeTests {
    private class Base: DefaultedModel, Codable {
        final var a = 1

        required init() {}

        var shown: String { "Base \(a)" }
    }

    private final class Sub: Base {
        var b = 2

        required init() { super.init() }

        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            b = try decoder.container(keyedBy: TestKey.self).decode(Int.self, forKey: "b")
        }

        override var shown: String { "Sub \(a) \(b)" }
    }

    /// Decodes a class with the metatypes of both classes, in one container of each kind.
    private struct Pairs: Decodable {
        var shown: [String]

        init(from decoder: any Decoder) throws {
            let keyed = try decoder.container(keyedBy: TestKey.self)
            var unkeyed = try keyed.nestedUnkeyedContainer(forKey: "list")
            shown = [
                try unkeyed.decode(Sub.self as Base.Type).shown, try unkeyed.decode(Sub.self).shown,
                try unkeyed.decode(Base.self).shown, try unkeyed.decodeIfPresent(Sub.self as Base.Type)?.shown ?? "nil",
                try keyed.decode(Sub.self as Base.Type, forKey: "k").shown,
                try keyed.decodeIfPresent(Sub.self as Base.Type, forKey: "k")?.shown ?? "nil",
                try keyed.superDecoder(forKey: "k").singleValueContainer().decode(Sub.self as Base.Type)
                    .shown,
                try keyed.decode(Sub.self, forKey: "k").shown,
                try keyed.decode([Base].self, forKey: "list")[0].shown,
            ]
        }
    }

    private static let object = #"{"a":10,"b":20}"#
    private static let pairs = Data(#"{"list":[\#(object),\#(object),\#(object),\#(object)],"k":\#(object)}"#.utf8)

    private static var decoders: [YodelJSONDecoder] {
        let (untabled, custom) = (YodelJSONDecoder(), YodelJSONDecoder())
        untabled.decodesModelsByTable = false
        custom.dateDecodingStrategy = .custom { _ in .distantPast }
        return [YodelJSONDecoder(), untabled, custom]
    }

    @Test func containersDecodeTheClassOfTheMetatype() throws {
        let wanted = try JSONDecoder().decode(Pairs.self, from: Self.pairs).shown
        #expect(wanted[0] == "Sub 10 20" && wanted[2] == "Base 10")
        for decoder in Self.decoders { #expect(try decoder.decode(Pairs.self, from: Self.pairs).shown == wanted) }
        #expect(try ModelDecoder().decode(Pairs.self, from: Self.pairs).shown == wanted)
    }

    @Test func documentsAreOfTheClassOfTheMetatype() throws {
        for decoder in Self.decoders {
            #expect(try decoder.decode(Sub.self as Base.Type, from: Self.object).shown == "Sub 10 20")
            #expect(try decoder.decode(Sub.self, from: Self.object).shown == "Sub 10 20")
            var gathering = decoder.gatheringDecoder(of: Sub.self as Base.Type)
            try gathering.feed(Self.object.utf8)
            #expect(try gathering.finish().shown == "Sub 10 20")
        }
        let decoder = ModelDecoder()
        #expect(try decoder.decode(Sub.self as Base.Type, from: Self.object).shown == "Sub 10 20")
        var incremental = decoder.incrementalDecoder(of: Sub.self as Base.Type)
        try incremental.feed(Self.object)
        #expect(try incremental.finish().shown == "Sub 10 20")
        let tree: JSONValue = ["a": 10, "b": 20]
        #expect(try decoder.decode(Sub.self as Base.Type, from: tree).shown == "Sub 10 20")
    }

    @Test func feedsDeliverTheClassOfTheMetatype() throws {
        var parser = Feed(of: Sub.self as Base.Type).parser(fed: Array("[\(Self.object)]".utf8))
        #expect(try parser.next()?.shown == "Sub 10 20")
        parser = Feed(of: Sub.self as Base.Type, in: .lines).parser()
        parser.feed(Array("\(Self.object)\n".utf8))
        #expect(try parser.next()?.shown == "Sub 10 20")
    }

    @Test func aTableIsThatOfTheMetatype() throws {
        #expect(
            try ModelDecoder().tableDescription(of: Sub.self as Base.Type)
                == ModelDecoder().tableDescription(of: Sub.self))
    }

    /// 512 hierarchies, unused at first, in the order of random sequences.
    @Test func randomSequencesOfMetatypes() {
        let target = FuzzTarget.classes
        for input in target.samples(seed: 5, count: 600) {
            if let difference = target.fuzzOne(input) { Issue.record("\(input): \(difference)") }
        }
    }
}
