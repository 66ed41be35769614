/// Detects elements of a document that cannot be put into a set in linear time.
///
/// For each element, a set compares all elements with the same hash. The author of a document cannot predict Swift's
/// own hashes. But types that hash only a part of their value (Foundation's `Decimal` and `Data`, objects whose `==`
/// compares more than their hash) allow any number of values with the same hash.
enum HashCollisions {
    /// How many different elements may have the same hash.
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

    /// A set keeps one of many equal elements.
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
