import DifferentialKit
import Foundation
import Testing
import Yodel

@testable import YodelArrow

@Suite("Arrow streams under way")
struct ArrowStreamTests {
    private let end: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]

    private func texts(failures: Bool = false) throws -> ArrowWriter<String> {
        try ArrowWriter(columns: [.text("text") { $0 }, .list("list", of: .text) { [$0] }], includesFailures: failures)
    }

    @Test("A stream without rows has a schema and an end")
    func empty() throws {
        let stream = try read(try texts()) { _ in }
        #expect(stream.columns.map(\.name) == ["text", "list"])
        #expect(stream.batches.isEmpty && stream.isFinished)
    }

    @Test("A stream that is not finished has no marker at its end, and only the batches that were full")
    func unfinished() throws {
        var bytes: [UInt8] = []
        do {
            var writer = try texts()
            writer.rowsPerBatch = 2
            var stream = writer.stream { bytes += $0 }
            for text in ["a", "b", "c"] { try stream.append(text) }
        }
        let stream = try StreamReader(bytes)
        #expect(stream.rows.map { $0[0] } == ["a", "b"])
        #expect(!stream.isFinished)
    }

    @Test("Rows are handed on before a batch is full where that is asked for")
    func flush() throws {
        let stream = try read(try texts()) {
            try $0.append("a")
            try $0.flush()
            try $0.flush()
            try $0.append("b")
        }
        #expect(stream.batches.map(\.count) == [1, 1])
    }

    @Test("Bytes come in pieces of at most 64 KiB, and progress says how much has been written")
    func pieces() throws {
        var sizes: [Int] = []
        var bytes: [UInt8] = []
        var stream = try texts().stream {
            sizes.append($0.count)
            bytes += $0
        }
        let rows = (0..<2_000).map { String(repeating: "x", count: $0) } + [String(repeating: "long", count: 100_000)]
        for row in rows { try stream.append(row) }
        #expect(stream.progress.rows == 2_001)
        let progress = try stream.finish()
        let batches = try StreamReader(bytes).batches
        #expect(batches.flatMap(\.self).map { $0[0] } == rows.map { .text($0) })
        #expect(sizes.allSatisfy { (1...(64 << 10)).contains($0) })
        // The last of a batch are few.
        #expect(sizes.count < bytes.count >> 16 + 8 * batches.count)
        #expect(progress.rows == 2_001 && progress.batches == batches.count && progress.bytes == bytes.count)
        #expect(progress.failures == 0)
    }

    @Test(
        "A batch whose texts or lists no offset could count ends before the row, and a row that none could is an error")
    func offsets() throws {
        var writer = try texts()
        writer.maximumOffset = 10
        let stream = try read(writer) { stream in
            for text in ["12345", "12345", "1", "1234567890"] { try stream.append(text) }
            #expect(
                message { try stream.append("12345678901") }
                    == "$[4].text: expected at most 10 bytes or elements in a row (invalidValue)")
            try stream.append("")
        }
        // The rows before one that no batch can have are written first.
        #expect(stream.batches.map(\.count) == [2, 1, 1, 1])
        #expect(stream.rows.map { $0[0] } == ["12345", "12345", "1", "1234567890", ""])

        var lists = try ArrowWriter<[Int]>(columns: [.list("n", of: .int64) { $0 }])
        lists.maximumOffset = 3
        let counts = try read(lists) { stream in
            for list in [[1, 2], [3], [4, 5]] { try stream.append(list) }
            #expect(throws: ModelError.self) { try stream.append([1, 2, 3, 4]) }
        }
        #expect(counts.batches.map(\.count) == [2, 1])
    }

    private struct Full: Error, Equatable {}

    @Test(
        "An output that fails ends the stream: every further call throws, and the marker is not written",
        arguments: 0..<4)
    func brokenOutput(limit: Int) throws {
        var pieces: [[UInt8]] = []
        var writer = try texts()
        writer.rowsPerBatch = 1
        var stream = writer.stream {
            guard pieces.count < limit else { throw Full() }
            pieces.append(Array($0))
        }
        for _ in 0..<limit { try stream.append("a") }
        #expect(throws: Full()) { try stream.append("b") }
        #expect(throws: Full()) { try stream.append("c") }
        #expect(throws: Full()) { try stream.flush() }
        do {
            try stream.finish()
            Issue.record("finished")
        } catch {
            #expect(error is Full)
        }
        #expect(pieces.count == limit)
        #expect(pieces.last?.suffix(8) != end[...])
    }

    @Test("A pipe that nothing reads is an error and no signal, and its stream goes on nowhere")
    func closedPipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        var writer = try texts()
        writer.rowsPerBatch = 1
        var stream = writer.stream(
            toDescriptor: pipe.fileHandleForWriting.fileDescriptor, keeping: pipe.fileHandleForWriting)
        let error = #expect(throws: FeedTargetError.self) { try stream.append("a") }
        #expect(error?.code == EPIPE)
    }

    @Test("A pipe has the stream, and is left open")
    func pipe() throws {
        let pipe = Pipe()
        let writing = pipe.fileHandleForWriting
        var stream = try texts().stream(toDescriptor: writing.fileDescriptor)
        try stream.append("a")
        try stream.finish()
        try writing.write(contentsOf: [1])
        try writing.close()
        let bytes = try #require(try pipe.fileHandleForReading.readToEnd())
        #expect(bytes.last == 1)
        #expect(try StreamReader(Array(bytes.dropLast())).rows == [["a", ["a"]]])
    }
}
