/// What the writers of one document have in common: what the encoder was told, how deep they are in calls, and texts that
/// nobody writes to.
final class CodableDocument {
    private(set) var options = CodableOptions()
    private(set) var layout = CodableLayout()
    private(set) var changesKeys = false
    /// How many calls of `encode(to:)` are under way within each other.
    var callDepth = 0
    /// More arrays and objects have been open than may be.
    var isTooDeep = false
    /// Texts that are empty, for the next to take.
    private var spare: [UnsafeMutablePointer<CodableText>] = []
    /// Texts whose writers are no more, for the values around them to take, unless these do without them.
    private var left: Set<UnsafeMutablePointer<CodableText>> = []

    deinit {
        for text in spare { Self.destroy(text) }
        for text in left { Self.destroy(text) }
    }

    /// Begins anew; nobody writes but the one who asks for it.
    func begin(_ options: CodableOptions) {
        self.options = options
        layout = options.layout
        changesKeys = options.changesKeys
        isTooDeep = false
        if !left.isEmpty { takeBackAll() }
    }

    /// A text that is the taker's alone until it is given back.
    func take() -> UnsafeMutablePointer<CodableText> {
        if let text = spare.popLast() { return text }
        let text = UnsafeMutablePointer<CodableText>.allocate(capacity: 1)
        text.initialize(to: CodableText(capacity: 320, of: self))
        return text
    }

    func give(_ text: UnsafeMutablePointer<CodableText>) {
        guard spare.count < 16 else { return Self.destroy(text) }
        text.pointee.reset(CodableLayout(), depthAround: 0)
        text.pointee.trim()
        spare.append(text)
    }

    /// Keeps a text whose writer is going away for the value around it.
    func leave(_ text: UnsafeMutablePointer<CodableText>) {
        left.insert(text)
    }

    /// Takes a text that was kept, for somebody to go on with.
    func pickUp(_ text: UnsafeMutablePointer<CodableText>) {
        left.remove(text)
    }

    /// Takes back a text that has been put in its place; if it has a writer still, that will give it back.
    func takeBack(_ text: UnsafeMutablePointer<CodableText>) {
        if left.remove(text) != nil { give(text) }
    }

    @inline(never)
    private func takeBackAll() {
        let texts = left
        left = []
        for text in texts { give(text) }
    }

    private static func destroy(_ text: UnsafeMutablePointer<CodableText>) {
        text.deinitialize(count: 1)
        text.deallocate()
    }
}
