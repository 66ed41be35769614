import Testing

@testable import Yodel

/// Beside those of `Golden+Tables`.
@Suite("Mappings that contradict themselves or their type")
struct MappingContradictionTests {
    struct RepeatedPath: Model {
        var name: String
        static let mapping = Mapping(.map(\RepeatedPath.name, to: "a.b", MappedKey(path: ["a", "b"])))
    }

    @Test("A key is given once, in either spelling, and a path has at least one key; the error names the property")
    func entries() {
        expectUnsupported(RepeatedPath.self, .invalidMapping, naming: "RepeatedPath.name")
        let keys = (0..<65).map { MappedKey.literal("k\($0)") }
        expectContradiction(in: Mapping.Entry(keyPath: \Chosen.text, keys: keys), naming: "Chosen.text", "64")
        expectContradiction(in: .map(\Chosen.text, to: MappedKey(path: [])), naming: "Chosen.text")
    }

    struct Other: Model { var name: String }

    final class OtherClass: DefaultedModel {
        var name = ""
        static let mapping = Mapping(.map(\OtherClass.name.count, to: "a"))
    }

    @Test("A key path that is no stored property of the type is named, with the type and a suggestion")
    func noStoredProperty() {
        expectContradiction(in: .map(\Chosen.computed, to: "a"), naming: "Chosen", "stored")
        expectContradiction(in: .map(\Chosen.point.x, to: "a"), naming: #"\Chosen.point.x"#, "stored")
        expectContradiction(in: .map(\Other.name, to: "a"), naming: "Chosen: ", #"\Other.name"#, "stored")
        expectContradiction(in: .map(\Chosen.self, to: "a"), naming: #"\Chosen.self"#, "stored")
        expectContradiction(
            in: .map(\Chosen.list[0], to: "a"), .map(\Chosen.list.count, to: "b"), naming: #"\Chosen.list"#, "stored")
        expectUnsupported(OtherClass.self, .invalidMapping, naming: #"\OtherClass.name"#, "stored")
    }

    struct Folded: Model {
        var name: String
        static let mapping = Mapping(.map(\Folded.name, to: "Name", "name"))
    }

    @Test("Keys that differ only in case are equal to a decoder that ignores it")
    func caseInsensitive() {
        expectDecoded(Folded.self, #"{"name":"n"}"#, as: "n") { $0.name }
        let decoder = ModelDecoder.with { $0.keys = .caseInsensitive }
        let error = modelError { try decoder.prepare(Folded.self) }
        #expect(error?.code == .invalidMapping && error?.reason?.contains("Folded.name") == true)
    }

    @Test("Only one entry decides about an absent key")
    func absences() {
        let empty = Mapping.Entry.emptyWhenAbsent(\Chosen.list)
        expectContradiction(in: .required(\Chosen.list), empty, naming: "Chosen.list", "requires it")
        expectContradiction(in: .default(\Chosen.list, [1]), empty, naming: "Chosen.list", "default")
    }

    struct LeftOut: Model {
        var name: String
        var tags: [Int]
        static let mapping = Mapping.only(\LeftOut.name).adding(.emptyWhenAbsent(\LeftOut.tags))
    }

    struct WithoutKey: Model {
        var name: String
        var tags: [Int]
        enum CodingKeys: String, CodingKey, CaseIterable { case name }
        static let mapping = Mapping(codingKeys: CodingKeys.self, .emptyWhenAbsent(\WithoutKey.tags))
    }

    /// A class keeps what `init()` gives to a property that is left out.
    final class Shelf: DefaultedModel {
        var name = ""
        var tags = [1]
        static let mapping = Mapping.only(\Shelf.name).adding(.required(\Shelf.tags))
    }

    final class Rack: DefaultedModel {
        var name = ""
        var tags = [1]
        static let mapping = Mapping(.ignore(\Rack.tags), .onBadElement(\Rack.tags, .drop))
    }

    struct Unlisted: Model {
        var name: String
        var tags: [Int]
        static let mapping = Mapping.only(\Unlisted.name).adding(.onBadElement(\Unlisted.tags, .drop))
    }

    final class Unkeyed: DefaultedModel {
        var name = ""
        var tags = [1]
        enum CodingKeys: String, CodingKey, CaseIterable { case name }
        static let mapping = Mapping(codingKeys: CodingKeys.self, .onNull(\Unkeyed.tags, .useDefault))
    }

    @Test("A property that is not in documents has no rules for its value, and one that is not read no conversions")
    func ignored() {
        let transform = Transform { (text: String) in
            [text.count]
        } encode: {
            "\($0)"
        }
        let entries: [Mapping.Entry] = [
            .emptyWhenAbsent(\Chosen.list), .conversions(\Chosen.list, .lenient),
            .transform(\Chosen.list, by: transform),
            .compose(\Chosen.list, from: "a", by: { (number: Int) in [number] }),
        ]
        for entry in entries {
            #expect(
                contradiction(in: .ignore(\Chosen.list), entry)
                    == "Chosen.list: the mapping both ignores it and says how it is decoded")
        }
        #expect(
            contradiction(in: .ignore(\Chosen.maybe, in: .input), .conversions(\Chosen.maybe, .lenient))
                == "Chosen.maybe: the mapping both ignores it in the input and sets its conversions")
        #expect(contradiction(in: .ignore(\Chosen.list, in: .input), .emptyWhenAbsent(\Chosen.list)) == nil)
        expectUnsupported(LeftOut.self, .invalidMapping, naming: "LeftOut.tags", "leaves it out", "how it is decoded")
        expectUnsupported(WithoutKey.self, .invalidMapping, naming: "WithoutKey.tags", "is decoded", "coding key")
        expectUnsupported(Shelf.self, .invalidMapping, naming: "Shelf.tags", "leaves it out", "how it is decoded")
        expectUnsupported(Rack.self, .invalidMapping, naming: "Rack.tags", "policy for its bad values")
        expectUnsupported(Unlisted.self, .invalidMapping, naming: "Unlisted.tags", "leaves it out", "how it is decoded")
        expectUnsupported(Unkeyed.self, .invalidMapping, naming: "Unkeyed.tags", "is decoded", "coding key")
    }

    @Test("A property that is composed of parts has no null of its own to refuse")
    func nullOfParts() {
        let composed = Mapping.Entry.compose(\Chosen.maybe, from: "a", by: { (number: Int?) in number })
        #expect(contradiction(in: composed, .required(\Chosen.maybe)) == nil)
        #expect(
            contradiction(in: composed, .required(\Chosen.maybe, allowsNull: false))
                == "Chosen.maybe: the mapping composes it of parts, so it cannot also have a policy for its bad values")
    }

    struct Agreeing: Model, Equatable {
        var name: String
        var cover: Int
        static let mapping = Mapping(
            .map(\Agreeing.name, to: "n"), .default(\Agreeing.name, "d"), .ignore(\Agreeing.cover),
            .default(\Agreeing.cover, 3))
    }

    @Test("Keys from one entry may be combined with a default from another, and so may ignore and a default")
    func agreeing() {
        expectDecoded(#"{"name":"no","cover":1}"#, as: Agreeing(name: "d", cover: 3))
        expectDecoded(#"{"n":"n"}"#, as: Agreeing(name: "n", cover: 3))
    }

    struct InsideTag: Model {
        var x: Int
        static let mapping = Mapping(.map(\InsideTag.x, to: "t.x"))
    }

    struct PartInsideTag: Model {
        var x: Int?
        static let mapping = Mapping(.compose(\PartInsideTag.x, from: "t[0]", by: { (x: Int) in x }, back: { $0 }))
    }

    struct SecondInsideTag: Model {
        var x: Int
        static let mapping = Mapping(.map(\SecondInsideTag.x, to: "x", "t.x"))
    }

    struct WrittenInsideTag: Model {
        var x: Int?
        static let mapping = Mapping(.map(\WrittenInsideTag.x, to: "t.x"), .ignore(\WrittenInsideTag.x, in: .input))
    }

    enum Tagged<Value: Model>: Polymorphic {
        case value(Value)
        static var variants: Variants<Tagged> { Variants("t", .case("v", Tagged.value)) }
    }

    enum Around<Value: Model>: Polymorphic {
        case value(Lazy<Tried<Value>>?)
        static var variants: Variants<Around> { Variants("t", .case("v", Around.value)) }
    }

    enum Tried<Value: Model>: Polymorphic {
        case value(Value), number(Int)
        static var variants: Variants<Tried> { Variants(.untagged, .case(Tried.value), .case(Tried.number)) }
    }

    enum Adjacent<Value: Model>: Polymorphic {
        case value(Value)
        static var variants: Variants<Adjacent> {
            Variants(.key("t", content: "c"), .case("v", Adjacent.value))
        }
    }

    @Test("A path cannot lead through the tag of the same object, as the tag is not an object")
    func insideTag() {
        expectUnsupported(Tagged<InsideTag>.self, .invalidMapping, naming: "InsideTag.x", #""t""#)
        expectUnsupported(Tagged<PartInsideTag>.self, .invalidMapping, naming: "PartInsideTag.x", #""t""#)
        expectUnsupported(Tagged<SecondInsideTag>.self, .invalidMapping, naming: "SecondInsideTag.x", #""t""#)
        expectUnsupported(Tagged<WrittenInsideTag>.self, .invalidMapping, naming: "WrittenInsideTag.x", #""t""#)
        expectUnsupported([Around<InsideTag>].self, .invalidMapping, naming: "InsideTag.x", #""t""#)
        let ignoringCase = ModelDecoder.with { $0.keys = .caseInsensitive }
        #expect(throws: ModelError.self) { try ignoringCase.prepare(Tagged<InsideTag>.self) }
        #expect(throws: Never.self) { try ModelDecoder().prepare(Adjacent<InsideTag>.self) }
        #expect(throws: Never.self) { try ModelDecoder().prepare(Tried<InsideTag>.self) }
        #expect(throws: ModelError.self) { try ModelEncoder().prepare(Tagged<InsideTag>.self) }
    }

    struct Nested: Model {
        var fine: Int
        var wrong: [RepeatedPath]
    }

    @Test("A contradiction is found in any type inside the type")
    func nested() {
        expectUnsupported(Nested.self, .invalidMapping, naming: "RepeatedPath.name")
        expectUnsupported([String: [Nested?]].self, .invalidMapping, naming: "RepeatedPath.name")
    }
}
