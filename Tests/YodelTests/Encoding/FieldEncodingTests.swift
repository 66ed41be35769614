import Testing

@testable import Yodel

/// Encoding fields that distinguish absent from null.
@Suite struct FieldEncodingTests {
    private struct Author: Model, Equatable { var name: Field<String> }

    private struct Patch: Model, Equatable {
        var title: Field<String> = .absent
        var pages: Field<Int> = .absent
        var isSold: Field<Bool> = .absent
        var author: Field<Author> = .absent
        var tags: Field<[String]> = .absent
        var price: Field<Double?> = .absent
        @Indirect var boxed: Field<Int> = .absent
        var deep: Field<Int> = .absent
        static let mapping = Mapping(.map(\Patch.deep, to: "meta.deep"))
    }

    private static let patches: [(Patch, String)] = [
        (Patch(), "{}"),
        (
            Patch(title: .null, pages: .null, isSold: .null, author: .null, tags: .null, price: .null, boxed: .null),
            #"{"title":null,"pages":null,"isSold":null,"author":null,"tags":null,"price":null,"boxed":null}"#
        ),
        (
            Patch(
                title: "t", pages: 1, isSold: false, author: .value(Author(name: .null)), tags: .value(["a"]),
                price: .value(1.5), boxed: 2, deep: 3),
            #"{"title":"t","pages":1,"isSold":false,"author":{"name":null},"tags":["a"],"price":1.5,"boxed":2,"#
                + #""meta":{"deep":3}}"#
        ),
        (
            Patch(pages: 1, author: .value(Author(name: .absent)), deep: .null),
            #"{"pages":1,"author":{},"meta":{"deep":null}}"#
        ),
    ]

    @Test(arguments: 0..<4)
    func absentIsLeftOutAndNullIsWritten(_ index: Int) {
        let (patch, text) = Self.patches[index]
        expectRoundTrip(patch, text)
    }

    @Test func theNilPolicyIsForOptionals() {
        let encoder = ModelEncoder.with { $0.nils = .null }
        struct Both: Model, Equatable {
            var a: Field<Int>
            var b: Int?
            var c: Field<Int>
        }
        expectText(of: Both(a: .absent, b: nil, c: .null), #"{"b":null,"c":null}"#, encoder: encoder)
    }

    @Test func theNilPolicyWritesNoObjectsAndArraysForThem() {
        let encoder = ModelEncoder.with { $0.nils = .null }
        struct Deep: Model, Equatable {
            var a: Field<Int>
            var b: Field<Int>
            var c: Int?
            var d: Field<Int>
            var e: Int?
            static let mapping = Mapping(
                .map(\Deep.a, to: "object.a"), .map(\Deep.b, to: "row[1]"), .map(\Deep.c, to: "row[0]"),
                .map(\Deep.d, to: "shared.x"), .map(\Deep.e, to: "shared.x"))
        }
        expectRoundTrip(
            Deep(a: .absent, b: .absent, c: nil, d: .absent, e: nil), #"{"row":[null]}"#, inEveryPlace: false,
            encoder: encoder)
        expectRoundTrip(
            Deep(a: .null, b: .null, c: nil, d: .null, e: nil),
            #"{"object":{"a":null},"row":[null,null],"shared":{"x":null}}"#, inEveryPlace: false, encoder: encoder)
    }

    @Test func elementsAreNullWhereTheyAreAbsent() {
        expectText(of: [Field<Int>.absent, .null, 1], "[null,null,1]")
        expectText(of: ["a": Field<String>.absent], #"{"a":null}"#)
    }

    @Test func classesHaveThemToo() {
        final class Shelf: DefaultedModel, Equatable {
            var label: Field<String> = .absent
            var tags: Field<[Int]> = .absent
            init() {}
            static func == (left: Shelf, right: Shelf) -> Bool { left.label == right.label && left.tags == right.tags }
        }
        let shelf = Shelf()
        expectRoundTrip(shelf, "{}")
        (shelf.label, shelf.tags) = (.null, .value([1]))
        expectRoundTrip(shelf, #"{"label":null,"tags":[1]}"#)
        shelf.tags = .null
        expectRoundTrip(shelf, #"{"label":null,"tags":null}"#)
    }

    @Test func ofSeveralPropertiesForOneKeyTheFirstThatIsThereIsWritten() {
        struct Shared: Model {
            var a: Field<Int>
            var b: Int?
            static let mapping = Mapping(.map(\Shared.a, to: "x"), .map(\Shared.b, to: "x"))
        }
        expectText(of: Shared(a: .absent, b: 1), #"{"x":1}"#)
        expectText(of: Shared(a: .null, b: 1), #"{"x":null}"#)
        expectText(of: Shared(a: .absent, b: nil), "{}")
    }
}
