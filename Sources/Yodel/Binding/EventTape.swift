/// Events of one value, kept to be played later: when a value belongs to several fields, or its type is not known yet.
///
/// A flat record: for each event one byte of kind and where its token stands, and the text of keys and strings where
/// it is not the token itself. Beside it stand the value's own bytes, which hold the texts of all others, and are for
/// fields that want bytes.
///
/// ```
///   {      "a"      :   [      1      ]   }
///   start  key "a"      start  number end end
///     └──────────────────│────────────────┘ ▲
///                        └──────────────┘ ▲
///                            where the container ends, so that it can be passed over
/// ```
struct EventTape {
    enum Event: UInt8 {
        case null, `false`, `true`, number, string, date, data, key, startObject, endObject, startArray, endArray

        fileprivate var isStart: Bool { self == .startObject || self == .startArray }
        fileprivate var isEnd: Bool { self == .endObject || self == .endArray }
        var hasText: Bool { self == .string || self == .key || isNative }
        /// Its text is no part of the document's, and stands on the tape.
        fileprivate var isNative: Bool { self == .date || self == .data }
    }

    /// One event read back; its text is borrowed from the tape.
    struct Record {
        var event: Event
        var tokenStart: Int
        var tokenEnd: Int
        var text: UnsafeBufferPointer<UInt8>
        /// The position of the next record.
        var next: Int
        /// The position behind the value that begins here; nil where it is not on the tape to its end.
        var behindValue: Int?
    }

    private var records: [UInt8] = []
    private var bytes: [UInt8] = []
    /// The positions of the containers that are open.
    private var open: [Int] = []
    /// Where the value began.
    private(set) var start = ModelError.Place(offset: 0, line: 1, column: 1)
    /// The offset of its first token.
    private var startOffset = 0
    /// Whether the tokens behind the first have places of their own.
    private(set) var hasPlaces = true

    /// The position of the next record.
    var count: Int { records.count }

    /// Begins anew at a source's current token.
    mutating func begin(_ source: EventSource) {
        records.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        startOffset = source.tokenStart
        start = source.place(at: startOffset)
        hasPlaces = source.hasPlaces
    }

    /// Takes the bytes of the document that the events are of.
    mutating func end(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Appends an event whose token is the source's current one.
    ///
    /// - Returns: How many bytes of the document the tape is of, up to that token's end.
    mutating func append(_ event: Event, _ text: UnsafeBufferPointer<UInt8>?, _ source: EventSource) -> Int {
        let (tokenStart, tokenEnd) = (source.tokenStart, source.tokenEnd)
        if event.isStart { open.append(records.count) }
        if event.isEnd, let start = open.popLast() { setEnd(ofContainerAt: start) }
        records.append(event.rawValue)
        append(tokenStart - startOffset)
        append(tokenEnd - tokenStart)
        if event.isStart { withUnsafeBytes(of: 0) { records.append(contentsOf: $0) } }
        if event.hasText, let text {
            // Only an escape makes a text shorter than what stands between the quotes.
            let isToken = !event.isNative && text.count == tokenEnd - tokenStart - 2
            append(isToken ? 0 : text.count + 1)
            if !isToken { records.append(contentsOf: text) }
        }
        return tokenEnd - startOffset
    }

    /// A number of seven bits a byte, the lowest first.
    private mutating func append(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            records.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        records.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Notes at a container's start where its last record begins: the one that is appended next.
    private mutating func setEnd(ofContainerAt start: Int) {
        var position = start + 1
        for _ in 0..<2 {
            while records[position] & 0x80 != 0 { position += 1 }
            position += 1
        }
        withUnsafeBytes(of: records.count) { records.replaceSubrange(position..<position + $0.count, with: $0) }
    }

    // MARK: - Reading

    /// The record at a position.
    ///
    /// Its text must not be used after `body` returns.
    func withRecord<Result>(at position: Int, _ body: (Record) -> Result) -> Result {
        records.withUnsafeBufferPointer { records in
            bytes.withUnsafeBufferPointer { bytes in body(record(at: position, records, bytes)) }
        }
    }

    private func record(
        at position: Int, _ records: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Record {
        var next = position + 1
        func number() -> Int {
            var (result, shift) = (UInt(0), UInt(0))
            while true {
                let byte = records[next]
                next += 1
                result |= UInt(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return Int(bitPattern: result) }
                shift += 7
            }
        }
        let event = Event(rawValue: records[position])!
        let first = number()
        let last = first + number()
        var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var behindValue: Int?
        switch event {
        case .startObject, .startArray:
            let end = UnsafeRawPointer(records.baseAddress! + next).loadUnaligned(as: Int.self)
            next += MemoryLayout<Int>.size
            if end > 0 { behindValue = record(at: end, records, bytes).next }
        case .string, .key, .date, .data:
            let count = number()
            if count == 0 {
                text = UnsafeBufferPointer(rebasing: bytes[first + 1..<last - 1])
            } else {
                text = UnsafeBufferPointer(rebasing: records[next..<next + count - 1])
                next += count - 1
            }
            behindValue = next
        case .number:
            text = UnsafeBufferPointer(rebasing: bytes[first..<last])
            behindValue = next
        case .null, .false, .true: behindValue = next
        case .endObject, .endArray: break
        }
        return Record(
            event: event, tokenStart: startOffset + first, tokenEnd: startOffset + last, text: text, next: next,
            behindValue: behindValue)
    }

    /// Where a container's last record is; nil where that is not on the tape.
    func lastRecord(ofContainerAt position: Int) -> Int? {
        withRecord(at: position) { record in
            let end = records.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: record.next - MemoryLayout<Int>.size, as: Int.self)
            }
            return end > 0 ? end : nil
        }
    }

    /// The document's bytes between two of its offsets.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        Array(bytes[range.lowerBound - startOffset..<range.upperBound - startOffset])
    }

    /// Line and column of an offset, counted on from a place before it: the text may be gone, what is on the tape has
    /// been kept.
    func place(at offset: Int, after place: ModelError.Place) -> ModelError.Place {
        guard hasPlaces else { return start }
        let known = place.offset <= offset ? place : start
        return known.advanced(over: bytes[(known.offset - startOffset)..<(offset - startOffset)])
    }
}
