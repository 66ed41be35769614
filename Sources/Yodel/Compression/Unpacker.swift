/// Turns a compressed input into text, member after member, wherever the input is cut into chunks.
///
/// Plain text passes through if the compression is automatic and the first bytes show no format.
struct Unpacker {
    private enum State {
        /// The first bytes do not show the format yet.
        case undecided
        case plain
        case inMember(any Decompressor)
        /// A member has ended, and another one may begin.
        case between(any Decompressor)
        case zeros
    }

    /// The beginning of a member, in the input and in the text.
    struct Member: Codable, Hashable, Sendable {
        var input: Int
        var text: Int
    }

    /// The result of one call.
    struct Progress {
        var read = 0
        var written = 0
        /// The error that comes after the bytes that have been written.
        var failure: CompressionFailure?
    }

    /// The offset of the next byte of the input.
    private(set) var inputOffset: Int
    /// The offset of the next byte of the text.
    private(set) var textOffset: Int
    /// The last member that has had text or has ended; nil before that, and in plain text.
    ///
    /// A checkpoint resumes there, so it has to be a member: bytes that only begin like one may be something else.
    private(set) var member: Member?
    /// Where the current member begins, if it is one.
    private var begun = Member(input: 0, text: 0)
    private var state = State.undecided
    /// The format of the input; nil until it is known, and in plain text.
    private var format: CompressionFormat?
    private let compression: FeedCompression
    /// Where the input begins.
    private let start: Int
    private let mayBePlain: Bool
    /// Bytes that were taken from the input to find out the format, and not read yet.
    private var held: [UInt8] = []
    /// Whether the output was full, so that there may be more text.
    private var wasFull = false
    /// See ``FeedCompression/maxRatio``.
    private var credit = FeedCompression.graceBytes

    /// - Parameter start: Where to begin, if not at the beginning of the input.
    init(_ compression: FeedCompression, at start: Member = Member(input: 0, text: 0)) {
        self.compression = compression
        self.start = start.input
        (inputOffset, textOffset) = (start.input, start.text)
        mayBePlain = compression.choice == .automatic && start.input == 0
        if case .format(let format) = compression.choice { self.format = format }
    }

    /// How many bytes are tried to find out whether a member begins with them.
    static let probeSize = 4 << 10

    /// Whether a member may begin with these bytes: there are some, and they can be unpacked.
    static func mayBegin(
        with input: UnsafeBufferPointer<UInt8>, _ compression: FeedCompression, at start: Member
    ) -> Bool {
        var unpacker = Unpacker(compression, at: start)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: probeSize) { text in
            !input.isEmpty && unpacker.unpack(input, into: text).failure == nil
        }
    }

    /// Whether there may be text without more input.
    var hasMore: Bool {
        if case .undecided = state { return false }
        return wasFull || !held.isEmpty
    }

    /// Unpacks the available input, as far as there is room.
    mutating func unpack(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Progress {
        var progress = Progress()
        do throws(CompressionFailure) {
            while progress.written < output.count, progress.read < input.count || hasMore {
                if case .undecided = state {
                    held.append(input[progress.read])
                    progress.read += 1
                    try decide()
                    continue
                }
                // At the limit, one byte more shows whether there is more.
                let room = UnsafeMutableBufferPointer(
                    rebasing: output[progress.written...].prefix(max(textBytesLeft, 1)))
                if held.isEmpty {
                    progress.read += try read(
                        UnsafeBufferPointer(rebasing: input[progress.read...]), into: room, &progress.written)
                } else {
                    let first = held
                    let count = try first.withUnsafeBufferPointer { first throws(CompressionFailure) in
                        try read(first, into: room, &progress.written)
                    }
                    held.removeFirst(count)
                }
            }
        } catch {
            progress.failure = error
        }
        return progress
    }

    /// Ends the input.
    ///
    /// The text has not ended if ``hasMore`` is true afterwards.
    mutating func end() throws(CompressionFailure) {
        switch state {
        case .undecided:
            // The document `8` begins like zlib, and arrays begin like a frame that zstd skips.
            let isPlain = mayBePlain && [[], Array("8".utf8), Array("[".utf8)].contains(held)
            guard isPlain else { throw failure(.truncated, at: inputOffset + held.count) }
            state = .plain
        case .inMember: throw failure(.truncated)
        case .plain, .between, .zeros: break
        }
    }

    func failure(_ problem: CompressionFailure.Problem, at offset: Int? = nil) -> CompressionFailure {
        CompressionFailure(problem: problem, format: format?.rawValue ?? "compressed", offset: offset ?? inputOffset)
    }

    private func noMember(at offset: Int) -> CompressionFailure {
        failure(start > 0 && offset == start ? .noMemberAtCheckpoint : .noMember, at: offset)
    }

    // MARK: - The format

    private mutating func decide() throws(CompressionFailure) {
        if let format { return try begin(format) }
        let answers = CompressionFormat.allCases.map { ($0, $0.begins(with: held)) }
        if let (format, _) = answers.first(where: { $0.1 == true }) { return try begin(format) }
        if answers.contains(where: { $0.1 == nil }) { return }
        guard mayBePlain else { throw noMember(at: inputOffset) }
        state = .plain
    }

    private mutating func begin(_ format: CompressionFormat) throws(CompressionFailure) {
        self.format = format
        let decompressor: any Decompressor
        do throws(CompressionFailure.Problem) {
            decompressor = try format.makeDecompressor(maxWindowBytes: compression.maxWindowBytes)
        } catch {
            throw failure(error)
        }
        try begin(decompressor, with: held[0])
    }

    private mutating func begin(_ decompressor: any Decompressor, with first: UInt8) throws(CompressionFailure) {
        if format!.begins(with: CollectionOfOne(first)) == false { throw noMember(at: inputOffset) }
        state = .inMember(decompressor)
        begun = Member(input: inputOffset, text: textOffset)
    }

    // MARK: - Reading

    /// - Parameter written: Is increased by the bytes that have been written.
    /// - Returns: How many bytes have been read.
    private mutating func read(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>, _ written: inout Int
    ) throws(CompressionFailure) -> Int {
        wasFull = false
        switch state {
        case .undecided: return 0
        case .plain:
            let count = min(input.count, output.count)
            // SAFETY: both have that many bytes, and the output is memory of the caller's own.
            output.baseAddress!.update(from: input.start, count: count)
            inputOffset += count
            try write(count, &written)
            return count
        case .inMember(let decompressor): return try unpack(decompressor, input, into: output, &written)
        case .between(let decompressor):
            if input[0] == 0 {
                state = .zeros
            } else {
                decompressor.reset()
                try begin(decompressor, with: input[0])
            }
            return 0
        case .zeros:
            guard let other = input.firstIndex(where: { $0 != 0 }) else {
                inputOffset += input.count
                return input.count
            }
            throw failure(.contentAfterZeros, at: inputOffset + other)
        }
    }

    private mutating func unpack(
        _ decompressor: any Decompressor, _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>, _ written: inout Int
    ) throws(CompressionFailure) -> Int {
        let unpacked = decompressor.unpack(input, into: output)
        inputOffset += unpacked.read
        wasFull = unpacked.written == output.count
        if unpacked.written > 0 || unpacked.outcome == .memberEnd { member = begun }
        try write(unpacked.written, &written)
        switch unpacked.outcome {
        case .goesOn: break
        case .memberEnd:
            state = .between(decompressor)
            wasFull = false
        case .failed(let problem, let bytesBack):
            let offset = inputOffset - bytesBack
            throw problem == .noMember ? noMember(at: offset) : failure(problem, at: offset)
        }
        try count(read: unpacked.read, written: unpacked.written)
        return unpacked.read
    }

    /// How many bytes of text the limit leaves.
    private var textBytesLeft: Int { max((compression.maxTextBytes ?? .max) - textOffset, 0) }

    /// Counts bytes that have been written, except those over the limit.
    private mutating func write(_ count: Int, _ written: inout Int) throws(CompressionFailure) {
        let allowed = min(count, textBytesLeft)
        textOffset += allowed
        written += allowed
        guard allowed == count else {
            // How much has been read by then depends on how the input is cut.
            throw failure(.tooLong(compression.maxTextBytes ?? .max), at: member?.input)
        }
    }

    private mutating func count(read: Int, written: Int) throws(CompressionFailure) {
        let (product, isHuge) = read.multipliedReportingOverflow(by: compression.maxRatio)
        let most = FeedCompression.graceBytes
        credit = min(most, credit + (isHuge ? most : min(product, most))) - written
        guard credit >= 0 else { throw failure(.tooManyTimes(compression.maxRatio)) }
    }
}
