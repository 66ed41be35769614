import Foundation
import Testing

@testable import Yodel

@Suite("Properties are written under their keys")
struct OutputTableTests {
    struct Price: Model, Equatable {
        var cents: Int
        var currency: String
    }

    struct Book: Model, Equatable {
        var title: String
        var author: String
        var pages: Int
        var year: Int?
        var price: Price?
        var draft = false

        static let mapping = Mapping(
            .map(\Book.title, to: "name", "title"),
            .map(\Book.author, to: "meta.author.name"),
            .map(\Book.year, to: "meta.year"),
            .map(\Book.price, to: .literal("price.list")),
            .ignore(\Book.draft, default: false))
    }

    @Test("Paths share their objects, at the place of the first; of several keys the first is written")
    func paths() {
        expectRoundTrip(
            Book(title: "Emma", author: "Austen", pages: 474, year: 1815, price: Price(cents: 990, currency: "GBP")),
            #"{"name":"Emma","meta":{"author":{"name":"Austen"},"year":1815},"pages":474,"#
                + #""price.list":{"cents":990,"currency":"GBP"}}"#)
        expectRoundTrip(
            Book(title: "Emma", author: "Austen", pages: 474),
            #"{"name":"Emma","meta":{"author":{"name":"Austen"}},"pages":474}"#)
    }

    struct Sparse: Model, Equatable {
        var a: Int?
        var b: String?
        @Indirect var c: Int?
        var d: Int

        static let mapping = Mapping(
            .map(\Sparse.a, to: "x.y.a"), .map(\Sparse.b, to: "x.b"), .map(\Sparse._c, to: "x.z.c"))
    }

    @Test("An object of a path in which nothing is written is left out")
    func emptyGroups() {
        expectRoundTrip(Sparse(d: 1), #"{"d":1}"#)
        expectRoundTrip(Sparse(b: "", d: 1), #"{"x":{"b":""},"d":1}"#)
        expectRoundTrip(Sparse(c: 2, d: 1), #"{"x":{"z":{"c":2}},"d":1}"#)
        let encoder = ModelEncoder.with { $0.nils = .null }
        expectText(of: Sparse(d: 1), #"{"x":{"y":{"a":null},"b":null,"z":{"c":null}},"d":1}"#, encoder: encoder)
    }

    struct Shared: Model, Equatable {
        var number: Int?
        var text: String?
        var other: Int?

        static let mapping = Mapping(
            .map(\Shared.number, to: "id"), .map(\Shared.text, to: "id"), .map(\Shared.other, to: "id"))
    }

    @Test("Of several properties with one key, the first that is not nil is written, once")
    func sharedKeys() {
        expectText(of: Shared(), "{}")
        expectText(of: Shared(number: 1, text: "a"), #"{"id":1}"#)
        expectText(of: Shared(text: "a", other: 2), #"{"id":"a"}"#)
        expectText(of: Shared(other: 2), #"{"id":2}"#)
        expectText(of: Shared(), #"{"id":null}"#, encoder: .with { $0.nils = .null })
    }

    struct Conflicting: Model {
        var meta: JSONValue
        var year: Int
        static let mapping = Mapping(.map(\Conflicting.year, to: "meta.year"))
    }

    @Test("A property in the place of another's object can be read, and is an error when it is written")
    func conflicts() throws {
        let json = #"{"meta":{"year":1815}}"#
        let value = try ModelDecoder().decode(Conflicting.self, from: json)
        #expect(value.year == 1815)
        let error = expectFailure(of: [value], .invalidMapping, path: "$[0]")
        #expect(error?.reason == #"Conflicting: meta is written at "meta", where year needs an object"#)
        expectText(of: [Conflicting](), "[]")
    }

    struct Styled: Model, Equatable {
        var avatarURL: String
        var firstName: String?
        var inner: Inner

        struct Inner: Model, Equatable { var utf8Text: Int }
    }

    @Test("Keys are spelled by the strategy")
    func keyStrategies() throws {
        let value = Styled(avatarURL: "a", firstName: "b", inner: .init(utf8Text: 1))
        func expect(_ keys: KeyStrategy, _ text: String) throws {
            let encoder = ModelEncoder.with { $0.keys = keys }
            let decoder = ModelDecoder.with { $0.keys = keys }
            expectText(of: value, text, encoder: encoder)
            #expect(try decoder.decode(Styled.self, from: text) == value)
        }
        try expect(.snakeCase, #"{"avatar_url":"a","first_name":"b","inner":{"utf8_text":1}}"#)
        try expect(.kebabCase, #"{"avatar-url":"a","first-name":"b","inner":{"utf8-text":1}}"#)
        try expect(.upperSnakeCase, #"{"AVATAR_URL":"a","FIRST_NAME":"b","INNER":{"UTF8_TEXT":1}}"#)
        try expect(.upperCamelCase, #"{"AvatarURL":"a","FirstName":"b","Inner":{"Utf8Text":1}}"#)
        try expect(.caseInsensitive, #"{"avatarURL":"a","firstName":"b","inner":{"utf8Text":1}}"#)
        try expect(.custom { "«\($0)»" }, #"{"«avatarURL»":"a","«firstName»":"b","«inner»":{"«utf8Text»":1}}"#)
    }

    struct Spelled: Model, Equatable {
        var a: Int
        var b: Int
        static let mapping = Mapping(.map(\Spelled.a, to: "Meta.a"), .map(\Spelled.b, to: "meta.b"))
    }

    @Test("Paths that differ in case are equal for a strategy that ignores it")
    func ignoredCase() {
        expectRoundTrip(Spelled(a: 1, b: 2), #"{"Meta":{"a":1},"meta":{"b":2}}"#)
        expectText(of: Spelled(a: 1, b: 2), #"{"Meta":{"a":1,"b":2}}"#, encoder: .with { $0.keys = .caseInsensitive })
    }

    struct Odd: Model, Equatable {
        var quote: Int
        var long: Int
        var longer: String
        static let mapping = Mapping(
            .map(\Odd.quote, to: .literal("a\"\\\n/é")),
            .map(\Odd.long, to: .literal(String(repeating: "k", count: 60))),
            .map(\Odd.longer, to: .literal(String(repeating: "l", count: 1_000))))
    }

    @Test("Keys of any characters and length")
    func oddKeys() {
        let (k, l) = (String(repeating: "k", count: 60), String(repeating: "l", count: 1_000))
        expectRoundTrip(
            [Odd(quote: 1, long: 2, longer: "x"), Odd(quote: 3, long: 4, longer: "")],
            #"[{"a\"\\\n/é":1,"\#(k)":2,"\#(l)":"x"},{"a\"\\\n/é":3,"\#(k)":4,"\#(l)":""}]"#)
        for length in 1...70 {
            let keys = KeyStrategy.custom { _ in String(repeating: "x", count: length) }
            struct One: Model, Equatable { var value: Int }
            let encoder = ModelEncoder.with { $0.keys = keys }
            expectText(of: One(value: -1), #"{"\#(String(repeating: "x", count: length))":-1}"#, encoder: encoder)
        }
    }

    @Test("A type that lists its properties is written by that list")
    func listed() {
        struct Listed: DefaultedModel, Equatable {
            var a = 1
            var b = "x"
            var c: Int?
            static let mapping = Mapping.listing(.map(\Listed.b, to: "bee"), .map(\Listed.a, to: "a"))
        }
        expectText(of: Listed(), #"{"bee":"x","a":1}"#)
    }

    class Animal: DefaultedModel {
        var name = ""
        var legs: Int? = 4
        required init() {}
    }
    final class Dog: Animal {
        var breed = ""
        var owner: Owner?
        var friends: [Animal] = []
    }
    struct Owner: Model { var name: String }

    @Test("The properties of a superclass come first")
    func classes() throws {
        let dog = Dog()
        (dog.name, dog.breed) = ("Rex", "mutt")
        expectText(of: dog, #"{"name":"Rex","legs":4,"breed":"mutt","friends":[]}"#)
        dog.owner = Owner(name: "Ann")
        dog.legs = nil
        dog.friends = [Animal(), Animal()]
        let text =
            #"{"name":"Rex","breed":"mutt","owner":{"name":"Ann"},"friends":[{"name":"","legs":4},{"name":"","legs":4}]}"#
        expectText(of: dog, text)
        let again = try ModelDecoder().decode(Dog.self, from: text)
        #expect(again.owner?.name == "Ann" && again.friends.count == 2)
        expectText(of: dog as Animal, text)
    }

    @propertyWrapper
    struct Clamped: ModelWrapper, Equatable {
        var wrappedValue: Int
        private var changes = 0
        init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 10) }
    }
    @propertyWrapper
    struct Plain<Value: Equatable>: Equatable { var wrappedValue: Value }
    @propertyWrapper
    struct Boxed<Value: Equatable>: ModelWrapper, Equatable {
        private var values: [Value]
        init(wrappedValue: Value) { values = [wrappedValue] }
        var wrappedValue: Value { values[0] }
    }
    struct Wrapping: Model, Equatable {
        @Clamped var volume: Int
        @Plain var name: String
        @Plain var note: String?
        @Boxed var list: [Int]
        @Boxed var inner: Owner?
        @Boxed var deep: Boxed<Indirect<Int>?>

        struct Owner: Model, Equatable { var name: String }
    }

    @Test("Property wrappers are written as their wrapped values")
    func wrappers() {
        expectRoundTrip(
            Wrapping(volume: 5, name: "a", note: nil, list: [1], inner: nil, deep: Boxed(wrappedValue: nil)),
            #"{"volume":5,"name":"a","list":[1]}"#)
        expectRoundTrip(
            Wrapping(
                volume: 5, name: "a", note: "b", list: [], inner: .init(name: "c"),
                deep: Boxed(wrappedValue: Indirect(wrappedValue: 7))),
            #"{"volume":5,"name":"a","note":"b","list":[],"inner":{"name":"c"},"deep":7}"#)
    }
}
