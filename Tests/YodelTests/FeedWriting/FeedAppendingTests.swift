import Foundation
import Testing

@testable import Yodel

@Suite("Outputs that append")
struct FeedAppendingTests {
    /// The content of a file after items were appended to it.
    private func appended(
        _ items: [Int], to text: String?, as output: FeedOutput = .lines
    ) throws -> (text: String, progress: FeedOutputProgress) {
        let file = try text.map { try TemporaryFile($0) } ?? TemporaryFile()
        let result = Result { try ModelEncoder().append(items, as: output, toFileAt: file.path) }
        let written = String(decoding: try file.content, as: UTF8.self)
        switch result {
        case .success(let progress): return (written, progress)
        case .failure(let error):
            #expect(written == text ?? "", "a file that is refused is as it was")
            throw error
        }
    }

    @Test(
        "An incomplete line at the end is cut off",
        arguments: [
            (nil, "", 0), ("", "", 0), ("1\n", "1\n", 0), ("1\n2", "1\n", 1), ("12", "", 2), ("1\n\n", "1\n\n", 0),
            ("{}\n{\"a\": [1, ", "{}\n", 10), ("{}\n{\"a\": 1}", "{}\n{\"a\": 1}\n", 0), ("\"a\"", "\"a\"\n", 0),
            ("\"a", "", 2), ("tru", "", 3), ("true", "true\n", 0), ("1\n  ", "1\n", 2), ("[1]\r\n", "[1]\r\n", 0),
            ("-1", "", 2), ("\u{FEFF}12", "", 5), ("1\n\0\0\0", "1\n", 3), ("1\n{\"a\0\0", "1\n", 5),
            ("{}\0\0", "{}\n", 2), ("1\n12 ", "1\n12 \n", 0), ("12\r", "12\r\n", 0), ("12 \0", "12 \n", 1),
        ] as [(String?, String, Int)])
    func lines(before: String?, kept: String, cut: Int) throws {
        let (text, progress) = try appended([7, 8], to: before)
        #expect(text == kept + "7\n8\n")
        #expect(progress.cutBytes == cut)
        #expect(progress.items == 2)
        #expect(progress.bytes == 4)
        #expect(try appended([], to: before).text == kept)
    }

    @Test(
        "An incomplete record at the end of a text sequence is cut off",
        arguments: [
            (nil, "", 0), ("", "", 0), ("\u{1E}1\n", "\u{1E}1\n", 0), ("\u{1E}1\n\u{1E}2", "\u{1E}1\n", 2),
            ("\u{1E}{\n  \"a\": 1\n}", "\u{1E}{\n  \"a\": 1\n}\n", 0), ("\u{1E}{\n  \"a\": 1\n", "", 12),
            ("\u{1E}", "", 1), ("\u{1E}1\n\u{1E}\n", "\u{1E}1\n", 2), ("\u{1E}1\n\0\0", "\u{1E}1\n", 2),
            ("\0\0\0", "", 3), ("\u{1E}12 ", "\u{1E}12 \n", 0), ("\u{1E}12", "", 3),
        ] as [(String?, String, Int)])
    func textSequence(before: String?, kept: String, cut: Int) throws {
        let (text, progress) = try appended([7], to: before, as: .textSequence)
        #expect(text == kept + "\u{1E}7\n")
        #expect(progress.cutBytes == cut)
    }

    @Test("Every prefix of an item is cut off")
    func beginnings() throws {
        let item = Array(#"{"é\n\u00e9\ud83d\ude00😀": [-1.5e+10, true, false, null, {}, [], 0], "b": "" }"#.utf8)
        for separator in ["", "\u{1E}"] {
            for count in 0..<item.count {
                let whole = Data("\(separator)1\n".utf8), end = Data("\(separator)7\n".utf8)
                let file = try TemporaryFile(whole + separator.utf8 + item[..<count])
                let output = separator.isEmpty ? FeedOutput.lines : .textSequence
                let progress = try ModelEncoder().append([7], as: output, toFileAt: file.path)
                #expect(progress.cutBytes == separator.utf8.count + count)
                #expect(try file.content == whole + end, "\(count) bytes")
            }
        }
    }

    @Test("A file that does not end with an item or a prefix of one is refused, with the place, and not cut")
    func foreignFiles() throws {
        for (output, text, offset) in [
            (FeedOutput.lines, "hello world", 0), (.lines, "1\n  hello", 4), (.lines, "{} {}", 3),
            (.lines, "{\"a\": x", 6), (.lines, "1\n[1]]", 5), (.lines, "1\n\"\u{1}", 3), (.lines, "\u{1E}1", 0),
            (.textSequence, "\u{1E}1\n\u{1E}nope\n", 4), (.textSequence, "\u{1E}{\"a\": NaN}\n", 7),
            (.textSequence, "\u{1E}1 2\n", 3), (.textSequence, "\u{1E}[1,]\n", 4),
        ] {
            let cause = modelError { try appended([7], to: text, as: output) }
            #expect(cause?.code == .invalidOutput)
            #expect(cause?.reason == "the last item of the file is invalid JSON from offset \(offset) on", "\(text)")
        }
    }

    @Test("The last item may nest to any depth")
    func deepFiles() throws {
        let opening = String(repeating: "[", count: 1_000_000)
        #expect(try appended([7], to: "1\n" + opening).text == "1\n7\n")
        let whole = opening + String(repeating: "]", count: 1_000_000)
        #expect(try appended([7], to: whole).text == whole + "\n7\n")
    }

    @Test("The end is found after lines of any length, and only the last item must be short")
    func longFiles() throws {
        let line = String(repeating: "x", count: 200_000)
        let lines = "\"\(line)\"\n\"\(line)\"\n"
        #expect(try appended([7], to: lines).text == lines + "7\n")
        #expect(try appended([7], to: lines + "\"\(line)").text == lines + "7\n")
        var short = FeedOutput.lines
        short.maxItemBytes = 100
        #expect(try appended([7], to: lines, as: short).text == lines + "7\n")
        for end in [line, String(repeating: "x", count: 102)] {
            #expect(modelError { try appended([7], to: lines + end, as: short) }?.code == .itemLimit)
        }
    }

    @Test("Arrays and concatenated items cannot be appended to, nor can files that are not text sequences")
    func refusals() throws {
        for (output, text) in [
            (FeedOutput.array, "[1]"), (.array(at: "a"), "{}"), (.concatenated, "1\n"), (.textSequence, "1\n"),
        ] {
            let error = #expect(throws: FeedOutputError.self) { try appended([7], to: text, as: output) }
            #expect(error?.modelError?.code == .invalidOutput)
            #expect(error?.leavesArrayOpen == false)
        }
    }

    @Test("A missing file is not created by an output that cannot be appended")
    func noFileCreated() {
        let path = TemporaryFile().path
        for output in [FeedOutput.array, .concatenated] {
            #expect(throws: FeedOutputError.self) { try ModelEncoder().append([7], as: output, toFileAt: path) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("Only a file can be appended to")
    func noFile() {
        let error = #expect(throws: FeedOutputError.self) {
            try ModelEncoder().append([7], as: .lines, toFileAt: "/dev/null")
        }
        #expect((error?.cause as? FeedTargetError)?.code == ESPIPE)
        #expect(throws: FeedOutputError.self) {
            try ModelEncoder().append([7], as: .lines, toFileAt: NSTemporaryDirectory())
        }
    }

    @Test("A log that is appended to repeatedly, asynchronously, reads as one")
    func restarts() async throws {
        let log = TemporaryFile()
        for round in 0..<5 {
            let items = AsyncStream(of: round * 3..<round * 3 + 3)
            let progress = try await ModelEncoder().append(items, as: .lines, toFileAt: log.path)
            #expect(progress.cutBytes == (round == 0 ? 0 : 5))
            let file = try #require(FileHandle(forWritingAtPath: log.path))
            try file.seekToEnd()
            try file.write(contentsOf: Data("{\"a\":".utf8))
            try file.close()
        }
        #expect(try ModelEncoder().append([15], as: .lines, toFileAt: log.path).cutBytes == 5)
        var reader = try Feed(of: Int.self, in: .lines).reader(ofFileAt: log.path)
        for number in 0...15 { #expect(try reader.next() == number) }
        #expect(try reader.next() == nil)
    }
}
