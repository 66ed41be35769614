import Foundation
import Testing

@testable import Yodel

@Suite("Mappings of subclasses")
struct MappingInheritanceTests {
    class Base<Item>: DefaultedModel {
        final var id = 0
        final var item: Item?
        final var note = ""
        required init() {}
        class var mapping: Mapping { Mapping(.map(\Base.id, to: "base_id"), .map(\Base.item, to: "it")) }
    }

    class Middle: Base<Int> {
        final var made: Date?
        final var own = 0
        override class var mapping: Mapping {
            Mapping(.map(\Middle.id, to: "middle_id"), .transform(\Middle.made, by: .secondsSince1970))
        }
    }

    final class Leaf: Middle {
        var last = 0
        override class var mapping: Mapping {
            Mapping(.map(\Leaf.last, to: "z"), .map(\Base<Int>.note, to: "n"))
        }
    }

    final class Plain: Middle { var last = 0 }

    @Test("For properties that a subclass's mapping omits, its superclasses' mappings apply, the nearest first")
    func levels() throws {
        let json = #"{"middle_id":1,"it":2,"n":"x","made":3,"own":4,"z":5}"#
        let leaf = try decodeEveryWay(Leaf.self, json) { "\($0.id) \($0.item ?? -1) \($0.note) \($0.own) \($0.last)" }
        #expect(leaf.id == 1 && leaf.item == 2 && leaf.note == "x" && leaf.own == 4 && leaf.last == 5)
        #expect(leaf.made == Date(timeIntervalSince1970: 3))
        #expect(try ModelEncoder().encodeText(leaf) == #"{"middle_id":1,"it":2,"n":"x","made":3,"own":4,"z":5}"#)
        let middle = try decodeEveryWay(Middle.self, #"{"middle_id":1,"it":2,"note":"y"}"#) { "\($0.id) \($0.note)" }
        #expect(middle.id == 1 && middle.item == 2 && middle.note == "y")
        let base = try decodeEveryWay(Base<String>.self, #"{"base_id":1,"it":"s"}"#) { "\($0.id) \($0.item ?? "")" }
        #expect(base.id == 1 && base.item == "s")
    }

    @Test("A subclass without a mapping has its superclasses'")
    func notOverridden() throws {
        let plain = try decodeEveryWay(Plain.self, #"{"middle_id":1,"it":2,"made":3,"last":4}"#) {
            "\($0.id) \($0.item ?? -1) \($0.last)"
        }
        #expect(plain.id == 1 && plain.item == 2 && plain.last == 4 && plain.made == Date(timeIntervalSince1970: 3))
    }

    class Bare { final var bare = 1 }
    class Mapped: Bare, DefaultedModel {
        final var a = 0
        override required init() {}
        class var mapping: Mapping { Mapping(keys: .upperSnakeCase, .map(\Mapped.bare, to: "b")) }
    }
    final class Below: Mapped { var longName = 0 }

    @Test("Only a class in the middle has a mapping; its key style applies to the subclass too")
    func middleOnly() {
        expectDecoded(Below.self, #"{"b":1,"A":2,"LONG_NAME":3}"#, as: [1, 2, 3]) { [$0.bare, $0.a, $0.longName] }
    }

    class Chosen: DefaultedModel {
        final var a = 1
        final var b = 2
        required init() {}
        class var mapping: Mapping { Mapping.only(\Chosen.a) }
    }
    final class MoreChosen: Chosen { var c = 3 }
    final class LessChosen: Chosen {
        var c = 3
        var d = 4
        override class var mapping: Mapping { Mapping.only(\LessChosen.b, \LessChosen.c) }
    }
    final class Speaking: Chosen {
        var c = 3
        override class var mapping: Mapping { Mapping(.map(\Speaking.b, to: "bee")) }
    }

    @Test("A superclass selects its own properties, and a subclass may override that")
    func only() {
        let json = #"{"a":10,"b":20,"c":30,"d":40,"bee":50}"#
        expectDecoded(MoreChosen.self, json, as: [10, 2, 30]) { [$0.a, $0.b, $0.c] }
        expectDecoded(LessChosen.self, json, as: [1, 20, 30, 4]) { [$0.a, $0.b, $0.c, $0.d] }
        expectDecoded(Speaking.self, json, as: [10, 50, 30]) { [$0.a, $0.b, $0.c] }
    }

    class Described: DefaultedModel {
        final var a = 1
        final var list = [1]
        required init() {}
        class var mapping: Mapping {
            Mapping(
                .map(\Described.a, to: "A"), .check(\Described.a, .range(1...)), .conversions(\Described.a, .lenient),
                .emptyWhenAbsent(\Described.list))
        }
    }
    final class Reduced: Described {
        var b = 2
        override class var mapping: Mapping { Mapping.only(\Reduced.b) }
    }
    final class Listing: Described {
        var b = 2
        override class var mapping: Mapping { Mapping.listing(.map(\Listing.b)) }
    }
    final class Kept: Described {
        var b = 2
        override class var mapping: Mapping { Mapping.only(\Kept.a, \Kept.b) }
    }

    @Test("A subclass may leave out properties for which a superclass has entries")
    func leftOut() {
        let json = #"{"A":"10","b":20}"#
        expectDecoded(Reduced.self, json, as: [1, 1, 20]) { [$0.a, $0.list.count, $0.b] }
        expectDecoded(Listing.self, json, as: [1, 1, 20]) { [$0.a, $0.list.count, $0.b] }
        expectDecoded(Kept.self, json, as: [10, 1, 20]) { [$0.a, $0.list.count, $0.b] }
    }

    @Test("A key path of another class is not a property")
    func foreign() {
        final class Other: DefaultedModel { var id = 0 }
        final class Wrong: DefaultedModel {
            var id = 0
            static let mapping = Mapping(.map(\Other.id, to: "a"))
        }
        expectUnsupported(Wrong.self, .invalidMapping, naming: "Wrong", #"\Other.id"#)
    }
}
