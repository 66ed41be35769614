internal import CYodelKernels

/// What a ``Scanner`` sends the events of a text to.
///
/// Each event function returns whether to go on. After a no, the scanner asks ``recovers(after:)``; if that says no as
/// well it stops, and ``wantsNoMore`` tells whether the sink has all it wanted or has failed.
protocol EventSink: ~Copyable {
    /// What the sink takes of strings and keys.
    associatedtype Text: ScannedText

    mutating func null() -> Bool
    mutating func bool(_ value: Bool) -> Bool
    /// Where what may be a number ends that begins at a position.
    static func numberEnd(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>
    /// A number that may not follow the grammar; nil if it does not, or if this sink does not read numbers of this kind
    /// directly: then nothing has happened.
    mutating func plainNumber(_ text: NumberText) -> Bool?
    mutating func number(_ text: NumberText) -> Bool
    mutating func string(_ text: Text) -> Bool
    mutating func key(_ text: Text) -> KeyAnswer
    mutating func startObject() -> Bool
    mutating func endObject() -> Bool
    mutating func startArray() -> Bool
    mutating func endArray() -> Bool
    mutating func recovers(after event: FailedEvent) -> Bool
    var wantsNoMore: Bool { get }

    /// The position after the array or object that begins at a position, if the sink passes over it as a whole.
    func passContainer(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ limits: borrowing ParserLimits
    ) -> UnsafePointer<UInt8>?
    /// The sink can read the text by itself that comes next: members of the object, or elements of the array.
    var isStraight: Bool { get }
    /// Does that up to a token that is for the scanner; nil when the sink has failed.
    mutating func readStraight(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ place: inout Scanner.Place
    ) -> UnsafePointer<UInt8>?
}

extension EventSink where Self: ~Copyable {
    // What only some sinks do.

    @inline(__always)
    static func numberEnd(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        yodel_number_end(start, end)
    }
    @inline(__always) func plainNumber(_ text: NumberText) -> Bool? { nil }
    @inline(__always)
    func passContainer(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ limits: borrowing ParserLimits
    ) -> UnsafePointer<UInt8>? { nil }
    @inline(__always) var isStraight: Bool { false }
    @inline(__always)
    func readStraight(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ place: inout Scanner.Place
    ) -> UnsafePointer<UInt8>? { start }
}

/// A string or key as a scanner finds it.
protocol ScannedText {
    /// Reads the one that begins with the quote at a position, and moves the position past it; nil, with the position
    /// where it is, when it is not sound or not whole.
    init?(_ scanner: inout Scanner, _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>)
}

/// A string without its escapes.
///
/// It is well-formed UTF-8, and may be used until the next string is read.
struct PlainText: ScannedText {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// Whether it is ASCII, where that is known.
    let isASCII: Bool?

    @inline(__always)
    init?(_ scanner: inout Scanner, _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        guard let (text, isASCII) = scanner.string(&position, end) else { return nil }
        (start, count, self.isASCII) = (text.start, text.count, isASCII)
    }
}

/// A string as the text has it, checked.
struct RawText: ScannedText {
    let start: UnsafePointer<UInt8>
    let count: Int
    let isASCII: Bool
    private(set) var isEscaped = false
    /// How many bytes at most are of characters that may be combining marks.
    private(set) var rareCount = 0

    @inline(__always)
    init?(_ scanner: inout Scanner, _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        let start = position + 1
        let part = yodel_scan_string(start, end)
        let count = part.end - start
        guard part.end < end, part.end.pointee == UInt8(ascii: "\""), part.is_ascii, count <= scanner.limits.stringBytes
        else {
            guard let rare = RawText(rare: position, end, limit: scanner.limits.stringBytes) else { return nil }
            self = rare
            position = rare.start + (rare.count + 1)
            return
        }
        (self.start, self.count, isASCII) = (start, count, true)
        position = part.end + 1
    }

    /// One with escapes or beyond ASCII, or one that is not sound.
    @inline(never)
    private init?(rare quote: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, limit: Int) {
        let start = quote + 1
        var position = start
        var (isEscaped, rareCount) = (false, 0)
        while true {
            let part = yodel_scan_string(position, end)
            guard part.end < end, part.end - start <= limit,
                part.is_ascii || yodel_is_utf8(position, part.end - position)
            else { return nil }
            if !part.is_ascii { rareCount += part.end - position }
            if part.end.pointee == UInt8(ascii: "\"") {
                (self.start, count, isASCII) = (start, part.end - start, false)
                (self.isEscaped, self.rareCount) = (isEscaped, rareCount)
                return
            }
            let length = yodel_escape_length(part.end, end)
            guard part.end.pointee == UInt8(ascii: "\\"), length > 0 else { return nil }
            isEscaped = true
            if length > 2 { rareCount += 2 }
            position = part.end + length
        }
    }
}

/// What a sink says to a key.
enum KeyAnswer {
    /// Send the value's events.
    case take
    /// The value is unwanted: check it and send nothing of it.
    case skip
    /// Stop, unless the sink recovers.
    case fail
}

/// The event that has failed, as far as it matters for what the failure is about.
enum FailedEvent {
    /// A scalar: its value.
    case scalar
    /// The start of an array or object: that value.
    case start
    /// A key: the object it is in.
    case key
    /// The end of an array or object: the value that ends.
    case end
    /// A value that several fields share is no object, though some are looked for in it: those fields.
    case group
}

/// Takes the events of a value that is only checked, or of which only the end is wanted, and has had enough when the
/// value ends.
struct IgnoringSink: EventSink {
    /// How many more levels may open.
    let levels: Int
    /// Whether containers are checked; if not, their brackets are counted, which is right for text that is sound.
    let checks: Bool
    private(set) var depth = 0
    /// A container was opened beyond them.
    private(set) var isTooDeep = false

    init(levels: Int, checks: Bool = true) {
        self.levels = levels
        self.checks = checks
    }

    var wantsNoMore: Bool { depth <= 0 && !isTooDeep }

    @inline(__always) func null() -> Bool { depth > 0 }
    @inline(__always) func bool(_ value: Bool) -> Bool { depth > 0 }
    @inline(__always)
    static func numberEnd(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        Scanner.numberEnd(start, end)
    }
    @inline(__always) func plainNumber(_ text: NumberText) -> Bool? { text.count > 0 ? depth > 0 : nil }
    @inline(__always) func number(_ text: NumberText) -> Bool { depth > 0 }
    @inline(__always) func string(_ text: RawText) -> Bool { depth > 0 }
    @inline(__always) func key(_ text: RawText) -> KeyAnswer { .take }
    @inline(__always) mutating func startObject() -> Bool { open() }
    @inline(__always) mutating func endObject() -> Bool { close() }
    @inline(__always) mutating func startArray() -> Bool { open() }
    @inline(__always) mutating func endArray() -> Bool { close() }
    @inline(__always) func recovers(after event: FailedEvent) -> Bool { false }

    @inline(__always) var isStraight: Bool { depth > 0 }

    /// Passes over members or elements, up to a container or to what is not as expected.
    @inline(never)
    func readStraight(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ place: inout Scanner.Place
    ) -> UnsafePointer<UInt8>? {
        let end = scanner.end
        var position = start
        while true {
            if place.step == .afterValue {
                guard position < end, position.pointee == UInt8(ascii: ",") else { return position }
                position = Scanner.skipSpace(position + 1, end)
                place.step = place.isInObject ? .key : .value
            }
            guard position < end else { return position }
            if place.isInObject {
                guard position.pointee == UInt8(ascii: "\""), let after = scanner.skipString(position),
                    let value = Scanner.afterColon(after, end)
                else { return position }
                position = value
                place.step = .value
                guard position < end else { return position }
            }
            guard let after = scanner.skipScalar(position) else { return position }
            position = Scanner.skipSpace(after, end)
            place.step = .afterValue
        }
    }

    @inline(never)
    func passContainer(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ limits: borrowing ParserLimits
    ) -> UnsafePointer<UInt8>? {
        // Only the value as a whole: trying again at every level would take time in the square of them.
        guard !checks, depth == 0, levels > 0 else { return nil }
        var state = yodel_container_state()
        let length = yodel_find_container_end(start, 0, end - start, &state)
        return length < 0 ? nil : start + length
    }

    private mutating func open() -> Bool {
        guard depth < levels else {
            isTooDeep = true
            return false
        }
        depth += 1
        return true
    }

    private mutating func close() -> Bool {
        depth -= 1
        return depth > 0
    }
}
