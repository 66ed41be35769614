import Testing

@testable import Yodel

@Suite("RawJSON")
struct RawJSONTests {
    let raw = RawJSON(uncheckedBytes: Array(#"{"é": [1.0, 2]}"#.utf8))

    @Test("keeps the bytes exactly")
    func bytes() {
        #expect(raw.bytes == Array(#"{"é": [1.0, 2]}"#.utf8))
        #expect(raw.count == 16)
        #expect(raw.text == #"{"é": [1.0, 2]}"#)
        #expect(raw.description == raw.text)
        #expect(raw.withUnsafeBytes { Array($0) } == raw.bytes)
    }

    @Test("lends its bytes to code that throws its own error")
    func typedThrow() {
        struct Refusal: Error, Equatable {}
        do throws(Refusal) {
            try raw.withUnsafeBytes { _ throws(Refusal) in throw Refusal() }
            Issue.record("Expected the error of the closure")
        } catch {
            #expect(error == Refusal())
        }
    }

    @Test("is equal to the same bytes only")
    func equality() {
        let same = RawJSON(uncheckedBytes: Array(raw.text.utf8))
        let spaced = RawJSON(uncheckedBytes: Array(#"{ "é":[1.0,2]}"#.utf8))
        let decomposed = RawJSON(uncheckedBytes: Array("{\"e\u{301}\": [1.0, 2]}".utf8))
        #expect(raw == same)
        #expect(raw.hashValue == same.hashValue)
        #expect(raw != spaced)
        #expect(raw != decomposed)
    }
}
