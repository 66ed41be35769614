// One value after another into the same text, each whole or not at all.

extension ValueWriter {
    /// What stands around an item in the text.
    struct ItemFrame {
        /// A comma or a record separator; nil for none.
        var separator: UInt8?
        /// A line feed, or nil.
        var terminator: UInt8?
        /// The item begins on a line of its own if the layout has lines.
        var breaksLine = false
        /// Line feeds within the item would end it.
        var isOneLine = false
        /// How many arrays and objects are open around it.
        var depth = 0
    }

    /// The bytes that ``writeItem(_:_:_:in:atMost:)`` adds to an item.
    func bytesAroundItem(in frame: ItemFrame) -> Int {
        let punctuation = (frame.separator == nil ? 0 : 1) + (frame.terminator == nil ? 0 : 1)
        return frame.breaksLine && indentation >= 0 ? punctuation + 1 + indentation * frame.depth : punctuation
    }

    /// Writes a value as an item, which ``abandonItem()`` takes back.
    ///
    /// - Parameter maximum: How many bytes it may have with what is around it.
    /// - Returns: Whether it has been written; if not, ``reasonForStopping`` says why.
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
        return out.endItem()
    }

    /// Takes back an item whose writing has failed: the next one can be written.
    mutating func abandonItem() {
        while top > frames {
            top.pointee.destroyContents()
            top -= 1
        }
        // The outermost buffer has what was there before the item.
        if let first = outerBuffers.first {
            swap(&out, &first.pointee)
            for buffer in outerBuffers {
                buffer.deinitialize(count: 1)
                buffer.deallocate()
            }
            outerBuffers.removeAll(keepingCapacity: true)
        }
        failure = nil
        out.takeBackItem()
    }

    /// Writes the bytes of a document as they are.
    mutating func writeForeign(_ json: RawJSON) -> Bool {
        hasForeignText = true
        return json.bytes.withUnsafeBufferPointer { out.write($0) }
    }

    /// Turns the line feeds and carriage returns of the item into spaces.
    ///
    /// In sound JSON they stand between tokens alone, where a space says the same.
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
