import Foundation
import Testing

@testable import Yodel

/// Outputs to files, pipes and sockets.
@Suite("Outputs to files and descriptors", .limitsHanging)
struct FeedTargetTests {
    private static let words = (0..<20_000).map { "word \($0)" }
    private static let text = words.map { "\"\($0)\"\n" }.joined()

    private func temporaryPath() -> String { NSTemporaryDirectory() + "yodel-output-\(UUID().uuidString)" }

    private func stream(of items: [String]) -> AsyncStream<String> {
        AsyncStream { continuation in
            for item in items { continuation.yield(item) }
            continuation.finish()
        }
    }

    private func ends(_ make: (UnsafeMutablePointer<Int32>) -> Int32) throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(make(&ends) == 0)
        return (ends[0], ends[1])
    }

    private func socketPair() throws -> (read: Int32, write: Int32) {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        return try ends { socketpair(AF_UNIX, kind, 0, $0) }
    }

    /// Reads all there is, on a thread of its own.
    private func readElsewhere(_ descriptor: Int32) -> Task<Data, Never> {
        let (results, continuation) = AsyncStream.makeStream(of: Data.self)
        Thread.detachNewThread {
            continuation.yield(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile())
            continuation.finish()
        }
        return Task { await results.reduce(Data(), +) }
    }

    @Test("A file is created or emptied, and has what the chunks have")
    func files() async throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let whole = try ModelEncoder().encode(Self.words)
        #expect(try ModelEncoder().write(Self.words, as: .array, toFileAt: path).items == Self.words.count)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole)
        let progress = try await ModelEncoder().write(stream(of: ["a"]), as: .lines, toFileAt: path)
        #expect((progress.items, progress.bytes) == (1, 4))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("\"a\"\n".utf8))
    }

    @Test("A file that cannot be opened is an error that names it")
    func noFile() async {
        let path = temporaryPath() + "/none"
        let error = #expect(throws: FeedOutputError.self) {
            try ModelEncoder().write([1], as: .lines, toFileAt: path)
        }
        #expect(error?.description == "\(path): No such file or directory; no item is written")
        #expect((error?.cause as? FeedTargetError)?.code == ENOENT)
        await #expect(throws: FeedOutputError.self) {
            try await ModelEncoder().write(stream(of: []), as: .lines, toFileAt: path)
        }
    }

    @Test("What cannot be encoded at all leaves the file as it is")
    func unusableOutput() throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("kept".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: FeedOutputError.self) {
            try ModelEncoder().write([1], as: .array(at: "[*]"), toFileAt: path)
        }
        #expect(throws: FeedOutputError.self) { try ModelEncoder().append([{ 1 }], as: .lines, toFileAt: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("kept".utf8))
    }

    @Test("Pipes and sockets that are full are waited for, whether they wait by themselves or not")
    func fullPipes() async throws {
        for isSocket in [false, true] {
            for isBlocking in [true, false] {
                for isAsynchronous in [false, true] {
                    let (input, output) = isSocket ? try socketPair() : try ends { pipe($0) }
                    if !isBlocking { _ = fcntl(output, F_SETFL, O_NONBLOCK) }
                    let reading = readElsewhere(input)
                    if isAsynchronous {
                        try await ModelEncoder().write(stream(of: Self.words), as: .lines, toDescriptor: output)
                    } else {
                        try ModelEncoder().write(Self.words, as: .lines, toDescriptor: output)
                    }
                    close(output)
                    #expect(await reading.value == Data(Self.text.utf8))
                }
            }
        }
    }

    @Test("Where nothing reads any more, writing is an error and no signal")
    func closedPipes() async throws {
        for isSocket in [false, true] {
            for isAsynchronous in [false, true] {
                let (input, output) = isSocket ? try socketPair() : try ends { pipe($0) }
                close(input)
                let error = await #expect(throws: FeedOutputError.self) {
                    if isAsynchronous {
                        try await ModelEncoder().write(stream(of: ["a"]), as: .array, toDescriptor: output)
                    } else {
                        try ModelEncoder().write(["a"], as: .array, toDescriptor: output)
                    }
                }
                #expect((error?.cause as? FeedTargetError)?.code == EPIPE)
                #expect(error?.progress == FeedOutputProgress())
                #expect(error?.leavesArrayOpen == true)
                close(output)
            }
        }
    }

    @Test("A descriptor that is none is an error")
    func noDescriptor() async {
        for descriptor: Int32 in [-1, 100_000] {
            let error = #expect(throws: FeedOutputError.self) {
                try ModelEncoder().write(["a"], as: .lines, toDescriptor: descriptor)
            }
            #expect(error?.description == "file descriptor \(descriptor): Bad file descriptor; no item is written")
            let other = await #expect(throws: FeedOutputError.self) {
                try await ModelEncoder().write(stream(of: ["a"]), as: .lines, toDescriptor: descriptor)
            }
            #expect((other?.cause as? FeedTargetError)?.code == EBADF)
        }
    }

    @Test("A task that is cancelled while a pipe is full stops waiting")
    func cancellation() async throws {
        let full = Pipe()
        let descriptor = full.fileHandleForWriting.fileDescriptor
        let task = Task {
            await #expect(throws: FeedOutputError.self) {
                try await ModelEncoder().write(
                    stream(of: Self.words), as: .array, toDescriptor: descriptor, keeping: full)
            }
        }
        // The pipe takes less than there is, and is never empty again once a byte has come.
        for try await _ in Feed(of: JSONValue.self).items(
            fromDescriptor: full.fileHandleForReading.fileDescriptor, keeping: full)
        { break }
        task.cancel()
        let error = await task.value
        #expect(error?.cause is CancellationError)
        #expect(error?.leavesArrayOpen == true)
    }

    @Test("One descriptor is waited for by a reader and a writer at once")
    func bothWays() async throws {
        let (near, far) = try socketPair()
        for end in [near, far] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        async let read = Feed(of: String.self, in: .lines).items(fromDescriptor: near).reduce(0) { sum, _ in sum + 1 }
        async let echo = Feed(of: String.self, in: .lines).items(fromDescriptor: far).reduce(0) { sum, _ in sum + 1 }
        try await ModelEncoder().write(stream(of: Self.words), as: .lines, toDescriptor: near)
        shutdown(near, Int32(SHUT_WR))
        #expect(try await echo == Self.words.count)
        try await ModelEncoder().write(stream(of: Self.words), as: .lines, toDescriptor: far)
        shutdown(far, Int32(SHUT_WR))
        #expect(try await read == Self.words.count)
        close(near)
        close(far)
    }
}
