/// What writers of one document have in common, and keep for the next: what they know of types, and texts that are empty.
final class CodableMemory {
    let kinds = CodableKinds()
    /// How many calls of `encode(to:)` are under way within each other.
    var callDepth = 0
    private var texts: [UnsafeMutablePointer<CodableText>] = []

    deinit {
        for text in texts { Self.destroy(text) }
    }

    /// A text that is the taker's alone until it is given back.
    func take() -> UnsafeMutablePointer<CodableText> {
        if let text = texts.popLast() { return text }
        let text = UnsafeMutablePointer<CodableText>.allocate(capacity: 1)
        text.initialize(to: CodableText(capacity: 320))
        return text
    }

    func give(_ text: UnsafeMutablePointer<CodableText>) {
        // However many there are: a text and its parts know of each other, and would never go away by themselves.
        text.pointee.reset(CodableLayout(), depthAround: 0)
        guard texts.count < 16 else { return Self.destroy(text) }
        text.pointee.trim()
        texts.append(text)
    }

    private static func destroy(_ text: UnsafeMutablePointer<CodableText>) {
        text.deinitialize(count: 1)
        text.deallocate()
    }
}
