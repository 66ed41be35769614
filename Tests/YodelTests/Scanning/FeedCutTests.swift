import BenchmarkModels
import Testing

@testable import Yodel

@Suite("Cuts of feeds")
struct FeedCutTests {
    private struct Cut: Equatable {
        var comma: Int?
        var commas = 0
        var isOver = false
    }

    /// The cut of an array's text, searched in pieces that end at the given indices.
    private func cut(_ bytes: [UInt8], at ends: [Int] = []) -> Cut {
        var (finder, cut, position) = (ItemFinder(), Cut(), 0)
        for end in ends + [bytes.count] where !finder.isOver {
            // Separate memory for each piece: nothing after it may be read.
            let piece = Array(bytes[position..<end])
            if let found = piece.withUnsafeBufferPointer({ finder.find(in: $0) }) {
                cut.comma = position + found.last
                cut.commas += found.count
            }
            position = end
        }
        cut.isOver = finder.isOver
        return cut
    }

    private func naiveCut(_ bytes: [UInt8]) -> Cut {
        var (cut, depth, isInString, isEscaped) = (Cut(), 0, false, false)
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
                    if depth < 0 {
                        cut.isOver = true
                        return cut
                    }
                case UInt8(ascii: ",") where depth == 0:
                    (cut.comma, cut.commas) = (index, cut.commas + 1)
                default: break
                }
            }
        }
        return cut
    }

    @Test("The last comma between two items is found anywhere in a block, up to the end of the array")
    func items() {
        for item in ["1", #""a,]\"}""#, "{}", #"{"a": [1, 2], "b": "\\"}"#, "[[1, 2], [\n3, 4]]"] {
            for padding in 0..<130 {
                let space = String(repeating: " ", count: padding)
                for text in ["\(item),\(space)\(item)", "\(space)\(item),\n\(item)\n,\(item)] , 1, 2"] {
                    let bytes = Array(text.utf8)
                    #expect(cut(bytes) == naiveCut(bytes))
                    #expect(cut(bytes, at: [bytes.count / 2]) == naiveCut(bytes))
                }
            }
        }
        #expect(cut(Array("1, [2, 3]\n,\n4]".utf8)) == Cut(comma: 10, commas: 2, isOver: true))
        #expect(cut([]) == Cut())
    }

    @Test("It is the same in pieces")
    func pieces() {
        var random = SeededGenerator(seed: 43)
        let alphabet = Array("{}[]\"a,,,:1é\n ".utf8)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0..<300, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            let expected = naiveCut(bytes)
            #expect(cut(bytes) == expected)
            #expect(cut(bytes, at: [Int.random(in: 0...bytes.count, using: &random)]) == expected)
            #expect(cut(bytes, at: Array(0..<bytes.count)) == expected)
        }
    }

    @Test("Only lines with more than white space are counted")
    func lines() {
        var random = SeededGenerator(seed: 44)
        let alphabet = Array(" \t\r\n\n{\u{B}é".utf8)
        for round in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
                // Long lines, too, and long blank ones.
                round.isMultiple(of: 2) || Int.random(in: 0..<40, using: &random) == 0
                    ? alphabet.randomElement(using: &random)! : UInt8(ascii: round % 4 == 1 ? " " : "x")
            }
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            let filled = lines.count { $0.contains { !Array(" \t\r".utf8).contains($0) } }
            let whole = bytes.prefix(lines.reduce(0) { $0 + $1.count + 1 })
            #expect(Array(whole).withUnsafeBufferPointer(LineCutter.countItems) == filled)
        }
    }
}
