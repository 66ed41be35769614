private import CYodelKernels

/// Counts lines as chunks go by, so that an error can say its line and column although the text before is gone.
///
/// Nothing is counted twice: what asks for places in the order of the text costs one pass over it in all.
struct LineCounter {
    /// Where counting has got to.
    private var cursor: State
    /// Where it was at the start of the chunk at hand, for places before the cursor.
    private var chunkStart: State
    /// No line feed stands between the cursor and this offset: what lies in one line is not gone through place by place.
    private var endOfKnownLine: Int

    private struct State {
        var offset: Int
        /// Line feeds before `offset`.
        var lineFeeds = 0
        /// The offset of the first byte of the line that `offset` is in.
        var lineStart: Int

        mutating func advance(over bytes: UnsafeBufferPointer<UInt8>) {
            guard let start = bytes.baseAddress else { return }
            // Most often there is one line feed at most: that before an item which stands on a line of its own.
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

    /// Starts before the byte at `offset`, which begins a line.
    init(at offset: Int = 0) {
        cursor = State(offset: offset, lineStart: offset)
        chunkStart = cursor
        endOfKnownLine = offset
    }

    /// Starts at a place.
    ///
    /// - Parameter end: An offset before which there is no line feed, if that is known.
    init(at place: ModelError.Place, inLineTo end: Int = 0) {
        cursor = State(
            offset: place.offset, lineFeeds: place.line - 1, lineStart: place.offset - (place.column - 1))
        chunkStart = cursor
        endOfKnownLine = max(place.offset, end)
    }

    /// Counts the rest of a chunk that goes away, and stands at the start of the next.
    mutating func pass(_ chunk: UnsafeBufferPointer<UInt8>) {
        advance(to: chunk.count, of: chunk)
        chunkStart = cursor
    }

    /// The place of an offset in the chunk at hand, or of a token that began before it: no token spans lines.
    @inline(__always)
    mutating func place(at offset: Int, in chunk: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        // Most often it is in the line where the place before was.
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

    /// Moves the cursor to an index of the chunk that is not before it.
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
    /// The place that many bytes of text further on.
    func advanced(over bytes: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        guard bytes.count > 32 else { return advanced(overFew: bytes) }
        var lines = LineCounter(at: self)
        lines.pass(bytes)
        return lines.place(at: offset + bytes.count, in: UnsafeBufferPointer(start: nil, count: 0))
    }

    /// The same for any bytes.
    func advanced(over bytes: some BidirectionalCollection<UInt8>) -> ModelError.Place { advanced(overFew: bytes) }

    private func advanced(overFew bytes: some BidirectionalCollection<UInt8>) -> ModelError.Place {
        var place = self
        place.offset += bytes.count
        let lineFeeds = bytes.lazy.filter { $0 == UInt8(ascii: "\n") }.count
        if let last = bytes.lastIndex(of: UInt8(ascii: "\n")) {
            place.line += lineFeeds
            place.column = bytes.distance(from: last, to: bytes.endIndex)
        } else {
            place.column += bytes.count
        }
        return place
    }
}
