import Foundation
import Testing
import Yodel

/// A mapping's constraints on values, beyond their type.
@Suite struct ConstraintTests {
    struct Article: Model, Equatable {
        var title: String
        var views: Int?
        var rating: Double?
        var slug: String?
        var tags: [String]?
        var scores: [String: Int]?
        var language: String?

        static let mapping = Mapping(
            .check(\Article.title, .length(1...8)), .check(\Article.views, .range(0...), .multiple(of: 5)),
            .check(\Article.rating, .range(0..<5)),
            .check(\Article.slug, .length(...20), .pattern(#/[a-z]+(-[a-z]+)*/#)),
            .check(\Article.tags, .count(1...3), .unique),
            .check(each: \Article.tags, .length(1...5)),
            .check(each: \Article.scores, .range(1...10)),
            .check(\Article.language, .oneOf(["en", "de"])))
    }

    // MARK: - Single constraints

    @Test func valuesThatMeetThemAreDecoded() throws {
        let json = #"""
            {"title": "Tides", "views": 10, "rating": 4.5, "slug": "to-the-sea", "tags": ["a", "b"],
             "scores": {"x": 1, "y": 10}, "language": "de"}
            """#
        let article = Article(
            title: "Tides", views: 10, rating: 4.5, slug: "to-the-sea", tags: ["a", "b"], scores: ["x": 1, "y": 10],
            language: "de")
        expectDecoded(Article.self, json, as: article)
        let minimal = Article(title: "T")
        expectDecoded(Article.self, #"{"title": "T", "views": null, "tags": null}"#, as: minimal)
        expectDecoded(Article.self, #"{"title": "T"}"#, as: minimal)
        #expect(
            try ModelEncoder().encodeText(article)
                == #"{"title":"Tides","views":10,"rating":4.5,"slug":"to-the-sea","tags":["a","b"],"#
                + #""scores":{"x":1,"y":10},"language":"de"}"#)
        #expect(try ModelEncoder().encodeText(minimal) == #"{"title":"T"}"#)
        #expect(article != minimal)
    }

    @Test(arguments: [
        (#""views": -5"#, #"$.views: expected at least 0, found the number -5"#),
        (#""views": 7"#, #"$.views: expected a multiple of 5, found the number 7"#),
        (#""rating": 5"#, #"$.rating: expected 0.0 to below 5.0, found the number 5"#),
        (#""slug": "Sea""#, #"$.slug: expected text that matches /[a-z]+(\-[a-z]+)*/, found the string "Sea""#),
        (#""slug": "sea-""#, #"$.slug: expected text that matches /[a-z]+(\-[a-z]+)*/, found the string "sea-""#),
        (#""slug": "aaaaaaaaaaaaaaaaaaaaaaaaa""#, #"$.slug: expected at most 20 characters, found 25 characters"#),
        (#""tags": []"#, #"$.tags: expected 1 to 3 elements, found 0 elements"#),
        (#""tags": ["a", "b", "a"]"#, #"$.tags: expected different elements, found equal ones at 0 and 2"#),
        (#""tags": ["a", "abcdef"]"#, #"$.tags[1]: expected 1 to 5 characters, found 6 characters"#),
        (#""scores": {"x": 5, "y": 11}"#, #"$.scores.y: expected 1 to 10, found the number 11"#),
        (#""language": "fr""#, #"$.language: expected one of "en", "de", found the string "fr""#),
    ])
    func aValueThatDoesNotIsAnError(_ member: String, _ complaint: String) {
        let json = #"{"title": "Tides", \#(member)}"#
        let found = refusal(of: Article.self, json)
        #expect(found.hasPrefix(complaint + " (invalidValue, line 1, column "), "\(found)")
    }

    @Test func theErrorOfAScalarStandsAtItAndThatOfAnArrayAtItsEnd() {
        #expect(
            refusal(of: Article.self, #"{"title": ""}"#)
                == "$.title: expected 1 to 8 characters, found 0 characters (invalidValue, line 1, column 11, offset 10)"
        )
        #expect(
            refusal(of: Article.self, #"{"title": "T", "tags": [ ]}"#)
                == "$.tags: expected 1 to 3 elements, found 0 elements (invalidValue, line 1, column 26, offset 25)")
    }

    @Test("A single character or element is in the singular")
    func countsOfOne() {
        #expect(Constraint<String>.length(1...1).requirement == "1 character")
        #expect(Constraint<String>.length(1...).requirement == "at least 1 character")
        #expect(Constraint<String>.length(0...1).requirement == "0 to 1 characters")
        #expect(Constraint<[Int]>.count(...1).requirement == "at most 1 element")
        #expect(Constraint<[Int]>.count(...11).requirement == "at most 11 elements")
    }

    @Test func lengthIsCountedInUnicodeScalars() throws {
        #expect(try decodeEveryWay(Article.self, #"{"title": "ééééé\u0301\u0301\u0301"}"#).title.count == 5)
        #expect(refusal(of: Article.self, #"{"title": "ééééé\u0301\u0301\u0301\u0301"}"#).contains("9 characters"))
    }

    struct Ranges: Model {
        var a: Int?
        var b: Int?
        var c: Int?
        var d: Date?
        var e: Int?
        var f: String?

        static let mapping = Mapping(
            .check(\Ranges.a, .range(...3)), .check(\Ranges.b, .range(..<3)), .check(\Ranges.c, .range(4...4)),
            .check(\Ranges.d, .range(Date(timeIntervalSince1970: 0)...)),
            .check(\Ranges.e, Constraint("an even number") { $0.isMultiple(of: 2) }),
            .check(\Ranges.f, .range("b"..<"d")))
    }

    @Test(arguments: [
        (#"{"a": 4}"#, "$.a: expected at most 3, found the number 4"),
        (#"{"b": 3}"#, "$.b: expected below 3, found the number 3"),
        (#"{"c": 5}"#, "$.c: expected 4, found the number 5"),
        (#"{"d": "1969-12-31T23:59:59Z"}"#, #", found the string "1969-12-31T23:59:59Z""#),
        (#"{"e": 5}"#, "$.e: expected an even number, found the number 5"),
        (#"{"f": "a"}"#, #"$.f: expected "b" to below "d", found the string "a""#),
    ])
    func rangesOfEveryKindAndChecksOfOnesOwn(_ json: String, _ complaint: String) {
        #expect(refusal(of: Ranges.self, json).contains(complaint))
    }

    // MARK: - With other features

    @Test func whatIsDoneAboutValuesThatDoNotFitIsDoneAboutThese() throws {
        let report = DecodingReport()
        let decoder = ModelDecoder.with {
            $0.mismatches = .useDefault
            $0.badElements = .drop
            $0.report = report
        }
        let article = try decoder.decode(
            Article.self, from: #"{"title": "T", "views": 7, "tags": ["a", "", "b"], "scores": {"x": 0, "y": 1}}"#)
        #expect(article == Article(title: "T", tags: ["a", "b"], scores: ["y": 1]))
        #expect(report.errors.map(\.path.description) == ["$.views", "$.tags[1]", "$.scores.x"])
    }

    @Test func allOfThemAreCollected() throws {
        let errors = try #require(throws: ModelErrors.self) {
            try ModelDecoder().decodeCollectingErrors(
                Article.self, from: #"{"title": "", "views": -1, "tags": ["a", "", "b", "", "c"], "scores": {"x": 0}}"#)
        }
        // The array lacks two elements, so it is not checked as a whole.
        #expect(errors.map(\.path.description) == ["$.title", "$.views", "$.tags[1]", "$.tags[3]", "$.scores.x"])
    }

    @Test func valuesThatAreConvertedAreCheckedAfterwards() throws {
        let decoder = ModelDecoder.with { $0.conversions = .lenient }
        #expect(try decodeEveryWay(Article.self, #"{"title": "T", "views": "10"}"#, decoder: decoder).views == 10)
        #expect(refusal(of: Article.self, #"{"title": "T", "views": "7"}"#, decoder: decoder).contains("of 5, found"))
    }

    struct Stamped: Model, Equatable {
        var at: Date
        var levels: [Int]

        static let mapping = Mapping(
            .transform(\Stamped.at, by: .millisecondsSince1970),
            .check(\Stamped.at, .range(Date(timeIntervalSince1970: 1)...)),
            .emptyWhenAbsent(\Stamped.levels), .check(\Stamped.levels, .count(...2)))
    }

    @Test func whatATransformMakesIsChecked() throws {
        expectDecoded(#"{"at": 1000, "levels": [1]}"#, as: Stamped(at: Date(timeIntervalSince1970: 1), levels: [1]))
        #expect(refusal(of: Stamped.self, #"{"at": 999}"#).hasPrefix("$.at: expected at least "))
        #expect(
            try ModelEncoder().encodeText(Stamped(at: Date(timeIntervalSince1970: 2), levels: []))
                == #"{"at":2000,"levels":[]}"#)
    }

    @Test func aCollectionThatIsAbsentOrNullIsEmptyAllTheSame() throws {
        for json in [#"{"at": 1000}"#, #"{"at": 1000, "levels": null}"#, #"{"at": 1000, "levels": []}"#] {
            #expect(try decodeEveryWay(Stamped.self, json).levels == [])
        }
        struct Strict: Model, Equatable {
            var levels: [Int]
            static let mapping = Mapping(.check(\Strict.levels, .count(...2)))
        }
        expectDecoded("{}", as: Strict(levels: []), decoder: .with { $0.missingCollections = .empty })
        #expect(refusal(of: Strict.self, "{}").hasPrefix(#"$: missing keys: "levels""#))
    }

    struct Nullable: Model, Equatable {
        var a: Int?
        var b: [Int]?
        static let mapping = Mapping(
            .onNull(\Nullable.a, .error), .check(\Nullable.a, .range(1...)), .onBadElement(\Nullable.b, .drop),
            .check(each: \Nullable.b, .range(1...)))
    }

    @Test func otherEntriesAboutThePropertyHoldAsWithout() {
        #expect(refusal(of: Nullable.self, #"{"a": null}"#).contains("nullValue"))
        let lenient = ModelDecoder.with { $0.conversions = .lenient }
        #expect(refusal(of: Nullable.self, #"{"a": "null"}"#, decoder: lenient).contains("nullValue"))
        expectDecoded(#"{"b": [0, 1, "x", 2]}"#, as: Nullable(b: [1, 2]))
    }

    final class Counter: DefaultedModel {
        var count = 0
        var name: String?
        init() {}
        static let mapping = Mapping(.check(\Counter.count, .range(0...9)), .check(\Counter.name, .length(1...)))
    }

    @Test func anUpdateIsHeldToThem() throws {
        var article = Article(title: "T", views: 5)
        try ModelDecoder().update(&article, from: #"{"views": 10, "tags": ["a"]}"#)
        #expect(article == Article(title: "T", views: 10, tags: ["a"]))
        #expect(throws: ModelError.self) { try ModelDecoder().update(&article, from: #"{"title": "U", "views": -5}"#) }
        #expect(article == Article(title: "T", views: 10, tags: ["a"]))
        try ModelDecoder().update(&article, from: #"{"views": null}"#)
        #expect(article.views == nil)

        var counter = try ModelDecoder().decode(Counter.self, from: #"{"count": 3, "name": "a"}"#)
        #expect(throws: ModelError.self) { try ModelDecoder().update(&counter, from: #"{"name": "b", "count": 10}"#) }
        #expect(counter.count == 3 && counter.name == "a")
    }

    enum Size: String { case small, large }

    struct Lenient: Model, Equatable {
        var size: Size?
        var link: URL?
        var text: String
        static let mapping = Mapping(
            .check(\Lenient.size, .oneOf([.small])), .check(\Lenient.link, Constraint("no port") { $0.port == nil }),
            .check(\Lenient.text, .length(1...)), .default(\Lenient.text, "t"))
    }

    @Test func wordsForNullAreNullAsWithout() throws {
        let decoder = ModelDecoder.with {
            $0.conversions = .lenient
            $0.nulls = .useDefault
        }
        expectDecoded(#"{"size": "null", "link": " ", "text": null}"#, as: Lenient(text: "t"), decoder: decoder)
        #expect(try decodeEveryWay(Article.self, #"{"title": "T", "views": "null"}"#, decoder: decoder).views == nil)
        #expect(refusal(of: Lenient.self, #"{"size": "large"}"#, decoder: decoder).contains("$.size: expected one of "))
        #expect(
            refusal(of: Lenient.self, #"{"text": null}"#)
                == "$.text: expected String, found null (nullValue, line 1, column 10, offset 9); "
                + "nulls = .useDefault uses the default")
    }

    struct Laziest: Model {
        var later: Lazy<Int>
        static let mapping = Mapping(
            .check(\Laziest.later, Constraint("anything") { _ in true }), .default(\Laziest.later, Lazy(3)),
            .onNull(\Laziest.later, .useDefault))
    }

    @Test func nullIsTheDefaultOfALazyValueAsWithout() throws {
        #expect(try ModelDecoder().decode(Laziest.self, from: #"{"later": null}"#).later.value() == 3)
    }

    @Test func nullMeansTheDefaultAlsoForACheckedTransformWrapperOrVariant() throws {
        enum Size: Polymorphic, Equatable {
            case number(Int), name(String)
            static let variants = Variants<Size>(.untagged, .case(Size.number), .case(Size.name))
        }
        struct Defaulted: DefaultedModel, Equatable {
            var level = 3
            var boxed = Indirect(wrappedValue: 4)
            var size = Size.name("M")
            var made = 5
            static let mapping = Mapping(
                .check(\Defaulted.level, .range(0...9)),
                .transform(\Defaulted.level, by: Transform<Int, Int> { $0 + 1 }),
                .check(\Defaulted.boxed, Constraint("small") { $0.wrappedValue < 9 }),
                .check(\Defaulted.size, Constraint("any size") { _ in true }), .check(\Defaulted.made, .range(0...9)),
                .onNull(\Defaulted.made, .useDefault), .transform(\Defaulted.made, by: Transform<Int, Int> { $0 + 1 }))
        }
        let decoder = ModelDecoder.with { $0.nulls = .useDefault }
        let nulls = #"{"level":null,"boxed":null,"size":null,"made":null}"#
        #expect(try decodeEveryWay(Defaulted.self, nulls, decoder: decoder) == Defaulted())
        #expect(try decodeEveryWay(Defaulted.self, #"{"made":null}"#) == Defaulted())
        let updated = Defaulted(level: 7, boxed: Indirect(wrappedValue: 6), size: .number(1), made: 8)
        var value = updated
        try decoder.update(&value, from: nulls)
        #expect(value == updated)
        for key in ["level", "boxed"] {
            let error = expectErrorAtMark(.nullValue, path: "$.\(key)", decoding: Defaulted.self, #"{"\#(key)":▸null}"#)
            #expect(error?.hint == "nulls = .useDefault uses the default")
        }
        expectErrorAtMark(.invalidValue, path: "$.level", decoding: Defaulted.self, #"{"level":▸9}"#, decoder: decoder)
    }

    @Test func aWrappedCollectionIsEmptyForNullWhateverNullMeansElsewhere() throws {
        struct Tags: Model, Equatable { @Indirect var tags: [Int] }
        struct Ranked: Model, Equatable {
            @Indirect var tags: [Int]
            static let mapping = Mapping(.map(\Ranked._tags, to: "tags", "labels"))
        }
        for nulls in [NullPolicy.error, .useDefault] {
            let decoder = ModelDecoder.with { ($0.nulls, $0.missingCollections) = (nulls, .empty) }
            #expect(try decodeEveryWay(Tags.self, #"{"tags":null}"#, decoder: decoder).tags == [])
            for json in [#"{"tags":null}"#, #"{"labels":null}"#, #"{"labels":null,"tags":null}"#] {
                #expect(try decodeEveryWay(Ranked.self, json, decoder: decoder).tags == [], "\(json)")
            }
            #expect(try decodeEveryWay(Ranked.self, #"{"tags":null,"labels":[1]}"#, decoder: decoder).tags == [1])
        }
    }

    struct Filled: Model, Equatable {
        var levels: [Int]
        static let mapping = Mapping(.emptyWhenAbsent(\Filled.levels), .check(\Filled.levels, .count(1...)))
    }

    @Test func aCollectionThatIsAbsentOrNullIsADefault() throws {
        for json in ["{}", #"{"levels": null}"#] { #expect(try decodeEveryWay(Filled.self, json).levels == []) }
        #expect(refusal(of: Filled.self, #"{"levels": []}"#).contains("found 0 elements"))
    }

    struct Shelf: Model, Equatable {
        var events: [Event]
        var byName: [String: Event]?
        static let mapping = Mapping(
            .check(each: \Shelf.events, Constraint("an early event") { $0.start < 5 }),
            .check(each: \Shelf.byName, Constraint("a late event") { $0.start > 5 }))
    }

    @Test func elementsMayBeModels() throws {
        let json = #"{"events": [{"start": 1, "end": 2}], "byName": {"x": {"start": 6, "end": 7}}}"#
        var shelf = try decodeEveryWay(Shelf.self, json)
        #expect(shelf == Shelf(events: [Event(start: 1, end: 2)], byName: ["x": Event(start: 6, end: 7)]))
        #expect(try ModelEncoder().encodeText(shelf) == json.replacing(" ", with: ""))
        #expect(
            refusal(of: Shelf.self, #"{"events": [{"start": 1, "end": 2}, {"start": 5, "end": 6}]}"#)
                .hasPrefix("$.events[1]: expected an early event (invalidValue"))
        #expect(
            refusal(of: Shelf.self, #"{"events": [{"start": 2, "end": 1}]}"#).contains("$.events[0]: expected an end"))
        try ModelDecoder().update(&shelf, from: #"{"events": []}"#)
        #expect(shelf.events == [])
    }

    struct Anything: Model, ModelCopyable, Equatable {
        var kind: JSONValue?
        var levels: [Int]?
        static let mapping = Mapping(.check(\Anything.kind, .oneOf([1, "a"])), .check(\Anything.levels, .unique))
    }

    @Test func modelsAreMergedAsWithout() throws {
        var first = Anything(kind: 1)
        try first.merge(from: Anything(kind: "a", levels: [1]), nils: .keep)
        #expect(first == Anything(kind: "a", levels: [1]))
        try first.merge(from: Anything(), nils: .keep)
        #expect(first == Anything(kind: "a", levels: [1]))
    }

    struct Blobs: Model {
        var blobs: [Data]
        static let mapping = Mapping(.check(\Blobs.blobs, .unique))
    }

    @Test func elementsOfOneHashDoNotTakeTheSquareOfTheirNumber() {
        // Foundation hashes the first 80 bytes.
        let blobs = (0..<100).map { Data(repeating: 7, count: 80) + Data([UInt8($0)]) }
        let json = #"{"blobs": ["\#(blobs.map { $0.base64EncodedString() }.joined(separator: #"", ""#))"]}"#
        #expect(
            refusal(of: Blobs.self, json).contains("expected different elements, found more than 64 with the same hash")
        )
    }

    // MARK: - Whole values

    struct Event: Model, Equatable {
        var start: Int
        var end: Int
        static let mapping = Mapping(
            .check("an end after the start") { (event: Event) in event.end > event.start },
            .check("a short event") { (event: Event) in event.end - event.start < 10 })
    }

    @Test func aWholeValueIsCheckedWhereItsObjectEnds() throws {
        expectDecoded(#"[{"start": 1, "end": 2}]"#, as: [Event(start: 1, end: 2)])
        #expect(
            refusal(of: [Event].self, #"[{"start": 1, "end": 2}, {"start": 2, "end": 2}]"#)
                == "$[1]: expected an end after the start (invalidValue, line 1, column 47, offset 46)")
        #expect(
            refusal(of: Event.self, #"{"start": 1, "end": 20}"#)
                == "$: expected a short event (invalidValue, line 1, column 23, offset 22)")
        var event = Event(start: 1, end: 2)
        #expect(throws: ModelError.self) { try ModelDecoder().update(&event, from: #"{"start": 5}"#) }
        #expect(event == Event(start: 1, end: 2))
        try ModelDecoder().update(&event, from: #"{"start": 5, "end": 6}"#)
        #expect(event == Event(start: 5, end: 6))
    }

    class Shape: DefaultedModel {
        final var sides = 3
        required init() {}
        class var mapping: Mapping { Mapping(.check("three sides at least") { (shape: Shape) in shape.sides >= 3 }) }
    }

    final class Square: Shape, DidDecodeModel {
        var isLookedAt = false
        override class var mapping: Mapping {
            Mapping(.check("four sides") { (square: Square) in square.sides == 4 && square.isLookedAt })
        }
        func didDecode() throws { isLookedAt = true }
    }

    @Test func aSubclassHasTheChecksOfItsSuperclassToo() throws {
        #expect(refusal(of: Shape.self, #"{"sides": 2}"#).contains("expected three sides at least"))
        #expect(refusal(of: Square.self, #"{"sides": 3}"#).contains("expected four sides"))
        #expect(try ModelDecoder().decode(Square.self, from: #"{"sides": 4}"#).sides == 4)
    }

    class Base: DefaultedModel {
        final var number = 1
        required init() {}
        class var mapping: Mapping {
            Mapping(
                .check("a number") { (base: Base) in
                    base.number += 1
                    return true
                })
        }
    }
    class Middle: Base {}
    final class Leaf: Middle {}

    @Test func aCheckIsRunOnceWhereSubclassesHaveNoMappingOfTheirOwn() throws {
        #expect(try ModelDecoder().decode(Leaf.self, from: "{}").number == 2)
    }

    // MARK: - Mistakes in mappings

    struct LeftOut: Model {
        var name: String?
        var other: String?
        static let mapping = Mapping.only(\LeftOut.other).adding(.check(\LeftOut.name, .length(1...)))
    }
    struct WithoutKey: Model {
        var name: String?
        var other: String?
        enum CodingKeys: String, CodingKey, CaseIterable { case other }
        static let mapping = Mapping(codingKeys: CodingKeys.self, .check(\WithoutKey.name, .length(1...)))
    }

    struct Patch: Model {
        var count: Field<Int>
        static let mapping = Mapping(.check(\Patch.count, Constraint("any") { _ in true }))
    }

    /// Beside those of `Golden+Tables`.
    @Test func aMistakeIsFoundWhenTheTableIsBuilt() throws {
        func expect(_ complaint: String, of reason: String?, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(reason?.hasPrefix(complaint) == true, "\(reason ?? "none")", sourceLocation: sourceLocation)
        }
        func reason(_ type: (some Model).Type) -> String? {
            refusalReason(.invalidMapping) { try ModelDecoder().prepare(type) }
        }
        expect(
            "Chosen.point: the mapping checks it, but Point is a model: check it as a whole",
            of: contradiction(in: .check(\Chosen.point, Constraint("any") { _ in true })))
        let impossible = "the mapping gives it a constraint that no value can meet"
        expect(
            "Chosen.number: \(impossible): no number is a multiple of 0",
            of: contradiction(in: .check(\Chosen.number, .multiple(of: 0))))
        expect(
            "Chosen.text: \(impossible): the list of allowed values is empty",
            of: contradiction(in: .check(\Chosen.text, .oneOf([]))))
        let orNil = Transform<String, String?> { $0.isEmpty ? nil : $0 }
        expect(
            "Chosen.name: the mapping checks it, but String? is made Optional by its transform",
            of: contradiction(in: .transform(\Chosen.name, by: orNil), .check(\Chosen.name, .length(1...))))
        expect(
            "Chosen.twice: the mapping checks it, but Int?? has Optional values",
            of: contradiction(in: .check(\Chosen.twice, .oneOf([1, nil]))))
        expect(
            "Chosen.gaps: the mapping checks it, but [Int?] has Optional values",
            of: contradiction(in: .check(each: \Chosen.gaps, .oneOf([1, nil]))))
        // No constraint can be given for the type in a Field.
        #expect(
            reason(Patch.self)?.hasPrefix("Patch.count: the mapping checks it, but Field<Int> has Optional values")
                == true)
        #expect(reason(Patch.self)?.hasSuffix("or check the model as a whole, .check(\"…\") { … }") == true)
        expect("LeftOut.name: the mapping leaves it out of the properties that it lists", of: reason(LeftOut.self))
        expect("WithoutKey.name: the mapping checks it, but it has no coding key", of: reason(WithoutKey.self))
    }

    // MARK: - Values that were not decoded

    enum Item: Polymorphic, Equatable {
        case article(Article)
        case event(Event)
        static let variants = Variants<Item>(.untagged, .case(Item.article), .case(Item.event))
    }

    struct Page: Model {
        var items: [Item]
        var byName: [String: Article]?
        var counters: [Counter]?
        var rating: Article??
    }

    @Test func aValueIsCheckedAllThroughByItself() throws {
        let bad = Article(title: "", views: 7, tags: ["a", "a", ""], scores: ["b": 0, "a": 11], language: "fr")
        #expect(
            complaints(about: bad) == [
                "$.title: expected 1 to 8 characters, found 0 characters (invalidValue)",
                "$.views: expected a multiple of 5, found the number 7 (invalidValue)",
                "$.tags[2]: expected 1 to 5 characters, found 0 characters (invalidValue)",
                "$.scores.a: expected 1 to 10, found the number 11 (invalidValue)",
                "$.scores.b: expected 1 to 10, found the number 0 (invalidValue)",
                #"$.language: expected one of "en", "de", found the string "fr" (invalidValue)"#,
            ])
        #expect(
            complaints(about: Article(title: "T", tags: ["a", "a", "b"])) == [
                "$.tags: expected different elements, found equal ones at 0 and 1 (invalidValue)"
            ])
        try ModelDecoder().validate(Article(title: "T", views: 5, tags: ["a"]))
        try ModelDecoder().validate([1, 2, 3])

        let counter = Counter()
        counter.count = 10
        let page = Page(
            items: [.article(Article(title: "T")), .article(Article(title: "")), .event(Event(start: 1, end: 1))],
            byName: ["x": Article(title: "T", views: -5)], counters: [counter, counter], rating: Article(title: ""))
        #expect(
            complaints(about: page) == [
                "$.items[1].title: expected 1 to 8 characters, found 0 characters (invalidValue)",
                "$.items[2]: expected an end after the start (invalidValue)",
                "$.byName.x.views: expected at least 0, found the number -5 (invalidValue)",
                "$.counters[0].count: expected 0 to 9, found the number 10 (invalidValue)",
                "$.rating.title: expected 1 to 8 characters, found 0 characters (invalidValue)",
            ])
    }

    @Test("A collection with an object that has failed elsewhere is not checked itself")
    func sharedObjects() {
        struct Sharing: Model {
            var first: Counter
            var counters: [Counter]
            static let mapping = Mapping(.check(\Sharing.counters, .count(2...)))
        }
        let (bad, good) = (Counter(), Counter())
        bad.count = 10
        #expect(
            complaints(about: Sharing(first: bad, counters: [bad])) == [
                "$.first.count: expected 0 to 9, found the number 10 (invalidValue)"
            ])
        #expect(complaints(about: Sharing(first: good, counters: [good])).count == 1)
    }

    enum Outside: Polymorphic {
        case article(Article)
        static let variants = Variants<Outside>(.external, .case("article", Outside.article))
    }

    enum Beside: Polymorphic {
        case article(Article)
        static let variants = Variants<Beside>(.key("kind", content: "value"), .case("article", Beside.article))
    }

    @Test func aVariantsValueIsCheckedUnderItsKey() {
        let bad = Article(title: "")
        let found = ".title: expected 1 to 8 characters, found 0 characters (invalidValue)"
        #expect(complaints(about: [Outside.article(bad)]) == ["$[0].article\(found)"])
        #expect(complaints(about: Beside.article(bad)) == ["$.value\(found)"])
    }

    @Test func entriesAreCheckedInTheOrderOfTheirBytes() {
        let bad = Article(title: "")
        #expect(complaints(about: ["e\u{301}": bad, "f": bad]).last?.hasPrefix("$.f.title") == true)
    }

    struct Boxed: ModelWrapper, Equatable { var wrappedValue: Article }
    struct Parcel: Model {
        var boxed: Boxed
        var number: Int
        static let mapping = Mapping(.check(\Parcel.number, .range(1...)), .check(\Parcel.number, .multiple(of: 2)))
    }

    @Test func aValueIsLookedAtWithinWrappersAndHasOneErrorOfItsOwn() {
        #expect(
            complaints(about: Parcel(boxed: Boxed(wrappedValue: Article(title: "")), number: -3)) == [
                "$.boxed.title: expected 1 to 8 characters, found 0 characters (invalidValue)",
                "$.number: expected at least 1, found the number -3 (invalidValue)",
            ])
    }

    class Animal: DefaultedModel, Polymorphic {
        final var name = "a"
        required init() {}
        class var mapping: Mapping { Mapping(.check(\Animal.name, .length(..<4))) }
        class var variants: Variants<Animal> { Variants("kind", .type("cat", Cat.self), .otherwise(Animal.self)) }
    }

    final class Cat: Animal {
        final var lives = 9
        override class var mapping: Mapping { Mapping(.check(\Cat.lives, .range(0..<10))) }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    struct Zoo: Model {
        struct Sign: Model, Hashable {
            var text: String
            static let mapping = Mapping(.check(\Sign.text, .length(1...)))
        }
        var gates: InlineArray<2, Sign>
        var signs: Set<Sign>
        var paths: ArraySlice<Sign>
        var animals: [Animal]
        var last: Sign
        static let mapping = Mapping(.map(\Zoo.last, to: "x.y"))
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func valuesOfEveryFormAreLookedAt() {
        let (cat, sign) = (Cat(), Zoo.Sign(text: ""))
        (cat.name, cat.lives) = ("long name", 10)
        let fine = Zoo.Sign(text: "a")
        let found = "expected at least 1 character, found 0 characters (invalidValue)"
        #expect(
            complaints(about: Zoo(gates: [fine, sign], signs: [sign], paths: [sign], animals: [cat], last: sign)) == [
                "$.gates[1].text: \(found)", "$.signs[0].text: \(found)", "$.paths[0].text: \(found)",
                "$.animals[0].name: expected below 4 characters, found 9 characters (invalidValue)",
                "$.animals[0].lives: expected 0 to below 10, found the number 10 (invalidValue)",
                "$.x.y.text: \(found)",
            ])
        #expect(complaints(about: Zoo(gates: [fine, fine], signs: [], paths: [], animals: [Cat()], last: fine)) == [])
    }

    @Test func noMoreErrorsAreReportedThanAreWanted() throws {
        let articles = Array(repeating: Article(title: ""), count: 5)
        for (limit, count) in [(0, 1), (1, 1), (3, 3), (9, 5)] {
            let errors = try #require(throws: ModelErrors.self) { try ModelDecoder().validate(articles, limit: limit) }
            #expect(errors.count == count)
            #expect(errors.isTruncated == (limit < 5))
        }
    }

    @Test func theEndOfTheStackIsReported() {
        let complaints = atEndOfStack { self.complaints(about: [1]) }
        #expect(
            complaints == [
                "$: expected no more levels than fit on the thread's stack (depthLimit); a thread with a larger stack allows more"
            ])
    }

    final class Node: DefaultedModel {
        var name = "a"
        var next: Node?
        init() {}
        static let mapping = Mapping(.check(\Node.name, .length(1...)))
    }

    @Test func anObjectThatLeadsBackToItselfIsLookedAtOnce() {
        let node = Node()
        node.name = ""
        node.next = node
        defer { node.next = nil }
        #expect(complaints(about: node).count == 1)
    }

    private func complaints<Value>(about value: Value) -> [String] {
        do throws(ModelErrors) {
            try ModelDecoder().validate(value)
            return []
        } catch {
            return error.map(\.description)
        }
    }
}
