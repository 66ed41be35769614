import BenchmarkModels
import CYodelKernels
import Testing

@testable import Yodel

@Suite("Comments become spaces")
struct CommentFilterTests {
    /// The output of the filter for a text that is cut at some indices, and the number of bytes held back.
    private func filtered(_ text: [UInt8], cutAt cuts: [Int] = []) -> (text: [UInt8], unfinished: Int?) {
        var filter = CommentFilter()
        var output: [UInt8] = []
        var start = 0
        for end in cuts + [text.count] {
            // Separate memory for each piece: nothing after it may be read.
            let piece = Array(text[start..<end])
            output += piece.withUnsafeBufferPointer { filter.filter($0) } ?? piece
            start = end
        }
        return (output, filter.unfinished)
    }

    /// The same, byte by byte.
    private func expected(_ text: [UInt8]) -> (text: [UInt8], unfinished: Int?) {
        var isInString = false
        return expected(text, isInString: &isInString)
    }

    private func expected(_ text: [UInt8], isInString: inout Bool) -> (text: [UInt8], unfinished: Int?) {
        var output = text
        var index = 0
        var isEscaped = false
        func blank(_ range: Range<Int>) {
            for index in range where output[index] != UInt8(ascii: "\n") && output[index] != UInt8(ascii: "\r") {
                output[index] = UInt8(ascii: " ")
            }
        }
        while index < text.count {
            if isInString {
                isInString = isEscaped || text[index] != UInt8(ascii: "\"")
                isEscaped = !isEscaped && text[index] == UInt8(ascii: "\\")
            } else if text[index] == UInt8(ascii: "\"") {
                isInString = true
            } else if text[index] == UInt8(ascii: "/") {
                guard index + 1 < text.count else { return (output.dropLast(), 1) }
                let rest = index + 2
                if text[index + 1] == UInt8(ascii: "/") {
                    let end = text[rest...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
                    blank(index..<(end ?? text.count))
                    index = end ?? text.count
                    continue
                }
                if text[index + 1] == UInt8(ascii: "*") {
                    let end = text.indices.dropFirst(rest + 1).first { text[$0 - 1...$0].elementsEqual("*/".utf8) }
                    blank(index..<(end.map { $0 + 1 } ?? text.count))
                    guard let end else { return (output, 0) }
                    index = end
                }
            }
            index += 1
        }
        return (output, nil)
    }

    @Test(
        "In any text, wherever it is cut",
        arguments: [
            "", "/", "//", "/**/", "/*/", "/* * / ** */1", "\"//\"", #""\"/*""#, #""\\"//x"#, "1/2", "//a\r\nb", "/\"/",
            "[1, // one\n 2 /* two\n */, \"/* none */\"] //",
        ])
    func anyCut(text: String) {
        let bytes = Array(text.utf8)
        let wanted = expected(bytes)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let found = filtered(bytes, cutAt: [first, second])
                #expect(found.text == wanted.text)
                #expect(found.unfinished == wanted.unfinished)
            }
        }
    }

    @Test("In random texts, across the blocks of the kernels", arguments: 0..<20 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = ["\"", "\\\"", "\\\\", "//", "/*", "*/", "*", "\n", "a", String(repeating: "b", count: 60)]
        for _ in 0..<200 {
            // Backslashes are only in strings, as in all JSON.
            var text = ""
            for _ in 0..<Int.random(in: 0..<20, using: &random) {
                let piece = pieces.randomElement(using: &random)!
                var isInString = false
                _ = expected(Array(text.utf8), isInString: &isInString)
                guard isInString || !piece.hasPrefix("\\") else { continue }
                text += piece
            }
            let bytes = Array(text.utf8)
            let cuts = (0..<2).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            let (found, wanted) = (filtered(bytes, cutAt: cuts), expected(bytes))
            #expect(found.text == wanted.text)
            #expect(found.unfinished == wanted.unfinished)
        }
    }

    @Test("The kernels agree, with every instruction set", arguments: 0..<20 as Range<UInt64>)
    func kernels(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 1..<200, using: &random)).map { _ in
                Array("\"\\/aaaaaaaaaaaaaaaaaaaaaaaaaaaaa".utf8).randomElement(using: &random)!
            }
            let found = [yodel_find_slash, yodel_find_slash_baseline].map { kernel in
                var state = yodel_container_state(depth: 0, is_in_string: Bool(seed % 2 == 0), is_escaped: false)
                let index = bytes.withUnsafeBufferPointer { kernel($0.baseAddress!, 0, bytes.count, &state) }
                return [index, state.is_in_string ? 1 : 0, state.is_escaped ? 1 : 0]
            }
            #expect(found[0] == found[1])
        }
    }

    @Test("An escaped quote outside strings opens none, in a block or after the last one")
    func escapedQuotes() {
        for before in 0..<70 {
            for after in [0, 70] {
                let spaces = (String(repeating: " ", count: before), String(repeating: " ", count: after))
                let bytes = Array((spaces.0 + #"\"/"# + spaces.1).utf8)
                for kernel in [yodel_find_slash, yodel_find_slash_baseline] {
                    var state = yodel_container_state()
                    let index = bytes.withUnsafeBufferPointer { kernel($0.baseAddress!, 0, bytes.count, &state) }
                    #expect(index == before + 2)
                }
            }
        }
    }
}
