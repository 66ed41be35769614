internal import CYodelKernels

/// Receives the events of a text from a ``Scanner``.
///
/// Each event function returns whether to continue. After false the scanner stops, and ``wantsNoMore`` tells whether the
/// sink is complete or has failed.
protocol EventSink: ~Copyable {
    /// The form in which the sink receives strings and keys.
    associatedtype Text: ScannedText

    mutating func null() -> Bool
    mutating func bool(_ value: Bool) -> Bool
    /// The end of a possible number that begins at a position.
    static func numberEnd(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>
    /// Receives a number that may break the grammar.
    ///
    /// Returns nil, without any effect, if it does, or if this sink does not read such numbers directly.
    mutating func plainNumber(_ text: NumberText) -> Bool?
    mutating func number(_ text: NumberText) -> Bool
    mutating func string(_ text: Text) -> Bool
    mutating func key(_ text: Text) -> KeyAnswer
    mutating func startObject() -> Bool
    mutating func endObject() -> Bool
    mutating func startArray() -> Bool
    mutating func endArray() -> Bool
    var wantsNoMore: Bool { get }

    /// The position after the array or object that begins at a position, if the sink skips it as a whole.
    func passContainer(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ limits: borrowing ParserLimits
    ) -> UnsafePointer<UInt8>?
    /// Whether the sink can read the following text by itself: members of an object, or elements of an array.
    var isStraight: Bool { get }
    /// Reads members or elements up to a token for the scanner; returns nil if the sink has failed.
    mutating func readStraight(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> UnsafePointer<UInt8>?
}

extension EventSink where Self: ~Copyable {
    // Defaults, for what only some sinks do.

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
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> UnsafePointer<UInt8>? { start }
}

/// A string or key that a scanner finds.
protocol ScannedText {
    /// Reads the string at a position and moves the position after it; returns nil, without moving the position, if the
    /// string is invalid or incomplete.
    init?(_ scanner: inout Scanner, _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>)
}

/// A string without its escapes.
///
/// It is valid UTF-8, and usable until the next string is read.
struct PlainText: ScannedText {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// Whether it is ASCII; nil if unknown.
    let isASCII: Bool?

    @inline(__always)
    init?(_ scanner: inout Scanner, _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        guard let (text, isASCII) = scanner.string(&position, end) else { return nil }
        (start, count, self.isASCII) = (text.start, text.count, isASCII)
    }
}

/// A string as in the text, checked.
struct RawText: ScannedText {
    let start: UnsafePointer<UInt8>
    let count: Int
    let isASCII: Bool
    private(set) var isEscaped = false
    /// The maximum number of bytes in characters that may be combining marks.
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

    /// Reads a string with escapes or non-ASCII characters, or an invalid one.
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
            guard part.end.pointee == UInt8(ascii: "\\") else { return nil }
            let length = yodel_read_escape(part.end, end).length
            guard length > 0 else { return nil }
            isEscaped = true
            if length > 2 { rareCount += 2 }
            position = part.end + length
        }
    }
}

/// A sink's answer to a key.
enum KeyAnswer {
    /// Send the value's events.
    case take
    /// Check the unwanted value and send no events of it.
    case skip
    /// Stop.
    case fail
}

/// Receives the events of a value that is only checked or skipped, and is complete when the value ends.
struct IgnoringSink: EventSink {
    /// How many more levels may be opened.
    let levels: Int
    private(set) var depth = 0
    /// Whether a container was opened beyond these levels.
    private(set) var isTooDeep = false

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

    @inline(__always) var isStraight: Bool { depth > 0 }

    @inline(__always)
    func readStraight(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> UnsafePointer<UInt8>? {
        Self.skipScalars(start, &scanner, &state)
    }

    /// Skips members or elements, up to a container or to an unexpected token.
    @inline(never)
    static func skipScalars(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> UnsafePointer<UInt8> {
        let end = scanner.end
        var position = start
        while true {
            if state.step == .afterValue {
                guard position < end, position.pointee == UInt8(ascii: ",") else { return position }
                position = Scanner.skipSpace(position + 1, end)
                state.step = state.isInObject ? .key : .value
            }
            guard position < end else { return position }
            if state.isInObject {
                guard position.pointee == UInt8(ascii: "\""), let after = scanner.skipString(position),
                    let value = Scanner.after(UInt8(ascii: ":"), after, end)
                else { return position }
                position = value
                state.step = .value
                guard position < end else { return position }
            }
            guard let after = scanner.skipScalar(position) else { return position }
            position = Scanner.skipSpace(after, end)
            state.step = .afterValue
        }
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
