import Testing

@testable import Yodel

@Suite("Uses of properties")
struct MappingUseTests {
    struct Account: Model, Equatable {
        var name: String
        var password: String
        var token: String?
        var score: Int
        static let mapping = Mapping(
            .ignore(\Account.password, in: .output), .ignore(\Account.token, in: [.input, .comparison]),
            .ignore(\Account.score, in: .input, default: 7), .map(\Account.score, to: "s"))
    }

    @Test("A property is only read, or only written")
    func directions() throws {
        expectDecoded(
            #"{"name":"n","password":"p","token":1,"s":[]}"#,
            as: Account(name: "n", password: "p", token: nil, score: 7))
        let written = Account(name: "n", password: "p", token: "t", score: 3)
        #expect(try ModelEncoder().encodeText(written) == #"{"name":"n","token":"t","s":3}"#)
        expectErrorAtMark(.missingKeys, path: "$", decoding: Account.self, #"{"name":""▸}"#)
        let strict = ModelDecoder.with { $0.unknownKeys = .error }
        expectErrorAtMark(.unknownKey, path: "$.s", decoding: Account.self, #"{▸"s":1}"#, decoder: strict)
    }

    @Test("The table shows the uses to comparing and copying")
    func flags() throws {
        let meta = try KeyStrategy.asWritten.shape(of: Account.self, TransformSet()).pointee.model!.pointee
        #expect(meta.fields.map(\.isInput) == [true, true, false, false])
        #expect(meta.fields.map(\.isOutput) == [true, false, true, true])
        #expect(meta.fields.map(\.isCompared) == [true, true, false, true])
        #expect(meta.fields.map(\.isCopied) == [true, true, true, true])
    }

    @Test("A property that is not read needs a value from another source")
    func noValue() {
        expectContradiction(in: .ignore(\Chosen.text, in: .input), naming: "Chosen.text", "default")
    }

    @Test("Composed properties have directions as well")
    func composed() throws {
        struct OneWay: DefaultedModel, Equatable {
            var read = ""
            var written = "a b"
            static let mapping = Mapping(
                .compose(\OneWay.read, from: "a", "b", by: { (a: String, b: String) in a + b }, back: { ($0, $0) }),
                .ignore(\OneWay.read, in: .output),
                .compose(\OneWay.written, from: "c", "d", by: { (c: String, d: String) in c + d }, back: { ($0, $0) }),
                .ignore(\OneWay.written, in: .input))
        }
        expectDecoded(#"{"a":"1","b":"2","c":[],"d":{}}"#, as: OneWay(read: "12", written: "a b"))
        #expect(try ModelEncoder().encodeText(OneWay(read: "1")) == #"{"c":"a b","d":"a b"}"#)
    }

    struct Session: Model, Equatable {
        var id: Int
        var user: String?
        var cache: [Int]?
        var state: String
        static let mapping = Mapping.only(\Session.id, \Session.user).adding(
            .map(\Session.id, to: "session_id"), .default(\Session.state, "new"))
    }

    @Test("Only selected properties take part")
    func only() {
        expectRoundTrip(
            Session(id: 1, user: "u", cache: nil, state: "new"),
            #"{"session_id":1,"user":"u","cache":{},"state":5}"#, writtenAs: #"{"session_id":1,"user":"u"}"#)
        struct Left: Model {
            var id: Int
            var more: Int
            static let mapping = Mapping.only(\Left.id)
        }
        expectUnsupported(Left.self, .invalidMapping, naming: "Left.more", "default")
        struct Both: Model {
            var id: Int
            var more: Int?
            static let mapping = Mapping.only(\Both.id).adding(.map(\Both.more, to: "m"))
        }
        expectUnsupported(Both.self, .invalidMapping, naming: "Both.more")
        struct Computed: Model {
            var id: Int
            var more: Int { id }
            static let mapping = Mapping.only(\Computed.id, \Computed.more)
        }
        expectUnsupported(Computed.self, .invalidMapping, naming: "Computed: ", "stored")
        struct Listed: DefaultedModel, Equatable {
            var name = "n"
            var age = 1
            var token = "t"
            static let mapping = Mapping.only(\Listed.name, \Listed.token).adding(.ignore(\Listed.token))
        }
        var listed = Listed()
        listed.name = "a"
        expectRoundTrip(listed, #"{"name":"a","age":2,"token":"x"}"#, writtenAs: #"{"name":"a"}"#)
    }

    @Test("A type's key style overrides the decoder's; exceptions are mapped")
    func spelling() {
        struct Snake: Model, Equatable {
            var userName: String
            var avatarURL: String?
            var innerPoint: Camel?
            static let mapping = Mapping(keys: .snakeCase, .map(\Snake.avatarURL, to: "AVATAR"))
        }
        struct Camel: Model, Equatable { var xValue: Int }
        let value = Snake(userName: "u", avatarURL: "a", innerPoint: Camel(xValue: 1))
        expectRoundTrip(value, #"{"user_name":"u","AVATAR":"a","inner_point":{"xValue":1}}"#)
        expectRoundTrip(
            value, #"{"user_name":"u","AVATAR":"a","inner_point":{"x-value":1}}"#,
            decoder: .with { $0.keys = .kebabCase }, encoder: .with { $0.keys = .kebabCase })
        struct Folding: Model, Equatable {
            var userName: String
            var point: Camel
            static let mapping = Mapping.only(\Folding.userName, \Folding.point).spelling(.caseInsensitive)
        }
        expectDecoded(#"{"USERNAME":"u","Point":{"xValue":1}}"#, as: Folding(userName: "u", point: Camel(xValue: 1)))
        expectErrorAtMark(.missingKeys, path: "$.Point", decoding: Folding.self, #"{"Point":{"XVALUE":1▸}}"#)
    }

    @Test("The table shows the mapping")
    func description() throws {
        struct Shown: Model {
            var password: String
            var place: String
            var pages: [Int]
            var score: Int?
            static let mapping = Mapping(
                .ignore(\Shown.password, in: [.output, .comparison, .copies]),
                .compose(\Shown.place, from: "lat", "p.lon[2]", by: { (lat: Int, lon: Int) in "\(lat)\(lon)" }),
                .ignore(\Shown.score, in: .input), .emptyWhenAbsent(\Shown.pages), .conversions(\Shown.pages, .lenient),
                .transform(\Shown.score, by: .numberInString))
        }
        let lines = try ModelDecoder().tableDescription(of: Shown.self).split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        #expect(
            Array(lines.dropFirst()) == [
                #"password 0 String string "password" required input only, not compared, not copied"#,
                #"place 16 String composed "lat" + "p"."lon"[2] required"#,
                #"pages 32 [Int] list "pages" empty lenient"#, #"score 40 Int? from String "score" nil output only"#,
            ])
    }
}
