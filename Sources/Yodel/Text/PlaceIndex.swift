/// Finds lines and columns in a text in one buffer, in any order, without counting from its start each time.
///
/// A type that tries several ways to decode a value makes an error, and with it a place, for each of its elements; a
/// value that is read again asks for the places of its parts again.
struct PlaceIndex {
    /// The place of the first byte.
    private let start: ModelError.Place
    /// The places of every 4096th byte after it.
    private var known: [ModelError.Place] = []
    /// The place found last: the next one is usually just after it.
    private var last: ModelError.Place
    private static var distance: Int { 4096 }

    init(_ text: UnsafeBufferPointer<UInt8>, at start: ModelError.Place = .beginning) {
        (self.start, last) = (start, start)
        known.reserveCapacity(text.count / Self.distance)
        for end in stride(from: Self.distance, to: text.count, by: Self.distance) {
            last = last.advanced(over: UnsafeBufferPointer(rebasing: text[end - Self.distance..<end]))
            known.append(last)
        }
    }

    /// The place of an offset, which is counted from where that of the first byte is.
    mutating func place(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        let block = min((offset - start.offset) / Self.distance, known.count)
        let before = block == 0 ? start : known[block - 1]
        let nearest = before.offset <= last.offset && last.offset <= offset ? last : before
        let between = text[nearest.offset - start.offset..<offset - start.offset]
        last = nearest.advanced(over: UnsafeBufferPointer(rebasing: between))
        return last
    }
}
