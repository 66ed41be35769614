internal import CYodelKernels

/// Finds the events of a text and sends them to a sink.
///
/// It works in one pass, directly from bytes to values: strings and white space are read sixteen bytes at a time, and a
/// sink may read values of known form by itself. The text is read in place, and nothing outside it.
///
/// The text may end anywhere. The scanner stops before an incomplete token and continues with more text: between two
/// tokens its state consists of the next step and the open containers. It reports the first problem in the order of the
/// text, token by token, as yajl does.
struct Scanner: ~Copyable {
    /// The first byte of the token whose event is being sent.
    ///
    /// It is in the memory of the source, which reads it while the scanner is running.
    private let token: UnsafeMutablePointer<UnsafePointer<UInt8>>
    var limits: ParserLimits
    /// The end of the current text.
    private(set) var end = UnsafeBufferPointer<UInt8>(start: nil, count: 0).start
    /// Why scanning has stopped, unless it was the sink's decision.
    private(set) var problem: Problem?
    /// Strings without their escapes.
    var unescaped = UnescapedText()

    /// The state between two tokens.
    private var state = State()
    /// The open containers, in words of 64 levels, without the innermost word.
    private var outerContainers: [UInt64] = []
    /// Whether a value comes next.
    var isValueNext: Bool { state.step == .value || state.step == .firstValue }
    /// Whether a value has ended.
    var isAfterValue: Bool { state.step == .afterValue }
    /// Whether an object has begun and is still empty.
    var isAtStart: Bool { state.step == .firstKey }
    /// Checks the unwanted value that the scanner is in.
    private var ignoring: IgnoringSink?

    /// The problems of a text.
    enum Problem {
        /// An invalid or misplaced token, and what would be valid in its place.
        case token(UnsafePointer<UInt8>, expected: String?)
        /// A container in an unwanted value that is one level too deep.
        case depth(UnsafePointer<UInt8>)
    }

    /// The next step, and the open containers.
    struct State {
        fileprivate(set) var depth = 0
        /// The innermost open container is bit 0, which is set for an object.
        fileprivate(set) var containers: UInt64 = 0
        var step = Step.value

        init() {}

        /// The beginning of an array or object without anything around it.
        init(inside isObject: Bool) {
            (depth, containers, step) = (1, isObject ? 1 : 0, isObject ? .firstKey : .firstValue)
        }

        /// Whether the innermost container is an object.
        @inline(__always)
        var isInObject: Bool { containers & 1 == 1 }

        /// Whether a member of an object or an element of an array may come next, rather than the value of a member.
        @inline(__always)
        var isBesideMember: Bool {
            switch step {
            case .key, .firstKey, .afterValue: true
            case .value, .firstValue: !isInObject
            case .colon, .unwantedColon, .unwanted: false
            }
        }
    }

    /// The next token.
    enum Step: UInt8 {
        /// A value; at the beginning of an array, also its end.
        case value, firstValue
        /// A key; at the beginning of an object, also its end.
        case key, firstKey
        /// The colon after a key; for the second, the value is unwanted.
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
    ///   - open: For each open container around the text, whether it is an object.
    ///   - isAfterValue: Whether a value comes before the text, in the innermost container.
    mutating func restart(in open: [Bool] = [], isAfterValue: Bool = false) {
        problem = nil
        ignoring = nil
        outerContainers.removeAll(keepingCapacity: true)
        var state = State()
        for isObject in open { enter(isObject: isObject, &state) }
        state.step = open.isEmpty ? .value : isAfterValue ? .afterValue : open.last! ? .firstKey : .firstValue
        self.state = state
    }

    /// Returns to a value within this many of the open containers, or to the place after it.
    mutating func unwind(to outer: Int, isAfterValue: Bool) {
        problem = nil
        ignoring = nil
        var state = state
        while state.depth > outer { leave(&state) }
        state.step = isAfterValue ? .afterValue : .value
        self.state = state
    }

    /// Sends the events of the whole tokens of a text, until the sink is complete.
    ///
    /// - Returns: The position after the last token; nil if there is a problem or the sink has failed.
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
        ignoring = after != nil && state.step == .afterValue && sink.wantsNoMore ? nil : sink
        return after
    }

    /// The grammar of JSON.
    @inline(__always)
    private mutating func walk<Sink: EventSink & ~Copyable>(
        _ start: UnsafePointer<UInt8>, _ sink: inout Sink
    ) -> UnsafePointer<UInt8>? {
        let end = end
        var position = start
        var state = state
        defer { self.state = state }
        while true {
            position = Self.skipSpace(position, end)
            guard position < end else { return position }
            if sink.isStraight, state.isBesideMember {
                // A copy, so that the state itself stays in registers.
                var reached = state
                guard let after = sink.readStraight(position, &self, &reached) else { return nil }
                position = Self.skipSpace(after, end)
                state = reached
                guard position < end else { return position }
            }
            token.pointee = position
            switch state.step {
            case .value, .firstValue:
                switch position.pointee {
                case UInt8(ascii: "{"):
                    if let after = sink.passContainer(position, end, limits) {
                        position = after
                        state.step = .afterValue
                        guard sink.null() else { return stop(position, sink) }
                        continue
                    }
                    position += 1
                    enter(isObject: true, &state)
                    state.step = .firstKey
                    guard sink.startObject() else { return stop(position, sink) }
                case UInt8(ascii: "["):
                    if let after = sink.passContainer(position, end, limits) {
                        position = after
                        state.step = .afterValue
                        guard sink.null() else { return stop(position, sink) }
                        continue
                    }
                    position += 1
                    enter(isObject: false, &state)
                    state.step = .firstValue
                    guard sink.startArray() else { return stop(position, sink) }
                case UInt8(ascii: "]") where state.step == .firstValue:
                    position += 1
                    leave(&state)
                    state.step = .afterValue
                    guard sink.endArray() else { return stop(position, sink) }
                default:
                    guard let goesOn = scalar(&position, &sink) else {
                        if position.pointee == UInt8(ascii: "\"") { return position }
                        return refuse(position, position.pointee.beginsNumber ? nil : "a value")
                    }
                    state.step = .afterValue
                    guard goesOn else { return stop(position, sink) }
                }
            case .key, .firstKey:
                guard position.pointee == UInt8(ascii: "\"") else {
                    guard position.pointee == UInt8(ascii: "}"), state.step == .firstKey else {
                        return refuse(position, "a key")
                    }
                    position += 1
                    leave(&state)
                    state.step = .afterValue
                    guard sink.endObject() else { return stop(position, sink) }
                    continue
                }
                guard let key = Sink.Text(&self, &position, end) else { return position }
                let answer = sink.key(key)
                let isWanted = answer == .take
                guard isWanted || answer == .skip else { return nil }
                state.step = isWanted ? .colon : .unwantedColon
                position = Self.skipSpace(position, end)
                guard position < end else { return position }
                guard position.pointee == UInt8(ascii: ":") else { return refuse(position, "':'") }
                position += 1
                state.step = isWanted ? .value : .unwanted
            case .colon, .unwantedColon:
                guard position.pointee == UInt8(ascii: ":") else { return refuse(position, "':'") }
                position += 1
                state.step = state.step == .colon ? .value : .unwanted
            case .unwanted:
                if let after = skipScalar(position) {
                    position = after
                    state.step = .afterValue
                } else {
                    state.step = .value
                    ignoring = IgnoringSink(levels: limits.depth - state.depth)
                    return position
                }
            case .afterValue:
                let isObject = state.isInObject
                switch position.pointee {
                case UInt8(ascii: ",") where state.depth > 0:
                    position += 1
                    state.step = isObject ? .key : .value
                case UInt8(ascii: "]") where !isObject && state.depth > 0:
                    position += 1
                    leave(&state)
                    guard sink.endArray() else { return stop(position, sink) }
                case UInt8(ascii: "}") where isObject:
                    position += 1
                    leave(&state)
                    guard sink.endObject() else { return stop(position, sink) }
                default:
                    guard state.depth == 0 else { return refuse(position, isObject ? "',' or '}'" : "',' or ']'") }
                    // More documents may follow.
                    state.step = .value
                }
            }
        }
    }

    /// Sends the scalar that begins at a position, and moves the position after it.
    ///
    /// Returns the sink's answer, or nil if the scalar is invalid or incomplete.
    @inline(__always)
    private mutating func scalar<Sink: EventSink & ~Copyable>(
        _ position: inout UnsafePointer<UInt8>, _ sink: inout Sink
    ) -> Bool? {
        switch position.pointee {
        case UInt8(ascii: "\""):
            guard let text = Sink.Text(&self, &position, end) else { return nil }
            return sink.string(text)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number(&position, end, &sink)
        default:
            switch Self.word(&position, end) {
            case .null: return sink.null()
            case .false: return sink.bool(false)
            case .true: return sink.bool(true)
            case nil: return nil
            }
        }
    }

    /// Sends a scalar for a sink that reads the text by itself.
    @inline(never)
    mutating func sendScalar<Sink: EventSink & ~Copyable>(
        _ position: inout UnsafePointer<UInt8>, to sink: inout Sink
    ) -> Bool? {
        token.pointee = position
        return scalar(&position, &sink)
    }

    // MARK: - Containers

    @inline(__always)
    mutating func enter(isObject: Bool, _ state: inout State) {
        if state.depth & 63 == 0, state.depth > 0 { outerContainers.append(state.containers) }
        state.containers = state.containers &<< 1 | (isObject ? 1 : 0)
        state.depth &+= 1
    }

    @inline(__always)
    mutating func leave(_ state: inout State) {
        state.depth &-= 1
        state.containers &>>= 1
        if state.depth & 63 == 0, state.depth > 0 { state.containers = outerContainers.removeLast() }
    }

    // MARK: - Stopping

    private func stop<Sink: EventSink & ~Copyable>(
        _ position: UnsafePointer<UInt8>, _ sink: borrowing Sink
    ) -> UnsafePointer<UInt8>? {
        sink.wantsNoMore ? position : nil
    }

    /// Records an invalid or misplaced token, unless it may continue after the text.
    @inline(never)
    private mutating func refuse(_ position: UnsafePointer<UInt8>, _ expected: String?) -> UnsafePointer<UInt8>? {
        var after = position
        if position.pointee == UInt8(ascii: "\"") {
            // A problem within a string is reported rather than its misplacement.
            guard RawText(&self, &after, end) != nil else { return position }
        } else {
            while after < end, after.pointee.isTokenByte { after += 1 }
            if after == end { return position }
        }
        problem = .token(position, expected: expected)
        return nil
    }

    /// The first byte from a position on that is not white space; usually there is no white space, a space, or a line
    /// feed and an indent.
    @inline(__always)
    static func skipSpace(_ position: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        guard position < end, position.pointee <= UInt8(ascii: " ") else { return position }
        if end - position > 32 {
            let after = yodel_skip_indent(position)
            if after.pointee > UInt8(ascii: " ") { return after }
        }
        return skipMoreSpace(position, end)
    }

    @inline(never)
    private static func skipMoreSpace(
        _ position: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        yodel_skip_space(position, end)
    }
}
