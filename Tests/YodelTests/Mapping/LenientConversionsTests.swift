import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

@Suite("Lenient conversions")
struct LenientConversionsTests {
    @Test("Words are Booleans in lower case, upper case and capitalized")
    func boolWords() {
        for word in ["TRUE", "True", "true", "YES", "Yes", "yes", "1"] {
            #expect(apply(word, LenientConversions.bool(fromString:)) == true, "\(word)")
        }
        for word in ["FALSE", "False", "false", "NO", "No", "no", "0"] {
            #expect(apply(word, LenientConversions.bool(fromString:)) == false, "\(word)")
        }
    }

    @Test(
        "Other words are not Booleans",
        arguments: [
            "", " ", "y", "n", "t", "2", "-1", "01", "1.0", "00", "tRUE", "TrUE", "TRUe", "trUe", "yEs", "yES", "YeS",
            "nO", " true", "true ", "truer", "on", "off", "ON", "yup", "nil", "null", "т", "\u{0}", "ＹＥＳ",
        ])
    func noBoolWords(word: String) {
        #expect(apply(word, LenientConversions.bool(fromString:)) == nil)
    }

    @Test(
        "Words that mean null",
        arguments: [
            "NIL", "Nil", "nil", "NULL", "Null", "null", "(NULL)", "(Null)", "(null)", "<NULL>", "<Null>", "<null>",
        ])
    func nullWords(word: String) {
        #expect(apply(word, LenientConversions.isNullWord))
    }

    @Test(
        "Other words are values",
        arguments: [
            "", "nul", "nulls", "nIL", "nULL", "NuLL", "(nil)", "<nil>", "(null>", "<null)", "[null]", "(nULL)", "()",
            " null", "null ", "none", "nothin", "NaN",
        ])
    func noNullWords(word: String) {
        #expect(!apply(word, LenientConversions.isNullWord))
    }

    @Test(
        "A string that is one JSON number is that number",
        arguments: [
            ("0", "0"), ("-0", "-0"), ("42", "42"), ("+42", "42"), (" 42\n", "42"), ("\t\n\r -1.5e-3 ", "-1.5e-3"),
            ("1E+5", "1E+5"), (" +0.25 ", "0.25"), ("9223372036854775808", "9223372036854775808"), ("1e400", "1e400"),
        ])
    func numbers(text: String, number: String) {
        #expect(apply(text) { LenientConversions.number(inString: $0).map(string) } == number)
    }

    @Test(
        "A string with anything more or less is not a number",
        arguments: [
            "", " ", "12abc", "abc", "0x10", "NaN", "nan", "inf", "Infinity", "-", "+", "+-1", "-+1", "++1", "01",
            "-01", "00", "1.", ".5", "-.5", "1e", "1e+", "1e-", "e5", "1.e5", "1 2", "1,000", "1_000", "٣", "１",
            "1\u{0}", "\u{A0}1", "\u{B}1", "1\u{C}", "true", "1.2.3", "--1", "1e5.0", "1e 5", "+ 1",
        ])
    func noNumbers(text: String) {
        #expect(apply(text) { LenientConversions.number(inString: $0) == nil })
    }

    @Test("Of numbers only 0 and 1 are Booleans, however they are written")
    func boolNumbers() {
        for literal in ["1", "1.0", "1.000", "1e0", "0.1e1", "10e-1", "100E-2", "0.001e3", "1E+0"] {
            #expect(apply(literal, LenientConversions.bool(fromNumber:)) == true, "\(literal)")
        }
        for literal in ["0", "-0", "0.0", "-0.00", "0e99999999999999999999", "0E-5"] {
            #expect(apply(literal, LenientConversions.bool(fromNumber:)) == false, "\(literal)")
        }
        for literal in [
            "2", "-1", "0.5", "1.5", "1.01", "10", "1e1", "1e-1", "11", "0.9999999999999999999999", "", "x",
        ] {
            #expect(apply(literal, LenientConversions.bool(fromNumber:)) == nil, "\(literal)")
        }
    }

    @Test(
        "A number is a date in seconds, or in milliseconds from 10¹¹ on",
        arguments: [
            ("0", 0), ("-1", -1), ("1709251199", 1_709_251_199), ("1709251199.5", 1_709_251_199.5),
            ("1709251199500", 1_709_251_199.5), ("1.7092511995e12", 1_709_251_199.5), ("99999999999", 99_999_999_999),
            ("100000000000", 100_000_000), ("-99999999999", nil), ("-62167219200", -62_167_219_200),
            ("-100000000000", -100_000_000), ("1e11", 100_000_000), ("253402300799999", 253_402_300_799.999),
            ("253402300800000", nil), ("1e300", nil), ("-1e99999999999999999999", nil), ("1e-99999999999999999999", 0),
        ] as [(String, Double?)])
    func dateNumbers(literal: String, seconds: Double?) {
        #expect(apply(literal, LenientConversions.date(fromNumber:)) == seconds.map { Date(timeIntervalSince1970: $0) })
    }

    @Test("A conversion refuses invalid bytes, and never traps")
    func anyBytes() {
        let alphabet = Array("+-.eE019nulNULtrueYES() <>\n\u{0}é".utf8)
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...8, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator)! }
            bytes.withUnsafeBufferPointer { bytes in
                _ = LenientConversions.bool(fromString: bytes)
                _ = LenientConversions.isNullWord(bytes)
                _ = LenientConversions.urlText(bytes)
                _ = DateText.anyKnown(bytes)
                _ = LenientConversions.date(fromNumber: bytes)
                guard NumberText(bytes).isValid else { return }
                #expect(Double(string(bytes)) != nil, "a JSON number is a number: \(string(bytes))")
                #expect(LenientConversions.number(inString: bytes) != nil)
            }
        }
    }
}

private func apply<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    Array(text.utf8).withUnsafeBufferPointer(body)
}

private func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
}
