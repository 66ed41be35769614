import DifferentialKit
import Testing

@testable import Yodel

/// The files of github.com/nst/JSONTestSuite, judged by their names.
///
/// Files named `y_` are JSON, those named `n_` are not, and for those named `i_` the standard leaves the choice to the
/// parser: this parser's choices are listed here.
@Suite("JSONTestSuite", .enabled(if: SharedData.isAvailable, SharedData.absence))
struct JSONTestSuiteTests {
    static let accepted = files("test_parsing", prefix: "y_")
    static let refused = files("test_parsing", prefix: "n_")
    static let open = files("test_parsing", prefix: "i_")
    static let transformed = files("test_transform")

    static func files(_ folder: String, prefix: String = "") -> [SharedFile] {
        SharedData.files(in: "conformance/JSONTestSuite/\(folder)", prefix: prefix)
    }

    /// Nearly all files are short enough to be cut at every position.
    static let cuts = Cuts(everySplitBelow: 2_048, sampledSplits: 200)

    @Test("No file is left out")
    func counts() {
        #expect(Self.accepted.count == 95)
        #expect(Self.refused.count == 188)
        #expect(Self.open.count == Self.openOutcomes.count)
        #expect(Self.transformed.count == Self.transformedOutcomes.count)
    }

    @Test("JSON is decoded to a value whose text decodes to the same value", arguments: accepted)
    func accepts(_ file: SharedFile) throws {
        let value = try decodeEveryWay(JSONValue.self, file.bytes(), cuts: Self.cuts, comparing: \.description)
        #expect(try ModelDecoder().decode(JSONValue.self, from: value.description) == value)
    }

    @Test("Text that is not JSON is refused, with an error of the category syntax or endOfInput", arguments: refused)
    func refuses(_ file: SharedFile) throws {
        let bytes = try file.bytes()
        let error = #expect(throws: ModelError.self) {
            try decodeEveryWay(JSONValue.self, bytes, cuts: Self.cuts, comparing: \.description)
        }
        if Self.tooDeep.contains(file.name) {
            #expect(error?.code == .depthLimit)
        } else {
            #expect(error?.category == .syntax || error?.category == .endOfInput)
        }
    }

    /// These are wrong only at their ends, a hundred thousand levels down.
    static let tooDeep = ["n_structure_100000_opening_arrays.json", "n_structure_open_array_object.json"]

    // MARK: - Skipped

    private struct Kept: Model, Equatable { var kept: Int }

    /// The file as the value of an unknown key.
    private func skipped(_ file: SharedFile) throws -> [UInt8] {
        try Array(#"{"skipped": "#.utf8) + file.bytes() + Array(#", "kept": 1}"#.utf8)
    }

    @Test("JSON can be skipped", arguments: accepted)
    func skips(_ file: SharedFile) throws {
        #expect(try decodeEveryWay(Kept.self, skipped(file), cuts: Self.cuts) == Kept(kept: 1))
    }

    @Test("Text that is not JSON is refused when it is skipped, too", arguments: refused)
    func refusesSkipped(_ file: SharedFile) throws {
        let bytes = try skipped(file)
        #expect(throws: ModelError.self) { try decodeEveryWay(Kept.self, bytes, cuts: Self.cuts) }
    }

    // MARK: - Pinned outcomes

    private enum Outcome: Equatable {
        /// The decoded value, as text.
        case value(String)
        case refused(ModelError.Code)
    }

    private func outcome(_ file: SharedFile) throws -> Outcome {
        let bytes = try file.bytes()
        do throws(ModelError) {
            let value = try decodeEveryWay(JSONValue.self, bytes, cuts: Self.cuts, comparing: \.description)
            return .value(value.description)
        } catch {
            return .refused(error.code)
        }
    }

    @Test("Files for which the standard leaves the choice", arguments: open)
    func chooses(_ file: SharedFile) throws {
        #expect(try outcome(file) == Self.openOutcomes[file.name])
    }

    /// Numbers of any size are kept unchanged; text must be well-formed; arrays may be 512 deep.
    private static let openOutcomes: [String: Outcome] = [
        "i_number_double_huge_neg_exp.json": .value("[123.456e-789]"),
        "i_number_huge_exp.json": .value("[0.4e0066\(String(repeating: "9", count: 116))69999999006]"),
        "i_number_neg_int_huge_exp.json": .value("[-1e+9999]"),
        "i_number_pos_double_huge_exp.json": .value("[1.5e+9999]"),
        "i_number_real_neg_overflow.json": .value("[-123123e100000]"),
        "i_number_real_pos_overflow.json": .value("[123123e100000]"),
        "i_number_real_underflow.json": .value("[123e-10000000]"),
        "i_number_too_big_neg_int.json": .value("[-123123123123123123123123123123]"),
        "i_number_too_big_pos_int.json": .value("[100000000000000000000]"),
        "i_number_very_big_negative_int.json": .value("[-237462374673276894279832749832423479823246327846]"),
        "i_object_key_lone_2nd_surrogate.json": .refused(.invalidEscape),
        "i_string_1st_surrogate_but_2nd_missing.json": .refused(.invalidEscape),
        "i_string_1st_valid_surrogate_2nd_invalid.json": .refused(.invalidEscape),
        "i_string_UTF-16LE_with_BOM.json": .refused(.unsupportedEncoding),
        "i_string_UTF-8_invalid_sequence.json": .refused(.invalidUTF8),
        "i_string_UTF8_surrogate_U+D800.json": .refused(.invalidUTF8),
        "i_string_incomplete_surrogate_and_escape_valid.json": .refused(.invalidEscape),
        "i_string_incomplete_surrogate_pair.json": .refused(.invalidEscape),
        "i_string_incomplete_surrogates_escape_valid.json": .refused(.invalidEscape),
        "i_string_invalid_lonely_surrogate.json": .refused(.invalidEscape),
        "i_string_invalid_surrogate.json": .refused(.invalidEscape),
        "i_string_invalid_utf-8.json": .refused(.invalidUTF8),
        "i_string_inverted_surrogates_U+1D11E.json": .refused(.invalidEscape),
        "i_string_iso_latin_1.json": .refused(.invalidUTF8),
        "i_string_lone_second_surrogate.json": .refused(.invalidEscape),
        "i_string_lone_utf8_continuation_byte.json": .refused(.invalidUTF8),
        "i_string_not_in_unicode_range.json": .refused(.invalidUTF8),
        "i_string_overlong_sequence_2_bytes.json": .refused(.invalidUTF8),
        "i_string_overlong_sequence_6_bytes.json": .refused(.invalidUTF8),
        "i_string_overlong_sequence_6_bytes_null.json": .refused(.invalidUTF8),
        "i_string_truncated-utf-8.json": .refused(.invalidUTF8),
        "i_string_utf16BE_no_BOM.json": .refused(.unsupportedEncoding),
        "i_string_utf16LE_no_BOM.json": .refused(.unsupportedEncoding),
        "i_structure_500_nested_arrays.json":
            .value(String(repeating: "[", count: 500) + String(repeating: "]", count: 500)),
        "i_structure_UTF-8_BOM_empty_object.json": .value("{}"),
    ]

    @Test("Values that other parsers change", arguments: transformed)
    func transforms(_ file: SharedFile) throws {
        #expect(try outcome(file) == Self.transformedOutcomes[file.name])
    }

    /// Numbers keep their literals, keys their code points; the last value of a duplicate key counts.
    private static let transformedOutcomes: [String: Outcome] = [
        "number_-9223372036854775808.json": .value("[-9223372036854775808]"),
        "number_-9223372036854775809.json": .value("[-9223372036854775809]"),
        "number_1.0.json": .value("[1.0]"),
        "number_1.000000000000000005.json": .value("[1.000000000000000005]"),
        "number_1000000000000000.json": .value("[1000000000000000]"),
        "number_10000000000000000999.json": .value("[10000000000000000999]"),
        "number_1e-999.json": .value("[1E-999]"),
        "number_1e6.json": .value("[1E6]"),
        "number_9223372036854775807.json": .value("[9223372036854775807]"),
        "number_9223372036854775808.json": .value("[9223372036854775808]"),
        "object_key_nfc_nfd.json": .value("{\"\u{E9}\":\"NFC\",\"e\u{301}\":\"NFD\"}"),
        "object_key_nfd_nfc.json": .value("{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}"),
        "object_same_key_different_values.json": .value(#"{"a":2}"#),
        "object_same_key_same_value.json": .value(#"{"a":1}"#),
        "object_same_key_unclear_values.json": .value(#"{"a":-0}"#),
        "string_1_escaped_invalid_codepoint.json": .refused(.invalidEscape),
        "string_1_invalid_codepoint.json": .refused(.invalidUTF8),
        "string_2_escaped_invalid_codepoints.json": .refused(.invalidEscape),
        "string_2_invalid_codepoints.json": .refused(.invalidUTF8),
        "string_3_escaped_invalid_codepoints.json": .refused(.invalidEscape),
        "string_3_invalid_codepoints.json": .refused(.invalidUTF8),
        "string_with_escaped_NULL.json": .value(#"["A\u0000B"]"#),
    ]
}
