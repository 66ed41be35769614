private import CYodelKernels

// Several values written one after another to the same text, each completely or not at all.

extension ValueWriter {
    /// The text around an item.
    struct ItemFrame {
        /// A comma or a record separator; nil for none.
        var separator: UInt8?
        /// A line feed, or nil.
        var terminator: UInt8?
        /// Whether the item begins a new line if the layout has lines.
        var breaksLine = false
        /// Whether the item must be on one line, because a line feed would end it.
        var isOneLine = false
        /// The number of arrays and objects open around it.
        var depth = 0
    }

    /// The number of bytes that ``writeItem(_:_:_:in:atMost:)`` adds to an item.
    func bytesAroundItem(in frame: ItemFrame) -> Int {
        let punctuation = (frame.separator == nil ? 0 : 1) + (frame.terminator == nil ? 0 : 1)
        return frame.breaksLine && indentation >= 0 ? punctuation + 1 + indentation * frame.depth : punctuation
    }

    /// Writes a value as an item, which ``abandonItem()`` can remove.
    ///
    /// - Parameter maximum: The most bytes of the item, with the text around it.
    /// - Returns: Whether the item was written; if not, ``reasonForStopping`` has the error.
    mutating func writeItem(
        _ root: UnsafeRawPointer, _ shape: ShapePointer, _ selection: UnsafePointer<OutputTable>?,
        in frame: ItemFrame, atMost maximum: Int
    ) -> Bool {
        assert(top == frames)
        out.beginItem(atMost: maximum)
        depth = frame.depth
        hasForeignText = false
        cycleCheckDepth = Self.firstCycleCheck
        if let separator = frame.separator { out.put(separator) }
        if frame.breaksLine, indentation >= 0, !breakLine() { return false }
        guard writeValue(root, shape, selection: selection), writeOpenValues() else { return false }
        if hasForeignText, frame.isOneLine { joinLines() }
        if let terminator = frame.terminator { out.put(terminator) }
        return out.checkLength()
    }

    /// Whether the item that was not written is too long, at the latest at its first error.
    ///
    /// The buffer itself checks this only where it has to grow, which depends on the text before the item.
    var isItemTooLong: Bool {
        if failure == nil { return true }
        // The outermost buffer holds the item.
        return if let first = outerBuffers.first { first.pointee.exceedsMaximum } else { out.exceedsMaximum }
    }

    /// Removes an item after a failure, so that the next one can be written.
    mutating func abandonItem() {
        while top > frames {
            top.pointee.releaseContents { pool.give($0) }
            top -= 1
        }
        // The outermost buffer holds the text before the item.
        if let first = outerBuffers.first {
            swap(&out, &first.pointee)
            for buffer in outerBuffers { buffer.deinitialize(count: 1).deallocate() }
            outerBuffers.removeAll(keepingCapacity: true)
        }
        failure = nil
        out.takeBackItem()
    }

    /// Writes the bytes of a document unchanged.
    mutating func writeForeign(_ json: RawJSON) -> Bool {
        guard checkDepth(of: json) else { return false }
        hasForeignText = true
        return json.bytes.withUnsafeBufferPointer { out.write($0) }
    }

    /// Whether a document's bytes are no deeper than the limit allows at this place.
    mutating func checkDepth(of json: RawJSON) -> Bool {
        !json.isDeeper(than: max(options.limits.depth - depth, 0)) || failDepth()
    }

    /// Replaces the line feeds and carriage returns of the item with spaces.
    ///
    /// In valid JSON they occur only between tokens, where a space means the same.
    @inline(never)
    private mutating func joinLines() {
        for index in out.keptCount..<out.keptCount + out.itemCount {
            let byte = out.start + index
            if byte.pointee == UInt8(ascii: "\n") || byte.pointee == UInt8(ascii: "\r") {
                byte.pointee = UInt8(ascii: " ")
            }
        }
    }
}

extension RawJSON {
    fileprivate func isDeeper(than levels: Int) -> Bool {
        // Each level takes two bytes.
        guard count / 2 > levels else { return false }
        return bytes.withUnsafeBufferPointer { text in
            // Begins inside a container that never ends, because the search stops at the end of the outermost one.
            var state = yodel_container_state(depth: 1, is_in_string: false, is_escaped: false)
            var position = 0
            while position < text.count {
                // Up to there the depth cannot exceed the limit, because each byte opens at most one level.
                let end = min(position + max(levels + 1 - state.depth, 1), text.count)
                // SAFETY: the kernel reads between these two positions of the text.
                _ = yodel_find_container_end(text.start, position, end, &state)
                if state.depth - 1 > levels { return true }
                position = end
            }
            return false
        }
    }
}
