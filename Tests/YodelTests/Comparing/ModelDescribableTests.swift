import Foundation
import Testing

@testable import Yodel

/// Models as text, property by property.
@Suite struct ModelDescribableTests {
    private struct Book: ModelDescribable {
        var title: String
        var pages: Int
        var author: Author?
        var tags: [String]
        var others: [Author]
        var byName: [String: Author]
        @Indirect var boxed: Author?
        var empty: [Author] = []
        var price: Decimal?
    }

    @Test func propertiesAreSortedAndIndented() {
        let jane = Author(name: "Jane \"A\"", born: 1775)
        let book = Book(
            title: "Emma", pages: 474, author: jane, tags: ["a", "b"], others: [Author(name: "x", born: nil)],
            byName: ["q": jane, "p": jane], boxed: jane, price: Decimal(string: "9.95"))
        #expect(
            book.description == """
                Book {
                  author: Author {
                    born: 1775
                    name: "Jane \\"A\\""
                  }
                  boxed: Author {
                    born: 1775
                    name: "Jane \\"A\\""
                  }
                  byName: [
                    "p": Author {
                      born: 1775
                      name: "Jane \\"A\\""
                    }
                    "q": Author {
                      born: 1775
                      name: "Jane \\"A\\""
                    }
                  ]
                  empty: []
                  others: [
                    Author {
                      born: nil
                      name: "x"
                    }
                  ]
                  pages: 474
                  price: 9.95
                  tags: ["a", "b"]
                  title: "Emma"
                }
                """)
        #expect("\(book)" == book.description)
    }

    private final class Node: DefaultedModel, ModelDescribable {
        var name = ""
        var next: Node?
        var other: Node?
    }

    @Test func anInstanceIsDescribedOnce() {
        let (first, second) = (Node(), Node())
        first.name = "1"
        second.name = "2"
        (first.next, first.other, second.next) = (second, second, first)
        #expect(
            first.description == """
                Node {
                  name: "1"
                  next: Node {
                    name: "2"
                    next: Node {…}
                    other: nil
                  }
                  other: Node {…}
                }
                """)
        #expect(first.debugDescription.hasPrefix("Node 0x"))
        second.next = nil
    }

    @Test func aLongChainEnds() {
        var node = Node()
        for _ in 0..<1_000 {
            let before = Node()
            before.next = node
            node = before
        }
        #expect(node.description.contains("Node {…}"))
        #expect(node.description.utf8.count < 10_000)
    }

    private struct Titled: Model, CustomStringConvertible {
        var title: String
        var description: String { "“\(title)”" }
    }

    private struct Shelf: ModelDescribable {
        var titles: [Titled]
        var nothing: Titled?
    }

    @Test func aModelsOwnDescriptionIsUsed() {
        #expect(
            Shelf(titles: [Titled(title: "Emma")]).description == """
                Shelf {
                  nothing: nil
                  titles: [
                    “Emma”
                  ]
                }
                """)
    }
}
