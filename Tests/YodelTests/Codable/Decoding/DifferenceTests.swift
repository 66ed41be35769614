import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// The differences from Foundation's decoder that the documentation of ``YodelJSONDecoder`` lists, one by one.
@Suite struct DifferenceTests {
    private func expect<Value: Decodable & Equatable>(
        _ type: Value.Type, _ document: Data, foundation: Value?, yodel: Value?,
        _ settings: DecoderSettings = .standard, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect((try? settings.foundation.decode(type, from: document)) == foundation, sourceLocation: location)
        #expect((try? settings.yodel.decode(type, from: document)) == yodel, sourceLocation: location)
    }

    private func expect<Value: Decodable & Equatable>(
        _ type: Value.Type, _ document: String, foundation: Value?, yodel: Value?,
        _ settings: DecoderSettings = .standard, _ location: SourceLocation = #_sourceLocation
    ) {
        expect(type, Data(document.utf8), foundation: foundation, yodel: yodel, settings, location)
    }

    @Test func noCommaAfterTheLastElement() {
        expect([Int].self, "[1,]", foundation: [1], yodel: nil)
        expect([String: Int].self, #"{"a": 1,}"#, foundation: ["a": 1], yodel: nil)
        let settings = DecoderSettings.with { $0.assumesTopLevelDictionary = true }
        expect([String: Int].self, #""a": 1,"#, foundation: ["a": 1], yodel: nil, settings)
    }

    @Test func nothingIsLeftUnchecked() {
        struct Part: Decodable, Equatable { var a: Int }
        expect(Part.self, #"{"a": 1, "b": 01}"#, foundation: Part(a: 1), yodel: nil)
        expect(Part.self, #"{"a": 1, "b": 1.}"#, foundation: Part(a: 1), yodel: nil)
        expect(Part.self, #"{"a": 1, "b": "\ud800"}"#, foundation: Part(a: 1), yodel: nil)
        expect(Part.self, #"{"a": 1, "b": "\x"}"#, foundation: Part(a: 1), yodel: nil)
        let broken = Data(#"{"a": 1, "b": ""#.utf8) + [0xC0, 0x80] + Data(#""}"#.utf8)
        expect(Part.self, broken, foundation: Part(a: 1), yodel: nil)
    }

    @Test func integersAreReadFromTheirDigits() {
        expect([Int].self, "[1.0000000000000000001]", foundation: [1], yodel: nil)
        expect([Int].self, "[9007199254740991.99999]", foundation: nil, yodel: nil)
        expect([Int].self, "[1e-400]", foundation: [0], yodel: nil)
        expect([Int].self, "[9007199254740992.5]", foundation: [9_007_199_254_740_992], yodel: nil)
        expect([Int].self, "[-9223372036854775808.0]", foundation: nil, yodel: [Int.min])
        expect([Int128].self, "[1e30]", foundation: nil, yodel: [1_000_000_000_000_000_000_000_000_000_000])
    }

    @Test func zeroIsZero() {
        expect([Double].self, "[0e5]", foundation: nil, yodel: [0])
        expect([Double].self, "[-0.0e5]", foundation: nil, yodel: [-0.0])
        expect([Decimal].self, "[-0e99999]", foundation: nil, yodel: [0])
        expect([Double].self, "[0E5]", foundation: nil, yodel: [0])
        expect([Float].self, "[0e5, 0.0]", foundation: nil, yodel: [0, 0])
    }

    @Test func zerosAtTheEndOfSmallDecimals() {
        let small = Decimal(sign: .plus, exponent: -128, significand: 1)
        expect([Decimal].self, "[10e-129]", foundation: nil, yodel: [small])
        expect([Decimal].self, "[1.0e-128]", foundation: nil, yodel: [small])
    }

    @Test func otherUnicode() {
        let little = Data([0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0])
        expect(Int.self, little, foundation: nil, yodel: 1)
        expect(Int.self, Data([0xFF, 0xFE, 0x31, 0, 0]), foundation: 1, yodel: nil)
        expect(Int.self, Data([0x31, 0, 0, 0, 0]), foundation: 1, yodel: nil)
    }

    @Test func keysAreInTheOrderOfTheDocument() throws {
        let names = (0..<50).map { "key \($0)" }
        let document = "{" + names.map { #""\#($0)": 1"# }.joined(separator: ", ") + "}"
        let decoder = YodelJSONDecoder()
        decoder.setProbe { try $0.container(keyedBy: TestKey.self).allKeys.map(\.stringValue) }
        #expect(try decoder.decode(Probe<[String]>.self, from: document).value == names)
    }

    @Test func settingsAreIndependent() {
        let (foundation, yodel) = (JSONDecoder(), YodelJSONDecoder())
        (foundation.assumesTopLevelDictionary, yodel.assumesTopLevelDictionary) = (true, true)
        (foundation.userInfo, yodel.userInfo) = ([.probe: 1], [.probe: 1])
        #expect(!foundation.assumesTopLevelDictionary)
        #expect(yodel.assumesTopLevelDictionary)
    }

    @Test func aKeptDecoderIsThatOfItsValue() throws {
        struct Keeper: Decodable {
            let decoder: any Decoder

            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        struct Whole: Decodable { var a: Keeper }
        let document = Data(#"{"a": 1}"#.utf8)
        let foundation = try JSONDecoder().decode(Whole.self, from: document).a.decoder
        let yodel = try YodelJSONDecoder().decode(Whole.self, from: document).a.decoder
        #expect(foundation.codingPath.isEmpty)
        #expect(try [String: Int](from: foundation) == ["a": 1])
        #expect(yodel.codingPath.map(\.stringValue) == ["a"])
        #expect(try Int(from: yodel) == 1)
    }

    @Test(arguments: ["[1, 1.5]", "[1, 99999999999999999999]"])
    func aNumberThatDoesNotFitIsADecodingErrorFromTheStart(_ document: String) {
        struct Seen: Decodable, Equatable {
            var isDecodingError: Bool

            init(from decoder: any Decoder) throws {
                let error = #expect(throws: (any Error).self) { try [Int](from: decoder) }
                isDecodingError = error is DecodingError
            }
        }
        let data = Data(document.utf8)
        #expect((try? JSONDecoder().decode(Seen.self, from: data))?.isDecodingError == false)
        #expect((try? YodelJSONDecoder().decode(Seen.self, from: data))?.isDecodingError == true)
    }

    @Test(
        "The underlying error says where; a byte order mark has no column",
        arguments: [
            ("[1,\n 2,\n  1.5]", 2, "line 3, column 3, offset 10"), ("\u{FEFF}[1.5]", 0, "line 1, column 2, offset 4"),
        ])
    func places(_ document: String, index: Int, place: String) throws {
        let error = try #require(throws: DecodingError.self) {
            try YodelJSONDecoder().decode([Int].self, from: document)
        }
        guard case .dataCorrupted(let context) = error else { throw error }
        let text = "$[\(index)]: expected Int, found the number 1.5 (inexactNumber, \(place))"
        #expect((context.underlyingError as? ModelError)?.description == text)
    }
}
