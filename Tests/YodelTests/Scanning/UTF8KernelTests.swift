import BenchmarkModels
import CYodelKernels
import Testing

@Suite("UTF-8")
struct UTF8KernelTests {
    /// Compares both variants with the standard library: alone, at offsets where whole words of ASCII are skipped, and
    /// across the end of a block of 32 bytes.
    private func mismatch(_ sequence: [UInt8]) -> String? {
        for padding in [0, 3, 8, 29, 30, 31] {
            let ascii = [UInt8](repeating: UInt8(ascii: "a"), count: padding)
            for bytes in [ascii + sequence, ascii + sequence + ascii] {
                let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
                guard yodel_is_utf8(bytes, bytes.count) == isUTF8, yodel_is_utf8_baseline(bytes, bytes.count) == isUTF8
                else { return "\(bytes)" }
            }
        }
        return nil
    }

    /// The first and last bytes of every class in table 3-7 of Unicode, and those next to them.
    private static let edges: [UInt8] = [
        0x00, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]

    @Test("All sequences of one and two bytes")
    func short() {
        var wrong: [String] = []
        for first in UInt8.min...UInt8.max {
            if let text = mismatch([first]) { wrong.append(text) }
            for second in UInt8.min...UInt8.max where first >= 0x80 || second >= 0x80 {
                if let text = mismatch([first, second]) { wrong.append(text) }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("Sequences of three and four bytes from the edges of each class")
    func edges() {
        var wrong: [String] = []
        for first in Self.edges where first >= 0x80 {
            for second in Self.edges {
                for third in Self.edges {
                    if let text = mismatch([first, second, third]) { wrong.append(text) }
                    guard first >= 0xF0 else { continue }
                    for fourth in Self.edges {
                        if let text = mismatch([first, second, third, fourth]) { wrong.append(text) }
                    }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("Random sequences, with leads and continuations mostly in the right places")
    func random() {
        var generator = SeededGenerator(seed: 8)
        var accepted = 0
        for _ in 0..<20_000 {
            let lead = UInt8.random(in: 0xE0...0xF5, using: &generator)
            let tail = (0..<3).map { _ in
                UInt8.random(
                    in: Int.random(in: 0...9, using: &generator) == 0 ? 0...255 : 0x80...0xBF, using: &generator)
            }
            let bytes = [lead] + tail.prefix(lead < 0xF0 ? 2 : 3)
            let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
            #expect(mismatch(bytes) == nil)
            if isUTF8 { accepted += 1 }
        }
        #expect((5_000...18_000).contains(accepted))
    }
}
