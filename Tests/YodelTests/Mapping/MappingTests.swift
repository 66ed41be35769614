import Testing

@testable import Yodel

@Suite("Mapped keys")
struct MappingTests {
    struct Book: Model, Equatable {
        var name: String
        var pages: Int
        var author: String?
        private var secret: Int
        static let mapping = Mapping(
            .map(\Book.name, to: "title"), .map(\Book.author, to: "written by"), .map(\Book.secret, to: ""))
    }

    @Test("A mapped property has its mapped key, and not its name")
    func rename() throws {
        let book = try decodeEveryWay(
            Book.self, #"{"title":"Emma","name":1,"author":[],"written by":"Jane Austen","pages":474,"":7}"#)
        #expect(book.name == "Emma" && book.pages == 474 && book.author == "Jane Austen")
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["title", "pages", ""], decoding: Book.self,
            #"{"name":"Emma","secret":1▸}"#)
        expectErrorAtMark(
            .typeMismatch, path: #"$["written by"]"#, decoding: Book.self, "{\"title\":\"Emma\",\n\"written by\": ▸{}}")
    }

    struct Renamed<Value>: Model {
        var value: Value
        var other: Int?
        static var mapping: Mapping { Mapping(.map(\Self.value, to: "v"), .map(\Self.other, to: "value")) }
    }

    @Test("Names and keys may be swapped; a mapping works for generic types")
    func swapped() throws {
        let model = try decodeEveryWay(Renamed<[Bool?]>.self, #"{"value":1,"v":[true,null]}"#) { "\($0)" }
        #expect(model.value == [true, nil] && model.other == 1)
        let inner = try decodeEveryWay(Renamed<Renamed<Int>>.self, #"{"v":{"v":2}}"#) { "\($0)" }
        #expect(inner.value.value == 2 && inner.other == nil)
    }

    @Test("Keys are compared byte for byte: quotes, escapes, letters of any script, equal-looking ones")
    func exactKeys() {
        struct Exact: Model, Equatable {
            var a: Int?
            var b: Int?
            var c: Int?
            var d: Int?
            static let mapping = Mapping(
                .map(\Exact.a, to: "\"quoted\"\n"), .map(\Exact.b, to: "größe 永"), .map(\Exact.c, to: "caf\u{E9}"),
                .map(\Exact.d, to: "cafe\u{301}"))
        }
        let json = #"{"\"quoted\"\n":1,"gr\u00f6\u00dfe \u6c38":2,"cafe\u0301":4,"caf\u00e9":3}"#
        expectDecoded(json, as: Exact(a: 1, b: 2, c: 3, d: 4))
    }

    @Test("Equal-looking keys of one property are two keys")
    func equalLooking() {
        struct Cafe: Model, Equatable {
            var name: String
            static let mapping = Mapping(.map(\Cafe.name, to: "caf\u{E9}", "cafe\u{301}"))
        }
        expectDecoded(#"{"cafe\u0301":"b"}"#, as: Cafe(name: "b"))
        expectDecoded(#"{"cafe\u0301":"b","caf\u00e9":"a"}"#, as: Cafe(name: "a"))
    }

    struct Wrapped: Model {
        @Indirect var next: Wrapped?
        @PropertyWrapperTests.Clamped var volume: Int
        static let mapping = Mapping(
            .map(\Wrapped._next, to: "link"), .map(\Wrapped._volume, to: "v", default: .init(wrappedValue: 3)))
    }

    @Test("A wrapped property is mapped by its storage")
    func wrapped() throws {
        let model = try decodeEveryWay(Wrapped.self, #"{"v":11,"link":{"link":null}}"#) { "\($0)" }
        #expect(model.volume == 10 && model.next?.volume == 3 && model.next?.next == nil)
    }

    final class Account: DefaultedModel {
        var id = 0
        let kind: String
        var parent: Account?
        init() { kind = "none" }
        static let mapping = Mapping(
            .map(\Account.id, to: "_id", "id"), .map(\Account.kind, to: "info.kind"), .map(\Account.parent, to: "up"))
    }

    class Open: DefaultedModel {
        final var id = 0
        var name = ""
        required init() {}
        class var mapping: Mapping { Mapping(.map(\Open.id, to: "open_id")) }
    }

    final class Closed: Open { var more = 0 }

    final class Overriding: Open {
        var more = 0
        override class var mapping: Mapping {
            Mapping(.map(\Overriding.id, to: "closed_id"), .map(\Overriding.more, to: "m"))
        }
    }

    @Test("Properties of final classes, and final ones of others, can be mapped")
    func classes() {
        expectDecoded(Account.self, #"{"id":1,"info":{"kind":"k"},"up":{"_id":2,"up":null},"parent":1}"#, as: "1 k 2") {
            "\($0.id) \($0.kind) \($0.parent?.id ?? -1)"
        }
        expectDecoded(Open.self, #"{"open_id":1,"id":2,"name":"n"}"#, as: "1 n") { "\($0.id) \($0.name)" }
    }

    @Test("A subclass has its superclass's mapping, or its own")
    func subclasses() {
        expectDecoded(Closed.self, #"{"open_id":1,"more":3}"#, as: [1, 3]) { [$0.id, $0.more] }
        expectDecoded(Overriding.self, #"{"closed_id":1,"m":3,"open_id":5,"more":6}"#, as: [1, 3]) { [$0.id, $0.more] }
    }

    final class Box<Element>: DefaultedModel {
        final class Inner: DefaultedModel {
            var deep: Element?
            static var mapping: Mapping { Mapping(.map(\Inner.deep, to: "d")) }
        }
        var element: Element?
        var inner: Inner?
        static var mapping: Mapping { Mapping(.map(\Box.element, to: "e")) }
    }

    final class Spaced: DefaultedModel {
        var `with space` = 0
        var größe = 0
        static let mapping = Mapping(.map(\Spaced.`with space`, to: "a"), .map(\Spaced.größe, to: "b"))
    }

    @Test("The same if their names are not identifiers")
    func rawNames() {
        expectDecoded(Spaced.self, #"{"a":1,"b":2}"#, as: [1, 2]) { [$0.`with space`, $0.größe] }
    }

    @Test("The same for generic and nested classes")
    func genericClasses() throws {
        let box = try decodeEveryWay(Box<[String: Point?]>.self, #"{"e":{"a":null},"inner":{"d":{"b":{"x":1,"y":2}}}}"#)
        {
            "\(String(describing: $0.element)) \(String(describing: $0.inner?.deep))"
        }
        #expect(box.element == ["a": nil] && box.inner?.deep == ["b": Point(x: 1, y: 2)])
    }
}
