/// Whether elements of a document can be put into a set in linear time.
///
/// A set looks at all elements of one hash for each that it takes. Swift's own hashes cannot be foreseen by who writes a
/// document, but types whose hash leaves out a part of what they are (Foundation's `Decimal` and `Data`, objects that
/// are equal as far as a hash goes) have as many values of one hash as one likes.
enum HashCollisions {
    /// How many different elements may have one hash.
    static let limit = 64

    static func areTooMany<Element: Hashable>(among elements: UnsafeBufferPointer<Element>) -> Bool {
        guard elements.count > limit, !isHashedWhole(Element.self) else { return false }
        let hashes = elements.map(\.hashValue)
        let order = hashes.indices.sorted { hashes[$0] < hashes[$1] }
        var start = 0
        for end in 1...order.count where end == order.count || hashes[order[end]] != hashes[order[start]] {
            if hasManyDifferent(order[start..<end], elements) { return true }
            start = end
        }
        return false
    }

    /// Of one element that is there many times a set takes one.
    private static func hasManyDifferent<Element: Hashable>(
        _ positions: ArraySlice<Int>, _ elements: UnsafeBufferPointer<Element>
    ) -> Bool {
        guard positions.count > limit else { return false }
        var different: [Element] = []
        for position in positions where !different.contains(elements[position]) {
            different.append(elements[position])
            if different.count > limit { return true }
        }
        return false
    }

    private static func isHashedWhole<Element>(_ type: Element.Type) -> Bool {
        type is any StringProtocol.Type || type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
    }
}
