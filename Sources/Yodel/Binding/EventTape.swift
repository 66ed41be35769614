#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Events of one value, kept to be played later: when a value belongs to several fields.
///
/// A flat record: for each event one byte of kind, the token's two offsets, and the text of keys, strings and numbers.
/// Beside it stand the value's own bytes, for fields that want those.
final class EventTape {
    enum Event: UInt8 {
        case null, `false`, `true`, number, string, date, data, key, startObject, endObject, startArray, endArray
    }

    /// One event read back; its text is borrowed from the tape.
    struct Record {
        var event: Event
        var tokenStart: Int
        var tokenEnd: Int
        var text: UnsafeBufferPointer<UInt8>
    }

    private var records: [UInt8] = []
    private(set) var bytes: [UInt8] = []
    /// Where the value began.
    private(set) var start = ModelError.Place(offset: 0, line: 1, column: 1)
    /// The offset of its first token.
    private(set) var startOffset = 0
    /// Whether the tokens behind the first have places of their own.
    private(set) var hasPlaces = true

    func begin(_ source: EventSource) {
        records.removeAll(keepingCapacity: true)
        startOffset = source.tokenStart
        start = source.place(at: startOffset)
        hasPlaces = source.hasPlaces
    }

    func end(bytes: [UInt8]) {
        self.bytes = bytes
    }

    func append(_ event: Event, _ text: UnsafeBufferPointer<UInt8>? = nil, _ source: EventSource) {
        records.append(event.rawValue)
        for number in [source.tokenStart, source.tokenEnd, text?.count ?? 0] {
            withUnsafeBytes(of: number) { records.append(contentsOf: $0) }
        }
        if let text { records.append(contentsOf: text) }
    }

    /// A copy that plays on while this tape records something else.
    func copy() -> EventTape {
        let copy = EventTape()
        copy.records = records
        copy.bytes = bytes
        copy.start = start
        copy.startOffset = startOffset
        copy.hasPlaces = hasPlaces
        return copy
    }

    /// Calls `body` with each record until it returns nil.
    func forEach(_ body: (Record) -> Position?) {
        records.withUnsafeBytes { records in
            var position = 0
            while position < records.count {
                let number = { (index: Int) in
                    records.loadUnaligned(fromByteOffset: position + 1 + index * MemoryLayout<Int>.size, as: Int.self)
                }
                let textStart = position + Self.headerSize
                let text = UnsafeRawBufferPointer(rebasing: records[textStart..<textStart + number(2)])
                let record = Record(
                    event: Event(rawValue: records[position])!, tokenStart: number(0), tokenEnd: number(1),
                    text: text.assumingMemoryBound(to: UInt8.self))
                guard let next = body(record) else { return }
                position = textStart + number(2)
                if next == .behindValue { position = endOfValue(at: position, records) }
            }
        }
    }

    /// Where to go on.
    enum Position {
        case next
        /// Behind the value that the next record begins.
        case behindValue
    }

    private static let headerSize = 1 + 3 * MemoryLayout<Int>.size

    private func endOfValue(at start: Int, _ records: UnsafeRawBufferPointer) -> Int {
        var position = start
        var depth = 0
        repeat {
            switch Event(rawValue: records[position])! {
            case .startObject, .startArray: depth += 1
            case .endObject, .endArray: depth -= 1
            default: break
            }
            let textCount = records.loadUnaligned(
                fromByteOffset: position + 1 + 2 * MemoryLayout<Int>.size, as: Int.self)
            position += Self.headerSize + textCount
        } while depth > 0
        return position
    }
}

/// Plays a tape to a binder, standing in for the source the events came from.
final class TapePlayer: EventSource {
    private let tape: EventTape
    private var start = 0
    private var end = 0
    private var captureStart = 0
    /// The last place that was asked for.
    private var lastPlace: ModelError.Place

    init(_ tape: EventTape) {
        self.tape = tape
        lastPlace = tape.start
    }

    /// Where the value began.
    var beginning: ModelError.Place { tape.start }

    override var tokenStart: Int { start }
    override var tokenEnd: Int { end }
    override var hasPlaces: Bool { tape.hasPlaces }
    /// The text before may be gone; what is on the tape has been kept.
    override func place(at offset: Int) -> ModelError.Place {
        guard tape.hasPlaces else { return tape.start }
        // From where it was last: there may be as many errors as there are bytes.
        let known = lastPlace.offset <= offset ? lastPlace : tape.start
        lastPlace = known.advanced(over: tape.bytes[(known.offset - tape.startOffset)..<(offset - tape.startOffset)])
        return lastPlace
    }
    override func beginCapture() { captureStart = start }
    override func endCapture() -> [UInt8] {
        Array(tape.bytes[(captureStart - tape.startOffset)..<(end - tape.startOffset)])
    }

    /// Sends every event; returns whether the binder wants to go on.
    func play(to binder: inout Binder) -> Bool {
        play(to: &binder, skippingFirst: false)
    }

    /// Sends the events behind the first one, which opened the object that the binder is in already.
    func playInside(to binder: inout Binder) -> Bool {
        binder.depth += 1
        return play(to: &binder, skippingFirst: true)
    }

    private func play(to binder: inout Binder, skippingFirst: Bool) -> Bool {
        let before = binder.source
        binder.source = self
        defer { binder.source = before }
        var goesOn = true
        var isSkipped = skippingFirst
        tape.forEach { record in
            if isSkipped {
                isSkipped = false
                return .next
            }
            start = record.tokenStart
            end = record.tokenEnd
            switch record.event {
            case .null: goesOn = binder.null() || binder.recovers(after: .scalar)
            case .false: goesOn = binder.bool(false) || binder.recovers(after: .scalar)
            case .true: goesOn = binder.bool(true) || binder.recovers(after: .scalar)
            case .number: goesOn = binder.number(NumberText(record.text)) || binder.recovers(after: .scalar)
            case .string:
                goesOn = binder.string(record.text.start, record.text.count) || binder.recovers(after: .scalar)
            case .date: goesOn = binder.date(Date(bytes: record.text)) || binder.recovers(after: .scalar)
            case .data: goesOn = binder.data(Data(record.text)) || binder.recovers(after: .scalar)
            case .key:
                switch binder.key(record.text.start, record.text.count) {
                case .take: break
                case .skip: return .behindValue
                case .fail:
                    goesOn = binder.recovers(after: .key)
                    if goesOn { return .behindValue }
                }
            case .startObject: goesOn = binder.startObject() || binder.recovers(after: .start)
            case .endObject: goesOn = binder.endObject() || binder.recovers(after: .end)
            case .startArray: goesOn = binder.startArray() || binder.recovers(after: .start)
            case .endArray: goesOn = binder.endArray() || binder.recovers(after: .end)
            }
            return goesOn ? .next : nil
        }
        return goesOn
    }
}
