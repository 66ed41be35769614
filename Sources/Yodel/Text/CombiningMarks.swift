/// Whether a text can be hashed and compared in linear time.
///
/// Swift takes strings for equal that mean the same: to hash or compare one, it puts the marks that follow a letter in
/// order, which takes time in the square of their number. Letters of real languages have a handful.
enum CombiningMarks {
    /// Whether there are more of them in a row than a text may have.
    ///
    /// - Parameter text: Valid UTF-8.
    @inline(__always)
    static func areTooMany(in text: UnsafeBufferPointer<UInt8>, _ limits: ParserLimits) -> Bool {
        // Each takes two bytes at least.
        text.count > limits.combiningMarks && hasRun(longerThan: limits.combiningMarks, text)
    }

    @inline(never)
    private static func hasRun(longerThan limit: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // No run that is too long is between two of the places that are looked at.
        guard limit < text.count / 2 else { return false }
        return stride(from: 0, to: text.count, by: 2 * (limit + 1)).contains { place in
            guard text[place] >= 0x80 else { return false }
            var start = place
            while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
            guard mark(at: start, text) != nil else { return false }
            return length(from: start, text, upTo: limit + 1) > limit
        }
    }

    /// How many marks there are in a row around one of them, as far as that matters.
    private static func length(from mark: Int, _ text: UnsafeBufferPointer<UInt8>, upTo limit: Int) -> Int {
        var (count, next, first) = (0, mark, mark)
        while count < limit, next < text.count, let width = self.mark(at: next, text) {
            count += 1
            next += width
        }
        while count < limit, first > 0 {
            first -= 1
            while first > 0, text[first] & 0xC0 == 0x80 { first -= 1 }
            guard self.mark(at: first, text) != nil else { break }
            count += 1
        }
        return count
    }

    /// How many bytes the mark has that begins somewhere; nil where another character does.
    private static func mark(at start: Int, _ text: UnsafeBufferPointer<UInt8>) -> Int? {
        let first = text[start]
        // Marks begin after U+0300.
        guard first >= 0xCC else { return nil }
        let width = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = UInt32(first) & (0xFF >> UInt32(width + 1))
        for byte in text[start + 1..<start + width] { value = value << 6 | UInt32(byte & 0x3F) }
        guard let scalar = Unicode.Scalar(value) else { return nil }
        return isMark(scalar) ? width : nil
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // No marks themselves, and made of two.
        case 0x0F73, 0x0F75, 0x0F81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
