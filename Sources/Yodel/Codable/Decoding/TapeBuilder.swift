private import CYodelKernels

/// Writes the tape of a document for `Decodable` types: the sink of the scanner's events.
///
/// See `TapeBuilder+Errors.swift` for the error of a text that is invalid.
struct TapeBuilder: ~Copyable, EventSink {
    let text: UnsafeBufferPointer<UInt8>
    private(set) var limits: ParserLimits
    /// Whether the text is the members of an object without its braces.
    let isBraceless: Bool
    /// The limit that was exceeded, or a brace that closes an object without braces, and where.
    private(set) var overrun: (code: ModelError.Code, position: UnsafePointer<UInt8>)?
    private(set) var open = OpenContainers()
    /// Whether the root value is complete.
    private(set) var wantsNoMore = false
    private var tape: UnsafeMutablePointer<ValueTape>!
    /// The first byte of the event's token, or of the value that is read without an event.
    private(set) var token: UnsafeMutablePointer<UnsafePointer<UInt8>>
    let base: UnsafePointer<UInt8>
    private var entries: UnsafeMutablePointer<TapeEntry>
    private var next: UnsafeMutablePointer<TapeEntry>
    /// The address from which on there is no room for the entries of one member: three at most.
    private var limit: UnsafeMutablePointer<TapeEntry>

    /// - Parameter isObject: Whether the document is an object that may omit its braces.
    init(_ text: UnsafeBufferPointer<UInt8>, limits: ParserLimits, isObject: Bool) {
        self.text = text
        base = text.start
        self.limits = limits
        // An entry cannot hold a longer length.
        self.limits.stringBytes = min(limits.stringBytes, Int(clamping: UInt32.max))
        self.limits.numberCharacters = min(limits.numberCharacters, Int(clamping: UInt32.max))
        isBraceless = isObject && text.first { !yodel_is_space($0) } != UInt8(ascii: "{")
        // A placeholder until there is a tape.
        token = UnsafeMutablePointer(bitPattern: MemoryLayout<UnsafePointer<UInt8>>.alignment)!
        entries = UnsafeMutablePointer(bitPattern: MemoryLayout<TapeEntry>.alignment)!
        (next, limit) = (entries, entries)
    }

    /// Writes the tape; returns false if the text is invalid or exceeds a limit.
    mutating func build(into tape: inout ValueTape) -> Bool {
        var first = text.start
        return withUnsafeMutablePointer(to: &first) { token in
            withUnsafeMutablePointer(to: &tape) { tape in
                // SAFETY: no event is sent after this call.
                (self.token, self.tape) = (token, tape)
                return build()
            }
        }
    }

    private mutating func build() -> Bool {
        useTape(from: 0)
        next.pointee = TapeEntry(.null, at: 0)
        next += 1
        var scanner = Scanner(token: token, limits: limits)
        if isBraceless {
            guard mayOpen() else { return false }
            begin(isObject: true, at: 0)
            scanner.restart(in: [true])
        }
        guard let position = scanner.scan(text, to: &self) else { return false }
        let end = text.start + text.count
        if wantsNoMore { return Scanner.skipSpace(position, end) == end }
        let last = UnsafeBufferPointer(start: position, count: end - position)
        let isAfterValue = scanner.isValueNext ? addLastToken(last) : scanner.isAfterValue && last.isEmpty
        // The text may end the object without braces: after a value, or when it is empty.
        if isBraceless, open.depth == 1, isAfterValue || scanner.isAtStart && last.isEmpty { _ = endContainer() }
        return wantsNoMore
    }

    /// Adds a number or word that ends at the end of the text; false if there is none.
    private mutating func addLastToken(_ run: UnsafeBufferPointer<UInt8>) -> Bool {
        token.pointee = run.start
        switch String(decoding: run.prefix(6), as: UTF8.self) {
        case "null": _ = null()
        case "true": _ = bool(true)
        case "false": _ = bool(false)
        default:
            let number = NumberText(run)
            guard number.count <= limits.numberCharacters, number.isValid else { return false }
            _ = self.number(number)
        }
        return true
    }

    // MARK: - Events

    @inline(__always)
    mutating func null() -> Bool { add(TapeEntry(.null, at: offset)) }

    @inline(__always)
    mutating func bool(_ value: Bool) -> Bool { add(TapeEntry(value ? .true : .false, at: offset)) }

    @inline(__always)
    static func numberEnd(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        Scanner.numberEnd(start, end)
    }

    @inline(__always)
    mutating func plainNumber(_ text: NumberText) -> Bool? { text.count > 0 ? number(text) : nil }

    @inline(__always)
    mutating func number(_ text: NumberText) -> Bool { add(TapeEntry(.number, at: offset, extent: text.count)) }

    @inline(__always)
    mutating func string(_ text: RawText) -> Bool {
        let entry = entry(text, .string)
        return isWithinMarks(text, entry) && add(entry)
    }

    @inline(__always)
    mutating func key(_ text: RawText) -> KeyAnswer {
        let entry = entry(text, .key)
        guard isWithinMarks(text, entry), mayAddKey(entry), hasRoom() else { return .fail }
        append(key: entry, hash: hashBytes(text.start, text.count), of: open.top)
        return .take
    }

    @inline(__always)
    mutating func startObject() -> Bool {
        guard mayOpen(), hasRoom() else { return false }
        begin(isObject: true, at: offset)
        return true
    }

    @inline(__always)
    mutating func endObject() -> Bool {
        if isBraceless, open.depth == 1 { return fail(.unexpectedToken, at: token.pointee) }
        return endContainer()
    }

    @inline(__always)
    mutating func startArray() -> Bool {
        guard mayOpen(), hasRoom() else { return false }
        begin(isObject: false, at: offset)
        return true
    }

    @inline(__always)
    mutating func endArray() -> Bool { endContainer() }

    // MARK: - Entries

    /// The offset in the text of the token that is read.
    @inline(__always)
    var offset: Int { mutating get { token.pointee - base } }

    /// Adds the entry of a scalar; false if it is the root.
    @inline(__always)
    private mutating func add(_ entry: TapeEntry) -> Bool {
        guard hasRoom() else { return false }
        append(entry)
        return completeValue()
    }

    @inline(__always)
    private mutating func completeValue() -> Bool {
        guard open.depth > 0 else {
            wantsNoMore = true
            return false
        }
        open.top.pointee.count &+= 1
        return true
    }

    @inline(__always)
    mutating func append(_ entry: TapeEntry) {
        next.pointee = entry
        next += 1
    }

    @inline(__always)
    mutating func hasRoom() -> Bool { next < limit || makeRoom() }

    @inline(never)
    private mutating func makeRoom() -> Bool {
        let count = next - entries
        guard count < Int(clamping: UInt32.max) - 3 else { return fail(.documentLimit, at: token.pointee) }
        tape.pointee.grow(keeping: count)
        useTape(from: count)
        return true
    }

    private mutating func useTape(from count: Int) {
        entries = tape.pointee.entries
        (next, limit) = (entries + count, entries + (tape.pointee.capacity - 3))
    }

    @inline(__always)
    private mutating func mayOpen() -> Bool { open.depth < limits.depth || fail(.depthLimit, at: token.pointee) }

    @inline(__always)
    mutating func begin(isObject: Bool, at offset: Int) {
        let index = next - entries
        open.push(index, isObject: isObject)
        append(TapeEntry(isObject ? .object : .array, at: offset))
        if isObject { append(TapeEntry(membersOf: index)) }
    }

    @inline(__always)
    mutating func endContainer() -> Bool {
        let container = open.top
        let index = container.pointee.index
        entries[index].extent = UInt32(truncatingIfNeeded: next - entries)
        entries[index].detail = UInt32(truncatingIfNeeded: container.pointee.count)
        if container.pointee.isObject { entries[index &+ 1] = TapeEntry(membersOf: index, container.pointee.keys) }
        open.pop()
        return completeValue() || wantsNoMore && isBraceless
    }

    // MARK: - Keys

    /// Whether the innermost object may have this key; notes a limit that it exceeds.
    @inline(__always)
    private mutating func mayAddKey(_ key: TapeEntry) -> Bool {
        if open.top.pointee.count >= limits.keysPerObject { return fail(.keyCountLimit, at: token.pointee) }
        if key.count > limits.keyBytes, unescapedCount(of: key) > limits.keyBytes {
            return fail(.keyLimit, at: token.pointee)
        }
        return true
    }

    /// Appends the key of a member that begins, for which there must be room.
    ///
    /// Notes with its object whether it may have occurred before, and whether it is ASCII.
    ///
    /// - Parameter hash: The hash of the key's bytes in the text.
    @inline(__always)
    mutating func append(key: TapeEntry, hash: UInt64, of object: UnsafeMutablePointer<OpenContainers.Container>) {
        var key = key
        key.detail = UInt32(truncatingIfNeeded: hash)
        if !key.has(TapeEntry.Flags.isASCII) {
            entries[object.pointee.index].set(TapeEntry.Flags.hasRareKeys)
        } else if object.pointee.noteKey(hash: hash) {
            key.set(TapeEntry.Flags.mayRepeat)
            entries[object.pointee.index].set(TapeEntry.Flags.mayRepeat)
        }
        append(key)
    }

    private mutating func unescapedCount(of key: TapeEntry) -> Int {
        guard key.has(TapeEntry.Flags.isEscaped) else { return key.count }
        var unescaped = UnescapedText()
        return unescaped.text(of: text.start + key.offset, end: text.start + text.count).text.count
    }

    @inline(never)
    private mutating func fail(_ code: ModelError.Code, at position: UnsafePointer<UInt8>) -> Bool {
        overrun = (code, position)
        return false
    }

    /// The path of the innermost open value.
    var path: JSONPath {
        var path = JSONPath()
        var unescaped = UnescapedText()
        for level in 0..<open.depth {
            // The open value comes after its key, if it is that of a member that has begun.
            let value = level + 1 < open.depth ? open[level + 1].index : next - entries
            let key = entries[value - 1]
            if !open[level].isObject {
                path.steps.append(.index(open[level].count))
            } else if key.kind == .key {
                let (name, _) = unescaped.text(of: base + key.offset, end: base + text.count)
                path.steps.append(.key(String(decoding: name, as: UTF8.self)))
            }
        }
        return path
    }

    // MARK: - Strings

    @inline(__always)
    mutating func entry(_ text: RawText, _ kind: TapeEntry.Kind) -> TapeEntry {
        let flags = text.isASCII ? TapeEntry.Flags.isASCII : text.isEscaped ? TapeEntry.Flags.isEscaped : 0
        return TapeEntry(kind, at: text.start - base, extent: text.count, flags: flags)
    }

    // Mutating, since the compiler copies the whole builder for a nonmutating call.

    @inline(__always)
    mutating func isWithinMarks(_ text: RawText, _ entry: TapeEntry) -> Bool {
        text.rareCount <= limits.combiningMarks || !hasTooManyMarks(entry)
            || fail(.combiningMarkLimit, at: token.pointee)
    }

    @inline(never)
    private mutating func hasTooManyMarks(_ entry: TapeEntry) -> Bool {
        let start = text.start + entry.offset
        guard entry.has(TapeEntry.Flags.isEscaped) else {
            return CombiningMarks.areTooMany(in: UnsafeBufferPointer(start: start, count: entry.count), limits)
        }
        var unescaped = UnescapedText()
        let (text, _) = unescaped.text(of: start, end: text.start + text.count)
        return CombiningMarks.areTooMany(in: text, limits)
    }
}
