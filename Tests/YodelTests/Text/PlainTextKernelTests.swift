import BenchmarkModels
import CYodelKernels
import Testing

@Suite("The kernel that skips plain text")
struct PlainTextKernelTests {
    private struct Outcome: Equatable {
        var position: Int
        var isInString: Bool
        var stringStart: Int
    }

    private typealias Kernel = (UnsafePointer<UInt8>, Int, Int, UnsafeMutablePointer<yodel_text_state>) -> Void

    private func outcome(of kernel: Kernel, _ text: [UInt8], limit: Int) -> Outcome {
        text.withUnsafeBufferPointer { buffer in
            var state = yodel_text_state(position: 0, is_in_string: false, string_start: 0)
            kernel(buffer.baseAddress!, buffer.count, limit, &state)
            return Outcome(
                position: state.position, isInString: state.is_in_string,
                stringStart: state.is_in_string ? state.string_start : 0)
        }
    }

    /// Without the faster instructions the two are the same, and this test shows nothing.
    @Test("Every instruction set has the same result")
    func variants() {
        var generator = SeededGenerator(seed: 20_261_121)
        let pieces: [[UInt8]] = [
            Array("\"".utf8), Array("\\\"".utf8), Array("\\\\".utf8), Array("\\u00e9".utf8),
            Array("\\ud83d\\ude00".utf8), Array("\\ud83d".utf8), Array("\\x".utf8), Array("é".utf8), Array("前".utf8),
            Array("😋".utf8), [0xED, 0xA0, 0x80], [0xFF], Array("\n  ".utf8), [0x0B], [0x01], Array("plain text".utf8),
            Array(",:[]{}".utf8), Array("\"\"".utf8),
        ]
        var stops = 0
        for _ in 0..<4_000 {
            var text: [UInt8] = []
            // Mostly valid pieces, so that the kernels get further.
            while text.count < 300 {
                let isWild = Int.random(in: 0..<60, using: &generator) == 0
                text += isWild ? pieces.randomElement(using: &generator)! : Array("{\"k\": \"é \\n 前\"},\n".utf8)
            }
            let limit = [64, 100, 1_000].randomElement(using: &generator)!
            let fast = outcome(of: yodel_skip_plain, text, limit: limit)
            let slow = outcome(of: yodel_skip_plain_baseline, text, limit: limit)
            #expect(fast == slow, "\(text)")
            if fast.position < text.count - 64 { stops += 1 }
        }
        #expect((400...3_600).contains(stops), "Some texts are plain to the end and some are not: \(stops)")
    }
}
