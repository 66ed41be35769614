extension RandomJSON {
    /// A document of any kind, as sound as ``RandomTokens`` makes them.
    package mutating func anyDocument() -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(count(0...Int.max)))
        return chance(8)
            ? RandomTokens.pieces(1...12, using: &generator) : RandomTokens.value(depth: 4, using: &generator)
    }

    /// The same as text, which is sound.
    package mutating func anyText() -> String {
        var generator = SeededGenerator(seed: UInt64(count(0...Int.max)))
        return String(decoding: RandomTokens.value(depth: 4, using: &generator), as: UTF8.self)
    }
}
