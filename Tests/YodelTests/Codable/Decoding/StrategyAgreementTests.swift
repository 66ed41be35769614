import BenchmarkModels
import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// Every strategy gives the result of Foundation's decoder.
@Suite(.enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct StrategyAgreementTests {
    // MARK: - Keys

    static let keys = [
        "a_b", "a_b_c", "_a_b_", "__a__b__", "_", "__", "", "a", "_a", "a_", "a__b", "A_B", "a_bC", "HTTP_Server",
        "userID", "one_two-three", "x_1abc", "x_a1bc", "a_b c", "x_a'bc", "x_a.bc", "x_élan", "É_x", "user_id_ß", "ß_a",
        "x_ßa", "x_ŉa", "x_ÉCOLE", "x_ǆa", "İ_x", "x_日本", "x_a\u{301}b", "a_\u{301}b", "🎈_b", "x_\u{AD}ab",
        "x_ab\u{AD}cd",
    ]

    @Test(arguments: keys)
    func snakeCase(_ key: String) {
        expectAgreement(of: #"{"\#(key)": 1}"#, .with { $0.keys = .convertFromSnakeCase }) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            let names = container.allKeys.map(\.stringValue)
            return names + ["\(try container.decode(Int.self, forKey: container.allKeys[0]))"]
        }
    }

    /// A key may be equal to one of another object although their bytes differ: each keeps its own.
    @Test(arguments: [["é_x", "e\u{301}_x"], ["e\u{301}", "é"], ["K", "\u{212A}"], ["\u{212A}", "K"]])
    func snakeCaseOfEqualKeys(_ keys: [String]) {
        let document = "[" + keys.map { #"{"\#($0)": 1}"# }.joined(separator: ", ") + "]"
        let settings = DecoderSettings.with { $0.keys = .convertFromSnakeCase }
        let outcome = expectAgreement(of: document, settings) { decoder in
            var objects = try decoder.unkeyedContainer()
            var spellings: [[UInt8]] = []
            while !objects.isAtEnd {
                let object = try objects.nestedContainer(keyedBy: TestKey.self)
                spellings += object.allKeys.map { Array($0.stringValue.utf8) }
            }
            return spellings
        }
        guard case .value(let probe) = outcome else { return }
        #expect(Set(probe.value).count == 2)
    }

    private struct Anything: Codable, Equatable {
        var myValue: JSONValue
        var myObject: JSONObject?
        var myValues: [String: JSONValue]?
    }

    @Test("Strategies apply to the keys of dynamic values, at any depth, but not to those of dictionaries")
    func dynamicKeys() throws {
        let document = #"""
            {"my_value": {"a_b": [1, {"c_d": {"e_f": null}}, []], "_g": "a_b"},
             "my_object": {"h_i": {"j_k": [[{"l_m": 1}]]}},
             "my_values": {"n_o": {"p_q": 1}, "r": {"s_t": 1, "sT": 2}}}
            """#
        let path = JSONDecoder.KeyDecodingStrategy.custom { path in
            let name = path.map(\.stringValue).joined(separator: "/")
            return TestKey(path.count == 1 ? SnakeCase.camelCase(of: name) : name)
        }
        for keys in [JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase, path] {
            expectAgreement(Anything.self, document, .with { $0.keys = keys })
        }
        let decoder = YodelJSONDecoder.with { $0.keyDecodingStrategy = .convertFromSnakeCase }
        let encoder = YodelJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let value = Anything(myValue: ["aB": [["cD": 1.0]]], myObject: ["eF": [:]], myValues: ["gH": ["iJ": 1]])
        let back = try decoder.decode(Anything.self, from: try encoder.encode(value))
        #expect(back == value)
        #expect("\(back.myValue)" == #"{"aB":[{"cD":1.0}]}"#, "literals are kept")
    }

    private enum Kind: String, Decodable, CodingKeyRepresentable { case firstKind }

    @Test(
        "Strategies apply to the keys of dictionaries whose type is not String",
        arguments: [
            // One key each: if several are wrong, Foundation reports any of them.
            #"{"first_kind": 1}"#, #"{"firstKind": 1}"#, #"{"1_2": 1}"#, #"{"1": 1}"#, #"{"x": 1}"#,
        ])
    func dictionaryKeys(_ document: String) {
        let other = JSONDecoder.KeyDecodingStrategy.custom { _ in TestKey("firstKind") }
        for keys in [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase, other] {
            let settings = DecoderSettings.with { $0.keys = keys }
            expectAgreement([Kind: Int].self, document, settings)
            expectAgreement([Int: Int].self, document, settings)
            expectAgreement([String: Int].self, document, settings)
            expectAgreement([String: [Kind: Int]].self, #"{"a_b": \#(document)}"#, settings)
        }
        let decoder = YodelJSONDecoder.with { $0.keyDecodingStrategy = .convertFromSnakeCase }
        #expect((try? decoder.decode([Kind: Int].self, from: #"{"first_kind": 1}"#)) == [.firstKind: 1])
    }

    @Test("A part of a model has the keys that the encoder has written")
    func dynamicKeysOfParts() throws {
        struct Whole: Model { var part: Anything }
        let encoder = ModelEncoder.with { $0.keys = .snakeCase }
        var decoder = ModelDecoder()
        decoder.keys = .snakeCase
        let part = Anything(myValue: ["someKey": ["otherKey": 1]], myObject: ["oneKey": 1], myValues: nil)
        let text = try encoder.encodeText(Whole(part: part))
        #expect(text == #"{"part":{"my_value":{"some_key":{"other_key":1}},"my_object":{"one_key":1}}}"#)
        #expect(try decoder.decode(Whole.self, from: text).part == part)
    }

    private struct Person: Decodable, Equatable {
        var firstName: String
        var homeAddress: Address?
        var phoneNumbers: [String: PhoneNumber]?
        var allScores: [Score]?

        struct Address: Decodable, Equatable { var streetName: String }
        struct PhoneNumber: Decodable, Equatable { var countryCode: Int }
        struct Score: Decodable, Equatable { var pointCount: Int }
    }

    @Test(arguments: [
        #"{"first_name": "A"}"#, #"{"firstName": "A"}"#, #"{"first_name": "A", "firstName": "B"}"#,
        #"{"firstName": "B", "first_name": "A"}"#, #"{"name": "A"}"#, #"{"first_name": 1}"#, "[]",
        #"{"first_name": "A", "home_address": {"street_name": "B"}}"#,
        #"{"first_name": "A", "home_address": {"street-name": "B"}}"#,
        #"{"first_name": "A", "phone_numbers": {"at_home": {"country_code": 49}, "at_work": {"countryCode": 1}}}"#,
        #"{"first_name": "A", "phone_numbers": {"at_home": {"country_code": "x"}}}"#,
        #"{"first_name": "A", "phone_numbers": {"at_home": {"country_code": 1}, "at_home": {"country_code": 2}}}"#,
        #"{"first_name": "A", "phone_numbers": []}"#, #"{"first_name": "A", "phone_numbers": null}"#,
        #"{"first_name": "A", "all_scores": [{"point_count": 1}, {"point_count": 2}]}"#,
        #"{"first_name": "A", "all_scores": [{"point_count": 1}, {"pointcount": 2}]}"#, #"{"f\u0069rst_name": "A"}"#,
    ])
    func strategiesForKeys(_ document: String) {
        expectAgreement(Person.self, document, .with { $0.keys = .convertFromSnakeCase })
        expectAgreement(Person.self, document)
        let custom = JSONDecoder.KeyDecodingStrategy.custom { path in
            let words = path.last!.stringValue.split(separator: "_")
            let name = words.prefix(1) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            return TestKey(name.joined())
        }
        expectAgreement(Person.self, document, .with { $0.keys = custom })
        let byDepth = JSONDecoder.KeyDecodingStrategy.custom { path in
            path.count == 1 ? TestKey("firstName") : TestKey("streetName")
        }
        if document.count < 25 { expectAgreement(Person.self, document, .with { $0.keys = byDepth }) }
    }

    @Test func theDefaultsAreFoundationsAndWhatIsSetCanBeRead() {
        let decoder = YodelJSONDecoder()
        guard case .base64 = decoder.dataDecodingStrategy, case .throw = decoder.nonConformingFloatDecodingStrategy
        else {
            Issue.record("\(decoder.dataDecodingStrategy), \(decoder.nonConformingFloatDecodingStrategy)")
            return
        }
        decoder.dataDecodingStrategy = .deferredToData
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        guard case .deferredToData = decoder.dataDecodingStrategy,
            case .convertFromString("+", "-", "?") = decoder.nonConformingFloatDecodingStrategy
        else {
            Issue.record("\(decoder.dataDecodingStrategy), \(decoder.nonConformingFloatDecodingStrategy)")
            return
        }
    }

    @Test func customStrategiesSeeTheWholePath() {
        let paths = Locked<[String]>([])
        let strategy = JSONDecoder.KeyDecodingStrategy.custom { path in
            paths.withLock { $0.append(CodableContainerText.of(path)) }
            return TestKey(String(path.last!.stringValue.dropFirst()))
        }
        let document = #"{"_homeAddress": {"_streetName": "x"}, "_firstName": "y", "_allScores": [{"_pointCount": 1}]}"#
        expectAgreement(Person.self, document, .with { $0.keys = strategy })
        let seen = paths.withLock { $0 }
        #expect(seen.count == 10)
        #expect(Set(seen.prefix(5)) == Set(seen.suffix(5)))
        #expect(seen.contains("allScores(-)/Index 0(0)/_pointCount(-)"))
    }

    // MARK: - Dates

    static let dates = [
        #""2024-02-29T23:59:59Z""#, #""1999-12-31T00:00:00Z""#, #""1600-01-01T00:00:00Z""#, #""1582-10-10T00:00:00Z""#,
        #""1000-01-01T00:00:00Z""#, #""0001-01-01T00:00:00Z""#, #""9999-12-31T23:59:59Z""#, #""2023-02-29T00:00:00Z""#,
        #""2024-02-30T00:00:00Z""#, #""2024-13-01T00:00:00Z""#, #""2024-00-01T00:00:00Z""#, #""2024-01-00T00:00:00Z""#,
        #""2024-01-01T24:00:00Z""#, #""2024-01-01T23:60:00Z""#, #""2024-01-01T23:59:60Z""#,
        #""2024-01-01T00:00:00.5Z""#, #""2024-01-01T00:00:00+01:00""#, #""2024-01-01T00:00:00-0800""#,
        #""2024-01-01 00:00:00Z""#, #""2024-01-01""#, #""2024-01-01T00:00:00z""#, #""2024-01-01t00:00:00Z""#,
        #"" 2024-01-01T00:00:00Z""#, #""2024-01-01T00:00:00Z ""#, #""20240101T000000Z""#, #""2024-1-1T00:00:00Z""#,
        #""2024-01-01T00:00:00\u005a""#, #""""#, "0", "1e3", "-1.5", "1707264000.25", "null", "true", "[]",
        #"{"a": 1}"#, "1e400", #""Infinity""#,
    ]

    private struct Holder<Value: Decodable & Equatable>: Decodable, Equatable {
        var value: Value
        var optional: Value?
    }

    private func expectAgreementEverywhere<Value: Decodable & Equatable>(
        _ type: Value.Type, _ literal: String, _ settings: DecoderSettings = .standard
    ) {
        expectAgreement(type, literal, settings)
        expectAgreement([Value].self, "[\(literal)]", settings)
        expectAgreement(Holder<Value>.self, #"{"value": \#(literal), "optional": \#(literal)}"#, settings)
    }

    @Test(arguments: dates)
    func strategiesForDates(_ literal: String) {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        let strategies: [JSONDecoder.DateDecodingStrategy] = [
            .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .formatted(formatter),
            .custom { decoder in
                let path = CodableContainerText.of(decoder.codingPath)
                return Date(timeIntervalSince1970: Double(path.utf8.count) + (try Double(from: decoder)))
            },
            .custom { _ in throw CocoaError(.coderInvalidValue) },
        ]
        for strategy in strategies {
            let settings = DecoderSettings.with { $0.dates = strategy }
            expectAgreementEverywhere(Date.self, literal, settings)
            expectAgreement([Date?].self, "[\(literal), null]", settings)
            expectAgreement([String: Date].self, #"{"a": \#(literal)}"#, settings)
            expectAgreement(Holder<[Date]>.self, #"{"value": [0, \#(literal)], "optional": []}"#, settings)
        }
    }

    /// Foundation leaves steps of containers out that have no decoder of their own.
    @Test func pathsOfDatesThatAreNone() {
        enum Event: Decodable, Equatable { case at(date: Date), within([Date]), named([String: Date]) }
        for document in [#"{"at": {"date": "x"}}"#, #"{"within": {"_0": ["x"]}}"#, #"{"named": {"_0": {"a": "x"}}}"#] {
            expectAgreement(Event.self, document, .with { $0.dates = .iso8601 })
            expectAgreement([Event].self, "[\(document)]", .with { $0.dates = .iso8601 })
        }
        for keys in [.useDefaultKeys, .convertFromSnakeCase] as [JSONDecoder.KeyDecodingStrategy] {
            let settings = DecoderSettings.with { ($0.dates, $0.keys) = (.iso8601, keys) }
            expectAgreement([[String: Date]].self, #"[{"a": "x"}]"#, settings)
            expectAgreement([[String: [String: Date]]].self, #"[{"a": {"b": "x"}}]"#, settings)
            expectAgreement([[String: [Date]]].self, #"[{"a": ["x"]}]"#, settings)
        }
        expectAgreement(of: #"[{"n": [[{"a": "x"}]]}]"#, .with { $0.dates = .iso8601 }) { decoder in
            var outer = try decoder.unkeyedContainer()
            let middle = try outer.nestedContainer(keyedBy: TestKey.self)
            var inner = try middle.nestedUnkeyedContainer(forKey: "n")
            var innermost = try inner.superDecoder().unkeyedContainer()
            return try innermost.nestedContainer(keyedBy: TestKey.self).decode(Date.self, forKey: "a")
        }
    }

    @Test func datesOfAllYearsAreFoundations() {
        var generator = SeededGenerator(seed: 3)
        let style = Date.ISO8601FormatStyle()
        let settings = DecoderSettings.with { $0.dates = .iso8601 }
        let texts = (0..<500).map { _ in
            style.format(Date(timeIntervalSince1970: .random(in: -62_135_596_800...253_402_300_799, using: &generator)))
        }
        expectAgreement([Date].self, "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]", settings)
    }

    // MARK: - Data

    @Test(arguments: [
        #""""#, #""AA==""#, #""AQI=""#, #""AQID""#, #""AQI""#, #""A QI=""#, #""AQI=\n""#, #""A!I=""#, #""\/\/\/\/""#,
        #""++//""#, #""--__""#, #""AB==""#, #""AQ=""#, #""=""#, #""====""#, #""AQID====""#, #""é""#, "[1, 2, 255]",
        "[256]", "[-1]", "[]", "1", "null", "true",
    ])
    func strategiesForData(_ literal: String) {
        let strategies: [JSONDecoder.DataDecodingStrategy] = [
            .base64, .deferredToData, .custom { Data(try String(from: $0).utf8) },
        ]
        for strategy in strategies {
            let settings = DecoderSettings.with { $0.data = strategy }
            expectAgreementEverywhere(Data.self, literal, settings)
        }
    }

    @Test(arguments: [
        #""https://example.com/a?b=c#d""#, #""relative/path""#, #""""#, #""a b""#, #""ht tp://x y""#, #""http://[::1""#,
        #""https://größer.example""#, #""http:\/\/x""#, "1", "null", "{}", #"{"relative": "x"}"#,
    ])
    func urls(_ literal: String) {
        expectAgreementEverywhere(URL.self, literal)
    }

    @Test(arguments: [#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""x""#, "null", "1"])
    func uuids(_ literal: String) {
        expectAgreementEverywhere(UUID.self, literal)
    }

    // MARK: - Documents

    @Test(arguments: [
        #"{"a": 1, "b": 2}"#, #""a": 1, "b": 2"#, "", "  ", #"  "a": 1 "#, #""a": 1}"#, #""a": "#, #""a""#, "1", "[1]",
        "{", "}", #"{"a": 1"#, #""a": {"b": 1}"#, #"{"a": 1} {"b": 2}"#, #""a": 1, "a": 2"#, #"{}"#, "{} 1",
    ])
    func documentsWithoutBraces(_ document: String) {
        let settings = DecoderSettings.with { $0.assumesTopLevelDictionary = true }
        expectAgreement([String: Int].self, document, settings)
        if !document.contains(", ") { expectAgreement([String: [String: Int]].self, document, settings) }
        expectAgreement([Int].self, document, settings)
        expectAgreement([String: Int].self, document)
    }

    private struct Configured: DecodableWithConfiguration, Equatable {
        var text: String

        init(from decoder: any Decoder, configuration: String) throws {
            text = configuration + (try String(from: decoder))
        }

        struct Provider: DecodingConfigurationProviding {
            static var decodingConfiguration: String { "provided " }
        }
    }

    @Test(arguments: [#""x""#, "1", "null", "", "[", #""x" 1"#])
    func typesThatAreToldHow(_ document: String) {
        let data = Data(document.utf8)
        let (yodel, foundation) = (YodelJSONDecoder(), JSONDecoder())
        let told = CodableOutcome { try foundation.decode(Configured.self, from: data, configuration: "told ") }
        #expect(CodableOutcome { try yodel.decode(Configured.self, from: data, configuration: "told ") } == told)
        let provider = Configured.Provider.self
        let provided = CodableOutcome { try foundation.decode(Configured.self, from: data, configuration: provider) }
        #expect(CodableOutcome { try yodel.decode(Configured.self, from: data, configuration: provider) } == provided)
    }

    @Test("A configuration goes with every input", arguments: [#""x""#, "1", "", "[", #""x" 1"#, "\u{FEFF}\"é\""])
    func configurationsOfAllInputs(_ document: String) {
        let decoder = YodelJSONDecoder()
        let (bytes, provider) = (Array(document.utf8), Configured.Provider.self)
        let told = provider.decodingConfiguration
        let foundation = CodableOutcome {
            try JSONDecoder().decode(Configured.self, from: Data(bytes), configuration: told)
        }
        func expect(_ name: String, _ decode: (YodelJSONDecoder) throws -> Configured) {
            #expect(CodableOutcome { try decode(decoder) } == foundation, "\(name)")
        }
        expect("bytes") { try $0.decode(Configured.self, from: bytes, configuration: told) }
        expect("bytes") { try $0.decode(Configured.self, from: bytes, configuration: provider) }
        expect("slice") { try $0.decode(Configured.self, from: ([1] + bytes)[1...], configuration: told) }
        expect("slice") { try $0.decode(Configured.self, from: ([1] + bytes)[1...], configuration: provider) }
        expect("sequence") { try $0.decode(Configured.self, from: bytes.lazy.map { $0 }, configuration: told) }
        expect("text") { try $0.decode(Configured.self, from: document, configuration: told) }
        expect("text") { try $0.decode(Configured.self, from: document, configuration: provider) }
        expect("substring") { try $0.decode(Configured.self, from: document[...], configuration: told) }
        expect("substring") { try $0.decode(Configured.self, from: document[...], configuration: provider) }
        expect("raw buffer") { decoder in
            try bytes.withUnsafeBytes { try decoder.decode(Configured.self, from: $0, configuration: told) }
        }
        expect("raw buffer") { decoder in
            try bytes.withUnsafeBytes { try decoder.decode(Configured.self, from: $0, configuration: provider) }
        }
        expect("buffer") { decoder in
            try bytes.withUnsafeBufferPointer { try decoder.decode(Configured.self, from: $0, configuration: provider) }
        }
        let contiguous = ContiguousArray(bytes)
        expect("span") { try $0.decode(Configured.self, from: contiguous.span, configuration: told) }
        expect("span") { try $0.decode(Configured.self, from: contiguous.span, configuration: provider) }
        expect("raw span") { decoder in
            try bytes.withUnsafeBytes {
                try decoder.decode(Configured.self, from: RawSpan(_unsafeBytes: $0), configuration: told)
            }
        }
        expect("raw span") { decoder in
            try bytes.withUnsafeBytes {
                try decoder.decode(Configured.self, from: RawSpan(_unsafeBytes: $0), configuration: provider)
            }
        }
        for size in [1, 2, 100] {
            let chunks = bytes.chunks(of: size)
            func gather(_ decoder: consuming GatheringDecoder<Configured>) throws -> Configured {
                for chunk in chunks { try decoder.feed(chunk) }
                return try decoder.finish()
            }
            expect("gathered") { try gather($0.gatheringDecoder(of: Configured.self, configuration: told)) }
            expect("gathered") { try gather($0.gatheringDecoder(of: Configured.self, configuration: provider)) }
        }
    }

    @Test("A configuration goes with asynchronous chunks", arguments: [#""x""#, "1", "", "[", #""x" 1"#])
    func configurationsOfChunks(_ document: String) async {
        let (bytes, provider) = (Array(document.utf8), Configured.Provider.self)
        let configuration = provider.decodingConfiguration
        let foundation = CodableOutcome {
            try JSONDecoder().decode(Configured.self, from: Data(bytes), configuration: configuration)
        }
        func expect(
            _ location: SourceLocation = #_sourceLocation,
            _ decode: (AsyncStream<ArraySlice<UInt8>>) async throws -> Configured
        ) async {
            for size in [1, 100] {
                let chunks = AsyncStream(of: bytes.chunks(of: size))
                let result: Result<Configured, any Error>
                do { result = .success(try await decode(chunks)) } catch { result = .failure(error) }
                #expect(CodableOutcome { try result.get() } == foundation, sourceLocation: location)
            }
        }
        let decoder = YodelJSONDecoder()
        await expect { try await decoder.decode(Configured.self, from: $0, configuration: configuration) }
        await expect { try await decoder.decode(Configured.self, from: $0, configuration: provider) }
    }

    @Test("A document with a configuration that comes in chunks has the size limit, and a cancelled task no value")
    func configurationsOfLongChunks() async {
        let decoder = YodelJSONDecoder.with { $0.limits.documentBytes = 8 }
        var gathering = decoder.gatheringDecoder(of: Configured.self, configuration: "")
        var taken = 0
        let error = #expect(throws: DecodingError.self) {
            while taken < 100 {
                try gathering.feed(repeatElement(UInt8(ascii: " "), count: 3))
                taken += 3
            }
        }
        #expect(taken == 6)
        guard case .dataCorrupted(let context) = error else { return #expect(Bool(false), "no error") }
        #expect((context.underlyingError as? ModelError)?.code == .documentLimit)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let chunks = AsyncStream<[UInt8]> { $0.finish() }
            return try await YodelJSONDecoder().decode(Configured.self, from: chunks, configuration: "").text
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
