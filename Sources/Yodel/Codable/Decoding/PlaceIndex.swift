/// Finds lines and columns in a text that lies in one buffer, in any order and without going through all of it each time.
///
/// A type that tries several ways to decode a value makes an error, and with it a place, for each of its elements.
struct PlaceIndex {
    /// Places of every 4096th byte, the first apart.
    private var known: [ModelError.Place] = [ModelError.Place(offset: 0, line: 1, column: 1)]
    private static var distance: Int { 4096 }

    init(_ text: UnsafeBufferPointer<UInt8>) {
        known.reserveCapacity(text.count / Self.distance + 1)
        var position = 0
        while text.count - position > Self.distance {
            let part = UnsafeBufferPointer(rebasing: text[position..<position + Self.distance])
            known.append(known.last!.advanced(over: part))
            position += Self.distance
        }
    }

    func place(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        let before = known[min(offset / Self.distance, known.count - 1)]
        return before.advanced(over: UnsafeBufferPointer(rebasing: text[before.offset..<offset]))
    }
}
