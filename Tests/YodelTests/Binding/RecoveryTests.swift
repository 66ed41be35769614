import Testing

@testable import Yodel

/// Values that do not match, if the model allows dropping them.
@Suite struct RecoveryTests {
    private struct Book: Model, Equatable {
        var title: String
        var pages: Int = 0
        var author: Author?
        var year: Int8?
        var tags: [String] = []

        static let mapping = Mapping(
            .default(\Book.pages, 100), .default(\Book.tags, ["none"]),
            .onMismatch(\Book.pages, .useDefault), .onMismatch(\Book.author, .useDefault),
            .onMismatch(\Book.year, .useDefault), .onMismatch(\Book.tags, .useDefault))
    }

    @Test(arguments: [
        #"{"pages":"many","title":"t"}"#, #"{"pages":1.5,"title":"t"}"#, #"{"pages":99999999999999999999,"title":"t"}"#,
        #"{"pages":[1,[2,{"pages":3}]],"title":"t"}"#, #"{"pages":{"pages":{},"a":[]},"title":"t"}"#,
        #"{"title":"t","pages":true}"#, #"{"title":"t","pages":[]}"#, #"{"title":"t","pages":null}"#,
        #"{"title":"t","author":{}}"#, #"{"title":"t","author":{"name":[{"name":"n"}]}}"#,
        #"{"title":"t","author":{"nom":[{}],"name":7,"age":{}}}"#, #"{"title":"t","author":["n"]}"#,
        #"{"title":"t","year":128}"#, #"{"title":"t","tags":["a",["b"],"c"]}"#, #"{"title":"t","tags":{"a":"b"}}"#,
    ])
    func aFieldIsAsIfItWereAbsent(_ json: String) throws {
        let (book, errors) = try recovered(Book.self, json)
        #expect(book == Book(title: "t", pages: 100, tags: ["none"]))
        #expect(errors.count == 1)
        expectDecoded(Book.self, json, as: book)
        expectDecoded([Book].self, "[\(json),\(json)]", as: [book, book])
    }

    @Test func theReportHasTheErrorsThatWereNotThrown() {
        let json = """
            {"title": "t", "pages": "many",
             "author": {"name": 7}, "year": 1e3,
             "tags": ["a", null, "b"]}
            """
        expectRecovered(
            json, as: Book(title: "t", pages: 100, tags: ["none"]),
            errors: [
                #"$.pages: expected Int, found the string "many" (typeMismatch, line 1, column 25, offset 24)"#,
                "$.author.name: expected String, found the number 7 (typeMismatch, line 2, column 21, offset 52); conversions = .lenient converts it",
                "$.year: expected Int8?, found the number 1e3 (numberOutOfRange, line 2, column 33, offset 64)",
                "$.tags[1]: expected String, found null (nullValue, line 3, column 16, offset 84)",
            ])
    }

    @Test func otherFieldsAreAsStrictAsEver() {
        #expect(
            refusal(of: Book.self, #"{"pages":"many","title":7}"#)
                == "$.title: expected String, found the number 7 (typeMismatch, line 1, column 25, offset 24); conversions = .lenient converts it"
        )
        #expect(
            refusal(of: Book.self, #"{"author":{}}"#)
                == #"$: missing keys: "title" (missingKeys, line 1, column 13, offset 12)"#)
    }

    @Test func textThatIsNoJSONIsAnErrorInsideTheValueToo() {
        let paths = [
            #"{"title":"t","author":{"name":7,"x":[1"#: "$.author: the document ends early (unexpectedEnd",
            #"{"title":"t","author":{"name":7,"x":[1,}]}}"#: "$.author: expected a value, found '}' (unexpectedToken",
            #"{"title":"t","author":[1,{"a":tru}]}"#: "$.author: found 'tru' (unexpectedToken",
        ]
        for (json, text) in paths {
            let refusal = refusal(of: Book.self, json)
            #expect(refusal.hasPrefix(text), "\(refusal)")
        }
        #expect(
            refusal(of: Book.self, #"{"title":"t","author":[[[]]]}"#, decoder: .with { $0.limits.depth = 3 })
                == "$.author: expected at most 3 levels (depthLimit, line 1, column 25, offset 24); a higher limits.depth allows it"
        )
    }

    /// Decodes something itself, for which its thread has no stack.
    private struct Asking: Model, Equatable, DidDecodeModel {
        var id: Int

        mutating func didDecode() throws {
            throw atEndOfStack { modelError { try ModelDecoder().decode([Int].self, from: "[1]") } }!
        }
    }

    /// The same in an `init(from:)`.
    private struct AskingPart: Decodable, Equatable {
        init(from decoder: any Decoder) throws {
            struct Plain: Decodable { var id: Int }
            _ = try atEndOfStack { Result { try YodelJSONDecoder().decode(Plain.self, from: #"{"id":1}"#) } }.get()
        }
    }

    /// The same in an `encode(to:)`.
    private struct Saving: Model, Equatable, DidDecodeModel {
        var id: Int

        mutating func didDecode() throws {
            struct Plain: Encodable { var id = 1 }
            _ = try atEndOfStack { Result { try YodelJSONEncoder().encode(Plain()) } }.get()
        }
    }

    @Test("The lack of stack in a client's code is not left out: the value may fit")
    func lackOfStack() {
        struct Askings: Model, Equatable {
            var list: [Asking] = []
            var parts: [AskingPart] = []
            var saved: [Saving] = []
            static let mapping = Mapping(
                .default(\Askings.list, []), .default(\Askings.parts, []), .default(\Askings.saved, []))
        }
        let lenient = ModelDecoder.with {
            $0.badElements = .drop
            $0.mismatches = .useDefault
        }
        for key in ["list", "parts", "saved"] {
            let error = modelError { try lenient.decode(Askings.self, from: #"{"\#(key)":[{"id":1}]}"#) }
            error.expect(.depthLimit, path: "$.\(key)[0]", expected: CallStack.expectation)
        }
    }

    @Test("Nor is another variant tried then")
    func lackOfStackInVariants() {
        struct Plain: Model { var id: Int }
        enum Either: Polymorphic {
            case asking(Asking), plain(Plain)
            static let variants = Variants<Either>(
                .untagged, .case("asking", Either.asking), .case("plain", Either.plain))
        }
        #expect(modelError { try ModelDecoder().decode([Either].self, from: #"[{"id":1}]"#) }?.code == .depthLimit)
    }

    @Test("Nor does an update or a migration call the value invalid then")
    func lackOfStackAfterDecoding() {
        struct Holder: Model { var asking: Asking }
        struct Moved: VersionedModel {
            var id: Int
            static var modelVersion: Int { 2 }
            static func migrate(_ object: inout JSONObject, from version: Int) throws {
                var asking = Asking(id: 1)
                try asking.didDecode()
            }
        }
        let holder = Holder(asking: Asking(id: 1))
        let update = modelError {
            var holder = holder
            try ModelDecoder().update(&holder, from: #"{"asking":{"id":2}}"#)
        }
        update.expect(.depthLimit, at: 17, path: "$.asking", expected: CallStack.expectation)
        let archive = modelError {
            try ModelDecoder().decodeArchive(Moved.self, from: #"{"model":"Moved","version":1,"value":{"id":1}}"#)
        }
        archive.expect(.depthLimit, path: "$.value", expected: CallStack.expectation)
    }

    @Test func theDecoderCanSayItForFieldsThatHaveADefault() {
        struct Plain: Model, Equatable {
            var title: String
            var pages: Int?
            var author: Author?
        }
        let decoder = ModelDecoder.with { $0.mismatches = .useDefault }
        expectRecovered(#"{"title":"t","pages":"x","author":{"name":null}}"#, as: Plain(title: "t"), decoder: decoder)
        #expect(
            refusal(of: Plain.self, #"{"title":7,"pages":"x"}"#, decoder: decoder)
                == "$.title: expected String, found the number 7 (typeMismatch, line 1, column 10, offset 9); conversions = .lenient converts it"
        )
        // The nearest field that may be dropped is dropped.
        struct Outer: Model, Equatable { var inner: Plain? }
        expectRecovered(
            #"{"inner":{"title":"t","author":{"name":[]}}}"#, as: Outer(inner: Plain(title: "t")), decoder: decoder)
        expectRecovered(#"{"inner":{"title":1}}"#, as: Outer(), decoder: decoder)
    }

    @Test func aFieldCanBeStricterThanTheDecoder() {
        struct Strict: Model {
            var pages: Int?
            static let mapping = Mapping(.onMismatch(\Strict.pages, .error))
        }
        #expect(
            refusal(of: Strict.self, #"{"pages":"x"}"#, decoder: .with { $0.mismatches = .useDefault })
                == #"$.pages: expected Int?, found the string "x" (typeMismatch, line 1, column 10, offset 9)"#)
    }

    @Test func defaultsOfEveryKindAreFallenBackOn() {
        struct Settings: DefaultedModel, Equatable {
            var size = 12
            var name: String? = "n"
        }
        final class Window: DefaultedModel, Equatable {
            var title = "untitled"
            var settings = Settings()
            static func == (left: Window, right: Window) -> Bool {
                left.title == right.title && left.settings == right.settings
            }
            init() {}
        }
        let decoder = ModelDecoder.with { $0.mismatches = .useDefault }
        expectRecovered(#"{"size":"x","name":7}"#, as: Settings(), decoder: decoder)
        let window = Window()
        expectRecovered(Window.self, #"{"title":[],"settings":7}"#, as: window, decoder: decoder)
        window.settings.name = nil
        expectRecovered(Window.self, #"{"settings":{"name":null,"size":[]},"title":0}"#, as: window, decoder: decoder)
    }

    @Test func whatIsUnknownOrThereTwiceCostsTheObject() throws {
        let decoder = ModelDecoder.with {
            $0.unknownKeys = .error
            $0.duplicateKeys = .error
        }
        let (book, errors) = try recovered(
            Book.self, #"{"title":"t","author":{"name":"n","age":[7]},"pages":1}"#, decoder: decoder)
        #expect(book == Book(title: "t", pages: 1, tags: ["none"]))
        #expect(
            errors == [
                #"$.author.age: found the unknown key "age" (unknownKey, line 1, column 35, offset 34); unknownKeys = .ignore skips it"#
            ])
        expectRecovered(
            Book.self, #"{"author":{"name":"n","name":"m"},"title":"t","pages":1}"#, as: book, decoder: decoder)
        // The key is wrong here, not the field's value.
        #expect(
            refusal(of: Book.self, #"{"title":"t","pages":1,"pages":2}"#, decoder: decoder)
                == "$.pages: found the key twice (duplicateKey, line 1, column 24, offset 23); duplicateKeys = .last takes the last value"
        )
    }

    @Test func wrappersAndFixedArraysGoAsAWhole() throws {
        struct Refused: Error {}
        struct Even: ModelScalar, Equatable {
            var number: Int
            init(scalar: JSONScalar) throws {
                guard case .number(let text) = scalar, let number = Int(text.text), number % 2 == 0 else {
                    throw Refused()
                }
                self.number = number
            }
            var scalar: JSONScalar { .number(JSONNumber(number)) }
        }
        struct Box: Model, Equatable {
            var even: Even?
            var lives: Indirect<Int>?
        }
        let decoder = ModelDecoder.with { $0.mismatches = .useDefault }
        expectRecovered(
            #"{"even":3,"lives":"x"}"#, as: Box(), decoder: decoder,
            errors: [
                "$.even: expected Even?, found the number 3 (invalidValue, line 1, column 9, offset 8): Refused()",
                #"$.lives: expected Int, found the string "x" (typeMismatch, line 1, column 19, offset 18)"#,
            ])
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        struct Point: Model { var place: InlineArray<2, Int>? }
        for json in [#"{"place":[1,"x"]}"#, #"{"place":[1]}"#, #"{"place":[1,2,3]}"#, #"{"place":7}"#] {
            let point = try decodeEveryWay(Point.self, json, decoder: decoder) { $0.place == nil }
            #expect(point.place == nil)
        }
    }

    @Test func textWithinTheDocumentReportsItsOwn() throws {
        struct Inner: Model, Equatable { var numbers: [Int] }
        struct Box: Model, Equatable {
            var inner: Inner
            static let mapping = Mapping(.transform(\Box.inner, by: .jsonText))
        }
        let decoder = ModelDecoder.with { $0.badElements = .drop }
        let (box, errors) = try recovered(Box.self, #"{"inner":"{\"numbers\":[1,true,2]}"}"#, decoder: decoder)
        #expect(box == Box(inner: Inner(numbers: [1, 2])))
        #expect(errors.count == 1)
        #expect(
            errors[0].hasPrefix(
                "$.inner.numbers[1]: expected Int, found true (typeMismatch, line 1, column 10, offset 9)"))
    }

    @Test func aPropertyMadeOfPartsHasNoValueOfItsOwn() {
        struct Box: Model, Equatable {
            var sum: Int?
            static let mapping = Mapping(.compose(\Box.sum, from: "a", "b", by: { (a: Int, b: Int) in a + b }))
        }
        // A part that does not match is not just absent: the whole would be made from the rest.
        let decoder = ModelDecoder.with {
            $0.mismatches = .useDefault
            $0.badElements = .drop
        }
        expectRecovered(#"[{"a":1,"b":"x"},{"a":1,"b":2},{}]"#, as: [Box(sum: 3), Box()], decoder: decoder)
    }

    // MARK: - Null

    @Test func nullCanBeSettledFieldByField() throws {
        struct Book: Model, Equatable {
            var title: String?
            var pages: Int = 0
            var year: Int?
            var extra: JSONValue
            static let mapping = Mapping(
                .default(\Book.title, "untitled"), .onNull(\Book.title, .useDefault),
                .default(\Book.pages, 1), .onNull(\Book.pages, .useDefault),
                .onNull(\Book.year, .error),
                .default(\Book.extra, 0), .onNull(\Book.extra, .useDefault))
        }
        let book = Book(title: "untitled", pages: 1, extra: 0)
        expectDecoded(Book.self, #"{"title":null,"pages":null,"extra":null}"#, as: book)
        expectDecoded(
            #"{"title":"t","pages":2,"year":3,"extra":[]}"#, as: Book(title: "t", pages: 2, year: 3, extra: []))
        #expect(
            refusal(of: Book.self, #"{"year":null}"#)
                == "$.year: expected Int, found null (nullValue, line 1, column 9, offset 8)")
        #expect(
            refusal(of: Book.self, #"{"year":"null"}"#, decoder: .with { $0.conversions = .lenient })
                == #"$.year: expected Int, found the string "null" (nullValue, line 1, column 9, offset 8)"#)
        // The last one counts.
        expectDecoded(Book.self, #"{"title":"t","title":null}"#, as: book)
        #expect(try decodeEveryWay(Book.self, #"{"title":null,"title":"t"}"#).title == "t")
    }

    @Test func aFieldsOwnPolicyGoesBeforeTheDecoders() {
        struct Book: Model, Equatable {
            var pages: Int = 0
            static let mapping = Mapping(.default(\Book.pages, 1), .onNull(\Book.pages, .error))
        }
        let lenient = ModelDecoder.with {
            $0.nulls = .useDefault
            $0.mismatches = .useDefault
        }
        #expect(
            refusal(of: Book.self, #"{"pages":null}"#, decoder: lenient)
                == "$.pages: expected Int, found null (nullValue, line 1, column 10, offset 9)")
        expectDecoded(#"{"pages":[]}"#, as: Book(pages: 1), decoder: lenient)
    }

    @Test func aNullThatIsRefusedReplacesNoEarlierValue() {
        struct Book: Model, Equatable {
            var tags: [String]
            static let mapping = Mapping(
                .default(\Book.tags, ["a"]), .onNull(\Book.tags, .error), .onMismatch(\Book.tags, .useDefault))
        }
        for missing in [MissingCollections.error, .empty] {
            #expect(
                refusal(of: Book.self, #"{"tags":[],"tags":null}"#, decoder: .with { $0.missingCollections = missing })
                    == "$.tags: expected [String], found null (nullValue, line 1, column 19, offset 18)")
        }
    }

    @Test func nullOfSeveralKeysIsSettledAtTheEnd() {
        struct Book: Model, Equatable {
            var title: String?
            var pages: Int = 0
            var year: Int?
            static let mapping = Mapping(
                .map(\Book.title, to: "title", "name", default: "untitled"), .onNull(\Book.title, .useDefault),
                .map(\Book.pages, to: "pages", "count", default: 1), .onMismatch(\Book.pages, .useDefault),
                .map(\Book.year, to: "year", "date"), .onNull(\Book.year, .error))
        }
        expectRecovered(
            #"{"title":null,"count":null}"#, as: Book(title: "untitled", pages: 1),
            errors: [
                "$.count: expected Int, found null (nullValue, line 1, column 23, offset 22); nulls = .useDefault uses the default"
            ])
        expectDecoded(#"{"title":null,"name":"n","date":3,"year":null}"#, as: Book(title: "n", pages: 1, year: 3))
        #expect(
            refusal(of: Book.self, #"{"date":null}"#)
                == "$.date: expected Int, found null (nullValue, line 1, column 9, offset 8)")
    }

    @Test func inAnUpdateANullThatIsNotLetInChangesNothing() throws {
        struct Book: Model, Equatable {
            var title: String?
            var author: Author?
            static let mapping = Mapping(.onNull(\Book.title, .useDefault), .onNull(\Book.author, .useDefault))
        }
        let before = Book(title: "t", author: Author(name: "n"))
        var book = before
        try ModelDecoder().update(&book, from: #"{"title":null,"author":null}"#)
        #expect(book == before)
        try ModelDecoder().update(&book, from: #"{"author":{"name":"m"},"author":null,"title":"u","title":null}"#)
        #expect(book == before)
    }
}
