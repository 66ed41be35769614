#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Plays a tape to a binder, standing in for the source the events came from.
///
/// A value whose type has to be found is looked through here before it is played on, and played again where the first
/// type did not fit: nothing is copied from one tape to another.
final class TapePlayer: EventSource {
    let tape: EventTape
    /// The record that is being played.
    private(set) var position = 0
    /// The record that is played next.
    private var following = 0
    private var start = 0
    private var end = 0
    private var captureStart = 0
    /// A capture was begun that goes on behind the tape's end.
    private(set) var isCapturing = false

    /// The last place that was asked for.
    private var lastPlace: ModelError.Place

    init(_ tape: EventTape) {
        self.tape = tape
        lastPlace = tape.start
    }

    override var player: TapePlayer? { self }
    override var tokenStart: Int { start }
    override var tokenEnd: Int { end }
    override var hasPlaces: Bool { tape.hasPlaces }
    override func place(at offset: Int) -> ModelError.Place {
        // From where it was last: there may be as many errors as there are bytes.
        lastPlace = tape.place(at: offset, after: lastPlace)
        return lastPlace
    }
    override func beginCapture() {
        captureStart = start
        isCapturing = true
    }
    override func capturedSoFar() -> [UInt8] { tape.bytes(captureStart..<end) }
    override func endCapture() -> [UInt8] {
        isCapturing = false
        return capturedSoFar()
    }
    override func cancelCapture() { isCapturing = false }

    /// Goes on behind the value that begins with the current record.
    func passOver() {
        following = tape.withRecord(at: position) { $0.behindValue! }
    }

    /// Sends every event from a position on; returns whether the binder wants to go on.
    func play(to binder: inout Binder, from first: Int = 0) -> Bool {
        let before = binder.source
        binder.source = self
        binder.players += 1
        defer {
            binder.source = before
            binder.players -= 1
        }
        let floor = binder.top - binder.frames
        following = first
        while following < tape.count {
            position = following
            if tape.withRecord(at: position, { send($0, to: &binder) }) { continue }
            // A variant that was tried does not fit: on with the next, from where the value began.
            guard let again = binder.tryNextVariant(above: floor) else { return false }
            following = again
        }
        return true
    }

    private func send(_ record: EventTape.Record, to binder: inout Binder) -> Bool {
        guard binder.countReplay(record.text.count) else { return false }
        start = record.tokenStart
        end = record.tokenEnd
        following = record.next
        switch record.event {
        case .null: return binder.null() || binder.recovers(after: .scalar)
        case .false: return binder.bool(false) || binder.recovers(after: .scalar)
        case .true: return binder.bool(true) || binder.recovers(after: .scalar)
        case .number: return binder.number(NumberText(record.text)) || binder.recovers(after: .scalar)
        case .string:
            return binder.string(record.text.start, record.text.count) || binder.recovers(after: .scalar)
        case .date: return binder.date(Date(bytes: record.text)) || binder.recovers(after: .scalar)
        case .data: return binder.data(Data(record.text)) || binder.recovers(after: .scalar)
        case .key:
            switch binder.key(record.text.start, record.text.count) {
            case .take: return true
            case .skip:
                following = tape.withRecord(at: record.next) { $0.behindValue! }
                return true
            case .fail:
                guard binder.recovers(after: .key) else { return false }
                following = tape.withRecord(at: record.next) { $0.behindValue! }
                return true
            }
        case .startObject: return binder.startObject() || binder.recovers(after: .start)
        case .endObject: return binder.endObject() || binder.recovers(after: .end)
        case .startArray: return binder.startArray() || binder.recovers(after: .start)
        case .endArray: return binder.endArray() || binder.recovers(after: .end)
        }
    }
}
