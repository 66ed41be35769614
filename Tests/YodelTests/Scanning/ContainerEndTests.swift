import BenchmarkModels
import CYodelKernels
import Testing

/// The kernel that finds the ends of arrays and objects by counting brackets.
@Suite("Ends of arrays and objects")
struct ContainerEndTests {
    /// The length of the container at the start of the bytes, found by both variants in pieces that end at the given
    /// indices; nil if it has no end.
    private func end(_ bytes: [UInt8], cutAt cuts: [Int] = []) -> Int? {
        let kernels = [yodel_find_container_end, yodel_find_container_end_baseline]
        let ends = kernels.map { kernel in
            var state = yodel_container_state()
            var position = 0
            for cut in cuts + [bytes.count] {
                // Separate memory for each piece: nothing after it may be read.
                let piece = Array(bytes[position..<cut])
                let end = piece.withUnsafeBufferPointer { kernel($0.baseAddress!, 0, piece.count, &state) }
                if end >= 0 { return position + end }
                position = cut
            }
            return -1
        }
        #expect(ends[0] == ends[1], "the variants agree on \(String(decoding: bytes, as: UTF8.self)) cut at \(cuts)")
        return ends[0] < 0 ? nil : ends[0]
    }

    /// The expected end, found byte by byte; -1 if there is a backslash outside of strings, where the kernel need not be
    /// right.
    private func naiveEnd(_ bytes: [UInt8]) -> Int? {
        var (depth, isInString, isEscaped) = (0, false, false)
        for (index, byte) in bytes.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                isEscaped = byte == UInt8(ascii: "\\")
                isInString = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    if depth == 0 { return index + 1 }
                case UInt8(ascii: "\\"): return -1
                default: break
                }
            }
        }
        return nil
    }

    @Test(
        "The end is found anywhere in a block, with any strings",
        arguments: [
            "[]", "{}", "[[[]],{}]", #"{"a":[1,{"b":"]}"}]}"#, #"["\"]"]"#, #"["\\"]"#, #"["\\\"]","\\\\"]"#,
            #"{"\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\"]":"\"}"}"#,
            "[\"é]😀\"]",
        ])
    func ends(text: String) {
        for padding in 0..<130 {
            let bytes = Array((text.prefix(1) + String(repeating: " ", count: padding) + text.dropFirst()).utf8)
            for after in ["", "]", ", {\"a\": 1}", String(repeating: "}", count: 70)] {
                #expect(end(bytes + Array(after.utf8)) == bytes.count)
            }
            #expect(end(Array(bytes.dropLast())) == nil)
        }
    }

    @Test("It is the same in pieces")
    func pieces() {
        var random = SeededGenerator(seed: 41)
        let alphabet = Array(#"{}[]"\\\ a,:1é"#.utf8)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<200, using: &random)
            let bytes = Array("[".utf8) + (0..<count).map { _ in alphabet.randomElement(using: &random)! }
            let expected = naiveEnd(bytes)
            guard expected != -1 else { continue }
            #expect(end(bytes) == expected)
            let cut = Int.random(in: 1...bytes.count, using: &random)
            #expect(end(bytes, cutAt: [cut]) == expected)
            #expect(end(bytes, cutAt: Array(1..<bytes.count)) == expected)
        }
    }

    @Test("Deep nesting is counted")
    func deep() {
        let bytes =
            Array(String(repeating: "[{", count: 10_000).utf8) + Array(String(repeating: "}]", count: 10_000).utf8)
        #expect(end(bytes) == 40_000)
        #expect(end(bytes.dropLast()) == nil)
    }
}
