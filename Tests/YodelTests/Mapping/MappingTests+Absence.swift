import Testing

@testable import Yodel

@Suite("Required and empty properties")
struct MappingAbsenceTests {
    struct User: Model, Equatable {
        var nick: String?
        var mail: String?
        var age: Int?
        static let mapping = Mapping(.required(\User.nick), .required(\User.mail, allowsNull: false))
    }

    @Test("A key may be required although the property is Optional; null is accepted unless refused explicitly")
    func required() {
        expectRoundTrip(
            User(nick: nil, mail: "m"), #"{"nick":null,"mail":"m"}"#,
            writtenAs: #"{"nick":null,"mail":"m","age":null}"#, inEveryPlace: false, encoder: nulls)
        expectErrorAtMark(.missingKeys, path: "$", missing: ["nick", "mail"], decoding: User.self, #"{"age":1▸}"#)
        expectErrorAtMark(
            .nullValue, path: "$.mail", expected: "String", found: "null", decoding: User.self,
            #"{"nick":"n","mail":▸null}"#)
    }

    @Test("A required key may refuse null for a wrapper of an Optional and for any JSON, too")
    func refusedNulls() throws {
        struct Wrapped: Model, Equatable {
            @Indirect var size: Int?
            var twice: Indirect<Int?>?
            var any: JSONValue
            static let mapping = Mapping(
                .required(\Wrapped._size, allowsNull: false), .required(\Wrapped.twice, allowsNull: false),
                .required(\Wrapped.any, allowsNull: false))
        }
        #expect(
            try decodeEveryWay(Wrapped.self, #"{"size":1,"twice":2,"any":[]}"#)
                == Wrapped(size: 1, twice: Indirect(wrappedValue: 2), any: []))
        expectErrorAtMark(.nullValue, path: "$.size", decoding: Wrapped.self, #"{"size":▸null,"twice":2,"any":[]}"#)
        expectErrorAtMark(.nullValue, path: "$.twice", decoding: Wrapped.self, #"{"size":1,"twice":▸null,"any":[]}"#)
        expectErrorAtMark(.nullValue, path: "$.any", decoding: Wrapped.self, #"{"size":1,"twice":2,"any":▸null}"#)
        var wrapped = Wrapped(size: 1, twice: Indirect(wrappedValue: 2), any: [])
        #expect(throws: ModelError.self) { try ModelDecoder().update(&wrapped, from: #"{"size":null}"#) }
        #expect(wrapped.size == 1)
    }

    @Test("A required key may refuse null for a collection that the decoder would make empty")
    func refusedEmptyCollections() {
        struct Lists: Model, Equatable {
            var plain: [Int]
            var optional: [Int]?
            @Indirect var wrapped: [Int]
            var nullable: [Int]
            static let mapping = Mapping(
                .required(\Lists.plain, allowsNull: false), .required(\Lists.optional, allowsNull: false),
                .map(\Lists.optional, to: "optional", "other"), .required(\Lists._wrapped, allowsNull: false),
                .required(\Lists.nullable))
        }
        let decoder = ModelDecoder.with { $0.missingCollections = .empty }
        expectDecoded(
            #"{"plain":[],"optional":[],"wrapped":[],"nullable":null}"#,
            as: Lists(plain: [], optional: [], wrapped: [], nullable: []), decoder: decoder)
        for (path, json) in [
            ("$.plain", #"{"plain":▸null,"optional":[],"wrapped":[],"nullable":[]}"#),
            ("$.optional", #"{"plain":[],"optional":▸null,"wrapped":[],"nullable":[]}"#),
            ("$.wrapped", #"{"plain":[],"optional":[],"wrapped":▸null,"nullable":[]}"#),
        ] {
            expectErrorAtMark(.nullValue, path: path, decoding: Lists.self, json, decoder: decoder)
            #expect(expectErrorAtMark(.nullValue, path: path, decoding: Lists.self, json)?.hint == nil)
        }
    }

    private var nulls: ModelEncoder { .with { $0.nils = .null } }

    @Test("A key may be required although init() has a value")
    func requiredDefaults() throws {
        struct Settings: DefaultedModel, Equatable {
            var theme = "light"
            var size: Int? = 3
            static let mapping = Mapping(
                .required(\Settings.theme), .required(\Settings.size), .map(\Settings.size, to: "s", "size"))
        }
        final class Object: DefaultedModel {
            var theme = "light"
            static let mapping = Mapping(.required(\Object.theme))
        }
        expectDecoded(#"{"size":null,"theme":"d"}"#, as: Settings(theme: "d", size: nil))
        expectErrorAtMark(.missingKeys, path: "$", missing: ["theme", "s"], decoding: Settings.self, "{▸}")
        expectErrorAtMark(.missingKeys, path: "$", decoding: Object.self, "{▸}")
        #expect(try updated(Settings(), by: "{}") == Settings(), "an update may leave out what it likes")
    }

    struct Lists: Model, Equatable {
        var tags: [String]
        var more: Set<Int>?
        var map: [String: Int]
        var ranked: [Int]
        var object: JSONObject?
        static let mapping = Mapping(
            .emptyWhenAbsent(\Lists.tags), .emptyWhenAbsent(\Lists.more), .emptyWhenAbsent(\Lists.map),
            .emptyWhenAbsent(\Lists.ranked), .map(\Lists.ranked, to: "r", "s"))
    }

    @Test("Collections that are absent or null are empty if the mapping says so")
    func empty() throws {
        let empty = Lists(tags: [], more: [], map: [:], ranked: [])
        expectDecoded(Lists.self, "{}", as: empty)
        expectDecoded(Lists.self, #"{"tags":null,"more":null,"map":null,"r":null,"s":null}"#, as: empty)
        expectDecoded(#"{"tags":["a"],"r":null,"s":[1]}"#, as: Lists(tags: ["a"], more: [], map: [:], ranked: [1]))
        expectErrorAtMark(.typeMismatch, path: "$.tags", decoding: Lists.self, #"{"tags":▸{}}"#)
        expectErrorAtMark(.nullValue, path: "$.tags[0]", decoding: Lists.self, #"{"tags":[▸null]}"#)
        var lists = Lists(tags: ["a"], more: [1], map: ["a": 1], ranked: [1])
        try ModelDecoder().update(&lists, from: #"{"more":null}"#)
        #expect(lists == Lists(tags: ["a"], more: [], map: ["a": 1], ranked: [1]))
        lists.tags = ["a"]
        try ModelDecoder.with { $0.nulls = .useDefault }.update(&lists, from: #"{"tags":null}"#)
        #expect(lists.tags == [], "null has a meaning here, and is not as if the key were absent")
        final class Object: DefaultedModel {
            var tags = ["x"]
            static let mapping = Mapping(.emptyWhenAbsent(\Object.tags))
        }
        expectDecoded(Object.self, "{}", as: []) { $0.tags }
    }

    @Test("An option does it for all that are not Optional and have no default")
    func option() {
        struct Plain: Model, Equatable {
            var list: [[Int]]
            var optional: [Int]?
            var defaulted: [Int]
            var required: [Int]?
            var ranked: [String: Int]
            static let mapping = Mapping(.default(\Plain.defaulted, [1]), .map(\Plain.ranked, to: "a", "b"))
        }
        let decoder = ModelDecoder.with { $0.missingCollections = .empty }
        expectDecoded("{}", as: Plain(list: [], defaulted: [1], ranked: [:]), decoder: decoder)
        expectDecoded(
            #"{"list":[null,[1]],"optional":null,"defaulted":null,"a":null}"#,
            as: Plain(list: [[], [1]], defaulted: [], ranked: [:]), decoder: decoder)
        expectDecoded(
            #"{"defaulted":null}"#, as: Plain(list: [], defaulted: [1], ranked: [:]),
            decoder: .with {
                $0.missingCollections = .empty
                $0.nulls = .useDefault
            })
        struct Transformed: Model, Equatable {
            var sum: [Int]
            static let mapping = Mapping(
                .transform(\Transformed.sum, by: Transform { (numbers: [Int]) in [numbers.reduce(0, +)] }))
        }
        for nulls in [NullPolicy.error, .useDefault] {
            expectDecoded(
                #"{"sum":null}"#, as: Transformed(sum: [0]),
                decoder: .with { ($0.missingCollections, $0.nulls) = (.empty, nulls) })
        }
        expectErrorAtMark(.missingKeys, path: "$", decoding: Plain.self, "{▸}")
        struct Required: Model {
            var list: [Int]
            static let mapping = Mapping(.required(\Required.list))
        }
        expectErrorAtMark(.missingKeys, path: "$", decoding: Required.self, "{▸}", decoder: decoder)
    }

    @Test("The option fills neither lazy collections nor the absent value of a variant")
    func optionDoesNotApply() {
        struct Late: Model { var list: Lazy<[Int]> }
        enum Batch: Polymorphic, Equatable {
            case list([Int])
            static let variants = Variants<Batch>(.key("type", content: "content"), .case("list", Batch.list))
        }
        let decoder = ModelDecoder.with { $0.missingCollections = .empty }
        expectErrorAtMark(.nullValue, path: "$.list", decoding: Late.self, #"{"list":▸null}"#, decoder: decoder)
        expectErrorAtMark(.missingKeys, path: "$", decoding: Late.self, "{▸}", decoder: decoder)
        expectErrorAtMark(.missingKeys, path: "$", decoding: Batch.self, #"{"type":"list"▸}"#, decoder: decoder)
        expectDecoded(#"{"type":"list","content":null}"#, as: Batch.list([]), decoder: decoder)
    }

    @Test("The option does it for collections in wrappers and those that a transform takes, absent as well as null")
    func wrappedCollections() {
        struct Wrapped: Model, Equatable {
            @Indirect var list: [Int]
            @Indirect var map: [String: Indirect<Set<Int>>]
            var optional: Indirect<[Int]>?
            var sum: Int
            static let mapping = Mapping(
                .map(\Wrapped._map, to: "m", "map"),
                .transform(\Wrapped.sum, by: Transform { (numbers: [Int]) in numbers.reduce(0, +) }))
        }
        let decoder = ModelDecoder.with { $0.missingCollections = .empty }
        let empty = Wrapped(list: [], map: [:], optional: nil, sum: 0)
        expectDecoded("{}", as: empty, decoder: decoder)
        expectDecoded(#"{"list":null,"m":null,"sum":null}"#, as: empty, decoder: decoder)
        expectErrorAtMark(.missingKeys, path: "$", missing: ["list", "m", "sum"], decoding: Wrapped.self, "{▸}")
        struct NoNumber: Error {}
        struct Refusing: Model {
            var first: Int
            static let mapping = Mapping(
                .transform(
                    \Refusing.first,
                    by: Transform { (numbers: [Int]) in
                        guard let first = numbers.first else { throw NoNumber() }
                        return first
                    }))
        }
        expectErrorAtMark(.invalidValue, path: "$.first", decoding: Refusing.self, "{▸}", decoder: decoder)
        struct Required: Model {
            @Indirect var list: [Int]
            static let mapping = Mapping(.required(\Required._list))
        }
        expectErrorAtMark(.missingKeys, path: "$", decoding: Required.self, "{▸}", decoder: decoder)
    }

    @Test("Contradictions are named")
    func contradictions() {
        let required = Mapping.Entry.required(\Chosen.maybe)
        expectContradiction(in: required, .default(\Chosen.maybe, 1), naming: "Chosen.maybe", "requires", "default")
        expectContradiction(
            in: required, .ignore(\Chosen.maybe, in: .input), naming: "Chosen.maybe", "requires", "ignores")
        expectContradiction(in: .emptyWhenAbsent(\Chosen.text), naming: "Chosen.text", "String", "array")
    }
}
