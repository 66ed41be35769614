import DifferentialKit
import Foundation
import Testing
import Yodel

// These two lines are the change that a module makes. The code after them is as it was for Foundation's types.
private typealias JSONDecoder = YodelJSONDecoder
private typealias JSONEncoder = YodelJSONEncoder

extension JSONDecoder {
    fileprivate convenience init(
        keys: JSONDecoder.KeyDecodingStrategy, dates: JSONDecoder.DateDecodingStrategy = .iso8601,
        data: JSONDecoder.DataDecodingStrategy = .base64,
        floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
    ) {
        self.init()
        keyDecodingStrategy = keys
        dateDecodingStrategy = dates
        dataDecodingStrategy = data
        nonConformingFloatDecodingStrategy = floats
    }

    fileprivate static let api: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .flexible
        decoder.userInfo[.origin] = "api"
        return decoder
    }()
}

extension JSONDecoder.DateDecodingStrategy {
    /// Dates as seconds or as days.
    fileprivate static let flexible = JSONDecoder.DateDecodingStrategy.custom { decoder in
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSince1970: seconds) }
        guard let days = Int(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Neither seconds nor days")
        }
        return Date(timeIntervalSince1970: Double(days) * 86_400)
    }
}

extension JSONDecoder.KeyDecodingStrategy {
    fileprivate static var lowercased: JSONDecoder.KeyDecodingStrategy {
        .custom { codingPath in TestKey(codingPath.last!.stringValue.lowercased()) }
    }
}

extension JSONEncoder {
    fileprivate convenience init(
        outputFormatting: JSONEncoder.OutputFormatting = [.sortedKeys],
        keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase,
        dates: JSONEncoder.DateEncodingStrategy = .iso8601, data: JSONEncoder.DataEncodingStrategy = .base64,
        floats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
    ) {
        self.init()
        self.outputFormatting = outputFormatting
        keyEncodingStrategy = keys
        dateEncodingStrategy = dates
        dataEncodingStrategy = data
        nonConformingFloatEncodingStrategy = floats
    }
}

extension JSONEncoder.DateEncodingStrategy {
    fileprivate static let days = JSONEncoder.DateEncodingStrategy.custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("\(Int(date.timeIntervalSince1970 / 86_400))")
    }
}

extension CodingUserInfoKey {
    fileprivate static let origin = CodingUserInfoKey(rawValue: "origin")!
}

private struct Order: Codable, Equatable {
    var orderId: Int
    var placedAt: Date
    var weight = 0.0
    var seal = Data()
    var origin: String?

    enum CodingKeys: CodingKey { case orderId, placedAt, weight, seal }

    init(orderId: Int, placedAt: Date, weight: Double, seal: Data) {
        (self.orderId, self.placedAt, self.weight, self.seal) = (orderId, placedAt, weight, seal)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        orderId = try container.decode(Int.self, forKey: .orderId)
        placedAt = try container.decode(Date.self, forKey: .placedAt)
        weight = try container.decodeIfPresent(Double.self, forKey: .weight) ?? 0
        seal = try container.decodeIfPresent(Data.self, forKey: .seal) ?? Data()
        origin = decoder.userInfo[.origin] as? String
    }
}

@Suite("Code written for Foundation's decoder and encoder compiles with Yodel's under their names")
struct DropInTests {
    /// Expects an outcome of Foundation's decoder from one made by such code.
    private func expectFoundations(
        _ decoder: JSONDecoder, _ document: String, _ location: SourceLocation = #_sourceLocation,
        change: (inout DecoderSettings) -> Void
    ) {
        let foundation = DecoderSettings.with(change).foundation
        let expected = CodableOutcome { try foundation.decode(Order.self, from: Data(document.utf8)) }
        let found = CodableOutcome { try decoder.decode(Order.self, from: Data(document.utf8)) }
        #expect(found == expected, "\(document)", sourceLocation: location)
    }

    @Test(
        "Nested types of strategies, in signatures and extensions",
        arguments: [
            #"{"order_id": 7, "placed_at": 0}"#, #"{"order_id": 7, "placed_at": "19782"}"#,
            #"{"order_id": 7, "placed_at": "2024-02-29T12:00:00Z", "weight": "inf", "seal": "AQI="}"#,
            #"{"ORDERID": 7, "PLACEDAT": "x"}"#, #"{"order_id": "7"}"#, #"{"order_id": 7, "placed_at""#,
        ])
    func decoding(_ document: String) {
        expectFoundations(.api, document) {
            $0.keys = .convertFromSnakeCase
            $0.dates = .flexible
            $0.userInfo = [.origin: "api"]
        }
        let floats = JSONDecoder.NonConformingFloatDecodingStrategy.convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        expectFoundations(JSONDecoder(keys: .convertFromSnakeCase, floats: floats), document) {
            $0.keys = .convertFromSnakeCase
            $0.dates = .iso8601
            $0.floats = floats
        }
        expectFoundations(JSONDecoder(keys: .lowercased, dates: .flexible, data: .deferredToData), document) {
            $0.keys = .lowercased
            $0.dates = .flexible
            $0.data = .deferredToData
        }
    }

    @Test("JSON5, and documents without braces")
    func documents() throws {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        #expect(try decoder.decode([String: Int].self, from: Data("{a: +1, /* b */}".utf8)) == ["a": 1])
        decoder.allowsJSON5 = false
        decoder.assumesTopLevelDictionary = true
        #expect(try decoder.decode([String: Int].self, from: Data(#""a": 1"#.utf8)) == ["a": 1])
    }

    @Test("Nested types of an encoder's options, in signatures and extensions")
    func encoding() throws {
        let order = Order(
            orderId: 7, placedAt: Date(timeIntervalSince1970: 86_400), weight: .infinity, seal: Data([1, 2]))
        let floats = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        func expectFoundations(
            _ encoder: JSONEncoder, _ text: String?, _ options: EncoderSettings,
            _ location: SourceLocation = #_sourceLocation
        ) {
            let found = EncodingOutcome { try encoder.encode(order) }
            #expect(found == EncodingOutcome { try options.foundation.encode(order) }, sourceLocation: location)
            if let text { #expect(found == .text(text), sourceLocation: location) }
        }
        expectFoundations(
            JSONEncoder(floats: floats),
            #"{"order_id":7,"placed_at":"1970-01-02T00:00:00Z","seal":"AQI=","weight":"inf"}"#,
            EncoderSettings(dates: .iso8601, floats: floats, keys: .convertToSnakeCase))
        let keys = JSONEncoder.KeyEncodingStrategy.custom { TestKey($0.last!.stringValue.uppercased()) }
        expectFoundations(
            JSONEncoder(keys: keys, dates: .days, data: .deferredToData, floats: floats),
            #"{"ORDERID":7,"PLACEDAT":"1","SEAL":[1,2],"WEIGHT":"inf"}"#,
            EncoderSettings(dates: .days, data: .deferredToData, floats: floats, keys: keys))
        expectFoundations(
            JSONEncoder(outputFormatting: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]), nil,
            EncoderSettings(
                formatting: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes], dates: .iso8601,
                keys: .convertToSnakeCase))
    }

    @Test("The protocols of Combine fit, which this stand-in of the same shape shows where Combine is missing")
    func topLevelCoders() throws {
        func roundTrip<Decoder: TopLevelDecoder, Encoder: TopLevelEncoder>(
            _ value: [Int], _ encoder: Encoder, _ decoder: Decoder
        ) throws -> [Int] where Encoder.Output == Data, Decoder.Input == Data {
            try decoder.decode([Int].self, from: encoder.encode(value))
        }
        #expect(try roundTrip([1, 2], JSONEncoder(), JSONDecoder()) == [1, 2])
    }
}

#if canImport(Combine)
import Combine
#else
private protocol TopLevelDecoder {
    associatedtype Input
    func decode<Value: Decodable>(_ type: Value.Type, from: Input) throws -> Value
}

private protocol TopLevelEncoder {
    associatedtype Output
    func encode<Value: Encodable>(_ value: Value) throws -> Output
}

extension JSONDecoder: TopLevelDecoder {
    fileprivate typealias Input = Data
}

extension JSONEncoder: TopLevelEncoder {
    fileprivate typealias Output = Data
}
#endif
