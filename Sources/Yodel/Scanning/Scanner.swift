internal import CYodelKernels

/// Finds the events of a document that lies in one buffer, and sends them to a binder.
///
/// One pass, straight from byte to value: a key is compared with the one the binder expects before its end is known,
/// strings and white space are gone through sixteen bytes at a time, values nobody wants in blocks. The text is read
/// where it is, and nothing outside of it.
///
/// Verdicts and errors are those of ``YajlSource``: the first problem in the order of the text, token by token.
struct Scanner: ~Copyable {
    var binder: Binder
    let text: UnsafeBufferPointer<UInt8>
    /// The first byte of the token whose event the binder has been sent.
    var token: UnsafePointer<UInt8>
    let limits: ParserLimits
    /// The document goes on behind the text, so that a token at its end is not whole.
    let isCut: Bool
    /// Why scanning ended before the value did, unless the binder says so.
    var problem: Problem?
    /// Strings without their escapes.
    var unescaped = UnescapedText()
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

    enum Step {
        case value, key, behindValue
    }

    init(_ text: UnsafeBufferPointer<UInt8>, isCut: Bool, binder: consuming Binder) {
        self.text = text
        self.isCut = isCut
        limits = binder.options.limits
        self.binder = binder
        token = text.start
    }

    var end: UnsafePointer<UInt8> { text.start + text.count }

    /// Sends all events; returns the position behind the document's value, nil when it has none.
    mutating func run() -> UnsafePointer<UInt8>? {
        let end = end
        var position = text.start
        // The innermost of the open containers is bit 0: set for an object.
        var containers: UInt64 = 0
        var depth = 0
        var step = Step.value
        while true {
            position = Self.skipSpace(position, end)
            guard position < end else { return fail(.unexpectedEnd) }
            token = position
            switch step {
            case .value:
                switch position.pointee {
                case UInt8(ascii: "\""):
                    guard let string = string(&position, end) else { return nil }
                    guard binder.string(string.start, string.count) else { return stop(position) }
                    step = .behindValue
                case UInt8(ascii: "{"):
                    guard binder.startObject() else { return nil }
                    open(isObject: true, &containers, &depth)
                    position = Self.skipSpace(position + 1, end)
                    guard position < end else { return fail(.unexpectedEnd) }
                    if position.pointee == UInt8(ascii: "}") {
                        token = position
                        position += 1
                        close(&containers, &depth)
                        guard binder.endObject() else { return stop(position) }
                        step = .behindValue
                    } else {
                        step = .key
                    }
                case UInt8(ascii: "["):
                    guard binder.startArray() else { return nil }
                    open(isObject: false, &containers, &depth)
                    position = Self.skipSpace(position + 1, end)
                    guard position < end else { return fail(.unexpectedEnd) }
                    if position.pointee == UInt8(ascii: "]") {
                        token = position
                        position += 1
                        close(&containers, &depth)
                        guard binder.endArray() else { return stop(position) }
                        step = .behindValue
                    }
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    guard number(&position, end) else { return stop(position) }
                    step = .behindValue
                default:
                    guard let word = word(&position, end) else { return fail(.token(position, expected: "a value")) }
                    let goesOn =
                        switch word {
                        case .null: binder.null()
                        case .false: binder.bool(false)
                        case .true: binder.bool(true)
                        }
                    guard goesOn else { return stop(position) }
                    step = .behindValue
                }
            case .key:
                guard position.pointee == UInt8(ascii: "\"") else { return fail(.token(position, expected: "a key")) }
                let start = position
                guard let answer = key(&position, end) else { return nil }
                guard answer != .fail else { return nil }
                if answer == .skip, let (next, isAtKey) = skipMembers(from: start) {
                    position = next
                    step = isAtKey ? .key : .behindValue
                    continue
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
                    guard binder.endArray() else { return stop(position) }
                case UInt8(ascii: "}") where isObject:
                    position += 1
                    close(&containers, &depth)
                    guard binder.endObject() else { return stop(position) }
                default:
                    let expected = isObject ? "',' or '}'" : "',' or ']'"
                    return fail(.token(position, expected: expected))
                }
            }
        }
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
