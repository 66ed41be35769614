import Testing

@testable import Yodel

/// A model takes over values of another.
@Suite struct MergeTests {
    private struct Book: Model, Equatable {
        var title = "old"
        var pages: Int? = 1
        var tags = ["a"]
        @Indirect var boxed: Int? = 1
        var secret = 1

        static let mapping = Mapping(.ignore(\Book.secret, default: 0))
    }

    private let revised = Book(title: "new", pages: nil, tags: ["b"], boxed: nil, secret: 2)

    @Test func allPropertiesAreTaken() throws {
        var book = Book()
        try book.merge(from: revised)
        #expect(book == Book(title: "new", pages: nil, tags: ["b"], boxed: nil, secret: 1))
    }

    @Test func someAreTaken() throws {
        var book = Book()
        try book.merge(from: revised, only: \.title, \.pages)
        #expect(book == Book(title: "new", pages: nil))
        book = Book()
        try book.merge(from: revised, except: \.title, \.tags)
        #expect(book == Book(pages: nil, boxed: nil))
    }

    @Test func nilMayBeLeft() throws {
        var book = Book()
        try book.merge(from: revised, nils: .keep)
        #expect(book == Book(title: "new", tags: ["b"]))
        try book.merge(from: Book(title: "c", pages: 2, tags: [], boxed: 3), except: \.tags, nils: .keep)
        #expect(book == Book(title: "c", pages: 2, tags: ["b"], boxed: 3))
    }

    @Test func aFieldThatIsAbsentIsLeft() throws {
        struct Changes: Model, Equatable {
            var title: Field<String>
            var pages: Field<Int>
        }
        var changes = Changes(title: "a", pages: 1)
        try changes.merge(from: Changes(title: .absent, pages: .null))
        #expect(changes == Changes(title: "a", pages: .null))
        try changes.merge(from: Changes(title: .null, pages: 2), nils: .keep)
        #expect(changes == Changes(title: "a", pages: 2))
    }

    @Test("A wrapped property has its name also if it is composed or not in documents")
    func wrappedProperties() throws {
        struct Boxed: Model { @Indirect var box: Int }
        struct Hidden: Model {
            @Indirect var box: Int
            static let mapping = Mapping(
                .ignore(\Hidden._box, in: [.input, .output], default: Indirect(wrappedValue: 1)))
        }
        struct Composed: Model {
            @Indirect var box: Int
            static let mapping = Mapping(
                .compose(\Composed._box, from: "a", by: { (number: Int) in Indirect(wrappedValue: number) }))
        }
        var (hidden, composed) = (Hidden(box: 1), Composed(box: 1))
        try hidden.merge(from: Boxed(box: 2))
        try composed.merge(from: Boxed(box: 3))
        #expect(hidden.box == 2 && composed.box == 3)
    }

    @Test("Nil is found in properties that are composed or made by a transform")
    func nilThatTheMappingMakes() throws {
        struct Made: Model, Equatable {
            var place: String?
            var level: Int?
            var twice: Int??
            static let mapping = Mapping(
                .compose(\Made.twice, from: "v", "w") { (v: Int, w: Int) in .some(v + w) },
                .compose(\Made.place, from: "x", "y") { (x: String, y: String) in x + y },
                .transform(\Made.level, by: Transform<String, Int?> { Int($0) }))
        }
        var made = Made(place: "a", level: 1)
        try made.merge(from: Made(place: nil, level: nil), nils: .keep)
        #expect(made == Made(place: "a", level: 1))
        try made.merge(from: Made(place: nil, level: 2), nils: .keep)
        #expect(made == Made(place: "a", level: 2))
        try made.merge(from: Made(place: nil, level: nil))
        #expect(made == Made(place: nil, level: nil))
        made.twice = 1
        try made.merge(from: Made(twice: .some(nil)), nils: .keep)
        #expect(made.twice == 1)
    }

    private class Person: DefaultedModel {
        final var name = ""
        final var friend: Person?
        required init() {}
        init(_ name: String) { self.name = name }
    }

    private final class Author: Person { var books: [String] = [] }

    private struct Card: Model {
        var name: String
        var books: String
        var phone: Int
    }

    @Test func instancesChangeWhereTheyAre() throws {
        let (person, author) = (Person("a"), Author())
        author.name = "b"
        author.friend = person
        try person.merge(from: author)
        #expect(person.name == "b")
        #expect(person.friend === person)
        person.friend = nil
        try author.merge(from: person, only: \.friend)
        #expect(author.friend == nil)
    }

    @Test func anInstanceMayTakeFromItself() throws {
        let person = Person("a name that is longer than fifteen bytes")
        person.friend = Person("b")
        try person.merge(from: person)
        #expect(person.name == "a name that is longer than fifteen bytes")
        // The only reference to the source is the one that is replaced.
        try person.merge(from: person.friend!)
        #expect(person.name == "b")
        #expect(person.friend == nil)
    }

    private final class Twins: DefaultedModel {
        var x = 1
        var _x = 2
        init() {}
    }

    @Test func aPropertyMayHaveTheNameOfAnothersStorage() throws {
        let (twins, other) = (Twins(), Twins())
        (other.x, other._x) = (3, 4)
        try twins.merge(from: other, only: \._x)
        #expect(twins.x == 1)
        #expect(twins._x == 4)
        try twins.merge(from: other, except: \._x)
        #expect(twins.x == 3)
    }

    private class Numbered: DefaultedModel {
        private final var number = 1
        required init() {}
        class var mapping: Mapping { Mapping(.map(\Numbered.number, to: "base")) }
    }

    private final class Renumbered: Numbered {
        private final var number = 2
        override class var mapping: Mapping { Mapping(.map(\Renumbered.number, to: "own")) }
    }

    @Test func privatePropertiesMayShareAName() throws {
        let numbers = Renumbered()
        try numbers.merge(from: try ModelDecoder().decode(Renumbered.self, from: #"{"base":5,"own":6}"#))
        #expect(try ModelEncoder().encodeText(numbers) == #"{"base":5,"own":6}"#)
        try numbers.merge(from: try ModelDecoder().decode(Numbered.self, from: #"{"base":7}"#))
        #expect(try ModelEncoder().encodeText(numbers) == #"{"base":7,"own":6}"#)
    }

    private class Marked: DefaultedModel {
        private final var mark = 1
        required init() {}
        class var mapping: Mapping { Mapping() }
    }

    private final class Remarked: Marked {
        private final var mark = 2
        override class var mapping: Mapping { .only(\Remarked.mark) }
    }

    @Test func aPropertyThatIsLeftOutIsNotTakenForOneOfTheSameName() throws {
        let base = Marked()
        let own = try ModelDecoder().decode(Remarked.self, from: #"{"mark":6}"#)
        try base.merge(from: own)
        #expect(try ModelEncoder().encodeText(base) == #"{"mark":1}"#)
        try own.merge(from: try ModelDecoder().decode(Marked.self, from: #"{"mark":7}"#))
        #expect(try ModelEncoder().encodeText(own) == #"{"mark":6}"#)
    }

    @Test func whatTwoTypesShareIsTaken() throws {
        let author = Author()
        author.books = ["x"]
        var card = Card(name: "n", books: "one", phone: 1)
        try author.merge(from: card)
        #expect(author.name == "n")
        #expect(author.books == ["x"])
        author.name = "m"
        try card.merge(from: author)
        #expect(card.name == "m")
        #expect(card.books == "one")
    }

    @Test func anOptionalThatHasToBeThereIsStillOne() throws {
        struct Strict: Model, Equatable {
            var name: String?
            static let mapping = Mapping(.required(\Strict.name, allowsNull: false))
        }
        struct Loose: Model, Equatable { var name: String? }
        struct Plain: Model, Equatable { var name: String }
        var strict = Strict(name: "a")
        try strict.merge(from: Loose(name: nil), only: \.name)
        #expect(strict.name == nil)
        var plain = Plain(name: "p")
        try plain.merge(from: strict)
        #expect(plain.name == "p", "an Optional and a String are of two types")
        #expect(throws: ModelError.self) { try plain.merge(from: strict, only: \.name) }
    }

    @Test func instancesOfVariantsAreMergedByTheirOwnProperties() throws {
        let (square, other) = (Square(), Square())
        other.side = 3
        other.name = "other"
        try square.merge(from: other, except: \.name)
        #expect(square.description == "square  3 -")
    }

    @Test func aKeyPathHasToBeOfASharedProperty() {
        var book = Book()
        var card = Card(name: "n", books: "one", phone: 1)
        #expect(
            refusalReason(.invalidMapping) { try book.merge(from: revised, only: \.secret) }
                == "\\Book.secret is not a stored property that Book and Book share")
        #expect(
            refusalReason(.invalidMapping) { try book.merge(from: revised, except: \.title.count) }
                == "\\Book.title.<computed Int> is not a stored property that Book and Book share")
        #expect(
            refusalReason(.invalidMapping) { try card.merge(from: Author(), only: \.name, \.books) }
                == "\\Card.books is not a stored property that Card and Author share")
        #expect(book == Book())
        #expect(card.name == "n")
    }
}
