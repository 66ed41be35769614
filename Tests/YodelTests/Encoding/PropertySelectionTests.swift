import Foundation
import Testing

@testable import Yodel

@Suite("Selections of properties")
struct PropertySelectionTests {
    struct Person: Model {
        var name: String
        var email: String?
        var address: Address

        struct Address: Model {
            var street: String
            var city: String
        }
    }

    struct Book: Model {
        var title: String
        var author: Person
        var editor: Person?
        var year: Int
        var sequels: [Book] = []
        static let mapping = Mapping(.map(\Book.year, to: "meta.year"), .map(\Book.title, to: "meta.title"))
    }

    let book = Book(
        title: "Emma", author: Person(name: "Jane", email: "j@a", address: .init(street: "1", city: "Bath")),
        editor: Person(name: "Ed", email: nil, address: .init(street: "2", city: "London")), year: 1815,
        sequels: [
            Book(title: "II", author: Person(name: "X", email: nil, address: .init(street: "3", city: "Rome")), year: 1)
        ])

    @Test("Only some properties of a type, wherever it occurs")
    func only() {
        expectText(of: book, #"{"meta":{"title":"Emma"}}"#, encoder: ModelEncoder().only(\Book.title))
        expectText(of: book, "{}", encoder: ModelEncoder().only(\Book.title).only(\Book.year))
        expectText(
            of: ["a": [book]], #"{"a":[{"meta":{"year":1815},"sequels":[{"meta":{"year":1},"sequels":[]}]}]}"#,
            encoder: ModelEncoder().only(\Book.year, \Book.sequels))
        expectText(
            of: book, #"{"author":{"name":"Jane"},"editor":{"name":"Ed"}}"#,
            encoder: ModelEncoder().only(\Book.author, \Book.editor).only(\Person.name))
        expectText(of: 5, "5", encoder: ModelEncoder().only(\Book.title))
        expectText(
            of: [book.author.address], #"[{"street":"1","city":"Bath"}]"#, encoder: ModelEncoder().only(\Book.title))
    }

    @Test("A path through structs selects a part of a property")
    func paths() {
        expectText(
            of: book, #"{"meta":{"title":"Emma"},"author":{"address":{"city":"Bath"}}}"#,
            encoder: ModelEncoder().only(\Book.title, \Book.author.address.city))
        expectText(
            of: book, #"{"author":{"name":"Jane","address":{"city":"Bath"}}}"#,
            encoder: ModelEncoder().only(\Book.author.address.city, \Book.author.name))
        expectText(
            of: book, #"{"author":{"name":"Jane","email":"j@a","address":{"street":"1","city":"Bath"}}}"#,
            encoder: ModelEncoder().only(\Book.author.address.city, \Book.author))
        expectText(
            of: book, #"{"author":{"name":"Jane","email":"j@a","address":{"street":"1","city":"Bath"}}}"#,
            encoder: ModelEncoder().only(\Book.author, \Book.author.address.city))
    }

    @Test("Everything but some properties")
    func except() {
        expectText(
            of: book, #"{"meta":{"title":"Emma"},"author":{"name":"Jane","email":"j@a"},"editor":{"name":"Ed"}}"#,
            encoder: ModelEncoder().except(\Book.year, \Book.sequels).except(\Person.address))
        expectText(
            of: book.author, #"{"name":"Jane","address":{"city":"Bath"}}"#,
            encoder: ModelEncoder().except(\Person.email, \Person.address.street))
    }

    @Test("Only the models in one property")
    func places() {
        expectText(
            of: book,
            #"{"meta":{"title":"Emma","year":1815},"author":{"name":"Jane","email":"j@a","#
                + #""address":{"street":"1","city":"Bath"}},"editor":{"name":"Ed"}}"#,
            encoder: ModelEncoder().only(\Person.name, in: \Book.editor).except(\Book.sequels))
        expectText(
            of: book, #"{"meta":{"title":"Emma"},"sequels":[{"meta":{"title":"II"}}]}"#,
            encoder: ModelEncoder().only(\Book.sequels, \Book.title).except(\Book.sequels, in: \Book.sequels))
        expectText(
            of: book, #"{"author":{"address":{"city":"Bath"}}}"#,
            encoder: ModelEncoder().only(\Book.author).only(\Person.address, in: \Book.author)
                .only(\Person.Address.city, in: \Book.author.address))
    }

    final class Node: DefaultedModel {
        final var name = ""
        final var next: Node?
        final var secret = 1
        init() {}
    }

    @Test("The properties of a class")
    func classes() {
        let node = Node()
        node.next = Node()
        expectText(of: node, #"{"name":"","next":{"name":""}}"#, encoder: ModelEncoder().except(\Node.secret))
        expectText(of: node, #"{"next":{}}"#, encoder: ModelEncoder().only(\Node.next))
    }

    final class Player: DefaultedModel {
        @OutputTableTests.Clamped var volume = 3
        @OutputTableTests.Plain var list = [1]
        var name = "a"
        init() {}
        static let quiet = ModelEncoder().except(\Player._volume)
        static let loud = ModelEncoder().only(\Player._volume, \Player._list)
    }

    @Test("The wrapped properties of a class, by their storage")
    func wrappedPropertiesOfClasses() {
        expectText(of: Player(), #"{"list":[1],"name":"a"}"#, encoder: Player.quiet)
        expectText(of: Player(), #"{"volume":3,"list":[1]}"#, encoder: Player.loud)
    }

    @Test("The models in variants, wherever they are")
    func variants() {
        let events = [Event.message(Message(text: "t", tags: ["secret"])), .login(Login(user: "u")), .ping]
        let encoder = ModelEncoder().except(\Message.tags).except(\Login.user)
        expectText(of: events, #"[{"type":"message","text":"t"},{"type":"login"},{"type":"ping"}]"#, encoder: encoder)
        expectText(of: events[0], #"{"type":"message","text":"t"}"#, encoder: encoder)
        expectText(of: External.message(Message(text: "t", tags: [])), #"{"message":{"text":"t"}}"#, encoder: encoder)
        expectText(
            of: ["a": Adjacent.list([.message(Message(text: "t", tags: []))])],
            #"{"a":{"t":"list","c":[{"t":"message","c":{"text":"t"}}]}}"#, encoder: encoder)
        expectText(of: Untagged.message(Message(text: "t", tags: [])), #"{"text":"t"}"#, encoder: encoder)
        expectText(
            of: [OneOf<Animals>(wrappedValue: Dog(name: "d", barks: true))], #"[{"kind":"dog","name":"d"}]"#,
            encoder: ModelEncoder().only(\Dog.name))
        struct Log: Model {
            var last: Event
            var all: [Event]
        }
        expectText(
            of: Log(last: events[0], all: events),
            #"{"last":{"type":"message"},"all":[{"type":"message","text":"t","tags":["secret"]},{"type":"login","user":"u"},{"type":"ping"}]}"#,
            encoder: ModelEncoder().only(\Message.raw, in: \Log.last))
    }

    @Test("A selection of a class applies to its subclasses too")
    func hierarchies() {
        let square = Square()
        square.side = 2
        let cube = Cube()
        square.inner = cube
        let shapes: [Shape] = [square, cube]
        expectText(
            of: shapes, #"[{"kind":"square","inner":{"kind":"cube"}},{"kind":"cube"}]"#,
            encoder: ModelEncoder().only(\Square.inner))
        expectText(
            of: shapes,
            #"[{"kind":"square","name":"","side":2,"inner":{"kind":"cube","name":""}},{"kind":"cube","name":""}]"#,
            encoder: ModelEncoder().except(\Cube.side))
    }

    @Test("The models in JSON text in a string")
    func texts() {
        struct Account: Model {
            var name: String
            var password: String
        }
        struct Envelope: Model {
            var account: Account
            var others: [Account]?
            static let mapping = Mapping(
                .transform(\Envelope.account, by: .jsonText), .transform(\Envelope.others, by: .jsonText))
        }
        let account = Account(name: "a", password: "secret")
        expectText(
            of: [Envelope(account: account, others: [account])],
            #"[{"account":"{\"name\":\"a\"}","others":"[{\"name\":\"a\"}]"}]"#,
            encoder: ModelEncoder().except(\Account.password))
    }

    @Test("A selection in a property that a transform writes is an error that says so")
    func textsInOneProperty() {
        struct Envelope: Model {
            var account: Person.Address
            var others: [Person.Address]?
            var each: [Person.Address]
            var own: Person.Address
            var pair: Person.Address
            var name: String
            static let mapping = Mapping(
                .transform(\Envelope.account, by: .jsonText), .transform(\Envelope.others, by: .jsonText),
                .transform(each: \Envelope.each, by: .jsonText),
                .transform(\Envelope.own, by: Transform<String, Person.Address> { .init(street: "", city: $0) }),
                .transform(
                    \Envelope.pair, by: Transform<[String], Person.Address> { .init(street: $0[0], city: $0[1]) }))
        }
        let address = Person.Address(street: "s", city: "c")
        let value = Envelope(account: address, others: nil, each: [], own: address, pair: address, name: "n")
        func reason(_ property: any PartialKeyPath<Envelope> & Sendable) -> String? {
            let encoder = ModelEncoder().only(\Person.Address.city, in: property)
            return expectFailure(of: value, .invalidMapping, path: "$", encoder: encoder)?.reason
        }
        func expected(_ name: String, as type: String = "String") -> String {
            #"\Envelope.\#(name) is written by a transform as \#(type), which does not hold a Address, whose properties are selected"#
        }
        #expect(reason(\Envelope.account) == expected("account"))
        #expect(reason(\Envelope.others) == expected("others"))
        #expect(reason(\Envelope.each) == expected("each"))
        #expect(reason(\Envelope.own) == expected("own"))
        #expect(reason(\Envelope.pair) == expected("pair", as: "[String]"))
        #expect(reason(\Envelope.name) == #"\Envelope.name does not hold a Address, whose properties are selected"#)
    }

    @Test("A lazy value is decoded if its content is selected")
    func lazyValues() throws {
        struct Page: Model { var body: Lazy<Message> }
        let page = try ModelDecoder().decode(Page.self, from: #"{"body":{"text":"t","tags":["secret"]}}"#)
        expectText(of: page, #"{"body":{"text":"t"}}"#, encoder: ModelEncoder().except(\Message.tags))
        let bad = try ModelDecoder().decode(Page.self, from: #"{"body":{"tags":["secret"]}}"#)
        expectFailure(of: bad, .invalidValue, path: "$.body", encoder: ModelEncoder().except(\Message.tags))
    }

    final class Link: DefaultedModel {
        var next: Lazy<Link>?
        var message: Message?
        init() {}
    }

    @Test("A lazy value is written as its bytes if the selection leaves out nothing of it, also in what it contains")
    func lazyValuesOutsideOfTheSelection() throws {
        struct Page: Model { var id: Int, body: Lazy<[Message]>, link: Lazy<Link> }
        let body = #"[{"text" : "t","tags":["a"],"other":1}]"#
        let link = #"{"next":{"other":2},"other":1}"#
        let page = try ModelDecoder().decode(Page.self, from: #"{"id":1,"body":\#(body),"link":\#(link)}"#)
        expectText(of: page, #"{"body":\#(body),"link":\#(link)}"#, encoder: ModelEncoder().except(\Page.id))
        expectText(
            of: page, #"{"id":1,"body":[{"text":"t"}],"link":{"next":{}}}"#,
            encoder: ModelEncoder().except(\Message.tags))
        expectText(
            of: page, #"{"id":1,"body":\#(body),"link":{}}"#, encoder: ModelEncoder().except(\Link.next))
        let root = try ModelDecoder().decode(Lazy<Link>.self, from: link)
        expectText(of: root, link, encoder: ModelEncoder().except(\Page.id))
        expectText(of: root, #"{"next":{}}"#, encoder: ModelEncoder().except(\Message.tags))
    }

    @Test("A lazy value of which a part was written is later written as its bytes")
    func lazyValuesKeepTheirBytes() throws {
        struct Page: Model { var body: Lazy<Message> }
        for json in [#"{"body":{"text" : "t","other":1}}"#, #"{"body":{"other":1}}"#] {
            let page = try ModelDecoder().decode(Page.self, from: json)
            _ = try? ModelEncoder().only(\Message.text).encodeText(page)
            expectText(of: page, json)
        }
        let page = try ModelDecoder().decode(Page.self, from: #"{"body":{"text":"t","other":1}}"#)
        #expect(try page.body.value().text == "t")
        expectText(of: page, #"{"body":{"text":"t"}}"#)
    }

    struct Computed: Model {
        var number: Int
        var ignored: Int?
        var double: Int { number * 2 }
        static let mapping = Mapping(.ignore(\Computed.ignored))
    }

    @Test("A key path that is not a written property is an error that names it")
    func badKeyPaths() {
        let value = Computed(number: 1)
        let computed = expectFailure(
            of: value, .invalidMapping, path: "$", encoder: ModelEncoder().only(\Computed.double))
        #expect(computed?.reason?.contains("Computed") == true)
        let ignored = expectFailure(
            of: value, .invalidMapping, path: "$", encoder: ModelEncoder().except(\Computed.ignored))
        #expect(ignored?.reason?.contains(#"\Computed.ignored"#) == true)
        expectFailure(of: value, .invalidMapping, path: "$", encoder: ModelEncoder().only(\Computed.number.description))
        // Even if the type does not occur.
        expectFailure(of: 1, .invalidMapping, path: "$", encoder: ModelEncoder().only(\Computed.self))
        expectFailure(of: book, .invalidMapping, path: "$", encoder: ModelEncoder().only(\Book.title, in: \Book.editor))
    }

    /// Contains itself, in a dictionary, and no model.
    struct Folder: ModelWrapper { var wrappedValue: [String: Folder?] }

    @Test("Properties beside a wrapper that contains itself")
    func recursiveWrapper() throws {
        struct Cupboard: Model {
            var folder: Folder
            var count: Int
        }
        let cupboard = Cupboard(folder: Folder(wrappedValue: ["a": Folder(wrappedValue: [:])]), count: 1)
        let encoder = ModelEncoder().except(\Cupboard.count)
        expectText(of: cupboard, #"{"folder":{"a":{}}}"#, encoder: encoder)
        expectText(of: cupboard.folder, #"{"a":{}}"#, encoder: encoder)
        #expect(try encoder.schema(of: Cupboard.self)["$defs"]?["Cupboard"]?["properties"]?["count"] == nil)
    }

    class Base: DefaultedModel {
        final var id = 0
        final var secret = "s"
        required init() {}
    }

    final class Variant: Base, Polymorphic {
        static var variants: Variants<Variant> { Variants("kind", .type("variant", Variant.self)) }
    }

    @Test("A class with variants, as one of them and as an instance of its superclass, with the same encoder")
    func classWithVariants() {
        struct Holder: Model { var item: Base }
        let variant = Variant()
        for isHeldFirst in [true, false] {
            let encoder = ModelEncoder().except(\Base.secret)
            if isHeldFirst { expectText(of: Holder(item: variant), #"{"item":{"id":0}}"#, encoder: encoder) }
            expectText(of: variant, #"{"kind":"variant","id":0}"#, encoder: encoder)
            expectText(of: Holder(item: variant), #"{"item":{"id":0}}"#, encoder: encoder)
        }
    }
}
