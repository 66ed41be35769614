import Testing

@testable import Yodel

@Suite("Mappings with two properties that exclude each other")
struct MappingConflictTests {
    struct Shadow: Model {
        var title: String
        var name: String?
        static let mapping = Mapping(.map(\Shadow.title, to: "title", "name"))
    }

    struct Explicit: Model, Equatable {
        var title: String
        var name: String?
        static let mapping = Mapping(.map(\Explicit.title, to: "title", "name"), .map(\Explicit.name, to: "name"))
    }

    @Test("A further key that is another property's name is shared explicitly, or is an error that names both")
    func shadows() throws {
        expectUnsupported(Shadow.self, .invalidMapping, naming: "Shadow.title", "Shadow.name", #""name""#)
        expectDecoded(#"{"name":"n"}"#, as: Explicit(title: "n", name: "n"))
        struct Folded: Model {
            var title: String
            var name: String?
            static let mapping = Mapping(.map(\Folded.title, to: "t", "NAME"))
        }
        try ModelDecoder().prepare(Folded.self)
        #expect(throws: ModelError.self) { try ModelDecoder.with { $0.keys = .caseInsensitive }.prepare(Folded.self) }
    }

    @Test("A property's only key, or a part's, may be another property's name")
    func shared() {
        struct Shared: Model, Equatable {
            var name: String
            var copy: String
            var place: String
            static let mapping = Mapping(
                .map(\Shared.copy, to: "name"),
                .compose(\Shared.place, from: "name", "n", by: { (name: String, n: Int) in name + "\(n)" }))
        }
        expectDecoded(#"{"n":1,"name":"a"}"#, as: Shared(name: "a", copy: "a", place: "a1"))
    }

    @Test("A path goes through an object or through an array")
    func arrayAndObject() {
        expectContradiction(
            in: .map(\Chosen.maybe, to: "x.list.c"), .map(\Chosen.name, to: "x.list[0]"),
            naming: "Chosen.maybe", "x.list.c", "Chosen.name", "x.list[0]")
    }

    @Test("Only an object has parts, and only an array has elements")
    func scalarParents() throws {
        struct Wrapped: Model {
            @Indirect var a: String?
            var b: Int?
            static let mapping = Mapping(.map(\Wrapped.b, to: "a[1]"))
        }
        expectContradiction(
            in: .map(\Chosen.maybe, to: "number.b"), naming: "Chosen.number", "Chosen.maybe", "number.b", "object")
        expectContradiction(in: .map(\Chosen.maybe, to: "lists.b"), naming: "Chosen.lists", "Chosen.maybe", "object")
        expectContradiction(
            in: .map(\Chosen.maybe, to: "point[0]"), naming: "Chosen.point", "Chosen.maybe", "point[0]", "array")
        expectUnsupported(Wrapped.self, .invalidMapping, naming: "Wrapped.a", "Wrapped.b", "array")
        struct Fine: Model {
            var a: JSONValue?
            var b: Int?
            var c: [String: Int]?
            var d: RawJSON?
            static let mapping = Mapping(
                .map(\Fine.a, to: "a"), .map(\Fine.b, to: "a.b"), .map(\Fine.c, to: "a"), .map(\Fine.d, to: "a"))
        }
        try ModelDecoder().prepare(Fine.self)
    }

    @Test("Entries of one property that contradict each other are shown")
    func twice() {
        expectContradiction(
            in: .map(\Chosen.text, to: "x", "y"), .map(\Chosen.text, to: "z"),
            naming: "Chosen.text", #""x", "y", and "z""#)
    }
}
