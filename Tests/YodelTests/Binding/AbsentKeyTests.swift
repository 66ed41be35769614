import Testing

@testable import Yodel

/// A property whose key is missing from the document: nil, a default, or one of the missing keys in the error.
@Suite struct AbsentKeyTests {
    private struct Author: Model, Equatable {
        var name: String
        var born: Int?
    }

    private struct Book: Model, Equatable {
        var title: String
        var subtitle: String?
        var pages: Int
        var authors: [Author]
        var series: Author?
        var depth: Int??
    }

    // MARK: - Optional

    @Test func anAbsentOptionalIsNil() throws {
        let book = try decodeEveryWay(Book.self, #"{"title": "Dune", "pages": 412, "authors": []}"#)
        #expect(book == Book(title: "Dune", subtitle: nil, pages: 412, authors: [], series: nil, depth: nil))
    }

    @Test func anObjectOfOptionalsMayBeEmpty() throws {
        struct Note: Model, Equatable {
            var text: String?
            var lines: [String]?
            var count: Int?
            var ratio: Double??
            var next: Author?
        }
        #expect(try decodeEveryWay([Note].self, "[{}, {}]") == [Note(), Note()])
    }

    @Test func anAbsentWrappedOptionalIsAWrapperAroundNil() throws {
        let chain = try decodeEveryWay(Link.self, #"{"name": "a"}"#, comparing: \.name)
        #expect(chain.next == nil)
        #expect(try decodeEveryWay(Volume.self, #"{"low": 3}"#) == Volume(low: 3, high: nil))
    }

    private struct Link: Model {
        var name: String
        @Indirect var next: Link?
    }

    @propertyWrapper
    private struct Clamped<Value: Equatable>: ModelWrapper, Equatable {
        var wrappedValue: Value
        var limit = 11
        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }

    private struct Volume: Model, Equatable {
        @Clamped var low: Int
        @Clamped var high: Int?
    }

    // MARK: - Missing

    @Test func theErrorListsEveryMissingKeyInTheOrderOfTheProperties() {
        let json = #"{"subtitle": "x", "pages": 1}"#
        #expect(
            refusal(of: Book.self, json)
                == #"$: missing keys: "title", "authors" (missingKeys, line 1, column 29, offset 28)"#)
        #expect(
            refusal(of: Book.self, "{}")
                == #"$: missing keys: "title", "pages", "authors" (missingKeys, line 1, column 2, offset 1)"#)
    }

    @Test func theListIsPartOfTheError() throws {
        let error = try #require(throws: ModelError.self) {
            try ModelDecoder().decode(Book.self, from: #"{"pages":1}"#)
        }
        #expect(error.code == .missingKeys)
        #expect(error.missingKeys == ["title", "authors"])
        #expect(error.path == JSONPath())
        #expect(error.offset == 10)
    }

    @Test func missingKeysAreThoseOfTheInnermostObjectThatEnds() {
        #expect(
            refusal(of: Book.self, #"{"authors": [{"name": "a"}, {"born": 1}]}"#)
                == #"$.authors[1]: missing keys: "name" (missingKeys, line 1, column 39, offset 38)"#)
        #expect(
            refusal(of: [String: Author].self, #"{"a": {"name": "x"}, "b c": {}}"#)
                == #"$["b c"]: missing keys: "name" (missingKeys, line 1, column 30, offset 29)"#)
        #expect(
            refusal(of: Book.self, #"{"title": "", "series": {}}"#)
                == #"$.series: missing keys: "name" (missingKeys, line 1, column 26, offset 25)"#)
    }

    @Test func aMissingKeyIsCalledWhatTheDocumentWouldCallIt() {
        struct Mapped: Model {
            var title: String
            var author: String
            var dotted: Int
            @Clamped var volume: Int
            var plain: Int

            static let mapping = Mapping(
                .map(\Mapped.title, to: "name", "title"), .map(\Mapped.author, to: "meta.author"),
                .map(\Mapped.dotted, to: .literal("a.b")))
        }
        let expected = #"$: missing keys: "name", "meta.author", "a.b", "volume", "plain" "#
        #expect(refusal(of: Mapped.self, "{}") == expected + "(missingKeys, line 1, column 2, offset 1)")
        let snake = ModelDecoder.with { $0.keys = .upperSnakeCase }
        #expect(
            refusal(of: Author.self, "{}", decoder: snake)
                == #"$: missing keys: "NAME" (missingKeys, line 1, column 2, offset 1)"#)
    }

    /// The bits of more than 64 fields need several words.
    @Test func missingKeysBeyondTheSixtyFourthAreListedToo() throws {
        let present = (0..<70).filter { ![3, 63, 64, 69].contains($0) }.map { #""f\#($0)": \#($0)"# }
        let json = "{" + present.joined(separator: ", ") + "}"
        let error = try #require(throws: ModelError.self) {
            try decodeEveryWay(Wide.self, json, comparing: \.f0)
        }
        #expect(error.missingKeys == ["f3", "f63", "f64", "f69"])
        let whole = "{" + (0..<70).map { #""f\#($0)": \#($0)"# }.joined(separator: ", ") + "}"
        let wide = try decodeEveryWay(Wide.self, whole, comparing: \.f69)
        #expect([wide.f0, wide.f63, wide.f64, wide.f69] == [0, 63, 64, 69])
    }

    private struct Wide: Model {
        var f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21: Int
        var f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38, f39, f40, f41: Int
        var f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61: Int
        var f62, f63, f64, f65, f66, f67, f68, f69: Int
    }

    // MARK: - Defaults

    private struct Settings: DefaultedModel, Equatable {
        var theme = "light"
        var size = 12
        var nickname: String? = "none"
        var tags: [String] = ["a"]
        @Clamped var volume = 7
    }

    @Test func anAbsentPropertyOfADefaultedModelIsWhatInitGives() throws {
        #expect(try decodeEveryWay(Settings.self, "{}") == Settings())
        #expect(
            try decodeEveryWay(Settings.self, #"{"size": 1, "volume": 3}"#)
                == Settings(theme: "light", size: 1, nickname: "none", tags: ["a"], volume: 3))
    }

    @Test func anAbsentPropertyOfAnObjectOfAClassIsWhatInitGives() throws {
        let decoded = try decodeEveryWay([Person].self, #"[{}, {"age": 3}]"#) { $0.map { "\($0.name) \($0.age)" } }
        #expect(decoded.map(\.name) == ["nobody", "nobody"])
        #expect(decoded.map(\.age) == [99, 3])
    }

    private final class Person: DefaultedModel {
        var name = "nobody"
        var age = 0
        init() { age = 99 }
    }

    @Test func aDefaultOfTheMappingGoesBeforeInitAndBeforeNil() throws {
        struct Mixed: DefaultedModel, Equatable {
            var a = "init"
            var b = "init"
            var c: String?
            static let mapping = Mapping(.default(\Mixed.a, "mapping"), .default(\Mixed.c, "mapping"))
        }
        #expect(try decodeEveryWay(Mixed.self, "{}") == Mixed(a: "mapping", b: "init", c: "mapping"))
        struct Plain: Model, Equatable {
            var a: String
            var b: Int?
            static let mapping = Mapping(.map(\Plain.a, to: "x", "y", default: "d"), .default(\Plain.b, 5))
        }
        #expect(try decodeEveryWay(Plain.self, "{}") == Plain(a: "d", b: 5))
        #expect(try decodeEveryWay(Plain.self, #"{"b": null, "y": "z"}"#) == Plain(a: "z", b: nil))
    }

    @Test func anIgnoredPropertyIsNilOrItsDefaultWhateverTheDocumentSays() throws {
        struct Cached: Model, Equatable {
            var name: String
            var cache: [Int]?
            var hits: Int
            static let mapping = Mapping(.ignore(\Cached.cache), .ignore(\Cached.hits, default: 4))
        }
        let json = #"{"cache": [1], "name": "a", "hits": {"x": 1}}"#
        #expect(try decodeEveryWay(Cached.self, json) == Cached(name: "a", cache: nil, hits: 4))
        let strict = ModelDecoder.with { $0.unknownKeys = .error }
        #expect(
            refusal(of: Cached.self, json, decoder: strict)
                == #"$.cache: found the unknown key "cache" (unknownKey, line 1, column 2, offset 1); unknownKeys = .ignore skips it"#
        )
    }

    @Test func aPropertyThatIsNotListedKeepsWhatInitGives() throws {
        struct Listed: DefaultedModel, Equatable {
            var name = "n"
            var size = 1
            var kept = "k"
            static let mapping = Mapping.listing(.map(\Listed.name, to: "title"), .map(\Listed.size))
        }
        #expect(try decodeEveryWay(Listed.self, "{}") == Listed())
        #expect(
            try decodeEveryWay(Listed.self, #"{"kept": 3, "title": "t", "size": 2}"#)
                == Listed(name: "t", size: 2, kept: "k"))
    }
}
