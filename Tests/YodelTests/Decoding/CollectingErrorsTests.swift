import Testing
import Yodel

/// All errors of a document at once.
@Suite struct CollectingErrorsTests {
    struct Signup: Model, Equatable {
        var name: String
        var age: Int
        var mails: [String]
        var address: Address?
        var roles: [String: Role]?
    }

    struct Address: Model, Equatable {
        var street: String
        var city: String
    }

    enum Role: String, Model { case reader, writer }

    // MARK: - Errors in the list

    @Test func aDocumentThatIsRightIsDecoded() throws {
        let signup = try ModelDecoder().decodeCollectingErrors(
            Signup.self, from: #"{"name": "Emma", "age": 30, "mails": ["a@b.c"], "roles": {"x": "reader"}}"#)
        #expect(signup == Signup(name: "Emma", age: 30, mails: ["a@b.c"], roles: ["x": .reader]))
    }

    @Test func eachValueThatDoesNotFitHasAnErrorWithItsPlace() {
        expectErrors(
            Signup.self, #"{"name": null, "age": "12", "mails": ["a@b.c", 7, "d", false], "roles": {"x": "boss"}}"#,
            "$.name: expected String, found null (nullValue, line 1, column 10, offset 9)",
            "$.age: expected Int, found the string \"12\" (typeMismatch, line 1, column 23, offset 22)",
            "$.mails[1]: expected String, found the number 7 (typeMismatch, line 1, column 48, offset 47)",
            "$.mails[3]: expected String, found false (typeMismatch, line 1, column 56, offset 55)",
            "$.roles.x: expected Role, found the string \"boss\" (invalidValue, line 1, column 79, offset 78)")
    }

    @Test func missingKeysAreFoundWhereTheirObjectEnds() {
        expectErrors(
            Signup.self, #"{"address": {"street": 1}, "age": 1}"#,
            "$.address.street: expected String, found the number 1 (typeMismatch, line 1, column 24, offset 23)",
            "$.address: missing keys: \"city\" (missingKeys, line 1, column 25, offset 24)",
            "$: missing keys: \"name\", \"mails\" (missingKeys, line 1, column 36, offset 35)")
    }

    @Test func aKeyWhoseValueDoesNotFitIsNotMissing() {
        expectErrors(
            Address.self, #"{"street": 1, "city": "Bath"}"#,
            "$.street: expected String, found the number 1 (typeMismatch, line 1, column 12, offset 11)")
    }

    @Test("All elements of a list of fixed length are checked")
    func listsOfFixedLength() {
        struct Part: Decodable { var x: Int }
        struct Box: Model {
            var parts: InlineArray<3, Part>?
            var names: InlineArray<3, [String]>?
            var rows: InlineArray<2, InlineArray<2, Int>>?
            var end: Int
        }
        expectErrors(
            Box.self, #"{"parts": [{"x": "a"}, {"x": 1}, {"x": true}], "end": "z"}"#,
            "$.parts[0].x: expected Int, found the string \"a\" (typeMismatch, line 1, column 18, offset 17)",
            "$.parts[2].x: expected Int, found true (typeMismatch, line 1, column 40, offset 39)",
            "$.end: expected Int, found the string \"z\" (typeMismatch, line 1, column 55, offset 54)")
        expectErrors(
            Box.self, #"{"rows": [[1, "a"], ["b", "c"]], "end": 1}"#,
            "$.rows[0][1]: expected Int, found the string \"a\" (typeMismatch, line 1, column 15, offset 14)",
            "$.rows[1][0]: expected Int, found the string \"b\" (typeMismatch, line 1, column 22, offset 21)",
            "$.rows[1][1]: expected Int, found the string \"c\" (typeMismatch, line 1, column 27, offset 26)")
        // What was made of the elements is destroyed.
        expectErrors(
            Box.self, #"{"names": [["a"], 7, ["b", 8]], "end": 1}"#,
            "$.names[1]: expected [String], found the number 7 (typeMismatch, line 1, column 19, offset 18)",
            "$.names[2][1]: expected String, found the number 8 (typeMismatch, line 1, column 28, offset 27)")
        expectErrors(
            Box.self, #"{"names": [7, ["a"]], "end": 1}"#,
            "$.names[0]: expected [String], found the number 7 (typeMismatch, line 1, column 12, offset 11)",
            "$.names: expected 3 elements, found 2 (wrongCount, line 1, column 20, offset 19)")
        expectErrors(
            Box.self, #"{"names": [7, ["a"], ["b"], 8, 9], "end": 1}"#,
            "$.names[0]: expected [String], found the number 7 (typeMismatch, line 1, column 12, offset 11)",
            "$.names: expected 3 elements, found more (wrongCount, line 1, column 29, offset 28)")
        expectErrors(
            InlineArray<2, Int>.self, #"["a", "b"]"#,
            "$[0]: expected Int, found the string \"a\" (typeMismatch, line 1, column 2, offset 1)",
            "$[1]: expected Int, found the string \"b\" (typeMismatch, line 1, column 7, offset 6)")
    }

    @Test("An item has at least one error, however few are allowed")
    func leastErrors() {
        var feed = Feed(of: Int.self, in: .lines)
        feed.errorsPerItem = 0
        #expect(feed.errorsPerItem == 1)
    }

    @Test("Bytes of unknown type are those of a text")
    func rawBytes() throws {
        let found = try [UInt8]("[1, 2]".utf8).withUnsafeBytes {
            try ModelDecoder().decodeCollectingErrors([Int].self, from: $0)
        }
        #expect(found == [1, 2])
    }

    @Test("Elements of an item of fixed length")
    func itemsOfFixedLength() throws {
        var feed = Feed(of: InlineArray<2, Int>.self).droppingBadItems
        feed.errorsPerItem = 3
        let found = try outcomes(of: feed, Array(#"[[1, 2], ["a", "b"], [3, "c"], [4, 5]]"#.utf8), chunks: 3) {
            "\($0[0]) \($0[1])"
        }
        #expect(found == ["1 2", "$[1][0] typeMismatch, $[1][1] typeMismatch", "$[2][1] typeMismatch", "4 5"])
    }

    @Test func whatIsInAValueOfTheWrongKindIsPassedOver() {
        expectErrors(
            Signup.self, #"{"name": {"first": 1}, "age": [1, [2]], "mails": []}"#,
            "$.name: expected String, found an object (typeMismatch, line 1, column 10, offset 9)",
            "$.age: expected Int, found an array (typeMismatch, line 1, column 31, offset 30)")
    }

    @Test func unknownKeysAndThoseThatComeTwiceCostNothingElse() {
        var decoder = ModelDecoder()
        decoder.unknownKeys = .error
        decoder.duplicateKeys = .error
        expectErrors(
            Address.self, #"{"stret": "a", "town": {"x": [1]}, "city": "b", "city": "c", "street": 3}"#, by: decoder,
            "$.stret: found the unknown key \"stret\" (unknownKey, line 1, column 2, offset 1)",
            "$.town: found the unknown key \"town\" (unknownKey, line 1, column 16, offset 15)",
            "$.city: found the key twice (duplicateKey, line 1, column 49, offset 48)",
            "$.street: expected String, found the number 3 (typeMismatch, line 1, column 72, offset 71)")
    }

    // MARK: - Errors that end the list

    @Test func textThatIsNoJSONEndsIt() {
        expectErrors(
            Signup.self, #"{"name": 1, "age": tru, "mails": 3}"#,
            "$.name: expected String, found the number 1 (typeMismatch, line 1, column 10, offset 9)",
            "$.age: found 'tru' (unexpectedToken, line 1, column 20, offset 19)")
    }

    @Test func aLimitEndsIt() {
        let decoder = ModelDecoder.with { $0.limits.depth = 3 }
        expectErrors(
            Signup.self, #"{"name": 1, "age": [[[1]]], "mails": 2}"#, by: decoder,
            "$.name: expected String, found the number 1 (typeMismatch, line 1, column 10, offset 9)",
            "$.age: expected Int, found an array (typeMismatch, line 1, column 20, offset 19)",
            "$.age: expected at most 3 levels (depthLimit, line 1, column 22, offset 21)")
    }

    @Test func aRootOfAnotherKindIsTheOnlyError() {
        expectErrors(
            Signup.self, "[1, 2]", "$: expected Signup, found an array (typeMismatch, line 1, column 1, offset 0)")
    }

    @Test func thereAreNoMoreThanAreWanted() throws {
        let json = "[\(Array(repeating: "true", count: 300).joined(separator: ","))]"
        for (limit, count) in [(-1, 1), (1, 1), (7, 7), (100, 100), (299, 299), (1_000, 300)] {
            let errors = try #require(throws: ModelErrors.self) {
                try ModelDecoder().decodeCollectingErrors([Int].self, from: json, limit: limit)
            }
            #expect(errors.count == count)
            #expect(errors.isTruncated == (limit < 300))
            #expect(errors.map(\.path.description) == (0..<count).map { "$[\($0)]" })
            #expect(errors.description.split(separator: "\n").count == count + (limit < 300 ? 1 : 0))
        }
        let whole = try #require(throws: ModelErrors.self) {
            try ModelDecoder().decodeCollectingErrors([Int].self, from: json)
        }
        #expect(whole.count == 100)
    }

    @Test func aTypeThatCannotBeDecodedIsAnErrorToo() throws {
        let errors = try #require(throws: ModelErrors.self) {
            try ModelDecoder().decodeCollectingErrors((() -> Void).self, from: "{}")
        }
        #expect(errors.map(\.code) == [.unsupportedType])
    }

    // MARK: - Together with other features

    @Test func whatTheOptionsGetOverIsNoError() {
        let report = DecodingReport()
        var decoder = ModelDecoder()
        decoder.mismatches = .useDefault
        decoder.badElements = .drop
        decoder.report = report
        expectErrors(
            Signup.self, #"{"name": 1, "age": 2, "mails": [3, "a"], "address": {"street": 4}}"#, by: decoder,
            "$.name: expected String, found the number 1 (typeMismatch, line 1, column 10, offset 9)")
        #expect(Set(report.errors.map(\.path.description)) == ["$.mails[0]", "$.address.street"])
    }

    struct Nested: Model, Equatable {
        var title: String
        var author: String
        var year: Int?

        static let mapping = Mapping(
            .map(\Nested.title, to: "book.title"), .map(\Nested.author, to: "book.author", "writer"),
            .map(\Nested.year, to: "book.facts.year"))
    }

    @Test func fieldsThatAPathOfAnotherKindLeadsToAreNotMissing() {
        expectErrors(
            Nested.self, #"{"book": {"title": "x", "author": 1, "facts": 2}}"#,
            "$.book.author: expected String, found the number 1 (typeMismatch, line 1, column 35, offset 34)",
            "$.book.facts: expected an object, found the number 2 (typeMismatch, line 1, column 47, offset 46)")
        expectErrors(
            Nested.self, #"{"book": [1]}"#,
            "$.book: expected an object, found an array (typeMismatch, line 1, column 10, offset 9)")
    }

    struct Booking: Model, DidDecodeModel, Equatable {
        struct Refused: Error {}
        var first: Int
        var last: Int?
        var notes: [String]?

        mutating func didDecode() throws {
            if last ?? first < first { throw Refused() }
        }
    }

    @Test func aValueThatLacksSomethingIsNotShownToItsType() {
        expectErrors(
            [Booking].self,
            #"[{"first": 2, "last": 1}, {"first": 3, "last": "x"}, {"first": 2, "last": 1, "notes": [1]}]"#,
            "$[0]: expected Booking, found an object that its hook refuses (invalidValue, line 1, column 24, offset 23): "
                + "Refused()",
            "$[1].last: expected Int?, found the string \"x\" (typeMismatch, line 1, column 48, offset 47)",
            "$[2].notes[0]: expected String, found the number 1 (typeMismatch, line 1, column 88, offset 87)")
    }

    struct Totals: Model {
        var sum: Int

        static let mapping = Mapping(
            .transform(
                \Totals.sum,
                by: Transform<[Int], Int> { numbers in
                    Issue.record("\(numbers) is shown to the transform, which is a part of an array")
                    return numbers.reduce(0, +)
                }))
    }

    @Test("Each composed property whose parts are there has its own error")
    func composedProperties() throws {
        struct TooLarge: Error { var value: Int }
        struct Sums: Model, Equatable {
            var name: String
            var first: Int
            var second: Int?
            static let mapping = Mapping(
                .compose(\Sums.first, from: "a", "b") { try sum($0, $1) },
                .compose(\Sums.second, from: "c", "p.d") { try sum($0, $1) })

            static func sum(_ first: Int, _ second: Int?) throws -> Int {
                let sum = first + (second ?? 0)
                guard sum < 10 else { throw TooLarge(value: sum) }
                return sum
            }
        }
        let whole = Sums(name: "n", first: 3, second: 9)
        #expect(
            try ModelDecoder().decodeCollectingErrors(
                Sums.self, from: #"{"name": "n", "a": 1, "b": 2, "c": 9}"#) == whole)
        let both = #"[{"name": "n", "a": 8, "b": 2, "c": 9, "p": {"d": 2}}]"#
        let errorOfFirst =
            #"$[0]: expected Int of "a", "b" (invalidValue, line 1, column 53, offset 52): TooLarge(value: 10)"#
        let errorOfSecond =
            #"$[0]: expected Int? of "c", "p.d" (invalidValue, line 1, column 53, offset 52): TooLarge(value: 11)"#
        expectErrors([Sums].self, both, errorOfFirst, errorOfSecond)
        expectErrors(
            [Sums].self, both.replacing(#""n""#, with: "123"),
            "$[0].name: expected String, found the number 123 (typeMismatch, line 1, column 11, offset 10)",
            errorOfFirst, errorOfSecond)
        expectErrors(
            Sums.self, #"{"a": 8, "b": 2, "p": {"d": 1}}"#,
            #"$: missing keys: "name", "c" (missingKeys, line 1, column 31, offset 30)"#,
            #"$: expected Int of "a", "b" (invalidValue, line 1, column 31, offset 30): TooLarge(value: 10)"#)
        expectErrors(
            Sums.self, #"{"name": "n", "a": 8, "b": true, "c": 11}"#,
            "$.b: expected Int?, found true (typeMismatch, line 1, column 28, offset 27)",
            #"$: expected Int? of "c", "p.d" (invalidValue, line 1, column 41, offset 40): TooLarge(value: 11)"#)
        let dropping = ModelDecoder.with { $0.badElements = .drop }
        #expect(try dropping.decodeCollectingErrors([Sums].self, from: both) == [])
    }

    @Test("Each transform that refuses the nil of an absent key has its own error")
    func absentKeys() {
        struct Refused: Error {}
        struct Visit: Model {
            var id: Int
            var first: Int
            var last: Int
            static let mapping = Mapping(.transform(\Visit.first, by: known), .transform(\Visit.last, by: known))

            static var known: Transform<Int?, Int> {
                Transform { (number: Int?) in
                    guard let number else { throw Refused() }
                    return number
                } encode: {
                    $0
                }
            }
        }
        expectErrors(
            [Visit].self, #"[{"id": 1}, {"id": "a", "first": 1}, {"last": 2}]"#,
            "$[0].first: expected Int (invalidValue, line 1, column 10, offset 9): Refused()",
            "$[0].last: expected Int (invalidValue, line 1, column 10, offset 9): Refused()",
            #"$[1].id: expected Int, found the string "a" (typeMismatch, line 1, column 20, offset 19)"#,
            "$[1].last: expected Int (invalidValue, line 1, column 35, offset 34): Refused()",
            #"$[2]: missing keys: "id" (missingKeys, line 1, column 48, offset 47)"#,
            "$[2].first: expected Int (invalidValue, line 1, column 48, offset 47): Refused()")
    }

    @Test func anArrayThatLacksAnElementIsNotShownToATransform() {
        expectErrors(
            Totals.self, #"{"sum": ["x"]}"#,
            "$.sum[0]: expected Int, found the string \"x\" (typeMismatch, line 1, column 10, offset 9)")
    }

    final class Node: DefaultedModel {
        var name = ""
        var children: [Node] = []
        init() {}
    }

    @Test func objectsOfClassesAreGivenUpAndReleased() {
        expectErrors(
            Node.self, #"{"name": "a", "children": [{"name": 1}, {"children": [{"name": []}, 5]}]}"#,
            "$.children[0].name: expected String, found the number 1 (typeMismatch, line 1, column 37, offset 36)",
            "$.children[1].children[0].name: expected String, found an array (typeMismatch, line 1, column 64, "
                + "offset 63)",
            "$.children[1].children[1]: expected Node, found the number 5 (typeMismatch, line 1, column 69, "
                + "offset 68)")
    }

    struct Shared: Model {
        var first: Int
        var second: Int
        var text: String

        static let mapping = Mapping(
            .map(\Shared.first, to: "x"), .map(\Shared.second, to: "x"), .map(\Shared.text, to: "x"))
    }

    @Test func fieldsThatShareAKeyHaveAnErrorForEachType() {
        expectErrors(
            Shared.self, #"{"x": true}"#, "$.x: expected Int, found true (typeMismatch, line 1, column 7, offset 6)",
            "$.x: expected String, found true (typeMismatch, line 1, column 7, offset 6)")
    }

    struct Points: Model {
        var a: Point
        var b: Point
        static let mapping = Mapping(.map(\Points.a, to: "k"), .map(\Points.b, to: "k"))
    }

    @Test func whatTwoFieldsReadHasItsErrorsOnce() {
        expectErrors(
            Points.self, #"{"k": {"x": "s", "y": true}}"#,
            #"$.k.x: expected Int, found the string "s" (typeMismatch, line 1, column 13, offset 12)"#,
            "$.k.y: expected Int, found true (typeMismatch, line 1, column 23, offset 22)")
    }

    struct Renamed: Model {
        var name: String
        var other: String
        var age: Int
        static let mapping = Mapping(
            .map(\Renamed.name, to: "name", "title"), .map(\Renamed.other, to: "other", "another"))
    }

    @Test func aNullForAFieldWithSeveralKeysHidesNothing() {
        expectErrors(
            Renamed.self, #"{"name": null, "another": null}"#,
            "$.name: expected String, found null (nullValue, line 1, column 10, offset 9)",
            "$.another: expected String, found null (nullValue, line 1, column 27, offset 26)",
            #"$: missing keys: "age" (missingKeys, line 1, column 31, offset 30)"#)
    }

    struct Open: Model {
        var age: Int
        var rest: [String: JSONValue]
        static let mapping = Mapping(.unknown(\Open.rest))
    }

    @Test func aKeyThatComesTwiceInADictionaryOrAnUnknownMemberCostsNothingElse() {
        let decoder = ModelDecoder.with { $0.duplicateKeys = .error }
        expectErrors(
            Open.self, #"{"u": {"a": 1, "a": 2}, "age": "x"}"#, by: decoder,
            "$.u.a: found the key twice (duplicateKey, line 1, column 16, offset 15)",
            #"$.age: expected Int, found the string "x" (typeMismatch, line 1, column 32, offset 31)"#)
        expectErrors(
            [String: Role].self, #"{"x": "reader", "x": "writer", "y": "boss"}"#, by: decoder,
            "$.x: found the key twice (duplicateKey, line 1, column 17, offset 16)",
            #"$.y: expected Role, found the string "boss" (invalidValue, line 1, column 37, offset 36)"#)
    }

    @Test func whatFollowsTheValueOfAKeyThatComesTwiceIsAnErrorOfTheObject() {
        let decoder = ModelDecoder.with { $0.duplicateKeys = .error }
        expectErrors(
            Address.self, #"{"city": "a", "city": 0["#, by: decoder,
            "$.city: found the key twice (duplicateKey, line 1, column 15, offset 14)",
            "$: expected ',' or '}', found '[' (unexpectedToken, line 1, column 24, offset 23)")
        expectErrors(
            [String: Role].self, #"{"x": "reader", "x": 0["#, by: decoder,
            "$.x: found the key twice (duplicateKey, line 1, column 17, offset 16)",
            "$: expected ',' or '}', found '[' (unexpectedToken, line 1, column 23, offset 22)")
    }

    // MARK: - Feeds

    @Test func anItemThatIsTooLongHasTheErrorsBeforeThatHoweverItIsCut() throws {
        struct Item: Model {
            var a: Int
            var b: String
        }
        var feed = Feed(of: Item.self).droppingBadItems
        feed.errorsPerItem = 10
        feed.maxItemBytes = 50
        let json = Array(#"[{"a":"bad","b":"\#(String(repeating: "x", count: 60))"},{"a":1,"b":""}]"#.utf8)
        for size in [1, 7, 1_000] {
            let found = try outcomes(of: feed, json, chunks: size) { _ in "an item" }
            #expect(found == ["$[0].a typeMismatch, $[0] itemLimit", "an item"], "in chunks of \(size)")
        }
    }

    @Test func errorsAtTheEndOfAnItemThatIsTooLongAreNotCollected() throws {
        struct Item: Model {
            var name: String
            static let mapping = Mapping(.map(\Item.name, to: "name", "title"))
        }
        var feed = Feed(of: Item.self).droppingBadItems
        feed.errorsPerItem = 10
        feed.maxItemBytes = 11
        // Only at its end is it known that no other key has a value.
        let json = Array(#"[{"title":null,"other":1},{"name":""}]"#.utf8)
        for size in [1, 7, 1_000] {
            let found = try outcomes(of: feed, json, chunks: size) { _ in "an item" }
            #expect(found == ["$[0] itemLimit", "an item"], "in chunks of \(size)")
        }
    }

    @Test(arguments: [FeedFormat?.none, .lines, .concatenated])
    func anItemThatFailsHasAllOfItsErrors(_ format: FeedFormat?) throws {
        var feed = (format.map { Feed(of: Address.self, in: $0) } ?? Feed(of: Address.self)).droppingBadItems
        feed.errorsPerItem = 3
        let items = [
            #"{"street": "a", "city": "b"}"#, #"{"street": 1, "city": 2}"#, #"{"street": 1}"#, "7",
            #"{"street": "c", "city": "d"}"#, #"{"street": {}, "city": []}"#,
        ]
        let json = format == nil ? "[\(items.joined(separator: ","))]" : items.joined(separator: "\n")
        for size in [1, 7, 1_000] {
            let found = try outcomes(of: feed, Array(json.utf8), chunks: size) { "\($0.street) in \($0.city)" }
            #expect(
                found == [
                    "a in b", "$[1].street typeMismatch, $[1].city typeMismatch",
                    "$[2].street typeMismatch, $[2] missingKeys", "$[3] typeMismatch", "c in d",
                    "$[5].street typeMismatch, $[5].city typeMismatch",
                ])
        }
    }

    struct Trip: Model {
        var name: String
        var days: Int?
        var stops: [Int]?
    }

    @Test(arguments: [1, 4])
    func anItemThatIsWholeWithoutAValueFailsAllTheSame(threads: Int) throws {
        var feed = Feed(of: Trip.self, in: .lines).droppingBadItems
        feed.errorsPerItem = 2
        feed.concurrency = threads
        let json = """
            {"name": "a"}
            {"name": "b", "days": "x"}
            {"name": "c", "stops": [1, "y", "z", "w"]}
            {"name": "d"}
            {"name": 5, "days": tru}
            """
        var reader = feed.reader(of: Array(json.utf8))
        var found: [String] = []
        while let result = try reader.nextResult() {
            switch result {
            case .success(let trip): found.append(trip.item.name)
            case .failure(let failure):
                found.append(failure.errors.map { "\($0.path) \($0.code)" }.joined(separator: ", "))
                #expect(failure.error == failure.errors[0])
            }
        }
        #expect(
            found == [
                "a", "$[1].days typeMismatch", "$[2].stops[1] typeMismatch, $[2].stops[2] typeMismatch", "d",
                "$[4].name typeMismatch, $[4].days unexpectedToken",
            ])
    }

    private func outcomes<Item>(
        of feed: Feed<Item>, _ json: [UInt8], chunks: Int, text: (Item) -> String
    ) throws -> [String] {
        var parser = feed.parser()
        var found: [String] = []
        func take() throws {
            while let result = try parser.nextResult() {
                switch result {
                case .success(let entry): found.append(text(entry.item))
                case .failure(let failure):
                    found.append(failure.errors.map { "\($0.path) \($0.code)" }.joined(separator: ", "))
                }
            }
        }
        for chunk in json.chunks(of: chunks) {
            parser.feed(Array(chunk))
            try take()
        }
        parser.finish()
        try take()
        return found
    }

    @Test("A variant is not made of a value that lacks a part, whose error is the only one")
    func variantsOfIncompleteValues() {
        struct Refused: Error {}
        enum Pair: Polymorphic {
            case list([Int])
            static let variants = Variants<Pair>(
                .key("t", content: "c"),
                .case("l") { (list: [Int]) throws -> Pair in
                    guard list.count == 2 else { throw Refused() }
                    return .list(list)
                })
        }
        enum Outer: Polymorphic {
            case list([Int])
            static let variants = Variants<Outer>(
                .external,
                .case("l") { (list: [Int]) throws -> Outer in
                    guard list.count == 2 else { throw Refused() }
                    return .list(list)
                })
        }
        expectErrors(
            [Pair].self, #"[{"t":"l","c":[1,"x"]},{"t":"l","c":[1,2]}]"#,
            #"$[0].c[1]: expected Int, found the string "x" (typeMismatch, line 1, column 18, offset 17)"#)
        expectErrors(
            [Outer].self, #"[{"l":[1,"x"]},{"l":[1,2]}]"#,
            #"$[0].l[1]: expected Int, found the string "x" (typeMismatch, line 1, column 10, offset 9)"#)
    }

    @Test("The error of a constraint shows the value, also if it is one of several variants without tags")
    func constraintsOfTriedVariants() throws {
        enum Size: Polymorphic, Equatable {
            case number(Int), name(String)
            static let variants = Variants<Size>(.untagged, .case(Size.number), .case(Size.name))
        }
        struct Shirt: Model, Equatable {
            var size: Size?
            static let mapping = Mapping(.check(\Shirt.size, .oneOf([.number(1), .name("L")])))
        }
        for (value, found) in [("2", "the number 2"), (#""M""#, #"the string "M""#)] {
            let line =
                #"$.size: expected one of number(1), name("L"), found \#(found)"#
                + " (invalidValue, line 1, column 9, offset 8)"
            let json = #"{"size":\#(value)}"#
            #expect(refusal(of: Shirt.self, json) == line)
            expectErrors(Shirt.self, json, line)
            let (shirt, errors) = try recovered(Shirt.self, json, decoder: .with { $0.mismatches = .useDefault })
            #expect(shirt == Shirt() && errors == [line])
        }
    }

    // MARK: - Expectations

    private func expectErrors<Value>(
        _ type: Value.Type, _ json: String, by decoder: ModelDecoder = ModelDecoder(), _ expected: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for parser in Parser.all {
            var decoder = decoder
            decoder.parser = parser
            do throws(ModelErrors) {
                _ = try decoder.decodeCollectingErrors(type, from: json)
                Issue.record("no errors are found", sourceLocation: sourceLocation)
            } catch {
                let found = error.map { $0.description.split(separator: ";")[0] }
                for (found, expected) in zip(found, expected) where found != expected {
                    Issue.record("found \(found), not \(expected)", sourceLocation: sourceLocation)
                }
                #expect(found.count == expected.count, "\(error)", sourceLocation: sourceLocation)
            }
        }
    }
}
