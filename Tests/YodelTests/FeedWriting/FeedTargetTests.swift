import Foundation
import Testing

@testable import Yodel

@Suite("Outputs to files and descriptors", .limitsHanging)
struct FeedTargetTests {
    private static let words = (0..<20_000).map { "word \($0)" }
    private static let text = words.map { "\"\($0)\"\n" }.joined()

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

    /// Reads to the end, on a thread of its own.
    ///
    /// - Parameter isLate: Whether reading begins when no more bytes come: then the other end is full.
    private func readElsewhere(_ descriptor: Int32, isLate: Bool = false) -> Task<Data, Never> {
        let (results, continuation) = AsyncStream.makeStream(of: Data.self)
        Thread.detachNewThread {
            var (count, before): (Int32, Int32) = (0, 0)
            while isLate, count == 0 || count > before {
                before = count
                usleep(20_000)
                if ioctl(descriptor, UInt(FIONREAD), &count) != 0 { break }
            }
            continuation.yield(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile())
            continuation.finish()
        }
        return Task { await results.reduce(Data(), +) }
    }

    private func write<Item: Sendable>(
        _ items: [Item], as form: FeedOutput, to descriptor: Int32, _ isAsynchronous: Bool
    ) async throws {
        if isAsynchronous {
            try await ModelEncoder().write(AsyncStream(of: items), as: form, toDescriptor: descriptor)
        } else {
            try ModelEncoder().write(items, as: form, toDescriptor: descriptor)
        }
    }

    @Test("A file is created or emptied, and contains the chunks")
    func files() async throws {
        let file = TemporaryFile()
        let whole = try ModelEncoder().encode(Self.words)
        #expect(try ModelEncoder().write(Self.words, as: .array, toFileAt: file.path).items == Self.words.count)
        #expect(try file.content == whole)
        let progress = try await ModelEncoder().write(AsyncStream(of: ["a"]), as: .lines, toFileAt: file.path)
        #expect((progress.items, progress.bytes) == (1, 4))
        #expect(try file.content == Data("\"a\"\n".utf8))
    }

    @Test("A file that cannot be opened is an error that names it")
    func noFile() async {
        let path = TemporaryFile().path + "/none"
        let error = #expect(throws: FeedOutputError.self) {
            try ModelEncoder().write([1], as: .lines, toFileAt: path)
        }
        #expect(error?.description == "\(path): No such file or directory; no item was written")
        #expect((error?.cause as? FeedTargetError)?.code == ENOENT)
        await #expect(throws: FeedOutputError.self) {
            try await ModelEncoder().write(AsyncStream(of: [String]()), as: .lines, toFileAt: path)
        }
    }

    @Test("A path with a zero byte is an error, and no other file is changed")
    func pathWithZero() async throws {
        let file = try TemporaryFile("kept")
        let path = file.path + "\0.json"
        let errors = [
            #expect(throws: FeedOutputError.self) { try ModelEncoder().write([1], as: .lines, toFileAt: path) },
            #expect(throws: FeedOutputError.self) { try ModelEncoder().append([1], as: .lines, toFileAt: path) },
            await #expect(throws: FeedOutputError.self) {
                try await ModelEncoder().write(AsyncStream(of: [1]), as: .lines, toFileAt: path)
            },
        ]
        for error in errors {
            #expect(error?.cause as? FeedTargetError == FeedTargetError(target: path, code: EINVAL))
        }
        #expect(try file.content == Data("kept".utf8))
    }

    @Test("An output that cannot be encoded at all does not change the file")
    func unusableOutput() throws {
        let file = try TemporaryFile("kept")
        #expect(throws: FeedOutputError.self) {
            try ModelEncoder().write([1], as: .array(at: "[*]"), toFileAt: file.path)
        }
        #expect(throws: FeedOutputError.self) { try ModelEncoder().append([{ 1 }], as: .lines, toFileAt: file.path) }
        #expect(try file.content == Data("kept".utf8))
    }

    @Test("Full pipes and sockets are waited for, blocking or not", arguments: [false, true], [false, true])
    func fullPipes(isSocket: Bool, isBlocking: Bool) async throws {
        for isAsynchronous in [false, true] {
            let (input, output) = try isSocket ? socketPair() : ends { pipe($0) }
            if !isBlocking { _ = fcntl(output, F_SETFL, O_NONBLOCK) }
            let reading = readElsewhere(input, isLate: true)
            try await write(Self.words, as: .lines, to: output, isAsynchronous)
            close(output)
            #expect(await reading.value == Data(Self.text.utf8))
        }
    }

    @Test("Without a reader, writing is an error and no signal", arguments: [false, true], [false, true])
    func closedPipes(isSocket: Bool, isAsynchronous: Bool) async throws {
        let (input, output) = isSocket ? try socketPair() : try ends { pipe($0) }
        close(input)
        let error = await #expect(throws: FeedOutputError.self) {
            try await write(["a"], as: .array, to: output, isAsynchronous)
        }
        #expect((error?.cause as? FeedTargetError)?.code == EPIPE)
        #expect(error?.progress == FeedOutputProgress())
        #expect(error?.leavesArrayOpen == true)
        close(output)
    }

    @Test("A reader that leaves while a write waits for it causes an error and no signal")
    func readerThatGoes() throws {
        let (input, output) = try ends { pipe($0) }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            _ = read(input, &byte, 1)
            close(input)
        }
        // One write that exceeds the pipe's capacity: it is not done when the first byte arrives.
        var form = FeedOutput.lines
        form.chunkSize = 1 << 20
        let error = #expect(throws: FeedOutputError.self) {
            try ModelEncoder().write(Self.words, as: form, toDescriptor: output)
        }
        close(output)
        #expect((error?.cause as? FeedTargetError)?.code == EPIPE)
        #expect(error?.progress == FeedOutputProgress())
        let written = try #require(error?.partialChunkBytes)
        #expect(written > 0 && written < Self.text.utf8.count)
        #expect(error?.description.hasSuffix("; no item was written, and part of a chunk") == true)
    }

    #if os(Linux)
    /// In a process of its own, which the limit applies to.
    @Test("A file of the largest size that the process may write is an error and no signal, and can be appended to")
    func largestFile() async {
        await #expect(processExitsWith: .success) {
            let numbers = 0..<20_000
            let whole = Data(numbers.map { "\($0)\n" }.joined().utf8)
            for isAsynchronous in [false, true] {
                let file = TemporaryFile()
                let path = file.path
                @Sendable func writeWithSignal() throws {
                    // Dispatch blocks signals on its threads.
                    withSignalSets(1) { signals in
                        sigemptyset(signals)
                        sigaddset(signals, SIGXFSZ)
                        _ = pthread_sigmask(SIG_UNBLOCK, signals, nil)
                    }
                    try ModelEncoder().write(numbers, as: .lines, toFileAt: path)
                }
                let failure = try await withLimit(of: RLIMIT_FSIZE, 100_000) {
                    await #expect(throws: FeedOutputError.self) {
                        if isAsynchronous {
                            try await ModelEncoder().write(AsyncStream(of: Array(numbers)), as: .lines, toFileAt: path)
                        } else {
                            try writeWithSignal()
                        }
                    }
                }
                let error = try #require(failure)
                #expect(error.cause as? FeedTargetError == FeedTargetError(target: path, code: EFBIG))
                #expect(error.progress.bytes + error.partialChunkBytes == 100_000)
                #expect(try file.content == whole.prefix(100_000))
                let written = try file.content.split(separator: UInt8(ascii: "\n")).count
                let last = try #require(try file.content.last) == UInt8(ascii: "\n") ? written : written - 1
                try ModelEncoder().append(numbers.dropFirst(last), as: .lines, toFileAt: path)
                #expect(try file.content == whole)
            }
        }
    }
    #endif

    @Test("The error of an asynchronous write counts the items left out of the chunk that failed")
    func failuresOfTheLastChunk() async throws {
        let (input, output) = try ends { pipe($0) }
        close(input)
        let items = AsyncStream(of: [Double.nan, 1])
        let form = FeedOutput.lines.droppingBadItems
        let error = await #expect(throws: FeedOutputError.self) {
            try await ModelEncoder().write(items, as: form, toDescriptor: output)
        }
        close(output)
        var expected = FeedOutputProgress()
        (expected.failures, expected.failuresByCode) = (1, [.invalidValue: 1])
        #expect(error?.progress == expected)
        #expect(error?.partialChunkBytes == 0)
    }

    @Test(
        "If items cannot be written, that is the error, even if the next item cannot be encoded",
        arguments: [false, true])
    func lostItemsBeforeFailure(isAsynchronous: Bool) async throws {
        let (input, output) = try ends { pipe($0) }
        close(input)
        let error = await #expect(throws: FeedOutputError.self) {
            try await write([1, Double.nan], as: .lines, to: output, isAsynchronous)
        }
        close(output)
        #expect((error?.cause as? FeedTargetError)?.code == EPIPE)
        #expect(error?.index == nil)
        #expect(error?.progress == FeedOutputProgress())
    }

    @Test("A named pipe is written once it has a reader: a sequence waits for it, an asynchronous one is refused")
    func namedPipes() async throws {
        let path = TemporaryFile().path
        try #require(mkfifo(path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = await #expect(throws: FeedOutputError.self) {
            try await ModelEncoder().write(AsyncStream(of: Self.words), as: .lines, toFileAt: path)
        }
        #expect((error?.cause as? FeedTargetError)?.code == ENXIO)
        #expect(error?.description == "\(path): no device, or a pipe without a reader; no item was written")
        let other = await #expect(throws: FeedOutputError.self) {
            try await ModelEncoder().append(AsyncStream(of: Self.words), as: .lines, toFileAt: path)
        }
        #expect((other?.cause as? FeedTargetError)?.code == ESPIPE)

        // Opened without blocking, and read with blocking.
        let input = open(path, O_RDONLY | O_NONBLOCK)
        _ = fcntl(input, F_SETFL, 0)
        try #require(input >= 0)
        // The pipe has a writer until all readers have begun, so that none of them finds an end at once.
        let keeper = open(path, O_WRONLY)
        let reading = readElsewhere(input)
        try await ModelEncoder().write(AsyncStream(of: Self.words), as: .lines, toFileAt: path)
        try ModelEncoder().write(Self.words, as: .lines, toFileAt: path)
        close(keeper)
        #expect(await reading.value == Data((Self.text + Self.text).utf8))
    }

    @Test("An error that the system reports only on closing a file is the error of the write")
    func failingClose() async {
        // In a process of its own, where no other code gets the number of the descriptor.
        await #expect(processExitsWith: .success) {
            let run = FeedOutputRun(ModelEncoder(), .array, of: Int.self)
            let file = TemporaryFile()
            try run.openTarget(at: file.path, waits: true)
            try run.write([1]) { try run.writeToTarget($0) }
            close(try #require(run.target).descriptor)
            let error = #expect(throws: FeedOutputError.self) { try run.finishTarget() }
            #expect((error?.cause as? FeedTargetError)?.code == EBADF)
            #expect(error?.progress.items == 1)
            #expect(error?.leavesArrayOpen == false)
        }
    }

    @Test("An invalid descriptor is an error", arguments: [Int32(-1), 100_000])
    func noDescriptor(descriptor: Int32) async {
        let error = #expect(throws: FeedOutputError.self) {
            try ModelEncoder().write(["a"], as: .lines, toDescriptor: descriptor)
        }
        #expect(error?.description == "file descriptor \(descriptor): Bad file descriptor; no item was written")
        let other = await #expect(throws: FeedOutputError.self) {
            try await ModelEncoder().write(AsyncStream(of: ["a"]), as: .lines, toDescriptor: descriptor)
        }
        #expect((other?.cause as? FeedTargetError)?.code == EBADF)
    }

    @Test("A task that is cancelled while a pipe is full stops waiting, and its error says how much is written")
    func cancellation() async throws {
        let (input, output) = try ends { pipe($0) }
        let task = Task {
            // One chunk that exceeds the pipe's capacity.
            var form = FeedOutput.array
            form.chunkSize = 1 << 20
            return await #expect(throws: FeedOutputError.self) {
                try await ModelEncoder().write(AsyncStream(of: Self.words), as: form, toDescriptor: output)
            }
        }
        #expect(await DescriptorWaiter.shared.wait(for: input, isolation: nil) == 0)
        task.cancel()
        let error = await task.value
        close(output)
        let written = await readElsewhere(input).value
        #expect(error?.cause is CancellationError)
        #expect(error?.leavesArrayOpen == true)
        #expect(error?.progress == FeedOutputProgress())
        #expect(error?.partialChunkBytes == written.count)
        #expect(try ModelEncoder().encode(Self.words).starts(with: written))
    }

    @Test("A reader and a writer wait for one descriptor at once")
    func bothWays() async throws {
        let (near, far) = try socketPair()
        for end in [near, far] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        async let read = Feed(of: String.self, in: .lines).items(fromDescriptor: near).reduce(0) { sum, _ in sum + 1 }
        async let echo = Feed(of: String.self, in: .lines).items(fromDescriptor: far).reduce(0) { sum, _ in sum + 1 }
        try await ModelEncoder().write(AsyncStream(of: Self.words), as: .lines, toDescriptor: near)
        shutdown(near, Int32(SHUT_WR))
        #expect(try await echo == Self.words.count)
        try await ModelEncoder().write(AsyncStream(of: Self.words), as: .lines, toDescriptor: far)
        shutdown(far, Int32(SHUT_WR))
        #expect(try await read == Self.words.count)
        close(near)
        close(far)
    }
}
