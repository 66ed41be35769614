private import CYodelKernels

/// Counts lines while chunks pass, so that an error can report line and column when earlier text is gone.
///
/// Nothing is counted twice: requesting places in the order of the text takes one pass in total.
struct LineCounter {
    /// The position up to which lines are counted.
    private var cursor: State
    /// The position at the start of the current chunk, for places before the cursor.
    private var chunkStart: State
    /// There is no line feed between the cursor and this offset, so places on one line need no further search.
    private var endOfKnownLine: Int

    private struct State {
        var offset: Int
        /// Line feeds before `offset`.
        var lineFeeds = 0
        /// The offset of the first byte of the line that `offset` is in.
        var lineStart: Int

        mutating func advance(over bytes: UnsafeBufferPointer<UInt8>) {
            guard let start = bytes.baseAddress else { return }
            // There is usually at most one line feed: before an item on a line of its own.
            let feed = UInt8(ascii: "\n")
            var last = yodel_find_byte(start, 0, bytes.count, feed)
            if last < bytes.count {
                lineFeeds += 1
                let next = yodel_find_byte(start, last + 1, bytes.count, feed)
                if next < bytes.count {
                    lineFeeds += yodel_count_byte(start + next, bytes.count - next, feed)
                    last = bytes.count - 1
                    while bytes[last] != feed { last -= 1 }
                }
                lineStart = offset + last + 1
            }
            offset += bytes.count
        }

        func place(at offset: Int) -> ModelError.Place {
            ModelError.Place(offset: offset, line: lineFeeds + 1, column: offset - lineStart + 1)
        }
    }

    /// Starts at a place.
    ///
    /// - Parameter end: An offset up to which the line is known to continue.
    init(at place: ModelError.Place, inLineTo end: Int = 0) {
        cursor = State(
            offset: place.offset, lineFeeds: place.line - 1, lineStart: place.offset - (place.column - 1))
        chunkStart = cursor
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
        if offset >= cursor.offset, offset <= endOfKnownLine { return cursor.place(at: offset) }
        return placeElsewhere(offset, in: chunk)
    }

    @inline(never)
    private mutating func placeElsewhere(_ offset: Int, in chunk: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        let length = max(0, min(offset - chunkStart.offset, chunk.count))
        guard chunkStart.offset + length >= cursor.offset else {
            var state = chunkStart
            state.advance(over: UnsafeBufferPointer(rebasing: chunk[..<length]))
            return state.place(at: offset)
        }
        advance(to: length, of: chunk)
        return cursor.place(at: offset)
    }

    /// Moves the cursor forward to an index of the chunk.
    private mutating func advance(to end: Int, of chunk: UnsafeBufferPointer<UInt8>) {
        guard chunkStart.offset + end > endOfKnownLine else {
            cursor.offset = chunkStart.offset + end
            return
        }
        cursor.advance(over: UnsafeBufferPointer(rebasing: chunk[min(cursor.offset - chunkStart.offset, end)..<end]))
        let next = chunk.baseAddress.map { yodel_find_byte($0, end, chunk.count, UInt8(ascii: "\n")) } ?? end
        endOfKnownLine = chunkStart.offset + next
    }
}

extension ModelError.Place {
    /// The place after these bytes of text.
    func advanced(over bytes: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        guard bytes.count <= 32 else {
            var lines = LineCounter(at: self)
            lines.pass(bytes)
            return lines.place(at: offset + bytes.count, in: UnsafeBufferPointer(start: nil, count: 0))
        }
        var place = self
        place.offset += bytes.count
        for byte in bytes {
            place.column += 1
            if byte == UInt8(ascii: "\n") { (place.line, place.column) = (place.line + 1, 1) }
        }
        return place
    }
}
