#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
private import CYodelKernels

// Values straight from the text: see `Binder.readStraight`. Each function stores a value and returns the position after
// it; nil, without storing anything, for values that it does not read.

extension Binder {
    /// Reads a value of a shape into a slot.
    ///
    /// SAFETY: the slot is uninitialised and has room for a value of the shape, whose kind determines the payload's
    /// type.
    ///
    /// It is transparent, as the optimiser does not inline it into functions as large as its callers otherwise, and the
    /// call costs 6 % of the instructions for structs of many fields.
    ///
    /// - Parameter isBlank: Whether the slot already has the shape's nil.
    @_transparent
    mutating func readValue(
        _ start: UnsafePointer<UInt8>, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer,
        _ isBlank: Bool, _ scanner: inout Scanner
    ) -> UnsafePointer<UInt8>? {
        let end = scanner.end
        let kind = shape.pointee.kind
        let after: UnsafePointer<UInt8>?
        // By the text first: if keys come in no fixed order, it is known before the entry is, so the processor notices
        // a wrong guess of the branch earlier.
        let first = start.pointee
        if first == UInt8(ascii: "\"") {
            after =
                kind == .string ? readString(start, into: slot, &scanner) : readRare(start, shape, into: slot, &scanner)
        } else if first < UInt8(ascii: "A") {
            switch kind {
            case .int64: after = LeadingNumber.integer(Int64.self, start, end, into: slot)
            case .double: after = readDouble(start, end, into: slot)
            default: after = readRare(start, shape, into: slot, &scanner)
            }
        } else if kind == .bool, first != UInt8(ascii: "n") {
            after = readBool(start, end, into: slot)
        } else {
            switch first {
            case UInt8(ascii: "n") where kind != .wrapper: return readNil(start, end, shape, slot, isBlank)
            case UInt8(ascii: "{"): return nil
            case UInt8(ascii: "[") where kind == .list: after = readList(start, end, shape, into: slot)
            default: after = readRare(start, shape, into: slot, &scanner)
            }
        }
        guard let after else {
            return first == UInt8(ascii: "n") ? readNil(start, end, shape, slot, isBlank) : nil
        }
        shape.pointee.markPresent(at: slot)
        return after
    }

    /// Reads `null`, if the type accepts it.
    @inline(__always)
    private func readNil(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ shape: ShapePointer,
        _ slot: UnsafeMutableRawPointer, _ isBlank: Bool
    ) -> UnsafePointer<UInt8>? {
        var after = start
        guard shape.pointee.isNullable, Scanner.word(&after, end) == .null else { return nil }
        // SAFETY: the nil owns nothing.
        if !isBlank { slot.copyMemory(from: shape.pointee.nilBytes.unsafelyUnwrapped, byteCount: shape.pointee.size) }
        return after
    }

    @inline(__always)
    private func readBool(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into slot: UnsafeMutableRawPointer
    ) -> UnsafePointer<UInt8>? {
        var after = start
        guard let word = Scanner.word(&after, end) else { return nil }
        slot.initializeMemory(as: Bool.self, to: word == .true)
        return after
    }

    @inline(__always)
    private func readString(
        _ start: UnsafePointer<UInt8>, into slot: UnsafeMutableRawPointer, _ scanner: inout Scanner
    ) -> UnsafePointer<UInt8>? {
        if scanner.end - start > 16, SmallString.isLaidOutAsExpected {
            let short = yodel_scan_short_string(start + 1)
            if short.count >= 0 {
                SmallString.store(short, into: slot)
                return start + (short.count &+ 2)
            }
        }
        return readLongString(start, into: slot, &scanner)
    }

    @inline(never)
    private func readLongString(
        _ start: UnsafePointer<UInt8>, into slot: UnsafeMutableRawPointer, _ scanner: inout Scanner
    ) -> UnsafePointer<UInt8>? {
        var after = start
        guard let (text, isASCII) = scanner.string(&after, scanner.end),
            isASCII == true || text.count <= limits.combiningMarks
        else { return nil }
        slot.initializeMemory(as: String.self, to: makeString(text.start, text.count, isASCII))
        return after
    }

    @inline(never)
    private func readDouble(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into slot: UnsafeMutableRawPointer
    ) -> UnsafePointer<UInt8>? {
        LeadingNumber.double(start, end, into: slot)
    }

    /// Reads kinds other than string, Boolean, `Int`, `Double` and array.
    @inline(never)
    private mutating func readRare(
        _ start: UnsafePointer<UInt8>, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer,
        _ scanner: inout Scanner
    ) -> UnsafePointer<UInt8>? {
        let end = scanner.end
        switch shape.pointee.kind {
        case .fixedList:
            return readFixedNumbers(start, end, shape, into: slot)
        case .float: return LeadingNumber.float(start, end, into: slot)
        case .int32: return LeadingNumber.integer(Int32.self, start, end, into: slot)
        case .int16: return LeadingNumber.integer(Int16.self, start, end, into: slot)
        case .int8: return LeadingNumber.integer(Int8.self, start, end, into: slot)
        case .uint64: return LeadingNumber.integer(UInt64.self, start, end, into: slot)
        case .uint32: return LeadingNumber.integer(UInt32.self, start, end, into: slot)
        case .uint16: return LeadingNumber.integer(UInt16.self, start, end, into: slot)
        case .uint8: return LeadingNumber.integer(UInt8.self, start, end, into: slot)
        case .rawValue, .date: return readMeaning(start, shape, into: slot, &scanner)
        case .wrapper where shape.pointee.isChecked: return readChecked(start, shape, into: slot, &scanner)
        default: return nil
        }
    }

    /// Reads a value with constraints.
    ///
    /// If they refuse it, the events read it again and make the error.
    private mutating func readChecked(
        _ start: UnsafePointer<UInt8>, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer,
        _ scanner: inout Scanner
    ) -> UnsafePointer<UInt8>? {
        let inner = shape.pointee.element.unsafelyUnwrapped
        guard let after = readValue(start, inner, into: slot, false, &scanner) else { return nil }
        let refusal = shape.pointee.payload.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.refusal(of: slot) }
        guard refusal != nil else { return after }
        // SAFETY: the slot has the value just read. A nil that it had before owns nothing.
        inner.destroy(slot)
        if let bytes = shape.pointee.nilBytes { slot.copyMemory(from: bytes, byteCount: shape.pointee.size) }
        return nil
    }

    /// Reads a string as a raw value or a date.
    private func readMeaning(
        _ start: UnsafePointer<UInt8>, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer,
        _ scanner: inout Scanner
    ) -> UnsafePointer<UInt8>? {
        var after = start
        guard start.pointee == UInt8(ascii: "\""), let (text, _) = scanner.string(&after, scanner.end),
            text.count <= limits.combiningMarks
        else { return nil }
        if shape.pointee.kind == .rawValue {
            let isMade = shape.pointee.payload.unsafelyUnwrapped._withUnsafeGuaranteedRef {
                $0.makeFromRawText(text, into: slot)
            }
            return isMade ? after : nil
        }
        guard hasDefaultDates, let date = DateText.iso8601(text) else { return nil }
        slot.initializeMemory(as: Date.self, to: date)
        return after
    }

    // MARK: - Arrays

    /// Reads an array that is empty, or of `Int` or `Double`, without a frame.
    @inline(never)
    private mutating func readList(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ shape: ShapePointer,
        into slot: UnsafeMutableRawPointer
    ) -> UnsafePointer<UInt8>? {
        let first = Scanner.skipSpace(start + 1, end)
        guard first < end, first.pointee == UInt8(ascii: "]"), depth < limits.depth else {
            return readLists(start, end, shape, slot, slot).after
        }
        shape.pointee.makeEmpty(at: slot)
        return first + 1
    }

    /// Reads arrays of `Int` or `Double` without frames, and the commas between them, as far as there are slots and
    /// nothing else is in them.
    ///
    /// SAFETY: the slots up to the last are uninitialised and have room for an array of the shape.
    ///
    /// - Parameter slot: The slot for the first array.
    /// - Returns: The position after the last of these arrays, nil if there are none; and the slot after it.
    @inline(never)
    mutating func readLists(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ shape: ShapePointer,
        _ slot: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer
    ) -> (after: UnsafePointer<UInt8>?, slot: UnsafeMutableRawPointer) {
        let element = shape.pointee.element.unsafelyUnwrapped
        guard element.pointee.isPlainNumber, depth < limits.depth else { return (nil, slot) }
        return element.pointee.kind == .double
            ? readDoubleLists(start, end, shape, slot, last) : readIntLists(start, end, shape, slot, last)
    }

    @inline(never)
    private mutating func readDoubleLists(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ shape: ShapePointer,
        _ slot: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer
    ) -> (after: UnsafePointer<UInt8>?, slot: UnsafeMutableRawPointer) {
        readLists(start, end, shape, slot, last, LeadingNumber.double)
    }

    @inline(never)
    private mutating func readIntLists(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ shape: ShapePointer,
        _ slot: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer
    ) -> (after: UnsafePointer<UInt8>?, slot: UnsafeMutableRawPointer) {
        readLists(start, end, shape, slot, last) { LeadingNumber.integer(Int64.self, $0, $1, into: $2) }
    }

    @inline(__always)
    private mutating func readLists(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ shape: ShapePointer,
        _ slot: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer, _ read: NumberReader
    ) -> (after: UnsafePointer<UInt8>?, slot: UnsafeMutableRawPointer) {
        var buffer = pool.take(atLeast: MemoryLayout<Double>.stride)
        var (position, slot) = (start, slot)
        var after: UnsafePointer<UInt8>?
        while position < end, position.pointee == UInt8(ascii: "[") {
            guard let list = readNumbers(after: position, end, shape, into: &buffer, read) else { break }
            let isMade = shape.pointee.payload.unsafelyUnwrapped._withUnsafeGuaranteedRef {
                $0.makeList(buffer.start, count: list.count, into: slot)
            }
            guard isMade else { break }
            shape.pointee.markPresent(at: slot)
            after = list.bracket + 1
            slot += shape.pointee.stride
            guard slot <= last, let next = Scanner.after(UInt8(ascii: ","), list.bracket + 1, end) else { break }
            position = next
        }
        pool.give(buffer)
        return (after, slot)
    }

    /// Reads the numbers of an array.
    ///
    /// - Returns: The position of the bracket that ends it, and how many numbers are in the buffer.
    @inline(__always)
    private mutating func readNumbers(
        after bracket: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ shape: ShapePointer,
        into buffer: inout GrowthBuffer, _ read: NumberReader
    ) -> (bracket: UnsafePointer<UInt8>, count: Int)? {
        let stride = MemoryLayout<Double>.stride
        var next = buffer.start
        var position = Scanner.skipSpace(bracket + 1, end)
        if position < end, position.pointee == UInt8(ascii: "]") { return (position, 0) }
        while true {
            let run = readNumbers(position, end, next, buffer.end - stride, read)
            guard let numbersEnd = run.after else { return nil }
            next = run.slot
            let count = (next - buffer.start) / stride
            position = Scanner.skipSpace(numbersEnd, end)
            if position < end, position.pointee == UInt8(ascii: "]") { return (position, count) }
            // A run goes on after a comma, unless the buffer is full.
            guard next > buffer.end - stride, let element = Scanner.after(UInt8(ascii: ","), position, end) else {
                return nil
            }
            position = element
            buffer = pool.grow(buffer, moving: count, of: shape.pointee.element.unsafelyUnwrapped)
            next = buffer.start + count * stride
        }
    }

    /// Reads a fixed number of `Int` or `Double` in place.
    private func readFixedNumbers(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ shape: ShapePointer,
        into slot: UnsafeMutableRawPointer
    ) -> UnsafePointer<UInt8>? {
        let element = shape.pointee.element.unsafelyUnwrapped
        guard element.pointee.isPlainNumber, start.pointee == UInt8(ascii: "["), depth < limits.depth,
            shape.pointee.fixedCount > 0
        else { return nil }
        let last = slot + (shape.pointee.fixedCount - 1) * MemoryLayout<Double>.stride
        let run = readNumbers(Scanner.skipSpace(start + 1, end), end, element, slot, last)
        guard let after = run.after, run.slot > last else { return nil }
        let bracket = Scanner.skipSpace(after, end)
        return bracket < end && bracket.pointee == UInt8(ascii: "]") ? bracket + 1 : nil
    }

    /// Reads numbers and the commas between them, as far as they are as expected and there are slots.
    ///
    /// SAFETY: the slots up to the last are uninitialised, and have room for an `Int` or a `Double`, whichever the shape
    /// says.
    ///
    /// - Parameter slot: The slot for the first number.
    /// - Returns: The position after the last of these numbers, nil if there are none; and the slot after it.
    @inline(never)
    func readNumbers(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ shape: ShapePointer,
        _ slot: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer
    ) -> (after: UnsafePointer<UInt8>?, slot: UnsafeMutableRawPointer) {
        shape.pointee.kind == .double
            ? readNumbers(start, end, slot, last, LeadingNumber.double)
            : readNumbers(start, end, slot, last) { LeadingNumber.integer(Int64.self, $0, $1, into: $2) }
    }

    @inline(__always)
    private func readNumbers(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
        _ slot: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer, _ read: NumberReader
    ) -> (after: UnsafePointer<UInt8>?, slot: UnsafeMutableRawPointer) {
        var (position, slot) = (start, slot)
        var after: UnsafePointer<UInt8>?
        while let numberEnd = read(position, end, slot) {
            after = numberEnd
            slot += MemoryLayout<Double>.stride
            if slot > last { break }
            // SAFETY: a number and the two bytes after it are within `LeadingNumber.room`.
            position = numberEnd + 1
            if numberEnd.pointee != UInt8(ascii: ",") || position.pointee <= UInt8(ascii: " ") {
                guard let next = Scanner.after(UInt8(ascii: ","), numberEnd, end) else { break }
                position = next
            }
        }
        return (after, slot)
    }
}

/// Reads a number between two positions into a slot, and returns the position after it; nil if it is not as expected.
private typealias NumberReader = (
    UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafeMutableRawPointer
) -> UnsafePointer<UInt8>?
