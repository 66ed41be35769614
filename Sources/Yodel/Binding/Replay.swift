/// A value that is kept and read again, because it belongs to several fields or its type is not yet known.
///
/// While the value is kept, the source captures its bytes, and the replay records what the bytes do not show. Then the
/// replay itself becomes the source: a scanner reads the bytes for the same binder, with their places in the document.
/// A nested value that must be searched for its variant, or whose variants are tried, is not copied: the scanner goes
/// back to its mark.
///
/// ```
///   {"a": [1], "b": {"type": "x"}}
///        └─┘        └───────────┘
///        the ends of containers, for skipping them
/// ```
final class Replay: EventSource {
    // Access is unchecked because only one decoding uses a replay, and no access overlaps another: checking that at run
    // time took a tenth of the time, because nested replays hold accesses of their own.

    /// The start of a value that may be read again, and the number of the replay's containers open around it.
    struct Mark {
        var offset: Int
        var depth = 0
    }

    /// The place of the first byte.
    @exclusivity(unchecked) private(set) var start = ModelError.PartPlace(start: .nowhere, isExact: false)
    /// The offset of the first byte in the source that kept it.
    @exclusivity(unchecked) private(set) var offset = 0
    @exclusivity(unchecked) private var bytes: [UInt8] = []
    /// Whether the value is complete.
    @exclusivity(unchecked) private var isWhole = false
    @exclusivity(unchecked) private var containers: [(start: Int, end: Int)] = []
    /// The indices of the open containers.
    @exclusivity(unchecked) private var open: [Int] = []
    /// Dates and data of a tree, by the offsets of their texts.
    @exclusivity(unchecked) private var natives: [Int: (event: ScalarEvent, end: Int)] = [:]

    /// The value whose variant is being determined, in this replay or in the value that it keeps.
    @exclusivity(unchecked) var mark = Mark(offset: 0)
    /// The members of that value seen so far.
    @exclusivity(unchecked) var members: [(key: String, scalar: JSONScalar?)] = []
    /// The first key of an object that should have only one, for a report, and its offset.
    @exclusivity(unchecked) var firstKey: (text: String, offset: Int)?

    private let token = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(capacity: 1)
    @exclusivity(unchecked) private var scanner: Scanner
    @exclusivity(unchecked) private var segment = Segment.none
    /// The places of the bytes, once one of them has been requested.
    @exclusivity(unchecked) private var places: PlaceIndex?
    /// Where the scanner goes on after it has stopped.
    @exclusivity(unchecked) private var jump: (mark: Mark, isAfterValue: Bool, skippedFrom: Int?)?
    /// The number of the replay's open containers.
    @exclusivity(unchecked) fileprivate var depth = 0
    /// The start of a value that the scanner has skipped.
    @exclusivity(unchecked) fileprivate var skippedFrom: Int?
    @exclusivity(unchecked) private var captureStart = 0
    /// Whether a capture has begun that goes on after the last byte.
    @exclusivity(unchecked) private(set) var isCapturing = false

    override init() {
        // SAFETY: it is read only while the bytes that it points into are played, and freed with the replay.
        token.initialize(to: Segment.none.text.start)
        // The bytes have been checked against the limits, and the binder checks its own.
        let limits = ParserLimits(depth: .max, stringBytes: .max, numberCharacters: .max)
        scanner = Scanner(token: token, limits: limits)
    }

    deinit { token.deallocate() }

    // MARK: - Keeping

    /// Starts to keep the value that begins with a source's current token.
    func begin(_ source: EventSource) {
        letGo()
        start = source.placeOfPart
        offset = source.tokenStart
        mark = Mark(offset: offset)
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

    /// Frees the bytes, and memory that only a large value needs.
    func letGo() {
        bytes = []
        places = nil
        if containers.capacity > Self.mostContainers { containers = [] }
        if open.capacity > Self.mostContainers { open = [] }
    }

    /// The greatest capacity that is kept between values.
    private static let mostContainers = 1_024

    /// Takes the bytes up to the end of a source's current token.
    func end(_ source: EventSource, isWhole: Bool) {
        bytes = source.capturedSoFar()
        // The scanner finds the end of a number or word by the byte after it.
        if bytes.last!.isTokenByte { bytes.append(UInt8(ascii: " ")) }
        self.isWhole = isWhole
    }

    // MARK: - Answers to the binder

    override var replay: Replay? { self }
    override var tokenStart: Int { offset + (token.pointee - segment.text.start) }
    override var tokenEnd: Int {
        natives[tokenStart]?.end ?? offset + segment.endOfToken(at: token.pointee - segment.text.start)
    }
    override var hasPlaces: Bool { start.isExact }
    override func place(at offset: Int) -> ModelError.Place {
        guard start.isExact, offset > self.offset else { return start.start }
        if places == nil { places = PlaceIndex(segment.text, at: start.start) }
        return places!.place(at: offset, in: segment.text)
    }
    override func beginCapture() {
        captureStart = tokenStart
        isCapturing = true
    }
    override func capturedSoFar() -> [UInt8] { Array(bytes[captureStart - offset..<tokenEnd - offset]) }
    override func cancelCapture() { isCapturing = false }

    /// A mark for the value that begins with the current token; nil if the replay does not have all of it.
    var markOfValue: Mark? {
        isWhole || tokenStart > offset ? Mark(offset: tokenStart, depth: depth - 1) : nil
    }

    /// The native value for the current token.
    var native: ScalarEvent? { natives.isEmpty ? nil : natives[tokenStart]?.event }

    // MARK: - Playing

    /// Makes the scanner go on at a value, or after it, once the current event has returned false.
    func go(to mark: Mark, isAfterValue: Bool = false) { jump = (mark, isAfterValue, nil) }

    /// Makes the scanner go on after a container whose key has begun a skipped member, once the current event has
    /// returned false.
    func pass(_ mark: Mark) { jump = (mark, true, skippedFrom) }

    var isLeaving: Bool { jump != nil }

    /// Sends all events to a binder; returns whether the binder accepts more.
    ///
    /// - Parameter isObject: Whether the value, whose first bracket has been handled, is an object; nil if the bracket
    ///   is still to be sent.
    func play(to binder: inout Binder, inside isObject: Bool? = nil) -> Bool {
        // A value that is read again for several fields may contain such values.
        guard CallStack.hasRoom else {
            binder.replays.decided = nil
            return binder.failStack(at: start.start)
        }
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
                    // A tried variant does not fit: the next one begins at the start of the value.
                    guard let next = binder.tryNextVariant(above: floor) else { return false }
                    go(to: next.mark!, isAfterValue: next.isAfterValue)
                }
                position = takeJump()
            }
        }
    }

    /// Moves the scanner to its jump target; returns the index of the next byte.
    private func takeJump() -> Int {
        let (mark, isAfterValue, skippedFrom) = jump!
        jump = nil
        self.skippedFrom = skippedFrom
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

    var wantsNoMore: Bool { replay.isLeaving || binder.pointee.isComplete }

    func null() -> Bool { counts(0) && binder.pointee.null() }
    func bool(_ value: Bool) -> Bool { counts(0) && binder.pointee.bool(value) }
    func number(_ text: NumberText) -> Bool {
        counts(text.count) && (sendNative() ?? binder.pointee.number(text))
    }
    func string(_ text: PlainText) -> Bool { counts(text.count) && (sendNative() ?? binder.pointee.string(text)) }

    func key(_ text: PlainText) -> KeyAnswer {
        guard counts(text.count) else { return .fail }
        let answer = binder.pointee.key(text)
        // For a report on drift, too, an unknown member costs what it costs to skip it.
        if answer != .take || binder.pointee.top.pointee.gate == .sample { replay.skippedFrom = replay.tokenStart }
        return answer
    }

    func startObject() -> Bool {
        replay.depth += 1
        return counts(0) && binder.pointee.startObject()
    }
    func endObject() -> Bool {
        replay.depth -= 1
        return counts(0, isEnd: true) && binder.pointee.endObject()
    }
    func startArray() -> Bool {
        if let native = replay.native { return sendArray(native) }
        replay.depth += 1
        return counts(0) && binder.pointee.startArray()
    }
    func endArray() -> Bool {
        replay.depth -= 1
        return counts(0, isEnd: true) && binder.pointee.endArray()
    }

    /// Skips a container in an object that is searched for its variant.
    func passContainer(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ limits: borrowing ParserLimits
    ) -> UnsafePointer<UInt8>? {
        guard binder.pointee.top.pointee.passesContainers else { return nil }
        let offset = replay.tokenStart
        return start + (replay.end(ofContainerAt: offset) - offset)
    }

    private func counts(_ bytes: Int, isEnd: Bool = false) -> Bool {
        if binder.pointee.top.pointee.gate == .sample { return true }
        let skipped = replay.skippedFrom.map { ReplayWork.skip(of: replay.tokenStart - $0) } ?? 0
        replay.skippedFrom = nil
        return binder.pointee.countReplay(work: ReplayWork.token(of: bytes) + skipped, isEnd: isEnd)
    }

    /// Sends the date or data for the current token, if there is one.
    private func sendNative() -> Bool? { replay.native.map { binder.pointee.send($0) } }

    /// Sends data whose text is an array, and skips the array.
    private func sendArray(_ data: ScalarEvent) -> Bool {
        guard counts(0), binder.pointee.send(data) else { return false }
        replay.pass(Replay.Mark(offset: replay.tokenStart, depth: replay.depth))
        return false
    }
}
