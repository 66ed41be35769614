extension RandomAccessCollection {
    /// The elements in slices of a size; the last one has the rest.
    func chunks(of size: Int) -> [SubSequence] {
        var chunks: [SubSequence] = []
        var rest = self[...]
        while !rest.isEmpty {
            chunks.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return chunks
    }
}

extension AsyncStream where Element: Sendable {
    /// A stream of the elements, which are all available at once.
    init(of elements: some Sequence<Element>) {
        self.init { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }
}
