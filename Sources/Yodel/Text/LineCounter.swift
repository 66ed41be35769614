private import CYodelKernels

/// Counts lines while chunks pass, so that an error can report line and column when earlier text is gone.
///
/// Nothing is counted twice: requesting places in the order of the text takes one pass in total.
struct LineCounter {
    /// The place up to which lines are counted.
    private var cursor: ModelError.Place
    /// The place at the start of the current chunk, for places before the cursor.
    private var chunkStart: ModelError.Place
    /// There is no line feed between the cursor and this offset, so places on one line need no further search.
    private var endOfKnownLine: Int

    /// Starts at a place.
    ///
    /// - Parameter end: An offset up to which the line is known to continue.
    init(at place: ModelError.Place, inLineTo end: Int = 0) {
        (cursor, chunkStart) = (place, place)
        endOfKnownLine = max(place.offset, end)
    }

    /// Counts the rest of a chunk and moves on to the next.
    mutating func pass(_ chunk: UnsafeBufferPointer<UInt8>) {
        advance(to: chunk.count, of: chunk)
        chunkStart = cursor
    }

    /// The place of an offset in the current chunk, or of a token that began before it: no token spans lines.
    @inline(__always)
    mutating func place(at offset: Int, in chunk: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        // It is usually on the same line as the previous place.
        if offset >= cursor.offset, offset <= endOfKnownLine { return cursor.inSameLine(at: offset) }
        return placeElsewhere(offset, in: chunk)
    }

    @inline(never)
    private mutating func placeElsewhere(_ offset: Int, in chunk: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        let length = max(0, min(offset - chunkStart.offset, chunk.count))
        guard chunkStart.offset + length >= cursor.offset else {
            return chunkStart.advanced(over: UnsafeBufferPointer(rebasing: chunk[..<length])).inSameLine(at: offset)
        }
        advance(to: length, of: chunk)
        return cursor.inSameLine(at: offset)
    }

    /// Moves the cursor forward to an index of the chunk.
    private mutating func advance(to end: Int, of chunk: UnsafeBufferPointer<UInt8>) {
        guard chunkStart.offset + end > endOfKnownLine else {
            cursor = cursor.inSameLine(at: chunkStart.offset + end)
            return
        }
        let passed = chunk[min(cursor.offset - chunkStart.offset, end)..<end]
        cursor = cursor.advanced(over: UnsafeBufferPointer(rebasing: passed))
        let next = chunk.baseAddress.map { yodel_find_byte($0, end, chunk.count, UInt8(ascii: "\n")) } ?? end
        endOfKnownLine = chunkStart.offset + next
    }
}

extension ModelError.Place {
    /// The place of another offset in the same line.
    @inline(__always)
    func inSameLine(at offset: Int) -> ModelError.Place {
        ModelError.Place(offset: offset, line: line, column: column + (offset - self.offset))
    }

    /// The place after these bytes of text.
    func advanced(over bytes: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        var place = inSameLine(at: offset + bytes.count)
        guard let start = bytes.baseAddress else { return place }
        // There is usually at most one line feed: before an item on a line of its own.
        let feed = UInt8(ascii: "\n")
        var last = yodel_find_byte(start, 0, bytes.count, feed)
        guard last < bytes.count else { return place }
        place.line += 1
        let next = yodel_find_byte(start, last + 1, bytes.count, feed)
        if next < bytes.count {
            place.line += yodel_count_byte(start + next, bytes.count - next, feed)
            last = bytes.count - 1
            while bytes[last] != feed { last -= 1 }
        }
        place.column = bytes.count - last
        return place
    }
}
