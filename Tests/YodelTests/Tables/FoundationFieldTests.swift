import Foundation
import Testing

@testable import Yodel

@Suite("Date, Data, URL and UUID fields")
struct FoundationFieldTests {
    @Test("A Date is an ISO 8601 string, from the year 0 to the end of 9999")
    func dates() {
        expectEverywhere(#""1970-01-01T00:00:00Z""#, is: Date(timeIntervalSince1970: 0))
        expectEverywhere(#""2024-02-29T23:59:59.5+01:00""#, is: Date(timeIntervalSince1970: 1_709_247_599.5))
        expectEverywhere(#""0000-01-01T00:00:00Z""#, is: Date(timeIntervalSince1970: -62_167_219_200))
        expectEverywhere(#""9999-12-31T23:59:59Z""#, is: Date(timeIntervalSince1970: 253_402_300_799))
    }

    @Test(
        "Text that is not a date is refused",
        arguments: ["", "2023-02-29", "10000-01-01", "2024-01-01T24:00:01Z", "2024-13-01", "2024-01-01x", "now"])
    func noDates(text: String) {
        expectRefusedEverywhere("\"\(text)\"", as: Date.self, .invalidValue)
    }

    @Test("Data is padded Base64")
    func data() {
        expectEverywhere(#""""#, is: Data())
        expectEverywhere(#""AA==""#, is: Data([0]))
        expectEverywhere(#""AAECA/8=""#, is: Data([0, 1, 2, 3, 255]))
        expectEverywhere(#""\u0041AE\/""#, is: Data([0, 1, 63]))
        for text in ["A", "AA", "AA=", "A===", "AA==AA==", "AA\\n==", " AA==", "AB==", "AAEC!", "AAE_"] {
            expectRefusedEverywhere("\"\(text)\"", as: Data.self, .invalidValue)
        }
    }

    @Test("Data is an array of bytes if the decoder says so, and everything else is refused")
    func dataAsBytes() {
        let decoder = ModelDecoder.with { $0.data = .bytes }
        expectEverywhere("[]", is: Data(), decoder: decoder)
        expectEverywhere("[0,255,7]", is: Data([0, 255, 7]), decoder: decoder)
        expectRefusedEverywhere(
            "[0,256]", as: Data.self, .numberOutOfRange, expected: "UInt8", found: "the number 256", namesType: false,
            offset: 3, path: "[1]", decoder: decoder)
        expectMismatchEverywhere(Data.self, for: JSONLiteral.all(but: .array), decoder: decoder)
    }

    @Test("A URL is a string that is not empty")
    func urls() {
        expectEverywhere(#""https://example.com""#, is: URL(string: "https://example.com")!)
        expectEverywhere(#""http:\/\/a.b\/c?d=e&f#g""#, is: URL(string: "http://a.b/c?d=e&f#g")!)
        expectEverywhere(#""relative/path""#, is: URL(string: "relative/path")!)
        expectEverywhere(#""mailto:a@b.c""#, is: URL(string: "mailto:a@b.c")!)
        expectEverywhere(#""many words""#, is: URL(string: "many words")!)
        for text in ["", "http://[", "http://a:b:c"] {
            expectRefusedEverywhere("\"\(text)\"", as: URL.self, .invalidValue)
        }
    }

    @Test("A UUID is its usual text in either case")
    func uuids() {
        let uuid = UUID(uuidString: "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")!
        expectEverywhere(#""FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF""#, is: uuid)
        expectEverywhere(#""ffffffff-ffff-ffff-ffff-ffffffffffff""#, is: uuid)
        expectEverywhere(
            #""00000000-0000-0000-0000-000000000000""#, is: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!)
        for text in [
            "", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFF", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF0",
            "{FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF}", "GFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
            "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
        ] {
            expectRefusedEverywhere("\"\(text)\"", as: UUID.self, .invalidValue)
        }
    }

    @Test("Values of other JSON types are refused as mismatches")
    func mismatches() {
        expectMismatchEverywhere(Date.self, for: JSONLiteral.all(but: .string))
        expectMismatchEverywhere(Data.self, for: JSONLiteral.all(but: .string))
        expectMismatchEverywhere(URL.self, for: JSONLiteral.all(but: .string))
        expectMismatchEverywhere(UUID.self, for: JSONLiteral.all(but: .string))
    }
}

@Suite("Decimal fields")
struct DecimalFieldTests {
    private static let digits38 = "12345678901234567890123456789012345678"

    @Test("A Decimal is exactly the number of the text, with 38 digits and more if they fit")
    func exact() {
        expectEverywhere("0", is: Decimal(0))
        expectEverywhere("-0", is: Decimal(0))
        expectEverywhere("0.1", is: Decimal(string: "0.1")!)
        expectEverywhere("-1.10", is: Decimal(string: "-1.1")!)
        expectEverywhere("12e3", is: Decimal(12_000))
        expectEverywhere(Self.digits38, is: Decimal(string: Self.digits38)!)
        expectEverywhere("0." + Self.digits38, is: Decimal(string: "0." + Self.digits38)!)
        expectEverywhere("-" + Self.digits38 + "e-100", is: Decimal(string: "-" + Self.digits38 + "e-100")!)
        expectEverywhere(Self.digits38 + "e89", is: Decimal(string: Self.digits38 + "e89")!)
        expectEverywhere(
            "340282366920938463463374607431768211455", is: Decimal(string: "340282366920938463463374607431768211455")!)
        expectEverywhere("1e127", is: Decimal(sign: .plus, exponent: 127, significand: 1))
        expectEverywhere("1e-128", is: Decimal(sign: .plus, exponent: -128, significand: 1))
        expectEverywhere(
            "1000000000000000000000000000000000000000.00", is: Decimal(sign: .plus, exponent: 39, significand: 1))
    }

    @Test("More digits than fit are refused, never rounded")
    func tooManyDigits() {
        for literal in [Self.digits38 + "9.5", "340282366920938463463374607431768211457", "0.1" + Self.digits38 + "9"] {
            let shown = literal.count > 40 ? literal.prefix(40) + "…" : literal[...]
            expectRefusedEverywhere(literal, as: Decimal.self, .inexactNumber, found: "the number \(shown)")
        }
    }

    @Test("A value that is too large is out of range", arguments: ["1e200", "-1e166", "1e999999999"])
    func tooLarge(literal: String) {
        expectRefusedEverywhere(literal, as: Decimal.self, .numberOutOfRange)
    }

    @Test(
        "A value too close to zero is refused, never rounded to zero",
        arguments: ["1e-129", "-1e-999999999"])
    func tooSmall(literal: String) {
        expectRefusedEverywhere(literal, as: Decimal.self, .inexactNumber)
    }

    @Test("Values of other JSON types are refused as mismatches")
    func mismatches() {
        expectMismatchEverywhere(Decimal.self, for: JSONLiteral.all(but: .number))
    }
}
