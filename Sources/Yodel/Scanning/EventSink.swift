internal import CYodelKernels

/// What a ``Scanner`` sends the events of a text to.
///
/// Each event function returns whether to go on. After a no, the scanner asks ``recovers(after:)``; if that says no as
/// well it stops, and ``wantsNoMore`` tells whether the sink has all it wanted or has failed.
protocol EventSink: ~Copyable {
    mutating func null() -> Bool
    mutating func bool(_ value: Bool) -> Bool
    /// A number that may not follow the grammar; nil if it does not, or if this sink does not read numbers of this kind
    /// directly: then nothing has happened.
    mutating func plainNumber(_ text: NumberText) -> Bool?
    /// The same, for numbers that the sink puts into a value of another type.
    mutating func wrappedNumber(_ text: NumberText) -> Bool?
    mutating func number(_ text: NumberText) -> Bool
    /// The text of a string without its escapes.
    mutating func string(_ start: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool) -> Bool
    mutating func key(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer
    mutating func startObject() -> Bool
    mutating func endObject() -> Bool
    mutating func startArray() -> Bool
    mutating func endArray() -> Bool
    mutating func recovers(after event: FailedEvent) -> Bool
    var wantsNoMore: Bool { get }

    /// Whether strings and keys are sent: one that says no has them checked.
    static var takesStrings: Bool { get }
    /// The position after the array or object that begins at a position, if the sink passes over it as a whole.
    func passContainer(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ limits: borrowing ParserLimits
    ) -> UnsafePointer<UInt8>?
    /// The length of the key that is expected next, if the text begins with it and a quote.
    func expectedKeyLength(at text: UnsafePointer<UInt8>, room: Int) -> Int?
    /// The key that is expected next, which the text has been found to have.
    mutating func expectedKey() -> KeyAnswer
    /// The keys that the innermost object wants; nil where each key has to be sent.
    var wantedKeys: UnsafePointer<yodel_wanted_keys>? { get }
    /// Counts keys that were passed over; false when the object may not have so many.
    mutating func countKeys(_ count: Int) -> Bool
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

    static var takesStrings: Bool { false }
    var wantsNoMore: Bool { depth <= 0 && !isTooDeep }

    @inline(__always) func null() -> Bool { depth > 0 }
    @inline(__always) func bool(_ value: Bool) -> Bool { depth > 0 }
    @inline(__always) func plainNumber(_ text: NumberText) -> Bool? { nil }
    @inline(__always) func wrappedNumber(_ text: NumberText) -> Bool? { nil }
    @inline(__always) func number(_ text: NumberText) -> Bool { depth > 0 }
    @inline(__always) func string(_ start: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool) -> Bool { depth > 0 }
    @inline(__always) func key(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer { .take }
    @inline(__always) mutating func startObject() -> Bool { open() }
    @inline(__always) mutating func endObject() -> Bool { close() }
    @inline(__always) mutating func startArray() -> Bool { open() }
    @inline(__always) mutating func endArray() -> Bool { close() }
    @inline(__always) func recovers(after event: FailedEvent) -> Bool { false }
    @inline(__always) func expectedKeyLength(at text: UnsafePointer<UInt8>, room: Int) -> Int? { nil }
    @inline(__always) func expectedKey() -> KeyAnswer { .take }
    @inline(__always) var wantedKeys: UnsafePointer<yodel_wanted_keys>? { nil }
    @inline(__always) func countKeys(_ count: Int) -> Bool { true }

    @inline(never)
    func passContainer(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ limits: borrowing ParserLimits
    ) -> UnsafePointer<UInt8>? {
        // Only the value as a whole: trying again at every level would take time in the square of them.
        guard depth == 0, levels > 0 else { return nil }
        guard !checks else {
            let limits = yodel_skip_limits(
                depth: levels, string: limits.stringBytes, number: limits.numberCharacters)
            return yodel_skip_value(start, end, limits)
        }
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
