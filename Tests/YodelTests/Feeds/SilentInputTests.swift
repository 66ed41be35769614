import Foundation
import Testing
import Yodel

@Suite("Feeds that wait for their bytes", .limitsHanging)
struct SilentInputTests {
    private func items(of descriptor: Int32) -> FeedItems<Int, Int> {
        Feed(of: Int.self, in: .lines).items(fromDescriptor: descriptor)
    }

    private func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(Foundation.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    /// Writes on a thread of its own, and closes.
    private func writeElsewhere(_ text: String, to descriptor: Int32) {
        Thread.detachNewThread {
            FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(Data(text.utf8))
        }
    }

    // With Dispatch's read sources, the process sometimes crashed; in most runs under MALLOC_PERTURB_=165, which
    // overwrites freed memory.
    @Test("Thousands of short pipes are read, each closed by its writer")
    func shortPipes() async throws {
        var sum = 0
        for number in 0..<3_000 {
            let (input, output) = try pipe()
            writeElsewhere("\(number)\n", to: output)
            sum += try await items(of: input).reduce(0, +)
            close(input)
        }
        #expect(sum == 4_498_500)
    }

    @Test("Pipes that close while others are waited for, many at a time")
    func closing() async throws {
        for round in 0..<20 {
            let pipes = try (0..<50).map { _ in try pipe() }
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for (input, _) in pipes {
                    group.addTask {
                        defer { close(input) }
                        return try await items(of: input).reduce(0, +)
                    }
                }
                Thread.detachNewThread {
                    for (number, pipe) in pipes.enumerated() {
                        // Some pipes have data before, some do not.
                        if number.isMultiple(of: 3) { _ = write(pipe.write, "1\n", 2) }
                        if number.isMultiple(of: 2) { close(pipe.write) }
                    }
                    for (number, pipe) in pipes.enumerated() where !number.isMultiple(of: 2) { close(pipe.write) }
                }
                var sum = 0
                for try await items in group { sum += items }
                return sum
            }
            #expect(sum == 17, "round \(round)")
        }
    }

    @Test("Any number of silent pipes blocks nothing, and cancelling a task ends its wait", .limitsHanging)
    func silentPipes() async throws {
        let silent = (0..<150).map { _ in Pipe() }
        let readers = silent.map { pipe in
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            return Task {
                var count = 0
                let items = Feed(of: Int.self, in: .lines).items(fromDescriptor: descriptor, keeping: pipe)
                for try await _ in items { count += 1 }
                return count
            }
        }
        let live = Pipe()
        let items = Feed(of: Int.self, in: .lines)
            .items(fromDescriptor: live.fileHandleForReading.fileDescriptor, keeping: live)
        var iterator = items.makeAsyncIterator()
        try live.fileHandleForWriting.write(contentsOf: Data("1\n".utf8))
        #expect(try await iterator.next() == 1)
        // One of them gets data, and ends.
        try silent[70].fileHandleForWriting.write(contentsOf: Data("1\n2\n".utf8))
        try silent[70].fileHandleForWriting.close()
        #expect(try await readers[70].value == 2)
        for reader in readers { reader.cancel() }
        for (number, reader) in readers.enumerated() where number != 70 {
            await #expect(throws: CancellationError.self) { try await reader.value }
        }
        try live.fileHandleForWriting.close()
        #expect(try await iterator.next() == nil)
        #expect(items.ending == .complete)
    }

    @Test("A pipe that is no longer waited for is closed when it should be")
    func cancelledPipe() async throws {
        let (input, output) = try pipe()
        let reader = Task { try await items(of: input).reduce(0, +) }
        // When the pipe is empty again, the first item has been read: then the reader waits, or is about to.
        _ = write(output, "1\n", 2)
        var bytes: Int32 = 1
        while bytes > 0 {
            try #require(ioctl(input, UInt(FIONREAD), &bytes) == 0)
            await Task.yield()
        }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        close(input)
        // Reports an error when nothing has the other end open, not even a poll.
        var request = pollfd(fd: output, events: 0, revents: 0)
        #expect(poll(&request, 1, -1) == 1)
        #expect(request.revents & Int16(POLLERR) != 0)
        close(output)
    }

    @Test("Several readers of one pipe share its lines", arguments: [false, true])
    func sharedPipe(isBlocking: Bool) async throws {
        let (input, output) = try pipe()
        if !isBlocking { #expect(fcntl(input, F_SETFL, O_NONBLOCK) == 0) }
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try await items(of: input).reduce(0) { count, _ in count + 1 } }
            }
            // Each line is written in one call, and read in one.
            Thread.detachNewThread {
                for _ in 0..<2_000 { _ = write(output, "12345\n", 6) }
                close(output)
            }
            var count = 0
            for try await lines in group { count += lines }
            return count
        }
        #expect(count == 2_000)
        close(input)
    }

    @Test("A reader waits for a non-blocking pipe")
    func readerOfNonBlockingPipe() throws {
        let (input, output) = try pipe()
        #expect(fcntl(input, F_SETFL, O_NONBLOCK) == 0)
        Thread.detachNewThread {
            for line in ["1\n", "2\n"] {
                usleep(20_000)
                _ = write(output, line, 2)
            }
            close(output)
        }
        var reader = Feed(of: Int.self, in: .lines).reader(ofDescriptor: input)
        #expect(try reader.next() == 1)
        #expect(try reader.next() == 2)
        #expect(try reader.next() == nil)
        close(input)
    }

    @Test("A non-blocking pipe is waited for")
    func nonBlockingPipe() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let items = Feed(of: Int.self, in: .lines).items(fromDescriptor: descriptor, keeping: pipe)
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let writer = Task {
            var number = 0
            for await _ in asked {
                guard number < 5 else { break }
                try pipe.fileHandleForWriting.write(contentsOf: Data("\(number)\n".utf8))
                number += 1
            }
            try pipe.fileHandleForWriting.close()
        }
        ask.yield()
        var read: [Int] = []
        for try await number in items {
            read.append(number)
            ask.yield()
        }
        #expect(read == [0, 1, 2, 3, 4])
        try await writer.value
    }

    /// A named pipe that is removed with the value.
    private final class NamedPipe {
        let path = NSTemporaryDirectory() + "yodel-fifo-\(UUID().uuidString)"

        init() throws { try #require(mkfifo(path, 0o600) == 0) }

        deinit { unlink(path) }
    }

    @Test("A named pipe waits for its first writer, and blocks no thread of Swift's concurrency")
    func namedPipes() async throws {
        // More pipes than threads that could block.
        let pipes = try (0..<100).map { _ in try NamedPipe() }
        let paths = pipes.map(\.path)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for path in paths {
                group.addTask { try await Feed(of: Int.self, in: .lines).items(inFileAt: path).reduce(0, +) }
            }
            // Opening one for writing waits for its reader.
            Thread.detachNewThread {
                for (number, path) in paths.enumerated() {
                    let output = open(path, O_WRONLY)
                    if !number.isMultiple(of: 10) { _ = write(output, "1\n2\n", 4) }
                    close(output)
                }
            }
            var sum = 0
            for try await items in group { sum += items }
            return sum
        }
        #expect(sum == 270)
        withExtendedLifetime(pipes) {}
    }

    @Test("Cancelling a task ends its wait for a named pipe without a writer")
    func namedPipeWithoutWriter() async throws {
        let pipe = try NamedPipe()
        let items = try Feed(of: Int.self, in: .lines).items(inFileAt: pipe.path)
        let path = pipe.path
        let reader = Task { try await Feed(of: Int.self, in: .lines).items(inFileAt: path).reduce(0, +) }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(items.ending == nil)
    }

    @Test("Input that is always ready is not waited for")
    func devices() async throws {
        let items = try Feed(of: Int.self, in: .lines).items(inFileAt: "/dev/null")
        #expect(try await items.reduce(0, +) == 0)
        #expect(items.ending == .complete)
    }

    @Test("A descriptor that has been closed is an error")
    func closedDescriptor() async throws {
        let (input, output) = try pipe()
        close(output)
        let reader = items(of: input)
        #expect(try await reader.reduce(0, +) == 0)
        let error = await #expect(throws: FeedInputError.self) { try await items(of: .max - 1).reduce(0, +) }
        #expect(error?.code == EBADF)
        close(input)
    }

    #if os(Linux)
    /// In a process of its own, which the limit applies to.
    @Test("A silent pipe is an error if the process may open no descriptors, with which to wait for it")
    func noDescriptors() async {
        await #expect(processExitsWith: .success) {
            let numbers = Feed(of: Int.self, in: .lines)
            // Dispatch opens descriptors of its own when it is first used.
            #expect(try await numbers.items(inFileAt: "/dev/null").reduce(0, +) == 0)
            var ends: [Int32] = [-1, -1]
            try #require(Foundation.pipe(&ends) == 0)
            let input = ends[0]
            try #require(fcntl(input, F_SETFL, O_NONBLOCK) == 0)
            let error = try await withLimit(of: RLIMIT_NOFILE, 0) {
                await #expect(throws: FeedInputError.self) {
                    try await numbers.items(fromDescriptor: input).reduce(0, +)
                }
            }
            #expect(error?.code == EMFILE)
        }
    }
    #endif
}
