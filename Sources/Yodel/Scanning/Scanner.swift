internal import CYodelKernels

/// Whether anybody wants a value's events.
protocol ScannerInterest {
    static var isWanted: Bool { get }
}

enum Wanted: ScannerInterest {
    @inline(__always) static var isWanted: Bool { true }
}

enum Unwanted: ScannerInterest {
    @inline(__always) static var isWanted: Bool { false }
}

/// Finds the events of a document that lies in one buffer, and sends them to a binder.
///
/// One pass, straight from byte to value: a key is compared with the one the binder expects before its end is known,
/// strings and white space are gone through sixteen bytes at a time, values nobody wants in blocks. The text is read
/// where it is, and nothing outside of it.
///
/// Verdicts and errors are those of ``YajlSource``: the first problem in the order of the text, token by token.
struct Scanner: ~Copyable {
    var binder: Binder
    private(set) var text: UnsafeBufferPointer<UInt8>
    /// The first byte of the token whose event the binder is being sent.
    ///
    /// It lies in the source's memory, which the source reads while the scanner is running.
    private let token: UnsafeMutablePointer<UnsafePointer<UInt8>>
    let limits: ParserLimits
    /// The document goes on behind the text, so that a token at its end is not whole.
    let isCut: Bool
    /// Why scanning ended before the value did, unless the binder says so.
    var problem: Problem?
    /// Strings without their escapes.
    var unescaped = UnescapedText()
    /// Where passing over members may be tried again: what lies before has been looked at in vain.
    var nextMembers: UnsafePointer<UInt8>
    /// What is open, in words of 64 levels: those below the innermost word.
    private var outerContainers: [UInt64] = []

    /// What can be wrong with the text.
    enum Problem {
        case unexpectedEnd
        /// A token that is none, or that does not belong where it stands.
        case token(UnsafePointer<UInt8>, expected: String?)
        /// A string, from its opening quote.
        case string(UnsafePointer<UInt8>)
    }

    private enum Step {
        case value, key, behindValue
    }

    init(
        _ text: UnsafeBufferPointer<UInt8>, isCut: Bool, token: UnsafeMutablePointer<UnsafePointer<UInt8>>,
        binder: consuming Binder
    ) {
        self.text = text
        self.isCut = isCut
        limits = binder.options.limits
        self.binder = binder
        self.token = token
        nextMembers = text.start
    }

    /// Begins anew with another text.
    mutating func restart(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        problem = nil
        nextMembers = text.start
        outerContainers.removeAll(keepingCapacity: true)
    }

    var end: UnsafePointer<UInt8> { text.start + text.count }

    /// Sends all events; returns the position behind the document's value, nil when it has none.
    mutating func run() -> UnsafePointer<UInt8>? { scan(text.start, Wanted.self) }

    /// Goes through the value that begins at or behind a position, white space aside; returns the position behind it,
    /// nil when something is wrong or the binder stops.
    ///
    /// The grammar stands here once: for values whose events are sent, and for those that are only checked.
    @inline(__always)
    mutating func scan<Interest: ScannerInterest>(
        _ start: UnsafePointer<UInt8>, _ interest: Interest.Type
    ) -> UnsafePointer<UInt8>? {
        let isWanted = Interest.isWanted
        let end = end
        var position = start
        // The innermost of the open containers is bit 0: set for an object.
        var containers: UInt64 = 0
        var depth = 0
        var step = Step.value
        while true {
            if !isWanted, step == .behindValue, depth == 0 { return position }
            position = Self.skipSpace(position, end)
            guard position < end else { return fail(.unexpectedEnd) }
            token.pointee = position
            switch step {
            case .value:
                switch position.pointee {
                case UInt8(ascii: "\""):
                    if isWanted {
                        guard let (string, isASCII) = string(&position, end) else { return nil }
                        guard binder.string(string.start, string.count, isASCII: isASCII) || recovers(after: .scalar)
                        else { return stop(position) }
                    } else {
                        guard skipString(&position, end) else { return nil }
                    }
                    step = .behindValue
                case UInt8(ascii: "{"):
                    guard isWanted ? binder.startObject() || recovers(after: .start) : mayOpen(depth) else {
                        return nil
                    }
                    open(isObject: true, &containers, &depth)
                    position = Self.skipSpace(position + 1, end)
                    guard position < end else { return fail(.unexpectedEnd) }
                    if position.pointee == UInt8(ascii: "}") {
                        token.pointee = position
                        position += 1
                        close(&containers, &depth)
                        guard !isWanted || binder.endObject() || recovers(after: .end) else { return stop(position) }
                        step = .behindValue
                    } else {
                        step = .key
                    }
                case UInt8(ascii: "["):
                    guard isWanted ? binder.startArray() || recovers(after: .start) : mayOpen(depth) else {
                        return nil
                    }
                    open(isObject: false, &containers, &depth)
                    position = Self.skipSpace(position + 1, end)
                    guard position < end else { return fail(.unexpectedEnd) }
                    if position.pointee == UInt8(ascii: "]") {
                        token.pointee = position
                        position += 1
                        close(&containers, &depth)
                        guard !isWanted || binder.endArray() || recovers(after: .end) else { return stop(position) }
                        step = .behindValue
                    }
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    if isWanted {
                        guard number(&position, end) || recovers(after: .scalar) else { return stop(position) }
                    } else {
                        guard wholeNumber(&position, end) != nil else { return nil }
                    }
                    step = .behindValue
                default:
                    guard let word = word(&position, end) else { return fail(.token(position, expected: "a value")) }
                    guard !isWanted || send(word) || recovers(after: .scalar) else { return stop(position) }
                    step = .behindValue
                }
            case .key:
                guard position.pointee == UInt8(ascii: "\"") else { return fail(.token(position, expected: "a key")) }
                let start = position
                var answer = KeyAnswer.take
                if isWanted {
                    guard let answered = key(&position, end) else { return nil }
                    answer = answered
                    if answer == .fail {
                        guard recovers(after: .key) else { return nil }
                        answer = .skip
                    }
                    if answer == .skip, let (next, isAtKey) = skipMembers(from: start) {
                        position = next
                        step = isAtKey ? .key : .behindValue
                        continue
                    }
                } else {
                    guard skipString(&position, end) else { return nil }
                }
                position = Self.skipSpace(position, end)
                guard position < end else { return fail(.unexpectedEnd) }
                guard position.pointee == UInt8(ascii: ":") else { return fail(.token(position, expected: "':'")) }
                position += 1
                if answer == .skip {
                    guard let behind = skipValue(position) else { return nil }
                    position = behind
                    step = .behindValue
                } else {
                    step = .value
                }
            case .behindValue:
                let isObject = containers & 1 == 1
                switch position.pointee {
                case UInt8(ascii: ","):
                    position += 1
                    step = isObject ? .key : .value
                case UInt8(ascii: "]") where !isObject:
                    position += 1
                    close(&containers, &depth)
                    guard !isWanted || binder.endArray() || recovers(after: .end) else { return stop(position) }
                case UInt8(ascii: "}") where isObject:
                    position += 1
                    close(&containers, &depth)
                    guard !isWanted || binder.endObject() || recovers(after: .end) else { return stop(position) }
                default:
                    return fail(.token(position, expected: isObject ? "',' or '}'" : "',' or ']'"))
                }
            }
        }
    }

    @inline(__always)
    private mutating func send(_ word: Word) -> Bool {
        switch word {
        case .null: binder.null()
        case .false: binder.bool(false)
        case .true: binder.bool(true)
        }
    }

    /// Whether there is depth left for one more container of a value that is not sent.
    private mutating func mayOpen(_ depth: Int) -> Bool {
        binder.depth + depth < limits.depth || binder.failDepth()
    }

    @inline(__always)
    private mutating func open(isObject: Bool, _ containers: inout UInt64, _ depth: inout Int) {
        if depth & 63 == 0, depth > 0 { outerContainers.append(containers) }
        containers = containers &<< 1 | (isObject ? 1 : 0)
        depth &+= 1
    }

    @inline(__always)
    private mutating func close(_ containers: inout UInt64, _ depth: inout Int) {
        depth &-= 1
        containers &>>= 1
        if depth & 63 == 0, depth > 0 { containers = outerContainers.removeLast() }
    }

    /// Whether scanning goes on though an event has failed.
    @inline(never)
    private mutating func recovers(after event: FailedEvent) -> Bool { binder.recovers(after: event) }

    /// The binder wants no more: the value is complete, or an event has failed.
    private func stop(_ position: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        binder.isComplete ? position : nil
    }

    @inline(never)
    mutating func fail<Result>(_ problem: Problem) -> Result? {
        self.problem = problem
        return nil
    }

    /// The first byte from a position on that is no white space; most often there is none or one.
    @inline(__always)
    static func skipSpace(_ position: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        guard position < end, position.pointee <= UInt8(ascii: " ") else { return position }
        let next = position + 1
        if next < end, next.pointee > UInt8(ascii: " "), position.pointee == UInt8(ascii: " ") { return next }
        return yodel_skip_space(position, end)
    }
}
