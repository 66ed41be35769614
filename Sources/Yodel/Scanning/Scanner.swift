internal import CYodelKernels

/// Finds the events of a text and sends them to a sink.
///
/// One pass, straight from byte to value: a key is compared with the one the sink expects before its end is known,
/// strings and white space are read sixteen bytes at a time. The text is read where it is, and nothing outside of it.
///
/// The text may end anywhere. The scanner stops before a token that is not whole and goes on with more text: between
/// two tokens its state is the step that comes next and the containers that are open. It reports the first problem in
/// the order of the text, token by token, as yajl does.
struct Scanner: ~Copyable {
    /// The first byte of the token whose event is being sent.
    ///
    /// It is in the source's memory, which the source reads while the scanner is running.
    private let token: UnsafeMutablePointer<UnsafePointer<UInt8>>
    let limits: ParserLimits
    /// The end of the text at hand.
    private(set) var end = UnsafeBufferPointer<UInt8>(start: nil, count: 0).start
    /// Why scanning has stopped, unless the sink says so.
    private(set) var problem: Problem?
    /// Strings without their escapes.
    var unescaped = UnescapedText()

    // The state between two tokens.
    private var step = Step.value
    /// The innermost of the open containers is bit 0: set for an object.
    private var containers: UInt64 = 0
    /// How many arrays and objects are open.
    private(set) var depth = 0
    /// A value comes next.
    var isValueNext: Bool { step == .value || step == .firstValue }
    /// A value has ended.
    var isAfterValue: Bool { step == .afterValue }
    /// An object has begun, and nothing in it.
    var isAtStart: Bool { step == .firstKey }
    /// What is open, in words of 64 levels: those below the innermost word.
    private var outerContainers: [UInt64] = []
    /// What checks the unwanted value that the scanner is in.
    private var ignoring: IgnoringSink?

    /// What can be wrong with a text.
    enum Problem {
        /// An invalid or misplaced token, and what would be right in its place.
        case token(UnsafePointer<UInt8>, expected: String?)
        /// A container in an unwanted value that is one level too deep.
        case depth(UnsafePointer<UInt8>)
    }

    /// What comes next.
    private enum Step: UInt8 {
        /// A value, or in an array that has just begun its end.
        case value, firstValue
        /// A key, or in an object that has just begun its end.
        case key, firstKey
        /// The colon after a key, and after one whose value is unwanted.
        case colon, unwantedColon
        /// An unwanted value.
        case unwanted
        case afterValue
    }

    init(token: UnsafeMutablePointer<UnsafePointer<UInt8>>, limits: ParserLimits) {
        self.token = token
        self.limits = limits
    }

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - open: For each container that is open around what follows, whether it is an object.
    ///   - isAfterValue: A value comes before, in the innermost of them.
    mutating func restart(in open: [Bool] = [], isAfterValue: Bool = false) {
        problem = nil
        ignoring = nil
        outerContainers.removeAll(keepingCapacity: true)
        var (containers, depth) = (UInt64(0), 0)
        for isObject in open { enter(isObject: isObject, &containers, &depth) }
        (self.containers, self.depth) = (containers, depth)
        step = open.isEmpty ? .value : isAfterValue ? .afterValue : open.last! ? .firstKey : .firstValue
    }

    /// Goes back to a value that is in so many of the open containers, or on after it.
    mutating func unwind(to outer: Int, isAfterValue: Bool) {
        problem = nil
        ignoring = nil
        var (containers, depth) = (containers, depth)
        while depth > outer { leave(&containers, &depth) }
        (self.containers, self.depth) = (containers, depth)
        step = isAfterValue ? .afterValue : .value
    }

    /// Sends the events of the whole tokens of a text, until the sink wants no more.
    ///
    /// - Returns: The position after the last of them; nil when something is wrong or the sink has failed.
    mutating func scan<Sink: EventSink & ~Copyable>(
        _ text: UnsafeBufferPointer<UInt8>, to sink: inout Sink
    ) -> UnsafePointer<UInt8>? {
        end = text.start + text.count
        var position = text.start
        while true {
            if ignoring != nil {
                guard let after = check(position) else { return nil }
                if ignoring != nil { return after }
                position = after
            }
            guard let after = walk(position, &sink) else { return nil }
            if ignoring == nil { return after }
            position = after
        }
    }

    /// Checks the unwanted value that begins at or after a position, or the rest of it.
    ///
    /// - Returns: The position after its last whole token.
    @inline(never)
    private mutating func check(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        var sink = ignoring!
        let after = walk(start, &sink)
        if after == nil, sink.isTooDeep { problem = .depth(token.pointee) }
        ignoring = after != nil && step == .afterValue && sink.wantsNoMore ? nil : sink
        return after
    }

    /// The grammar of JSON.
    @inline(__always)
    private mutating func walk<Sink: EventSink & ~Copyable>(
        _ start: UnsafePointer<UInt8>, _ sink: inout Sink
    ) -> UnsafePointer<UInt8>? {
        let end = end
        var position = start
        var (step, containers, depth) = (step, containers, depth)
        defer { (self.step, self.containers, self.depth) = (step, containers, depth) }
        while true {
            position = Self.skipSpace(position, end)
            guard position < end else { return position }
            token.pointee = position
            switch step {
            case .value, .firstValue:
                switch position.pointee {
                case UInt8(ascii: "\""):
                    guard let text = Sink.Text(&self, &position, end) else { return position }
                    step = .afterValue
                    guard sink.string(text) || recovers(.scalar, &sink) else { return stop(position, sink) }
                case UInt8(ascii: "{"):
                    if let after = sink.passContainer(position, end, limits) {
                        position = after
                        step = .afterValue
                        guard sink.null() else { return stop(position, sink) }
                        continue
                    }
                    position += 1
                    enter(isObject: true, &containers, &depth)
                    step = .firstKey
                    guard sink.startObject() || recovers(.start, &sink) else { return stop(position, sink) }
                case UInt8(ascii: "["):
                    if let after = sink.passContainer(position, end, limits) {
                        position = after
                        step = .afterValue
                        guard sink.null() else { return stop(position, sink) }
                        continue
                    }
                    position += 1
                    enter(isObject: false, &containers, &depth)
                    step = .firstValue
                    guard sink.startArray() || recovers(.start, &sink) else { return stop(position, sink) }
                case UInt8(ascii: "]") where step == .firstValue:
                    position += 1
                    leave(&containers, &depth)
                    step = .afterValue
                    guard sink.endArray() || recovers(.end, &sink) else { return stop(position, sink) }
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    guard let goesOn = number(&position, end, &sink) else { return refuse(position, nil) }
                    step = .afterValue
                    guard goesOn || recovers(.scalar, &sink) else { return stop(position, sink) }
                default:
                    guard let word = word(&position, end) else { return refuse(position, "a value") }
                    step = .afterValue
                    guard send(word, &sink) || recovers(.scalar, &sink) else { return stop(position, sink) }
                }
            case .key, .firstKey:
                guard position.pointee == UInt8(ascii: "\"") else {
                    guard position.pointee == UInt8(ascii: "}"), step == .firstKey else {
                        return refuse(position, "a key")
                    }
                    position += 1
                    leave(&containers, &depth)
                    step = .afterValue
                    guard sink.endObject() || recovers(.end, &sink) else { return stop(position, sink) }
                    continue
                }
                guard let answer = key(&position, end, &sink) else { return position }
                let isWanted = answer == .take
                guard isWanted || answer == .skip || recovers(.key, &sink) else { return nil }
                step = isWanted ? .colon : .unwantedColon
                position = Self.skipSpace(position, end)
                guard position < end else { return position }
                guard position.pointee == UInt8(ascii: ":") else { return refuse(position, "':'") }
                position += 1
                step = isWanted ? .value : .unwanted
            case .colon, .unwantedColon:
                guard position.pointee == UInt8(ascii: ":") else { return refuse(position, "':'") }
                position += 1
                step = step == .colon ? .value : .unwanted
            case .unwanted:
                if let after = skipScalar(position) {
                    position = skipMembers(after: after, &sink)
                    step = .afterValue
                } else {
                    step = .value
                    ignoring = IgnoringSink(levels: limits.depth - depth)
                    return position
                }
            case .afterValue:
                let isObject = containers & 1 == 1
                switch position.pointee {
                case UInt8(ascii: ",") where depth > 0:
                    position += 1
                    step = isObject ? .key : .value
                case UInt8(ascii: "]") where !isObject && depth > 0:
                    position += 1
                    leave(&containers, &depth)
                    guard sink.endArray() || recovers(.end, &sink) else { return stop(position, sink) }
                case UInt8(ascii: "}") where isObject:
                    position += 1
                    leave(&containers, &depth)
                    guard sink.endObject() || recovers(.end, &sink) else { return stop(position, sink) }
                default:
                    guard depth == 0 else { return refuse(position, isObject ? "',' or '}'" : "',' or ']'") }
                    // Documents may follow one another.
                    step = .value
                }
            }
        }
    }

    @inline(__always)
    private func send<Sink: EventSink & ~Copyable>(_ word: Word, _ sink: inout Sink) -> Bool {
        switch word {
        case .null: sink.null()
        case .false: sink.bool(false)
        case .true: sink.bool(true)
        }
    }

    // MARK: - Containers

    @inline(__always)
    private mutating func enter(isObject: Bool, _ containers: inout UInt64, _ depth: inout Int) {
        if depth & 63 == 0, depth > 0 { outerContainers.append(containers) }
        containers = containers &<< 1 | (isObject ? 1 : 0)
        depth &+= 1
    }

    @inline(__always)
    private mutating func leave(_ containers: inout UInt64, _ depth: inout Int) {
        depth &-= 1
        containers &>>= 1
        if depth & 63 == 0, depth > 0 { containers = outerContainers.removeLast() }
    }

    // MARK: - Stopping

    /// Whether scanning goes on though an event has failed.
    @inline(never)
    private func recovers<Sink: EventSink & ~Copyable>(_ event: FailedEvent, _ sink: inout Sink) -> Bool {
        !sink.wantsNoMore && sink.recovers(after: event)
    }

    private func stop<Sink: EventSink & ~Copyable>(
        _ position: UnsafePointer<UInt8>, _ sink: borrowing Sink
    ) -> UnsafePointer<UInt8>? {
        sink.wantsNoMore ? position : nil
    }

    /// Notes an invalid or misplaced token, unless it may go on after the text.
    @inline(never)
    private mutating func refuse(_ position: UnsafePointer<UInt8>, _ expected: String?) -> UnsafePointer<UInt8>? {
        var after = position
        if position.pointee == UInt8(ascii: "\"") {
            // What is wrong within a string comes before its being there.
            guard RawText(&self, &after, end) != nil else { return position }
        } else {
            while after < end, after.pointee.isTokenByte { after += 1 }
            if after == end { return position }
        }
        problem = .token(position, expected: expected)
        return nil
    }

    /// The first byte from a position on that is not white space; most often there is none or one.
    @inline(__always)
    static func skipSpace(_ position: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        guard position < end, position.pointee <= UInt8(ascii: " ") else { return position }
        let next = position + 1
        if next < end, next.pointee > UInt8(ascii: " "), position.pointee == UInt8(ascii: " ") { return next }
        return yodel_skip_space(position, end)
    }
}
