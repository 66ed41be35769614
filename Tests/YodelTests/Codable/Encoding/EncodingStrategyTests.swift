import BenchmarkModels
import DifferentialKit
import Foundation
import Testing
import Yodel

@Suite("Strategies work like Foundation's", .enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct EncodingStrategyTests {
    private struct Dates: Encodable {
        var date: Date
        var optional: Date?
        var list: [Date]
        var table: [String: Date]

        init(_ date: Date) {
            self.date = date
            optional = date
            list = [date, date]
            table = ["a/b": date]
        }
    }

    private let moments = [
        Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 0.5),
        Date(timeIntervalSince1970: 1_700_000_000.999_999), Date(timeIntervalSince1970: -0.5),
        Date(timeIntervalSince1970: -62_135_596_800), Date(timeIntervalSince1970: 253_402_300_799.999),
        Date(timeIntervalSince1970: 253_402_300_800), Date(timeIntervalSince1970: -12_212_553_600),
        Date(timeIntervalSince1970: -12_212_553_601), Date(timeIntervalSince1970: -12_219_292_800), .distantPast,
        .distantFuture, Date(timeIntervalSinceReferenceDate: -1e-9), Date(timeIntervalSince1970: -1e-9),
        Date(timeIntervalSince1970: 951_782_400),
    ]

    @Test("Dates as numbers and as ISO 8601")
    func dates() {
        for date in moments {
            for strategy in [.deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601]
                as [JSONEncoder.DateEncodingStrategy]
            {
                expectAsFoundation(Dates(date), EncoderSettings(dates: strategy))
                expectAsFoundation(date, EncoderSettings(dates: strategy))
            }
        }
        expectFoundationText(of: [moments[2]], #"["2023-11-14T22:13:20Z"]"#, EncoderSettings(dates: .iso8601))
    }

    @Test("Random dates as ISO 8601")
    func randomDates() {
        var generator = SeededGenerator(seed: 72)
        let dates = (0..<3_000).map { index in
            Date(
                timeIntervalSince1970: .random(
                    in: index.isMultiple(of: 2) ? -3e11...3e11 : -2e9...4e9, using: &generator))
        }
        expectAsFoundation(dates, EncoderSettings(dates: .iso8601))
    }

    @Test("Dates whose number of seconds is not finite")
    func dateErrors() {
        for date in [Date(timeIntervalSinceReferenceDate: .infinity), Date(timeIntervalSinceReferenceDate: .nan)] {
            for floats in [.throw, .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")]
                as [JSONEncoder.NonConformingFloatEncodingStrategy]
            {
                for dates in [.deferredToDate, .secondsSince1970, .millisecondsSince1970]
                    as [JSONEncoder.DateEncodingStrategy]
                {
                    expectAsFoundation(["a": [date]], EncoderSettings(dates: dates, floats: floats))
                    expectAsFoundation(date, EncoderSettings(dates: dates, floats: floats))
                }
            }
        }
    }

    @Test("Dates and data with closures: paths, all containers, no value, and errors")
    func customDates() {
        let closures: [@Sendable (any Encoder) throws -> Void] = [
            { _ in },
            {
                var container = $0.singleValueContainer()
                try container.encode($0.codingPath.map(EncodingOutcome.describe).joined(separator: "."))
            },
            {
                var container = $0.unkeyedContainer()
                try container.encode(1)
                _ = container.nestedUnkeyedContainer()
            },
            {
                var container = $0.container(keyedBy: TestKey.self)
                try container.encode(["x"], forKey: "a")
                try "s".encode(to: container.superEncoder())
            },
            { _ in throw TestFailure() },
            { throw EncodingError.invalidValue(1, .init(codingPath: $0.codingPath, debugDescription: "")) },
        ]
        for closure in closures {
            let options = EncoderSettings(
                dates: .custom { date, encoder in
                    #expect(date == Date(timeIntervalSinceReferenceDate: 1))
                    try closure(encoder)
                },
                data: .custom { data, encoder in
                    #expect(data == Data([1, 2]))
                    try closure(encoder)
                })
            let date = Date(timeIntervalSinceReferenceDate: 1)
            expectAsFoundation(Dates(date), options)
            expectAsFoundation(date, options)
            expectAsFoundation([Optional(date), nil], options)
            expectAsFoundation([[date]], options)
            expectAsFoundation(["a": Data([1, 2])], options)
            expectAsFoundation(Data([1, 2]), options)
            expectAsFoundation(
                Writing.single { container in
                    try container.encode(date)
                }, options)
        }
    }

    @Test("Data as Base64 with escaped slashes, and as numbers")
    func data() {
        for count in [0, 1, 2, 3, 4, 100, 3_071, 3_072, 3_073, 20_000] {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 0xF0) })
            for strategy in [.base64, .deferredToData] as [JSONEncoder.DataEncodingStrategy] {
                expectAsFoundation(["a": data], EncoderSettings(data: strategy))
                expectAsFoundation([data, data.dropFirst()], EncoderSettings(data: strategy))
                expectAsFoundation(data, EncoderSettings(data: strategy))
            }
        }
        expectFoundationText(of: [Data([0xFF, 0xFF, 0xFF])], #"["\/\/\/\/"]"#)
    }

    @Test("Infinities and NaN as strings, in every place")
    func nonConforming() {
        let floats = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
            positiveInfinity: "+∞/\"", negativeInfinity: "-∞ which is a text of some length", nan: "")
        for value in [Double.infinity, -.infinity, .nan, -.nan, .signalingNaN] {
            for options in [EncoderSettings(), EncoderSettings(floats: floats)] {
                expectAsFoundation(value, options)
                expectAsFoundation([1, value], options)
                expectAsFoundation(["a": ["b": value]], options)
                expectAsFoundation(["a": [Float(value)]], options)
                expectAsFoundation([[Optional(value)]], options)
                expectAsFoundation(["a": [Measured(size: value, weight: 1)]], options)
                expectAsFoundation(["a": [Measured(size: 1, weight: Float(value))]], options)
                #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
                expectAsFoundation(["a": Float16(value)], options)
                #endif
            }
        }
    }

    @Test("Keys in snake case")
    func snakeCase() {
        let keys = [
            "", "a", "A", "aB", "AB", "ABC", "myProperty", "myURLProperty", "myURL", "URLProperty", "_a", "_aB_", "__",
            "_", "a_B", "aB1C2", "a1B2c", "1A", "one2Three", "ABc", "aBC", "a__bC", "userID", "userIDs", "i", "éÉ",
            "Éé", "straßeS", "aÀÉb", "ǅa", "aǅb", "日本Go", "aB👍C", "İstanbulI", "ALLCAPS", "aBCDeFG", "x/Y", "a\u{301}B",
            "aB\u{301}c",
        ]
        func expect(_ key: String) {
            let value = Writing.object { try $0.encode(1, forKey: TestKey(key)) }
            expectAsFoundation(value, EncoderSettings(keys: .convertToSnakeCase))
        }
        for key in keys { expect(key) }
        var generator = SeededGenerator(seed: 73)
        let letters = Array("aaabBC1_Éé")
        for _ in 0..<2_000 {
            expect(
                String(
                    (0..<Int.random(in: 1...9, using: &generator)).map { _ in letters.randomElement(using: &generator)!
                    }
                ))
        }
    }

    private struct Converted: Encodable {
        var someValue = 1
        var someList = [Inner()]
        var someTable = ["keyOne": Inner()]
        var byNumber = [1: Inner()]
        var byEnum = [Kind.firstKind: 1]
        var noText: String?

        struct Inner: Encodable { var innerValue = ["aB": 1] }

        enum Kind: String, Codable, CodingKeyRepresentable { case firstKind }
    }

    @Test("Converted keys: string keys of dictionaries do not change; keys that become equal are one")
    func convertedKeys() {
        expectAsFoundation(Converted(), EncoderSettings(keys: .convertToSnakeCase))
        expectAsFoundation([Converted()], EncoderSettings(keys: .convertToSnakeCase))
        expectAsFoundation(["aB": Converted()], EncoderSettings(keys: .convertToSnakeCase))
        let last = EncoderSettings(keys: .custom { TestKey("<\($0.last!.stringValue)>") })
        expectAsFoundation(Converted(), last)
        expectAsFoundation([Converted()], last)
        let path = EncoderSettings(keys: .custom { TestKey($0.map(EncodingOutcome.describe).joined(separator: ".")) })
        expectAsFoundation([Converted.Inner()], path)
        expectAsFoundation(Writing { try Converted.Inner().encode(to: $0) }, path)
        let same = EncoderSettings(keys: .custom { _ in TestKey("same") })
        expectFoundationText(of: TwoValues(), #"{"same":2}"#, same)
        expectFoundationText(of: [TwoValues()], #"[{"same":2}]"#, same)
        expectAsFoundation(
            Writing.object { container in
                var nested = container.nestedContainer(keyedBy: TestKey.self, forKey: "aB")
                try nested.encode(1, forKey: "cD")
                try 2.encode(to: container.superEncoder())
                try 3.encode(to: nested.superEncoder(forKey: "eF"))
            }, last)
    }

    @Test("Values find the encoder's userInfo")
    func userInfo() {
        let key = CodingUserInfoKey(rawValue: "key")!
        expectFoundationText(
            of: [
                Writing {
                    var container = $0.unkeyedContainer()
                    try container.encode($0.userInfo[key] as? Int)
                    try container.encode($0.userInfo.count)
                    try container.encode(["a": Writing { try ($0.userInfo[key] as? Int).encode(to: $0) }])
                    try ($0.userInfo[key] as? Int).encode(to: container.superEncoder())
                }
            ], #"[[7,1,{"a":7},7]]"#, EncoderSettings(userInfo: [key: 7]))
    }

    @Test("Values with a configuration")
    func configurations() throws {
        struct Configured: EncodableWithConfiguration {
            func encode(to encoder: any Encoder, configuration: Int) throws {
                guard configuration > 0 else { return }
                var container = encoder.container(keyedBy: TestKey.self)
                try container.encode(configuration, forKey: "configuration/")
                if configuration > 1 { try container.encode(self, forKey: "inner", configuration: configuration - 1) }
            }
        }
        enum Provider: EncodingConfigurationProviding {
            static var encodingConfiguration: Int { 3 }
        }
        let (foundation, yodel) = (EncoderSettings().foundation, EncoderSettings().yodel)
        for configuration in 0...3 {
            let expected = EncodingOutcome { try foundation.encode(Configured(), configuration: configuration) }
            let found = [
                EncodingOutcome { try yodel.encode(Configured(), configuration: configuration) },
                EncodingOutcome { try Data(yodel.encodeBytes(Configured(), configuration: configuration)) },
                EncodingOutcome { try Data(yodel.encodeText(Configured(), configuration: configuration).utf8) },
                EncodingOutcome {
                    var bytes = Data([7])
                    try yodel.encode(Configured(), appendingTo: &bytes, configuration: configuration)
                    return bytes.dropFirst()
                },
                EncodingOutcome {
                    try Data(
                        [UInt8](room: 200) {
                            try yodel.encode(Configured(), appendingTo: &$0, configuration: configuration)
                        })
                },
            ]
            #expect(found == Array(repeating: expected, count: found.count))
        }
        #expect(
            try yodel.encode(Configured(), configuration: Provider.self)
                == foundation.encode(Configured(), configuration: Provider.self))
        let text = #"{"configuration/":3,"inner":{"configuration/":2,"inner":{"configuration/":1}}}"#
        let slashed = text.replacing("/", with: #"\/"#)
        #expect(try yodel.encodeText(Configured(), configuration: Provider.self) == slashed)
        #expect(try yodel.encodeBytes(Configured(), configuration: Provider.self) == Array(slashed.utf8))
        var bytes: [UInt8] = []
        try yodel.encode(Configured(), appendingTo: &bytes, configuration: Provider.self)
        #expect(bytes == Array(slashed.utf8))
        let inSpan = try [UInt8](room: slashed.utf8.count) {
            try yodel.encode(Configured(), appendingTo: &$0, configuration: Provider.self)
        }
        #expect(inSpan == bytes)
    }
}

private struct Measured: Encodable {
    var size: Double
    var weight: Float
}

private struct TwoValues: Encodable {
    var first = 1
    var second = 2
}
