private import CYodelKernels

/// Reads text in place with Yodel's own scanner.
///
/// The scanner itself finds the end of a chunk's whole tokens.
final class ScannerSource: TextSource {
    private let memory: UnsafeMutablePointer<Memory>

    private struct Memory: ~Copyable {
        /// The first byte of the token whose event is being sent.
        var token: UnsafePointer<UInt8>
        var scanner: Scanner
    }

    init(_ setup: borrowing Setup, binder makeBinder: (TextSource) -> Binder) {
        let block = SourceMemory<Memory>()
        memory = block.state
        // SAFETY: the memory's first property is at its address, and stays there as long as the scanner exists.
        let token = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: UnsafePointer<UInt8>.self)
        memory.initialize(
            to: Memory(token: Segment.none.text.start, scanner: Scanner(token: token, limits: setup.limits)))
        super.init(setup, in: block, token: token, makeBinder: makeBinder)
    }

    deinit {
        memory.deinitialize(count: 1)
    }

    // MARK: - One document after another

    /// Makes a source; for a plain document, reuses one that has read another document, if there is one.
    static func make(_ setup: borrowing Setup, binder makeBinder: (TextSource) -> Binder) -> ScannerSource {
        guard setup.isPlain, let spare = yodel_take_spare() else { return ScannerSource(setup, binder: makeBinder) }
        // SAFETY: `spare` is what `retire` has stored, with a reference of its own.
        let source = Unmanaged<ScannerSource>.fromOpaque(spare).takeRetainedValue()
        source.memory.pointee.scanner.limits = setup.limits
        source.begin(setup.limits, makeBinder: makeBinder)
        return source
    }

    override func retire() {
        guard isPlain else { return }
        becomeIdle()
        if memory.pointee.scanner.unescaped.capacity > BinderMemory.mostKept {
            memory.pointee.scanner.unescaped = UnescapedText()
        }
        let spare = Unmanaged.passRetained(self)
        if !yodel_keep_spare(spare.toOpaque()) { spare.release() }
    }

    override func restartParser(in open: [Bool], isAfterValue: Bool) {
        memory.pointee.scanner.restart(in: open, isAfterValue: isAfterValue)
    }

    override func readTokens(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) {
        var start = start
        repeat {
            let text = UnsafeBufferPointer(rebasing: bytes[start...])
            try parse(Segment(text: text, original: text, offset: offset + start))
            if try isOver(in: bytes) { return }
            start = try passOpenToken(bytes, from: segmentEnd - offset)
            if isComplete { return try checkTrailing(bytes, from: start) }
        } while start < bytes.count
    }

    /// Keeps the token that is open at the end of a chunk, unless it is already invalid.
    ///
    /// - Returns: The index after it.
    private func passOpenToken(_ bytes: UnsafeBufferPointer<UInt8>, from open: Int) throws(ModelError) -> Int {
        let count = bytes.count - open
        guard count > 0, bytes[open] == UInt8(ascii: "\"") else {
            if count > limits.numberCharacters, bytes[open].beginsNumber { throw numberFailure(at: offset + open) }
            try carry(bytes, from: open)
            if count > limits.openTokenBytes { try flushRun() }
            return bytes.count
        }
        guardian = TextGuard(stringLimit: limits.stringBytes)
        let end = try passString(bytes, from: open)
        if guardian.isInString {
            try carry(bytes, from: open)
            return bytes.count
        }
        // The string exceeds the limit.
        carryOffset = offset + open
        try parseCollapsed(upTo: offset + end)
        return end
    }

    override func read(_ segment: Segment) throws(ModelError) -> Int {
        guard let end = memory.pointee.scanner.scan(segment.text, to: &binder.pointee) else { throw problem(segment) }
        return end - segment.text.start
    }

    private func problem(_ segment: Segment) -> ModelError {
        let start = segment.text.start
        switch memory.pointee.scanner.problem {
        case nil:
            guard let failure = binderFailure else { preconditionFailure("a scanner that stops has a reason") }
            return failure
        case .depth(let position): return failure(.depthLimit, at: segment.offset + (position - start))
        case .token(let position, let expected):
            let index = position - start
            return tokenFailure(TokenProblem(refused: segment.text, at: index, expected: expected, limits), at: index)
        }
    }
}
