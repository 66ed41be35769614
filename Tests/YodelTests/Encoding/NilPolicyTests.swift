import Testing

@testable import Yodel

@Suite("Policies for properties that are nil")
struct NilPolicyTests {
    private var nulls: ModelEncoder { .with { $0.nils = .null } }

    private func expect<Value>(
        _ value: Value, omitting: String, nulls expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectText(of: value, omitting, sourceLocation: sourceLocation)
        expectText(of: value, expected, encoder: nulls, sourceLocation: sourceLocation)
    }

    /// Expects the same text with either policy of the encoder.
    private func expect<Value>(_ value: Value, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        expect(value, omitting: text, nulls: text, sourceLocation: sourceLocation)
    }

    struct Note: Model, Equatable {
        var plain: String?
        var null: String?
        var omitted: [Int]?
        var other: Inner?
        var count: Int?

        struct Inner: Model, Equatable {
            var x: Int?
            static let mapping = Mapping(.onNil(\Inner.x, .null))
        }

        static let mapping = Mapping(
            .onNil(\Note.null, .null), .onNil(\Note.omitted, .omit), .onNil(\Note.other, .null),
            .onNil(\Note.count, .null))
    }

    @Test("They override the encoder's policy, and do not affect values")
    func policies() {
        expect(
            Note(), omitting: #"{"null":null,"other":null,"count":null}"#,
            nulls: #"{"plain":null,"null":null,"other":null,"count":null}"#)
        expect(
            Note(plain: "p", null: "n", omitted: [1], other: .init(x: 2), count: 3),
            #"{"plain":"p","null":"n","omitted":[1],"other":{"x":2},"count":3}"#)
        expectRoundTrip([Note(), Note(other: .init())])
        var sorting = ModelEncoder()
        sorting.sortsKeys = true
        sorting.layout = .pretty
        expectText(
            of: Note(omitted: []), "{\n  \"count\": null,\n  \"null\": null,\n  \"omitted\": [],\n  \"other\": null\n}",
            encoder: sorting)
    }

    struct Keyed: Model, Equatable {
        var id: Int?
        var name: String?
        var year: Int?
        var deep: Int?
        static let mapping = Mapping(
            .map(\Keyed.id, to: "id", "_id"), .onNil(\Keyed.id, .null),
            .map(\Keyed.name, to: "meta.name"), .onNil(\Keyed.name, .null),
            .map(\Keyed.year, to: "meta.year"), .map(\Keyed.deep, to: "a.b.c"), .onNil(\Keyed.deep, .null))
    }

    struct Hidden: Model, Equatable {
        var name: String?
        var year: Int?
        static let mapping = Mapping(
            .map(\Hidden.name, to: "meta.name"), .map(\Hidden.year, to: "meta.more.year"), .onNil(\Hidden.name, .omit),
            .onNil(\Hidden.year, .omit))
    }

    @Test("Of several keys the first is null; a nested object is written for null, and not for an omitted value")
    func keysAndPaths() {
        expect(
            Keyed(), omitting: #"{"id":null,"meta":{"name":null},"a":{"b":{"c":null}}}"#,
            nulls: #"{"id":null,"meta":{"name":null,"year":null},"a":{"b":{"c":null}}}"#)
        expectRoundTrip(Keyed(id: 1, year: 2), #"{"id":1,"meta":{"name":null,"year":2},"a":{"b":{"c":null}}}"#)
        expect(Hidden(), "{}")
        expect(Hidden(year: 1), #"{"meta":{"more":{"year":1}}}"#)
    }

    enum Level: Hashable, Sendable { case low, none }

    struct Transformed: Model {
        var level: Level?
        var other: Level
        var tenths: Double?
        static let mapping = Mapping(
            .transform(\Transformed.level, by: .values(["lo": .low])), .onNil(\Transformed.level, .null),
            .transform(
                \Transformed.other,
                by: Transform<String?, Level>({ $0 == nil ? .none : .low }, encode: { $0 == .none ? nil : "lo" })),
            .onNil(\Transformed.other, .null),
            .transform(\Transformed.tenths, by: Transform { (_: Int) in 0 }), .onNil(\Transformed.tenths, .omit))
    }

    @Test("A transform is not called for nil; nil from a transform follows the property's policy")
    func transforms() {
        expect(
            Transformed(other: .none), omitting: #"{"level":null,"other":null}"#, nulls: #"{"level":null,"other":null}"#
        )
        expect(
            Transformed(level: .low, other: .low), #"{"level":"lo","other":"lo"}"#)
    }

    struct Wrapped: Model {
        @Indirect var next: Int?
        @Indirect var last: Int?
        static let mapping = Mapping(.onNil(\Wrapped._next, .null), .onNil(\Wrapped._last, .omit))
    }

    @Test("Wrappers of Optionals too")
    func wrappers() {
        expect(Wrapped(next: nil, last: nil), #"{"next":null}"#)
        expect(Wrapped(next: 1, last: 2), #"{"next":1,"last":2}"#)
    }

    struct Shared: Model {
        var a: Int?
        var b: Int?
        static let mapping = Mapping(.map(\Shared.a, to: "n"), .map(\Shared.b, to: "n"), .onNil(\Shared.b, .null))
    }

    @Test("Of properties with one key, one with the policy for null is enough if none has a value")
    func shared() {
        expect(Shared(), #"{"n":null}"#)
        expect(Shared(a: 1), #"{"n":1}"#)
        expect(Shared(b: 2), #"{"n":2}"#)
    }

    struct Row: Model {
        var first: Int?
        var third: Int?
        var fifth: Int?
        static let mapping = Mapping(
            .map(\Row.first, to: "row[0]"), .map(\Row.third, to: "row[2]"), .map(\Row.fifth, to: "row[4].x"),
            .onNil(\Row.third, .null), .onNil(\Row.fifth, .omit))
    }

    @Test("An array extends to the last element that is written, including null")
    func elements() {
        expect(Row(), omitting: #"{"row":[null,null,null]}"#, nulls: #"{"row":[null,null,null,null,null]}"#)
        expect(
            Row(first: 1, fifth: 5), #"{"row":[1,null,null,null,{"x":5}]}"#)
    }

    struct Span: Sendable, Equatable {
        var from: Int?
        var to: Int?
    }

    struct Composed: Model {
        var span: Span?
        var other: Int?
        static let mapping = Mapping(
            .compose(
                \Composed.span, from: "from", "range.to", by: { Span(from: $0, to: $1) }, back: { ($0.from, $0.to) }),
            .onNil(\Composed.span, .null))
    }

    @Test("For a composed property, the policy applies to its parts, if there are any")
    func parts() {
        expect(Composed(), omitting: "{}", nulls: #"{"other":null}"#)
        expect(
            Composed(span: Span(from: nil, to: nil)), omitting: #"{"from":null,"range":{"to":null}}"#,
            nulls: #"{"from":null,"range":{"to":null},"other":null}"#)
        expect(
            Composed(span: Span(from: nil, to: 2)), omitting: #"{"from":null,"range":{"to":2}}"#,
            nulls: #"{"from":null,"range":{"to":2},"other":null}"#)
    }

    struct Rows: Model, Equatable {
        var first: Int?
        var size: Int?
        var span: Span?
        static let mapping = Mapping(
            .map(\Rows.first, to: "row[0]"),
            .compose(\Rows.size, from: "row[1]", "row[2]", by: { (a: Int, b: Int) in a * b }, back: { ($0, 1) }),
            .compose(
                \Rows.span, from: "range[0]", "range[1]", by: { Span(from: $0, to: $1) }, back: { ($0.from, $0.to) }))
    }

    @Test("In an array, parts that are nil are written as null, and parts of nil only before another element")
    func partsInArrays() {
        let empty = Rows(first: 1, span: Span(from: nil, to: nil))
        expect(empty, omitting: #"{"row":[1]}"#, nulls: #"{"row":[1],"range":[null,null]}"#)
        expectRoundTrip(empty, #"{"row":[1],"range":[null,null]}"#, inEveryPlace: false, encoder: nulls)
        expect(Rows(), "{}")
        expectRoundTrip(
            Rows(size: 2, span: Span(from: 3, to: nil)), #"{"row":[null,2,1],"range":[3,null]}"#, inEveryPlace: false,
            encoder: nulls)
    }

    struct SharedByPart: Model, Equatable {
        var sum: Int?
        var height: Int?
        static let mapping = Mapping(
            .map(\SharedByPart.height, to: "p.height"),
            .compose(\SharedByPart.sum, from: "p.height", "width", by: { (a: Int, b: Int) in a + b }, back: { ($0, 0) })
        )
    }

    @Test("A property that shares its key with a part that takes no null is left out")
    func besidePartsWithoutNull() {
        expect(SharedByPart(), "{}")
        expectRoundTrip(
            SharedByPart(sum: 3, height: 3), #"{"p":{"height":3},"width":0}"#, inEveryPlace: false, encoder: nulls)
    }

    struct Strict: Model {
        var maybe: Int?
        static let mapping = Mapping(.required(\Strict.maybe, allowsNull: false), .onNil(\Strict.maybe, .null))
    }

    @Test("An Optional that takes no null may be nil, too")
    func required() {
        expect(Strict(), #"{"maybe":null}"#)
    }

    struct Beside: Model, Equatable {
        var sum: Int?
        var height: Int?
        var width: Int?
        var depth: Int?
        static let mapping = Mapping(
            .compose(
                \Beside.sum, from: "a", "p.b", "list[0].c", "row[0]",
                by: { (a: Int, b: Int, c: Int, d: Int) in a + b + c + d }, back: { ($0, 0, 0, 0) }),
            .map(\Beside.height, to: "p.height", default: 5), .map(\Beside.width, to: "list[1]", default: 6),
            .map(\Beside.depth, to: "row[1]", default: 7))
    }

    @Test("A property that is nil is null beside parts that are left out, but not in an array with parts as elements")
    func besideParts() {
        expect(
            Beside(depth: 7), omitting: #"{"row":[null,7]}"#,
            nulls: #"{"p":{"height":null},"list":[null,null],"row":[null,7]}"#)
        expect(Beside(), omitting: "{}", nulls: #"{"p":{"height":null},"list":[null,null]}"#)
        expectDecoded(Beside.self, #"{"p":{"height":null},"list":[null,null]}"#, as: Beside(depth: 7))
        expectRoundTrip(
            Beside(sum: 1), #"{"a":1,"p":{"b":0,"height":null},"list":[{"c":0},null],"row":[0,null]}"#,
            inEveryPlace: false, encoder: nulls)
    }

    class Base: DefaultedModel {
        final var id: Int?
        final var name: String?
        required init() {}
        class var mapping: Mapping { Mapping(.onNil(\Base.id, .null)) }
    }

    final class Derived: Base {
        var more: [Int]?
        override class var mapping: Mapping { Mapping(.onNil(\Derived.more, .null), .onNil(\Derived.name, .null)) }
    }

    @Test("Classes, and subclasses, whose entries add to those of their superclasses")
    func classes() {
        expect(Base(), omitting: #"{"id":null}"#, nulls: #"{"id":null,"name":null}"#)
        expect(
            Derived(), omitting: #"{"id":null,"name":null,"more":null}"#, nulls: #"{"id":null,"name":null,"more":null}"#
        )
    }

    @Test("A selection of properties uses the same policies, and so do merged values")
    func partsAndMerges() throws {
        expectText(of: Note(), #"{"null":null}"#, encoder: ModelEncoder().only(\Note.null, \Note.omitted))
        expectText(of: Note(), #"{"other":null,"count":null}"#, encoder: ModelEncoder().except(\Note.null))
        expectText(of: Keyed(), #"{"a":{"b":{"c":null}}}"#, encoder: ModelEncoder().only(\Keyed.year, \Keyed.deep))
        expectText(of: Keyed(), #"{"meta":{"year":null}}"#, encoder: nulls.only(\Keyed.year))
        var note = Note(plain: "p", null: "n", omitted: [1], count: 1)
        try note.merge(from: Note(null: nil, other: .init(x: nil)), nils: .keep)
        expectText(of: note, #"{"plain":"p","null":"n","omitted":[1],"other":{"x":null},"count":1}"#)
        try note.merge(from: Note())
        expectText(of: note, #"{"null":null,"other":null,"count":null}"#)
    }

    @Test("An update with the written text clears what is null, and keeps what was left out")
    func updates() throws {
        let patch = try ModelEncoder().encodeText(Note(plain: nil, null: nil, omitted: nil))
        #expect(
            try updated(Note(plain: "p", null: "n", omitted: [1], other: .init(x: 1), count: 1), by: patch)
                == Note(plain: "p", omitted: [1]))
        #expect(try ModelEncoder().encodeJSONValue(Note()) == ["null": nil, "other": nil, "count": nil])
    }

    @Test("A property that is never nil, has its own policy or is not written takes none")
    func contradictions() {
        struct LeftOut: Model {
            var id: Int?
            var name: String?
            static let mapping = Mapping.only(\LeftOut.name).adding(.onNil(\LeftOut.id, .null))
        }
        let text = "the mapping sets how nil is written, but"
        let ignored = "the mapping both ignores it in the output and sets how nil is written"
        let null = Mapping.Entry.onNil(\Chosen.maybe, .null)
        #expect(contradiction(in: .onNil(\Chosen.number, .null)) == "Chosen.number: \(text) Int is not Optional")
        #expect(
            contradiction(in: .onNil(\Chosen.field, .omit)) == "Chosen.field: \(text) a Field<Int> decides that itself")
        #expect(
            contradiction(in: .onNil(\Chosen.maybe, .omit), null)
                == "Chosen.maybe: the mapping sets twice how nil is written")
        #expect(contradiction(in: .ignore(\Chosen.maybe, in: .output), null) == "Chosen.maybe: \(ignored)")
        #expect(contradiction(in: .ignore(\Chosen.maybe), null) == "Chosen.maybe: \(ignored)")
        #expect(
            refusalReason(.invalidMapping) { try ModelEncoder().prepare(LeftOut.self) }
                == "LeftOut.id: the mapping leaves it out of the properties that it lists, but says how it is decoded")
    }

    @Test("A table as text")
    func description() throws {
        let keys = KeyStrategy.asWritten
        let lines = try keys.tables.shape(of: Note.self, keys: keys).pointee.model!.pointee.description.split(
            separator: "\n")
        #expect(!lines[1].contains("nil is") && lines[2].hasSuffix("nil is null"))
        #expect(lines[3].hasSuffix("nil is left out"))
    }
}
