import Testing

@testable import Yodel

extension RecoveryTests {
    /// Values that do not match, under keys that are not simply a field's own.
    @Suite struct Keys {
        private struct Book: Model, Equatable {
            var title: String?
            var pages: Int?
            static let mapping = Mapping(.map(\Book.title, to: "title", "name"), .map(\Book.pages, to: "meta.pages"))
        }

        private static let tolerant = ModelDecoder.with { $0.mismatches = .useDefault }

        private static func tolerant(_ duplicates: DuplicateKeyPolicy) -> ModelDecoder {
            var decoder = tolerant
            decoder.duplicateKeys = duplicates
            return decoder
        }

        // MARK: - Ranked keys

        @Test(arguments: [
            #"{"title":7,"name":"n"}"#, #"{"name":"n","title":7}"#, #"{"name":"n","title":[{"title":"t"}]}"#,
            #"{"title":"n","name":7}"#, #"{"name":{"name":"x"},"title":"n"}"#, #"{"title":null,"name":"n"}"#,
            #"{"name":"m","title":"n"}"#, #"{"title":[],"name":"n","title":{}}"#,
        ])
        func theBestKeyWhoseValueFitsWins(_ json: String) {
            expectRecovered(json, as: Book(title: "n"), decoder: Self.tolerant)
        }

        @Test func withNoneThatFitsThereIsNone() throws {
            let (book, errors) = try recovered(Book.self, #"{"name":1,"title":2}"#, decoder: Self.tolerant)
            #expect(book == Book())
            #expect(errors.count == 2)
        }

        // MARK: - Duplicate keys

        @Test(arguments: [DuplicateKeyPolicy.last, .first])
        func ofTwoValuesTheOneThatFitsCounts(_ policy: DuplicateKeyPolicy) {
            struct Plain: Model, Equatable {
                var title: String?
                var tags: [String]?
            }
            let decoder = Self.tolerant(policy)
            for json in [
                #"{"title":"t","title":7}"#, #"{"title":7,"title":"t"}"#, #"{"title":"t","title":[{"title":"x"}]}"#,
                #"{"title":[],"title":{},"title":"t","title":{"title":[]}}"#,
            ] {
                expectRecovered(json, as: Plain(title: "t"), decoder: decoder)
            }
            expectRecovered(#"{"tags":["a"],"tags":["b",7,"c"]}"#, as: Plain(tags: ["a"]), decoder: decoder)
            expectRecovered(#"{"title":7,"title":"t","name":"n"}"#, as: Book(title: "t"), decoder: decoder)
        }

        @Test(arguments: [#""x""#, "null"])
        func aValueThatIsLeftOutIsNotTheFirstOfTwo(_ bad: String) throws {
            struct Ranked: Model, Equatable {
                var pages: Int
                static let mapping = Mapping(.map(\Ranked.pages, to: "pages", "count", default: 7))
            }
            struct Single: Model, Equatable {
                var pages: Int
                static let mapping = Mapping(.default(\Single.pages, 7))
            }
            for policy in [DuplicateKeyPolicy.first, .error] {
                for nulls in [NullPolicy.error, .useDefault] {
                    var decoder = Self.tolerant(policy)
                    decoder.nulls = nulls
                    let twice = #""pages":\#(bad),"pages":2"#
                    #expect(try recovered(Single.self, "{\(twice)}", decoder: decoder).value == Single(pages: 2))
                    #expect(try recovered(Ranked.self, "{\(twice)}", decoder: decoder).value == Ranked(pages: 2))
                    // The key of lower rank is absent, whichever comes first.
                    let lower = #""count":\#(bad),"count":1"#
                    for json in [#"{\#(lower),"pages":2}"#, #"{"pages":2,\#(lower)}"#] {
                        #expect(try recovered(Ranked.self, json, decoder: decoder).value == Ranked(pages: 2))
                    }
                }
                let twice = #"{"pages":1,"count":2,"pages":\#(bad)}"#
                if policy == .error {
                    #expect(refusal(of: Ranked.self, twice, decoder: Self.tolerant(policy)).contains("(duplicateKey, "))
                } else {
                    #expect(try recovered(Ranked.self, twice, decoder: Self.tolerant(policy)).value == Ranked(pages: 1))
                }
            }
        }

        // MARK: - Paths

        @Test func aPathThatLeadsNowhereIsAbsent() throws {
            for json in [#"{"meta":7}"#, #"{"meta":[{"pages":1}]}"#, #"{"meta":{"pages":{"pages":2}}}"#] {
                expectRecovered(json, as: Book(), decoder: Self.tolerant)
            }
            #expect(
                try recovered(Book.self, #"{"meta":{"pages":"x","y":[1]},"title":"t"}"#, decoder: Self.tolerant).errors
                    == [
                        #"$.meta.pages: expected Int?, found the string "x" (typeMismatch, line 1, column 18, offset 17)"#
                    ])
        }

        @Test func aPathThatAnyFieldNeedsIsNeeded() {
            struct Strict: Model, Equatable {
                var pages: Int?
                var year: Int
                static let mapping = Mapping(
                    .map(\Strict.pages, to: "meta.pages"), .map(\Strict.year, to: "meta.print.year"))
            }
            #expect(
                refusal(of: Strict.self, #"{"meta":7}"#, decoder: Self.tolerant)
                    == "$.meta: expected an object, found the number 7 (typeMismatch, line 1, column 9, offset 8)")
            var decoder = Self.tolerant
            decoder.badElements = .drop
            expectRecovered(
                #"[{"meta":7},{"meta":{"print":[]}},{"meta":{"print":{"year":1}}}]"#, as: [Strict(year: 1)],
                decoder: decoder)
        }

        @Test func anUnknownKeyInAPathsObjectCostsTheObjectOfTheModel() {
            var decoder = ModelDecoder.with { $0.unknownKeys = .error }
            decoder.mismatches = .useDefault
            decoder.badElements = .drop
            expectRecovered(
                #"[{"meta":{"pages":1,"x":[2]},"title":"t"},{"meta":{"pages":3}}]"#, as: [Book(pages: 3)],
                decoder: decoder)
        }

        // MARK: - One key for several fields

        private struct Shared: Model, Equatable {
            var text: String?
            var number: Int?
            var list: [Int]?
            static let mapping = Mapping(
                .map(\Shared.text, to: "x"), .map(\Shared.number, to: "x"), .map(\Shared.list, to: "x"))
        }

        private struct Whole: Model, Equatable {
            var all: [String: JSONValue]?
            var deep: String?
            var first: String?
            static let mapping = Mapping(
                .map(\Whole.all, to: "x"), .map(\Whole.deep, to: "x.deep"), .map(\Whole.first, to: "y[0]"))
        }

        private struct Half: Model, Equatable {
            var all: JSONValue?
            var count: Int
            static let mapping = Mapping(.map(\Half.all, to: "x", "z"), .map(\Half.count, to: "x.count"))
        }

        @Test func aFieldThatDoesWithoutTheValueDoesNotDoSoForTheOneWithin() {
            #expect(
                refusal(of: Half.self, #"{"x": 7}"#, decoder: Self.tolerant)
                    == "$.x: expected an object, found the number 7 (typeMismatch, line 1, column 7, offset 6)")
        }

        @Test func eachFieldTakesWhatFitsIt() throws {
            expectRecovered(#"{"x":"a"}"#, as: Shared(text: "a"), decoder: Self.tolerant)
            expectRecovered(#"{"x":1}"#, as: Shared(number: 1), decoder: Self.tolerant)
            expectRecovered("{\"x\":\n[1,2]}", as: Shared(list: [1, 2]), decoder: Self.tolerant)
            #expect(
                try recovered(Shared.self, "{\"x\":\n[1,\n\"b\"]}", decoder: Self.tolerant).errors == [
                    "$.x: expected String?, found an array (typeMismatch, line 2, column 1, offset 6)",
                    "$.x: expected Int?, found an array (typeMismatch, line 2, column 1, offset 6)",
                    #"$.x[1]: expected Int, found the string "b" (typeMismatch, line 3, column 1, offset 10)"#,
                ])
        }

        @Test func theWholeAndAPartOfItAreTwoThings() throws {
            expectRecovered(#"{"x":{"deep":"d"}}"#, as: Whole(all: ["deep": "d"], deep: "d"), decoder: Self.tolerant)
            expectRecovered(
                #"{"x":{"y":[1],"deep":{"deep":"d"}}}"#, as: Whole(all: ["y": [1], "deep": ["deep": "d"]]),
                decoder: Self.tolerant)
            for json in [#"{"x":7}"#, "{\"x\":[{\"deep\":\"d\"}]}"] {
                let (value, errors) = try recovered(Whole.self, json, decoder: Self.tolerant)
                #expect(value == Whole())
                #expect(errors.count == 2)
            }
        }

        @Test func elementsThatPathsLeadThroughAreFieldsToo() throws {
            for json in [#"{"y":[7,"b"]}"#, #"{"y":[[["a"]],"b"]}"#, #"{"y":{"0":"a"}}"#, #"{"y":[]}"#, #"{"y":"a"}"#] {
                expectRecovered(json, as: Whole(), decoder: Self.tolerant)
            }
            #expect(
                try recovered(Whole.self, #"{"y":[{"a":1},"b"],"x":{}}"#, decoder: Self.tolerant).errors
                    == ["$.y[0]: expected String?, found an object (typeMismatch, line 1, column 7, offset 6)"])
            // The later array already has its element.
            let decoder = ModelDecoder.with {
                $0.duplicateKeys = .error
                $0.badElements = .drop
                $0.mismatches = .useDefault
            }
            struct Two: Model, Equatable {
                var first: String?
                var second: String?
                static let mapping = Mapping(.map(\Two.first, to: "y[0]", "z[0]"), .map(\Two.second, to: "y[1]"))
            }
            expectRecovered(
                #"[{"y":["a","b"],"y":["c"]},{"z":[[]],"y":[{},"e"]},{"z":["f"],"y":[7]}]"#,
                as: [Two(second: "e"), Two(first: "f")], decoder: decoder)
        }

        @Test func orTheObjectGoes() {
            struct Strict: Model, Equatable {
                var text: String
                var other: String
                var list: [Int]?
                static let mapping = Mapping(.map(\Strict.text, to: "x"), .map(\Strict.other, to: "x"))
            }
            let decoder = ModelDecoder.with {
                $0.badElements = .drop
                $0.duplicateKeys = .error
            }
            expectRecovered(
                #"[{"x":1},{"x":["a"]},{"x":{"x":"a"},"y":[]},{"x":"a","x":"b"},{"x":"c","x":["d"]},{"x":"e"}]"#,
                as: [Strict(text: "e", other: "e")], decoder: decoder)
        }

        @Test func orTheObjectThatCanDoWithoutThatOne() {
            struct Inner: Model, Equatable {
                var name: String?
                var all: JSONValue
                var deep: String
                static let mapping = Mapping(.map(\Inner.all, to: "x"), .map(\Inner.deep, to: "x.deep"))
            }
            struct Outer: Model, Equatable {
                var inner: Inner?
                var after: Int
                static let mapping = Mapping(.onMismatch(\Outer.inner, .useDefault))
            }
            for value in ["[1]", "7", #"{"deep":[]}"#, #"[{"deep":"d"}]"#, "{}"] {
                let json = #"{"inner":{"name":"a name too long to be stored inline","x":\#(value),"y":[]},"after":1}"#
                expectRecovered(json, as: Outer(after: 1))
            }
        }
    }
}
