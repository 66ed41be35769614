/// A value that is kept and read again: it belongs to several fields, or its type is not known yet.
///
/// While the value is being kept, the source keeps its bytes; this notes what the bytes do not say. Then it is the
/// source itself: a scanner reads the bytes to the same binder, with the places they have in the document. A value
/// within it that has to be looked through first, or whose variants are tried, is not copied: the scanner goes back
/// to its mark.
///
/// ```
///   {"a": [1], "b": {"type": "x"}}
///        └─┘        └───────────┘
///        where containers end, so that they can be passed over
/// ```
final class Replay: EventSource {
    // One decoding has it, and no access to what is kept goes on while another begins: to check that at run time took a
    // tenth of the time, as replays within replays hold accesses of their own.

    /// Where a value begins that may be read once more, and how many containers of the replay are open around it.
    struct Mark {
        var offset: Int
        var depth = 0
    }

    /// The place of the first byte.
    @exclusivity(unchecked) private(set) var start: ModelError.PartPlace
    /// The offset of the first byte as the source counts that kept it.
    @exclusivity(unchecked) private(set) var offset: Int
    @exclusivity(unchecked) private var bytes: [UInt8] = []
    /// The value is here to its end.
    @exclusivity(unchecked) private var isWhole = false
    @exclusivity(unchecked) private var containers: [(start: Int, end: Int)] = []
    /// The numbers of the containers that are open.
    @exclusivity(unchecked) private var open: [Int] = []
    /// Dates and data of a tree, by the offsets of the texts that stand for them.
    @exclusivity(unchecked) private var natives: [Int: (event: ScalarEvent, end: Int)] = [:]

    /// The value whose variant is looked for, here or in what is kept.
    @exclusivity(unchecked) var mark: Mark
    /// What has been seen of its members.
    @exclusivity(unchecked) var members: [(key: String, scalar: JSONScalar?)] = []
    /// The first key of an object that should have one, for a report, and the offset of the key.
    @exclusivity(unchecked) var firstKey: (text: String, offset: Int)?

    private let token = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(capacity: 1)
    @exclusivity(unchecked) private var scanner: Scanner
    @exclusivity(unchecked) private var segment = Segment.none
    @exclusivity(unchecked) private var lines: LineCounter
    /// Where the scanner goes on when it has stopped.
    @exclusivity(unchecked) private var jump: (mark: Mark, isAfterValue: Bool)?
    /// How many containers of the replay are open.
    @exclusivity(unchecked) fileprivate var depth = 0
    /// Where a value began that the scanner has passed over.
    @exclusivity(unchecked) fileprivate var skippedFrom: Int?
    /// The last token that was counted.
    @exclusivity(unchecked) fileprivate var counted: Int
    @exclusivity(unchecked) private var captureStart = 0
    /// A capture was begun that goes on after the last of the bytes.
    @exclusivity(unchecked) private(set) var isCapturing = false

    /// Begins to keep the value that begins with a source's current token.
    init(_ source: EventSource) {
        start = source.placeOfPart
        offset = source.tokenStart
        mark = Mark(offset: offset)
        counted = offset
        lines = LineCounter(at: start.start)
        // SAFETY: it is read only while the bytes it points into are being played, and freed with the replay.
        token.initialize(to: Segment.none.text.start)
        // What was kept has been within the limits, and the binder looks at its own.
        let limits = ParserLimits(depth: .max, stringBytes: .max, numberCharacters: .max)
        scanner = Scanner(token: token, limits: limits)
    }

    deinit { token.deallocate() }

    // MARK: - Keeping

    /// Begins anew, as though it had just been made.
    func restart(_ source: EventSource) {
        letGo()
        start = source.placeOfPart
        offset = source.tokenStart
        mark = Mark(offset: offset)
        counted = offset
        lines = LineCounter(at: start.start)
        isWhole = false
        containers.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        if !natives.isEmpty { natives = [:] }
        members = []
        firstKey = nil
        jump = nil
        depth = 0
        skippedFrom = nil
        isCapturing = false
    }

    func noteStart(_ source: EventSource) {
        open.append(containers.count)
        containers.append((source.tokenStart, 0))
    }

    func noteEnd(_ source: EventSource) { containers[open.removeLast()].end = source.tokenEnd }

    func noteNative(_ event: ScalarEvent, _ source: EventSource) {
        natives[source.tokenStart] = (event, source.tokenEnd)
    }

    /// Lets go of what was kept, and of memory that only a large value needs.
    func letGo() {
        bytes = []
        if containers.capacity > Self.mostContainers { containers = [] }
        if open.capacity > Self.mostContainers { open = [] }
    }

    /// For so many there is room from one value to the next at most.
    private static let mostContainers = 1_024

    /// Takes the bytes up to the end of a source's current token.
    func end(_ source: EventSource, isWhole: Bool) {
        bytes = source.capturedSoFar()
        // The end of a number or word shows in what follows.
        if bytes.last!.isTokenByte { bytes.append(UInt8(ascii: " ")) }
        self.isWhole = isWhole
    }

    // MARK: - What the binder asks

    override var replay: Replay? { self }
    override var tokenStart: Int { offset + (token.pointee - segment.text.start) }
    override var tokenEnd: Int {
        natives[tokenStart]?.end ?? offset + segment.endOfToken(at: token.pointee - segment.text.start)
    }
    override var hasPlaces: Bool { start.isExact }
    override func place(at offset: Int) -> ModelError.Place {
        start.isExact ? lines.place(at: offset, in: segment.text) : start.start
    }
    override func beginCapture() {
        captureStart = tokenStart
        isCapturing = true
    }
    override func capturedSoFar() -> [UInt8] { Array(bytes[captureStart - offset..<tokenEnd - offset]) }
    override func cancelCapture() { isCapturing = false }

    /// A mark for the value that begins with the current token; nil where the value is not here to its end.
    var markOfValue: Mark? {
        isWhole || tokenStart > offset ? Mark(offset: tokenStart, depth: depth - 1) : nil
    }

    /// The native value that the current token stands for.
    var native: ScalarEvent? { natives.isEmpty ? nil : natives[tokenStart]?.event }

    // MARK: - Playing

    /// Has the scanner go on at a value, or after it, when the event at hand has returned false.
    func go(to mark: Mark, isAfterValue: Bool = false) { jump = (mark, isAfterValue) }

    var isLeaving: Bool { jump != nil }

    /// Sends every event to a binder; returns whether the binder wants to go on.
    ///
    /// - Parameter isObject: The first bracket has been dealt with, which is that of an object or array.
    func play(to binder: inout Binder, inside isObject: Bool? = nil) -> Bool {
        let before = binder.source
        binder.source = self
        binder.replays.players += 1
        defer {
            binder.source = before
            binder.replays.players -= 1
            binder.replays.decided = nil
        }
        let floor = binder.topIndex
        scanner.restart(in: isObject.map { [$0] } ?? [])
        depth = isObject == nil ? 0 : 1
        return bytes.withUnsafeBufferPointer { text in
            segment = Segment(text: text, original: text, offset: offset)
            defer { segment = .none }
            var position = depth
            while true {
                let rest = UnsafeBufferPointer(rebasing: text[position...])
                let isRead = withUnsafeMutablePointer(to: &binder) { binder in
                    var sink = ReplaySink(binder: binder, replay: self)
                    return scanner.scan(rest, to: &sink) != nil
                }
                if jump == nil {
                    if isRead { return binder.failure == nil && !binder.isComplete }
                    // A variant that was tried does not fit: on with the next, from where the value began.
                    guard let next = binder.tryNextVariant(above: floor) else { return false }
                    go(to: next.mark!, isAfterValue: next.isAfterValue)
                }
                position = takeJump()
            }
        }
    }

    /// Brings the scanner to where it is to go on; the index of what comes next.
    private func takeJump() -> Int {
        let (mark, isAfterValue) = jump!
        jump = nil
        skippedFrom = nil
        depth = mark.depth
        scanner.unwind(to: depth, isAfterValue: isAfterValue)
        return (isAfterValue ? end(ofContainerAt: mark.offset) : mark.offset) - offset
    }

    /// The offset after a container.
    fileprivate func end(ofContainerAt start: Int) -> Int {
        if start == offset { return offset + bytes.count }
        if let native = natives[start] { return native.end }
        var (low, high) = (0, containers.count)
        while low < high {
            let middle = (low + high) / 2
            if containers[middle].start < start { low = middle + 1 } else { high = middle }
        }
        return containers[low].end
    }
}

/// Counts the events of a replay and passes them on.
private struct ReplaySink: EventSink {
    let binder: UnsafeMutablePointer<Binder>
    let replay: Replay

    var wantsNoMore: Bool {
        replay.isLeaving || binder.pointee.isComplete || binder.pointee.failure?.code == .replayLimit
    }

    func null() -> Bool { counts(0) && binder.pointee.null() }
    func bool(_ value: Bool) -> Bool { counts(0) && binder.pointee.bool(value) }
    func number(_ text: NumberText) -> Bool {
        counts(text.count) && (sendNative() ?? binder.pointee.number(text))
    }
    func string(_ text: PlainText) -> Bool { counts(text.count) && (sendNative() ?? binder.pointee.string(text)) }

    func key(_ text: PlainText) -> KeyAnswer {
        guard counts(text.count) else { return .fail }
        let answer = binder.pointee.key(text)
        if answer != .take { replay.skippedFrom = replay.tokenStart }
        return answer
    }

    func startObject() -> Bool {
        replay.depth += 1
        return counts(0) && binder.pointee.startObject()
    }
    func endObject() -> Bool {
        replay.depth -= 1
        return counts(0) && binder.pointee.endObject()
    }
    func startArray() -> Bool {
        if let native = replay.native { return sendArray(native) }
        replay.depth += 1
        return counts(0) && binder.pointee.startArray()
    }
    func endArray() -> Bool {
        replay.depth -= 1
        return counts(0) && binder.pointee.endArray()
    }
    func recovers(after event: FailedEvent) -> Bool { binder.pointee.recovers(after: event) }

    /// A container in an object that is looked through for its variant.
    func passContainer(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ limits: borrowing ParserLimits
    ) -> UnsafePointer<UInt8>? {
        guard binder.pointee.passesContainers else { return nil }
        let offset = replay.tokenStart
        return start + (replay.end(ofContainerAt: offset) - offset)
    }

    private func counts(_ bytes: Int) -> Bool {
        let skipped = replay.skippedFrom.map { ReplayWork.skip(of: replay.tokenStart - $0) } ?? 0
        replay.skippedFrom = nil
        // The error stands at the last token that was not too much.
        defer { replay.counted = replay.tokenStart }
        return binder.pointee.countReplay(work: ReplayWork.token(of: bytes) + skipped, at: .offset(replay.counted))
    }

    /// Sends the date or data that the token stands for, if it does.
    private func sendNative() -> Bool? { replay.native.map { binder.pointee.send($0) } }

    /// Sends data whose text is an array, which is passed over.
    private func sendArray(_ data: ScalarEvent) -> Bool {
        guard counts(0), binder.pointee.send(data) || recovers(after: .scalar) else { return false }
        replay.go(to: Replay.Mark(offset: replay.tokenStart, depth: replay.depth), isAfterValue: true)
        return false
    }
}
