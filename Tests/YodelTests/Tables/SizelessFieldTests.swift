import Testing

@testable import Yodel

/// Key paths to properties whose values have no size do not tell where they are, nor what their names are.
@Suite("Properties without size")
struct SizelessFieldTests {
    enum Kind: String { case book }
    enum Form: String { case print }

    struct Generic<Item>: Model {
        var item: Item?
        var kind: Kind
        var last: UInt8
        static var mapping: Mapping { Mapping(.map(\Generic.kind, to: "type"), .map(\Generic.last, to: "end")) }
    }

    final class Instance: DefaultedModel {
        var kind = Kind.book
        var form = Form.print
        var last: UInt8 = 0
        static let mapping = Mapping(.map(\Instance.form, to: "form factor"), .map(\Instance.last, to: "end"))
    }

    class Base: DefaultedModel {
        final var kind = Kind.book
        required init() {}
        class var mapping: Mapping { Mapping() }
    }

    final class Derived: Base {
        var form = Form.print
        override class var mapping: Mapping { Mapping(.map(\Derived.form, to: "form factor")) }
    }

    @Test("A mapping finds them by their types in generic structs, in classes and in subclasses")
    func mapping() throws {
        let json = #"{"item":7,"type":"book","end":255}"#
        let generic = try decodeEveryWay(Generic<Int>.self, json) { $0.last }
        #expect(generic.item == 7 && generic.last == 255)
        #expect(try ModelEncoder().encodeText(generic) == json)
        expectErrorAtMark(.invalidValue, path: "$.type", decoding: Generic<Int>.self, #"{"type":▸"x","end":1}"#)

        let instance = try ModelDecoder().decode(Instance.self, from: #"{"form factor":"print","end":3}"#)
        #expect(try ModelEncoder().encodeText(instance) == #"{"kind":"book","form factor":"print","end":3}"#)
        #expect(try ModelEncoder().encodeText(Derived()) == #"{"kind":"book","form factor":"print"}"#)
    }

    class Chosen: DefaultedModel {
        final var used = 1
        final var unused = 2
        required init() {}
        class var mapping: Mapping { Mapping.only(\Chosen.used) }
    }

    final class MoreChosen: Chosen {
        var kind = Kind.book
    }

    final class Renamed: Base {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case form = "FORM"
        }

        var form = Form.print
        var last = 0
        override class var mapping: Mapping { Mapping(codingKeys: CodingKeys.self) }
    }

    @Test("They are properties of the class that declares them, not of its superclass")
    func subclasses() throws {
        #expect(try ModelEncoder().encodeText(MoreChosen()) == #"{"used":1,"kind":"book"}"#)
        #expect(try ModelEncoder().encodeText(Renamed()) == #"{"kind":"book","FORM":"print"}"#)
    }

    struct Listed: DefaultedModel {
        var kind = Kind.book
        var count = 0
        var form = Form.print
        static let mapping = Mapping.listing(.map(\Listed.count), .map(\Listed.form), .map(\Listed.kind, to: "type"))
    }

    struct ListedWithKeys: DefaultedModel, ModelDescribable {
        var kind = Kind.book
        var count = 0
        static let mapping = Mapping.listing(.map(\ListedWithKeys.count, to: "c"))
    }

    struct Counted: DefaultedModel {
        var count = 5
    }

    @Test("Listed properties have their own names, also after one without size at the same offset")
    func listing() throws {
        let listed = try decodeEveryWay(Listed.self, #"{"kind":1,"count":5,"form":"print"}"#) { $0.count }
        #expect(listed.count == 5)
        #expect(try ModelEncoder().encodeText(listed) == #"{"count":5,"form":"print","type":"book"}"#)

        var withKeys = ListedWithKeys()
        try withKeys.merge(from: Counted())
        #expect(withKeys.description == "ListedWithKeys {\n  count: 5\n}")
    }

    struct Twice: Model {
        var first: Kind
        var count: Int
        var second: Kind
        static let mapping = Mapping(.map(\Twice.first, to: "a"))
    }

    struct ListedTwice: DefaultedModel {
        var first = Kind.book
        var second = Kind.book
        static let mapping = Mapping.listing(.map(\ListedTwice.second))
    }

    struct ListedTwiceWithKeys: DefaultedModel {
        var first = Kind.book
        var second = Kind.book
        static let mapping = Mapping.listing(
            .map(\ListedTwiceWithKeys.first, to: "a"), .map(\ListedTwiceWithKeys.second, to: "b"))
    }

    struct Forced: Model {
        var maybe: Kind?
        var kind: Kind
        static let mapping = Mapping(.map(\Forced.maybe!, to: "a"))
    }

    struct Keyed: Model {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case first = "a"
            case second = "b"
        }

        var first: Kind
        var second: Kind
        static let mapping = Mapping(codingKeys: CodingKeys.self)
    }

    @Test("A key path that may name one of several is refused; coding keys name each of them")
    func ambiguous() throws {
        expectUnsupported(Twice.self, .invalidMapping, naming: "Twice", "first, second", "codingKeys")
        expectUnsupported(ListedTwice.self, .invalidMapping, naming: "ListedTwice", "first, second")
        expectUnsupported(ListedTwiceWithKeys.self, .invalidMapping, naming: "ListedTwiceWithKeys", "first, second")
        expectUnsupported(Forced.self, .invalidMapping, naming: "maybe!")
        let keyed = Keyed(first: .book, second: .book)
        #expect(try ModelEncoder().encodeText(keyed) == #"{"a":"book","b":"book"}"#)
        let error = #expect(throws: ModelError.self) {
            try ModelEncoder().only(\Keyed.second).encodeText(keyed)
        }
        #expect(error?.code == .invalidMapping && error?.reason?.contains("first, second") == true)
    }

    @Test("A selection writes the property that it names, and a merge takes it")
    func selection() throws {
        let generic = Generic(item: 7, kind: .book, last: 1)
        #expect(try ModelEncoder().only(\Generic<Int>.kind).encodeText(generic) == #"{"type":"book"}"#)
        #expect(try ModelEncoder().except(\Generic<Int>.kind).encodeText(generic) == #"{"item":7,"end":1}"#)
        #expect(try ModelEncoder().only(\Instance.form).encodeText(Instance()) == #"{"form factor":"print"}"#)

        var target = generic
        try target.merge(from: Generic(item: 8, kind: .book, last: 2), only: \.kind, \.last)
        #expect(target.item == 7 && target.last == 2)
    }

    struct Outer: Model {
        var kind: Kind
        var generic: Generic<Int>
        var other: Generic<Int>
    }

    struct Plain: Model {
        var kind: Kind
        var count: Int
        var last: Int
    }

    final class GenericInstance<Item>: DefaultedModel {
        var item: Item?
        var kind = Kind.book
        var plain = Plain(kind: .book, count: 1, last: 2)
        var last: UInt8 = 3
        static var mapping: Mapping { Mapping(.map(\GenericInstance.last, to: "end")) }
    }

    @Test("A selection writes the part that it names, in structs and in objects")
    func nestedSelection() throws {
        let (encoder, generic) = (ModelEncoder(), Generic(item: 7, kind: .book, last: 1))
        let outer = Outer(kind: .book, generic: generic, other: generic)
        #expect(try encoder.only(\Outer.generic.kind).encodeText(outer) == #"{"generic":{"type":"book"}}"#)
        #expect(try encoder.only(\Outer.other.kind).encodeText(outer) == #"{"other":{"type":"book"}}"#)
        #expect(try encoder.only(\Outer.other.item).encodeText(outer) == #"{"other":{"item":7}}"#)
        #expect(
            try encoder.except(\Outer.generic.kind, \Outer.other).encodeText(outer)
                == #"{"kind":"book","generic":{"item":7,"end":1}}"#)

        typealias Instance = GenericInstance<Int>
        let instance = Instance()
        #expect(try encoder.only(\Instance.last).encodeText(instance) == #"{"end":3}"#)
        #expect(try encoder.only(\Instance.plain.kind).encodeText(instance) == #"{"plain":{"kind":"book"}}"#)
        #expect(try encoder.only(\Instance.plain.count).encodeText(instance) == #"{"plain":{"count":1}}"#)
        #expect(
            try encoder.except(\Instance.kind, \Instance.plain.count).encodeText(instance)
                == #"{"plain":{"kind":"book","last":2},"end":3}"#)
        try instance.merge(from: Instance(), except: \.plain, \.last)
        #expect(instance.plain.count == 1)
    }
}
