import Testing

@testable import Yodel

/// Models that are identified by one of their properties.
@Suite struct IdentifiedModelTests {
    private struct Book: IdentifiedModel, Equatable {
        typealias ID = String
        static let identity: any KeyPath<Book, String> & Sendable = \Book.isbn
        var isbn: String
        var title: String
    }

    private struct Entry: IdentityComparable {
        typealias ID = Int
        static let identity: any KeyPath<Entry, Int> & Sendable = \Entry.number
        var number: Int
        var text: String
    }

    private final class Account: DefaultedModel, IdentityHashable {
        typealias ID = Int
        static let identity: any KeyPath<Account, Int> & Sendable = \Account.number
        var number = 0
        var friends: [Account] = []
    }

    private struct Holder: ModelHashable { var account: Account? }

    @Test func theIdIsTheProperty() throws {
        let book = try decodeEveryWay(Book.self, #"{"isbn": "978", "title": "Emma"}"#)
        #expect(book.id == "978")
        #expect(book != Book(isbn: "978", title: "x"))
        func identify<Value: Identifiable>(_ value: Value) -> Value.ID { value.id }
        #expect(identify(book) == "978")
    }

    @Test func equalityHashAndOrderAreThoseOfTheId() {
        let entries = [Entry(number: 2, text: "a"), Entry(number: 1, text: "b"), Entry(number: 2, text: "c")]
        #expect(entries[0] == entries[2])
        #expect(entries[0] != entries[1])
        #expect(Set(entries).count == 2)
        #expect(entries.sorted().map(\.number) == [1, 2, 2])
        #expect(entries.max()?.number == 2)
    }

    @Test func aCircleOfInstancesIsNotWalked() {
        let (left, right) = (Account(), Account())
        left.friends = [left, right]
        #expect(left == right)
        #expect(Holder(account: left) == Holder(account: right))
        #expect(Holder(account: left).hashValue == Holder(account: right).hashValue)
        right.number = 1
        #expect(Holder(account: left) != Holder(account: right))
        left.friends = []
    }
}
