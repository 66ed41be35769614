/// Detects texts that cannot be hashed and compared in linear time.
///
/// Swift considers canonically equivalent strings equal: to hash or compare one, it sorts the marks after a letter,
/// which takes time that grows with the square of their number. Letters of real languages have a handful.
enum CombiningMarks {
    /// Whether more marks follow one another than the limits allow.
    ///
    /// - Parameter text: Valid UTF-8.
    @inline(__always)
    static func areTooMany(in text: UnsafeBufferPointer<UInt8>, _ limits: ParserLimits) -> Bool {
        // Each mark takes at least two bytes.
        text.count > limits.combiningMarks && hasRun(longerThan: limits.combiningMarks, text)
    }

    @inline(never)
    private static func hasRun(longerThan limit: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // A run that is too long covers at least one of the sampled places.
        guard limit < text.count / 2 else { return false }
        return stride(from: 0, to: text.count, by: 2 * (limit + 1)).contains { place in
            guard text[place] >= 0x80 else { return false }
            var start = place
            while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
            guard mark(at: start, text) != nil else { return false }
            return length(from: start, text, upTo: limit + 1) > limit
        }
    }

    /// The number of marks in a row around one of them, up to a limit.
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

    /// The length in bytes of the mark at a position; nil if the character there is not a mark.
    private static func mark(at start: Int, _ text: UnsafeBufferPointer<UInt8>) -> Int? {
        let first = text[start]
        // Marks begin at U+0300.
        guard first >= 0xCC else { return nil }
        let width = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = UInt32(first) & (0xFF >> UInt32(width + 1))
        for byte in text[start + 1..<start + width] { value = value << 6 | UInt32(byte & 0x3F) }
        guard let scalar = Unicode.Scalar(value) else { return nil }
        return isMark(scalar) ? width : nil
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Not marks themselves, but composed of two.
        case 0x0F73, 0x0F75, 0x0F81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
