import Testing

@testable import Yodel

@Suite("Key strategies")
struct KeyStrategyTests {
    struct User: Model, Equatable {
        var userID: Int
        var avatarURL: String?
        var name: String
        var inner: Inner?
        var tagsByName: [String: [String]]
        static let mapping = Mapping(.map(\User.name, to: "fullName", "userName"))

        struct Inner: Model, Equatable {
            var isActive: Bool
            var deepValue: Int?
            static let mapping = Mapping(.map(\Inner.deepValue, to: "someGroup.deepValue"))
        }
    }

    private let expected = User(
        userID: 1, avatarURL: "u", name: "n", inner: User.Inner(isActive: true, deepValue: 2),
        tagsByName: ["someKey": ["a"]])

    private func decoder(_ keys: KeyStrategy) -> ModelDecoder { .with { $0.keys = keys } }

    @Test("Each style spells the keys of properties; those of mappings and dictionaries are unchanged")
    func styles() throws {
        func expect(
            _ keys: KeyStrategy, _ id: String, _ url: String, _ inner: String, _ active: String, _ tags: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let json =
                #"{"\#(id)":1,"\#(url)":"u","userName":"n","\#(inner)":{"\#(active)":true,"someGroup":{"deepValue":2}},"#
                + #""\#(tags)":{"someKey":["a"]}}"#
            let user = try decodeEveryWay(User.self, json, decoder: decoder(keys), sourceLocation: sourceLocation)
            #expect(user == expected, sourceLocation: sourceLocation)
            expectErrorAtMark(
                .missingKeys, path: "$", missing: [id, "fullName", tags], decoding: User.self, "{▸}",
                decoder: decoder(keys), sourceLocation: sourceLocation)
            expectErrorAtMark(
                .typeMismatch, path: "$\(JSONPath([.key(inner), .key(active)]).description.dropFirst())",
                decoding: User.self, #"{"\#(inner)":{"\#(active)":▸1}}"#, decoder: decoder(keys),
                sourceLocation: sourceLocation)
        }
        try expect(.asWritten, "userID", "avatarURL", "inner", "isActive", "tagsByName")
        try expect(.snakeCase, "user_id", "avatar_url", "inner", "is_active", "tags_by_name")
        try expect(.kebabCase, "user-id", "avatar-url", "inner", "is-active", "tags-by-name")
        try expect(.upperSnakeCase, "USER_ID", "AVATAR_URL", "INNER", "IS_ACTIVE", "TAGS_BY_NAME")
        try expect(.upperCamelCase, "UserID", "AvatarURL", "Inner", "IsActive", "TagsByName")
        try expect(.custom { "x." + $0 }, "x.userID", "x.avatarURL", "x.inner", "x.isActive", "x.tagsByName")
        try expect(.custom { String($0.reversed()) }, "DIresu", "LRUratava", "renni", "evitcAsi", "emaNyBsgat")
    }

    @Test("With a style, the names of properties are not keys")
    func noNames() {
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["user_id", "tags_by_name"], decoding: User.self,
            #"{"userID":1,"userName":"n","tagsByName":{}▸}"#, decoder: decoder(.snakeCase))
    }

    @Test("A type has its keys in each strategy at the same time")
    func sideBySide() {
        struct Pair: Model, Equatable { var firstValue: Int?; var secondValue: Int? }
        let json = #"{"firstValue":1,"first_value":2,"FIRST_VALUE":3,"second-value":4}"#
        expectDecoded(json, as: Pair(firstValue: 1), decoder: decoder(.asWritten))
        expectDecoded(json, as: Pair(firstValue: 2), decoder: decoder(.snakeCase))
        expectDecoded(json, as: Pair(firstValue: 3), decoder: decoder(.upperSnakeCase))
        expectDecoded(json, as: Pair(secondValue: 4), decoder: decoder(.kebabCase))
        expectDecoded(json, as: Pair(firstValue: 1), decoder: decoder(.asWritten))
    }

    @Test("If a strategy gives two properties one key, both get the value")
    func collision() {
        expectDecoded(#"{"k":7}"#, as: Point(x: 7, y: 7), decoder: decoder(.custom { _ in "k" }))
    }

    @Test("A strategy may return paths, for decoding and encoding, and keys with dots")
    func mappedPaths() throws {
        struct Text: Model, Equatable {
            var text1: String
            var text3: Int
            var fullName: String?
            var own: Int?
            static let mapping = Mapping(.map(\Text.own, to: "texts.own"))
        }
        let keys = KeyStrategy.mapped { name in
            switch name {
            case "text3": "texts.list[1].\(name)"
            case "fullName": .literal("full.name")
            default: .literal(name)
            }
        }
        let json = #"{"text1":"a","full.name":"b","texts":{"list":[0,{"text3":3}],"own":4}}"#
        let text = try decodeEveryWay(Text.self, json, decoder: decoder(keys))
        #expect(text == Text(text1: "a", text3: 3, fullName: "b", own: 4))
        expectErrorAtMark(
            .typeMismatch, path: "$.texts.list[1].text3", decoding: Text.self,
            #"{"text1":"a","texts":{"list":[{},{"text3":▸"x"}]}}"#, decoder: decoder(keys))
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["texts.list[1].text3"], decoding: Text.self, #"{"text1":"a"▸}"#,
            decoder: decoder(keys))
        let encoder = ModelEncoder.with { $0.keys = keys }
        let written = try encoder.encodeText(text)
        #expect(written == #"{"text1":"a","texts":{"list":[null,{"text3":3}],"own":4},"full.name":"b"}"#)
        #expect(try decoder(keys).decode(Text.self, from: written) == text)
        // `custom` keeps its dots.
        let literal = decoder(.custom { "texts." + $0 })
        expectDecoded(#"{"texts.x":1,"texts.y":2}"#, as: Point(x: 1, y: 2), decoder: literal)
    }

    @Test("A strategy's paths follow the rules of a mapping's")
    func contradictions() {
        func reason(_ convert: @escaping @Sendable (String) -> MappedKey) -> String? {
            refusalReason(.invalidMapping) { try decoder(.mapped(convert)).prepare(Point.self) }
        }
        #expect(reason { MappedKey(path: ["p", $0]) } == nil)
        #expect(reason { _ in MappedKey(path: []) } == "Point.x: the key strategy gives it a path without keys")
        #expect(
            reason { MappedKey(path: Array(repeating: $0, count: 513)) }
                == "Point.x: the key strategy gives it a path of more than 512 steps")
        #expect(
            reason { $0 == "x" ? "a" : "a.b" }
                == #"Point: Point.y ("a.b") needs an object where Point.x ("a") is not an object"#)
    }

    @Test("A custom strategy is called once for each property")
    func calls() throws {
        let asked = Locked<[String]>([])
        let keys = KeyStrategy.custom { name in
            asked.withLock { $0.append(name) }
            return name
        }
        for _ in 0..<3 { _ = try decoder(keys).decode(Point.self, from: #"{"x":1,"y":2}"#) }
        #expect(asked.withLock { $0 } == ["x", "y"])
    }

    @Test("The storage of a wrapped property is spelled like the property")
    func wrapped() {
        struct Wrapped: Model {
            @Indirect var nextValue: Int?
            @PropertyWrapperTests.Clamped var loudVolume: Int
        }
        expectDecoded(Wrapped.self, #"{"next_value":1,"loud_volume":11}"#, as: [1, 10], decoder: decoder(.snakeCase)) {
            [$0.nextValue, $0.loudVolume]
        }
    }

    // MARK: - Ignoring case

    struct Loose: Model, Equatable {
        var userName: String
        var größe: Int?
        var ÉTÉ: Int?
        var inner: [Point]?
        var deep: Int?
        static let mapping = Mapping(.map(\Loose.deep, to: "Group.deepKey", "DEEP"))
    }

    @Test(
        "Letters match in either case, in any script, and also in keys of mappings and paths",
        arguments: [
            #"{"userName":"n","größe":1,"ÉTÉ":2,"inner":[{"x":1,"y":2}],"Group":{"deepKey":3}}"#,
            #"{"USERNAME":"n","GRÖßE":1,"été":2,"INNER":[{"X":1,"Y":2}],"GROUP":{"DEEPKEY":3}}"#,
            #"{"username":"n","GrÖße":1,"éTé":2,"Inner":[{"Y":2,"x":1}],"group":{"deepkey":3},"deep":4}"#,
            #"{"UserName":"n","gr\u00d6\u00dfE":1,"\u00c9t\u00c9":2,"iNNER":[{"x":1,"y":2}],"deep":3}"#,
        ])
    func caseInsensitive(json: String) {
        let expected = Loose(userName: "n", größe: 1, ÉTÉ: 2, inner: [Point(x: 1, y: 2)], deep: 3)
        expectDecoded(Loose.self, json, as: expected, decoder: decoder(.caseInsensitive))
    }

    @Test("Only case is ignored, and keys of dictionaries are kept")
    func onlyCase() throws {
        let decoder = decoder(.caseInsensitive)
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["userName"], decoding: Loose.self,
            #"{"user_name":"n","user name":"n","grosse":1▸}"#, decoder: decoder)
        expectDecoded([String: Int].self, #"{"a":1,"A":2}"#, as: ["a": 1, "A": 2], decoder: decoder)
        #expect(try decodeEveryWay(JSONObject.self, #"{"a":1,"A":2}"#, decoder: decoder).count == 2)
    }

    @Test("Letters beyond ASCII match as they are lowercased")
    func foldedLetters() {
        struct Risk: Model, Equatable { var risk: Int? }
        let decoder = decoder(.caseInsensitive)
        expectDecoded("{\"RIS\u{212A}\":1}", as: Risk(risk: 1), decoder: decoder)
        expectDecoded(#"{"ris\u212a":1}"#, as: Risk(risk: 1), decoder: decoder)
        expectDecoded("{\"RI\u{17F}K\":1}", as: Risk(), decoder: decoder)
        expectDecoded("{\"R\u{130}SK\":1,\"R\u{131}SK\":2}", as: Risk(), decoder: decoder)
        expectDecoded("{\"RIS\u{212A}\":1}", as: Risk())
    }

    @Test("Two spellings of one key are a duplicate key")
    func collisions() {
        struct Both: Model, Equatable { var name: Int; var NAME: Int }
        var decoder = decoder(.caseInsensitive)
        expectDecoded(#"{"Name":1}"#, as: Both(name: 1, NAME: 1), decoder: decoder)
        expectDecoded(#"{"x":1,"Y":2,"X":3}"#, as: Point(x: 3, y: 2), decoder: decoder)
        decoder.duplicateKeys = .first
        expectDecoded(#"{"x":1,"Y":2,"X":3}"#, as: Point(x: 1, y: 2), decoder: decoder)
        decoder.duplicateKeys = .error
        expectErrorAtMark(.duplicateKey, path: "$.X", decoding: Point.self, #"{"x":1,"Y":2,▸"X":3}"#, decoder: decoder)
    }
}

@Suite("Preparing types")
struct PrepareTests {
    struct Counting: Model {
        static let asked = Locked(0)
        var number: Int
        static var mapping: Mapping {
            asked.withLock { $0 += 1 }
            return Mapping()
        }
    }

    @Test("A table that was prepared or used is not built again")
    func once() throws {
        let decoder = ModelDecoder()
        try decoder.prepare(Counting.self)
        for _ in 0..<3 { _ = try decoder.decode(Counting.self, from: #"{"number":1}"#) }
        try ModelDecoder().prepare(Counting.self)
        #expect(Counting.asked.withLock { $0 } == 1)
    }

    @Test("Any decodable type can be prepared, and others report their error then")
    func types() throws {
        try ModelDecoder().prepare([String: [Point?]].self)
        try ModelDecoder().prepare(Int.self)
        try ModelDecoder().prepare(JSONValue?.self)
        try ModelDecoder().prepare(StructModelTests.Node.self)
        expectUnsupported([UnsupportedTypeTests.Closure].self, naming: "Closure.action")
    }
}
