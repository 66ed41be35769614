import CYodelKernels
import DifferentialKit
import Testing

@testable import Yodel

/// Nothing before or after a document is read: it is next to an unreadable page.
@Suite("Documents beside unreadable memory")
struct GuardPageTests {
    /// All tokens, with strings, spaces and numbers of lengths around the size of a block.
    private static let documents: [[UInt8]] = {
        let long = [7, 15, 16, 17, 31, 33, 63, 64, 65]
        let strings = long.flatMap { length -> [String] in
            let text = String(repeating: "s", count: length)
            return ["\"\(text)\"", "\"\(text)é😀\"", #""\#(text)\n\ud83d\ude00""#, "{\"\(text)\":[\"\(text)\"]}"]
        }
        let spaces = long.map { "[\(String(repeating: " ", count: $0))1\(String(repeating: "\n", count: $0))]" }
        let numbers = long.map { "[-1\(String(repeating: "2", count: $0)).5,0.\(String(repeating: "3", count: $0))]" }
        let all =
            #"{"a":[null,true,false,-0,12,3.25e-7,"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00",{},[],{"k":{}}],"b":"é日😀"}"#
        let beginnings = [
            "\u{FEFF}[1]", "\u{FEFF}", "// c\n1 /* d */ ", "truex", "nullnull", "1e", "-", "\"\\u", "[\u{1}",
        ]
        return
            ([all, #"{"kept": 1, "skipped": \#(all)}"#, #"{"skipped":1,"":2,"x":3,"kept":4}"#] + strings + spaces
            + numbers + beginnings).map {
                Array($0.utf8)
            }
    }()

    @Test("Every prefix is decoded as any value, as a skipped value, and as raw JSON", arguments: [0x00, 0x05])
    func prefixes(switches: UInt8) {
        for document in Self.documents {
            for length in 0...document.count {
                expectReadInside(Array(document.prefix(length)), switches: switches)
            }
        }
    }

    private func expectReadInside(_ bytes: [UInt8], switches: UInt8) {
        for index in Self.subjects {
            var recipe = Recipe(subject: index)
            recipe.bytes[1] = switches
            let difference = GuardedBytes.shared.read(bytes) { recipe.subject.difference($0, recipe, [.scanner]) }
            #expect(difference == nil)
        }
    }

    private static let subjects = Subject.all.indices.filter { index in
        ["JSONValue", "Skipping", "RawJSON", "Array<Int>", "Array<Array<Double>>", "String"].contains(
            Subject.all[index].name)
    }

    // MARK: - Kernels

    /// Bytes of every kind at every place of a block.
    private static let texts: [[UInt8]] = {
        let lengths = Array(0...70)
        let inside: [[UInt8]] = [
            Array("\"".utf8), Array(#"\n""#.utf8), Array(#"\u00e9""#.utf8), Array(#"\ud83d\ude00""#.utf8), [0x1F],
            [0xC3, 0xA9], [0xE2, 0x82], [0xF0, 0x9F, 0x98, 0x80], [0xFF], Array(#"\"#.utf8), Array(#"\u12"#.utf8),
            Array(",".utf8), [],
        ]
        return lengths.flatMap { length in
            inside.flatMap { end in
                ["a", " ", "1", "\n"].map { Array(String(repeating: $0, count: length).utf8) + end }
            }
        }
    }()

    @Test("Kernels agree with a loop over the bytes, and read nothing else")
    func kernels() {
        for text in Self.texts {
            let part = GuardedBytes.shared.read(text) { bytes in
                let part = yodel_scan_string(bytes.start, bytes.start + bytes.count)
                return [part.end - bytes.start, part.is_ascii ? 1 : 0]
            }
            let stop =
                text.firstIndex { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } ?? text.count
            #expect(part == [stop, text[..<stop].allSatisfy { $0 < 0x80 } ? 1 : 0])

            let space = GuardedBytes.shared.read(text) { bytes in
                yodel_skip_space(bytes.start, bytes.start + bytes.count) - bytes.start
            }
            #expect(space == text.firstIndex { !$0.isWhiteSpace } ?? text.count)

            let number = GuardedBytes.shared.read(text) { bytes in
                yodel_number_end(bytes.start, bytes.start + bytes.count) - bytes.start
            }
            #expect(number == text.firstIndex { $0 <= 0x20 || ",]}".utf8.contains($0) } ?? text.count)

            let isUTF8 = GuardedBytes.shared.read(text) { yodel_is_utf8($0.start, $0.count) }
            #expect(isUTF8 == (String(validating: text, as: UTF8.self) != nil))
        }
    }

    @Test("Unescaping reads only the string, and writes only where there is room")
    func unescaping() {
        for text in Self.texts {
            for room in [0, 1, 3, 4, 15, 16, 17, 100] {
                let lengths = GuardedBytes.shared.read(text) { bytes in
                    GuardedBytes.output.read([UInt8](repeating: 0, count: room)) { output in
                        let start = UnsafeMutablePointer(mutating: output.start)
                        var state = yodel_begin_unescaping(bytes.start, start)
                        let outcome = yodel_unescape(&state, bytes.start + bytes.count, start + room)
                        return [state.position - bytes.start, state.output - start, Int(outcome.rawValue)]
                    }
                }
                #expect(lengths[0] <= text.count && lengths[1] <= room && lengths[1] <= lengths[0])
            }
        }
    }
}
