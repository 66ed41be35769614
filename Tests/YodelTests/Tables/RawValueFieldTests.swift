import Foundation
import Testing

@testable import Yodel

@Suite("Fields of types with raw values")
struct RawValueFieldTests {
    enum Level: UInt8, CaseIterable { case low = 1, high = 200 }
    enum Hidden: String { case a, b }
    enum Mood: Character, CaseIterable { case good = "🙂", bad = "☹" }
    enum Ratio: Double { case half = 0.5, whole = 1 }
    enum Quoted: String, CaseIterable { case quote = "a \"b\"", empty = "" }
    struct Celsius: RawRepresentable, Equatable { var rawValue: Double }
    struct Moment: RawRepresentable, Equatable { var rawValue: Date }
    struct Outer: RawRepresentable, Equatable { var rawValue: Suit }
    struct Toggle: RawRepresentable, Equatable { var rawValue: Bool }

    struct EvenParity: RawRepresentable, Equatable {
        var rawValue: Parity
        init?(rawValue: Parity) {
            guard rawValue == .even else { return nil }
            self.rawValue = rawValue
        }
    }

    enum ModelEnum: String, Model { case one, two }

    @Test("An enum is its raw value")
    func enums() {
        expectEverywhere(#""clubs""#, is: Suit.clubs)
        expectEverywhere(#""sp\u0061des""#, is: Suit.spades)
        expectEverywhere("1", is: Priority.low)
        expectEverywhere("2.0", is: Priority.high)
        expectEverywhere("200", is: Level.high)
        expectEverywhere(#""☹""#, is: Mood.bad)
        expectEverywhere("0.5", is: Ratio.half)
        expectEverywhere(#""""#, is: Quoted.empty)
        expectEverywhere(#""two""#, is: ModelEnum.two)
    }

    @Test("A struct with a raw value is that value, an option set a number")
    func structs() {
        expectEverywhere("0", is: Flags())
        expectEverywhere("255", is: Flags(rawValue: 255))
        expectEverywhere("-12.5", is: Celsius(rawValue: -12.5))
        expectEverywhere(#""1970-01-01T00:00:01Z""#, is: Moment(rawValue: Date(timeIntervalSince1970: 1)))
        expectEverywhere(#""spades""#, is: Outer(rawValue: .spades))
        expectEverywhere("true", is: Toggle(rawValue: true))
        expectEverywhere(#""even""#, is: EvenParity(rawValue: .even)!)
    }

    struct Token: RawRepresentable, Equatable { var rawValue: Data }

    struct Seal: RawRepresentable, Equatable { var rawValue: Token }

    struct ShortToken: RawRepresentable, Equatable {
        var rawValue: Data
        init?(rawValue: Data) {
            guard rawValue.count < 3 else { return nil }
            self.rawValue = rawValue
        }
    }

    @Test("A raw value that is data is an array, if the strategy is that of arrays")
    func dataInArrays() {
        let decoder = ModelDecoder.with { $0.data = .bytes }
        let encoder = ModelEncoder.with { $0.data = .bytes }
        let token = Token(rawValue: Data([0, 255, 7]))
        expectEverywhere("[0,255,7]", is: token, decoder: decoder)
        expectEverywhere("[0, 255, 7]", is: Seal(rawValue: token), decoder: decoder)
        expectEverywhere("[]", is: Token(rawValue: Data()), decoder: decoder)
        expectRoundTrip(token, "[0,255,7]", decoder: decoder, encoder: encoder)
        expectEverywhere(#""AP8H""#, is: token)
        expectRoundTrip(Seal(rawValue: token), #""AP8H""#)
        func refusal<Value>(_ type: Value.Type, _ json: String) -> String? {
            #expect(throws: ModelError.self) { try decoder.decode([Value].self, from: json) }?.description
        }
        #expect(
            refusal(Token.self, "[[1, 300]]")
                == "$[0][1]: expected UInt8, found the number 300 (numberOutOfRange, line 1, column 6, offset 5)")
        #expect(
            refusal(ShortToken.self, "[[1, 2], [1, 2, 3]]")
                == "$[1]: expected ShortToken, found other data (invalidValue, line 1, column 18, offset 17)")
    }

    @Test("A date or data in a tree is a raw value, whatever the strategies")
    func nativeValues() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1.25)
        let decoder = try ModelDecoder.with {
            $0.dates = try .format("yyyy-MM-dd")
            $0.data = .bytes
        }
        let token = Token(rawValue: Data([0, 255, 7]))
        #expect(try decoder.decode(Moment.self, fromTree: date) == Moment(rawValue: date))
        #expect(try decoder.decode([Moment?].self, fromTree: [date, NSNull()] as [Any])[0] == Moment(rawValue: date))
        #expect(try decoder.decode([Token].self, fromTree: [token.rawValue]) == [token])
        #expect(try decoder.decode(Seal??.self, fromTree: token.rawValue) == Seal(rawValue: token))
        #expect(
            treeRefusal(of: ShortToken.self, token.rawValue, decoder: decoder)
                == "$: expected ShortToken, found binary data (invalidValue)")
        #expect(
            treeRefusal(of: Suit.self, date)
                == "$: expected Suit, one of \"clubs\", \"spades\", found the string \"2001-01-01T00:00:01.25Z\" (invalidValue)"
        )
        let encoder = ModelEncoder.with { $0.dates = decoder.dates }
        let tree = try encoder.encodeTree([Moment(rawValue: date)], null: NSNull())
        #expect(try decoder.decode([Moment].self, fromTree: tree) == [Moment(rawValue: date)])
    }

    @Test("An unknown raw value is refused with the accepted ones, if the type can list them")
    func unknown() {
        expectRefusedEverywhere(#""hearts""#, as: Suit.self, .invalidValue, accepted: #", one of "clubs", "spades""#)
        expectRefusedEverywhere("3", as: Level.self, .invalidValue, accepted: ", one of 1, 200")
        expectRefusedEverywhere(#""Clubs""#, as: Suit.self, .invalidValue, accepted: #", one of "clubs", "spades""#)
        expectRefusedEverywhere(
            #""b""#, as: Quoted.self, .invalidValue, expected: "Quoted", accepted: #", one of "a \"b\"", """#,
            found: #"the string "b""#)
        expectRefusedEverywhere(#""c""#, as: Hidden.self, .invalidValue)
        expectRefusedEverywhere("7", as: Priority.self, .invalidValue)
        expectRefusedEverywhere("0.25", as: Ratio.self, .invalidValue)
        expectRefusedEverywhere(#""odd""#, as: EvenParity.self, .invalidValue)
    }

    /// Accepts an old name for a case that now has another.
    struct Renamed: RawRepresentable, CaseIterable, Equatable {
        var rawValue: String
        static let allCases = ["old", "new", "caf\u{E9}"].map { Renamed(name: $0) }

        private init(name: String) { rawValue = name }

        init?(rawValue: String) {
            guard Renamed.allCases.contains(where: { $0.rawValue == rawValue }) else { return nil }
            self.rawValue = rawValue == "old" ? "new" : rawValue
        }
    }

    @Test("The type decides about texts, listed or not, in any spelling")
    func textsOfRawValues() throws {
        let made = try decodeEveryWay([Renamed].self, #"["old","new","caf\u00e9","cafe\u0301"]"#)
        #expect(made.map(\.rawValue) == ["new", "new", "caf\u{E9}", "cafe\u{301}"])
        expectDecoded([Hidden: Int].self, #"{"a":1,"b":2}"#, as: [.a: 1, .b: 2])
        expectDecoded([Quoted: Int].self, #"{"a \"b\"":1,"":2}"#, as: [.quote: 1, .empty: 2])
    }

    @Test("More cases than the text table has room for")
    func manyCases() throws {
        struct Numbered: RawRepresentable, CaseIterable, Equatable {
            var rawValue: String
            static var allCases: [Numbered] { (0..<300).map { Numbered(rawValue: "case \($0)") } }
        }
        let texts = [0, 1, 255, 256, 299].map { "case \($0)" }
        #expect(try decodeEveryWay([Numbered].self, "\(texts)").map(\.rawValue) == texts)
        let few = try #require(RawTextTable((0..<256).map { ("case \($0)", $0) }))
        for number in 0..<300 {
            var found = -1
            let isFound = Array("case \(number)".utf8).withUnsafeBufferPointer { few.store($0, into: &found) }
            #expect(isFound == (number < 256) && found == (number < 256 ? number : -1))
        }
        #expect(RawTextTable((0..<257).map { ("case \($0)", $0) }) == nil)
        // Copying their bytes does not copy the values.
        #expect(RawTextTable([("a", "a long string, which is counted")]) == nil)
    }

    private enum Unlisted: String { case first = "1st", second, third }
    private enum Lone: String { case only }
    private enum Numbered: Int { case one = 1, two }
    private enum Wrapping: RawRepresentable {
        case flag(Bool), other
        init?(rawValue: String) {
            switch rawValue {
            case "yes", "on": self = .flag(true)
            case "no": self = .flag(false)
            case "other": self = .other
            default: return nil
            }
        }
        var rawValue: String {
            switch self {
            case .flag(let flag): flag ? "yes" : "no"
            case .other: "other"
            }
        }
    }

    /// Its nil is a byte far beyond the number of its values.
    private enum Either: RawRepresentable, Equatable {
        case upper(Letter), lower(Letter)
        enum Letter: Character, CaseIterable { case a = "a", b = "b", c = "c" }
        init?(rawValue: String) {
            guard let letter = Letter(rawValue: Character(rawValue.lowercased())) else { return nil }
            self = rawValue == rawValue.lowercased() ? .lower(letter) : .upper(letter)
        }
        var rawValue: String {
            switch self {
            case .upper(let letter): letter.rawValue.uppercased()
            case .lower(let letter): String(letter.rawValue)
            }
        }
    }

    @Test("The cases of an enum are known even if it does not list them")
    func unlistedCases() {
        #expect(Reflection.values(ofEnum: Unlisted.self) == [.first, .second, .third])
        #expect(Reflection.values(ofEnum: Numbered.self) == [.one, .two])
        // A single case has no bytes; in other types not all bytes are values.
        #expect(Reflection.values(ofEnum: Lone.self) == nil && Reflection.values(ofEnum: Bool.self) == nil)
        #expect(Reflection.values(ofEnum: UInt8.self) == nil && Reflection.values(ofEnum: Unlisted?.self) == nil)
        #expect(Reflection.values(ofEnum: Wrapping.self) == nil && Reflection.values(ofEnum: Either.self) == nil)

        expectDecoded([Unlisted].self, #"["second","1st","third"]"#, as: [.second, .first, .third])
        expectDecoded([Lone].self, #"["only"]"#, as: [.only])
        expectDecoded([Wrapping].self, #"["on","no","other","yes"]"#, as: ["yes", "no", "other", "yes"]) {
            $0.map(\.rawValue)
        }
        expectDecoded([Either].self, #"["A","c"]"#, as: [.upper(.a), .lower(.c)])
        expectRefusedEverywhere("\"first\"", as: Unlisted.self, .invalidValue)
    }

    @Test("A raw value beyond the raw type's range is out of range")
    func outOfRange() {
        expectRefusedEverywhere("256", as: Level.self, .numberOutOfRange, accepted: ", one of 1, 200")
        expectRefusedEverywhere("-1", as: Flags.self, .numberOutOfRange)
        expectRefusedEverywhere("1.5", as: Priority.self, .inexactNumber)
    }

    @Test("A value that the raw type refuses is refused by the type")
    func mismatches() {
        expectMismatchEverywhere(
            Suit.self, accepted: #", one of "clubs", "spades""#, for: JSONLiteral.all(but: .string))
        expectMismatchEverywhere(Priority.self, for: JSONLiteral.all(but: .number))
        expectMismatchEverywhere(Flags.self, for: JSONLiteral.all(but: .number))
        expectMismatchEverywhere(Outer.self, for: JSONLiteral.all(but: .string))
        expectRefusedEverywhere(#""soon""#, as: Moment.self, .invalidValue)
    }
}

@Suite("Fields of a client's own scalar types")
struct ModelScalarTests {
    /// Keeps any scalar.
    struct Anything: ModelScalar, Equatable { var scalar: JSONScalar }

    final class Reference: ModelScalar {
        let scalar: JSONScalar
        init(scalar: JSONScalar) { self.scalar = scalar }
    }

    @Test("A scalar type gets Booleans, numbers as spelled, and strings")
    func values() {
        expectEverywhere("true", is: Anything(scalar: .bool(true)))
        expectEverywhere("1.10", is: Anything(scalar: .number(JSONNumber(text: "1.10")!))) { "\($0.scalar)" }
        expectEverywhere(#""a\nb""#, is: Anything(scalar: .string("a\nb")))
        expectEverywhere(#""even""#, is: Parity.even)
        expectEverywhere(#""text""#, is: Reference(scalar: .string("text"))) { $0.scalar }
    }

    @Test("An error of its initialiser gets path and place")
    func underlying() {
        for json in [#""neither""#, "1", "true"] {
            let scalar = try! JSONScalar(json)
            let document = #"{"value":"# + json + "}"
            let error = expectError(
                .invalidValue, at: 9, path: "$.value", expected: "Parity", decoding: OneField<Parity>.self, document)
            #expect(error?.underlying as? NoParity == NoParity(text: "\(scalar)"))
        }
        expectRefusedEverywhere(#""neither""#, as: Parity.self, .invalidValue)
    }

    @Test("It does not get null, arrays or objects")
    func noScalars() {
        expectMismatchEverywhere(Anything.self, for: [.array, .object])
    }

    @Test("It takes precedence over a raw value, and Model over it")
    func precedence() {
        struct Both: ModelScalar, RawRepresentable, Equatable {
            var rawValue: Int
            init(rawValue: Int) { self.rawValue = rawValue }
            init(scalar: JSONScalar) { rawValue = -1 }
            var scalar: JSONScalar { .bool(true) }
        }
        expectEverywhere("7", is: Both(rawValue: -1))
    }
}

extension JSONScalar {
    fileprivate init(_ json: String) throws {
        self = try ModelDecoder().decode(ModelScalarTests.Anything.self, from: json).scalar
    }
}
