/// The containers that are open while a tape is written, the innermost last.
struct OpenContainers: ~Copyable {
    /// An open container.
    struct Container {
        /// The index of its entry.
        var index: Int
        /// The number of complete members or elements.
        var count = 0
        /// The opening quote of the key of the incomplete member.
        var key: UnsafePointer<UInt8>?
        var isObject: Bool
        /// A bit for each key so far, at a place that depends on the key's hash.
        private var met: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

        init(index: Int, isObject: Bool) {
            self.index = index
            self.isObject = isObject
        }

        @inline(__always)
        mutating func completeValue() {
            count &+= 1
            key = nil
        }

        /// Notes the key with a hash; returns whether it may have been noted before.
        @inline(__always)
        mutating func noteKey(hash: UInt64) -> Bool {
            let place = KeyFilter.place(ofHash: hash)
            let bit = (1 as UInt64) &<< (place & 63)
            let word = Int(place &>> 6)
            return withUnsafeMutablePointer(to: &met) { words in
                // SAFETY: a place has eight bits, so the word is one of the four.
                words.withMemoryRebound(to: UInt64.self, capacity: 4) { words in
                    let before = words[word]
                    words[word] = before | bit
                    return before & bit != 0
                }
            }
        }

        /// The keys that have been noted.
        @inline(__always)
        var keys: KeyFilter { KeyFilter(bits: met.0 | met.1 | met.2 | met.3) }
    }

    private var memory = GrowingMemory<Container>(capacity: 16)
    private(set) var depth = 0

    /// The innermost container; there must be one.
    @inline(__always)
    var top: UnsafeMutablePointer<Container> { memory.entries + (depth &- 1) }

    @inline(__always)
    mutating func push(_ index: Int, isObject: Bool) {
        if depth == memory.capacity { memory.grow(keeping: depth) }
        (memory.entries + depth).initialize(to: Container(index: index, isObject: isObject))
        depth &+= 1
    }

    @inline(__always)
    mutating func pop() { depth &-= 1 }

    subscript(index: Int) -> Container { memory.entries[index] }
}

/// Rules out most keys that an object does not have, without comparing any of its keys.
struct KeyFilter {
    /// A bit for each of 56 places, each of which stands for four places of an open container; a key at one of the eight
    /// others is never ruled out.
    let bits: UInt64

    @inline(__always)
    init(bits: UInt64 = 0) { self.bits = bits & (UInt64.max &>> 8) }

    /// The upper eight bits of a key's hash.
    @inline(__always)
    static func place(ofHash hash: UInt64) -> UInt64 { hash &>> 24 & 0xFF }

    /// Whether an object whose keys have been noted may have this key.
    @inline(__always)
    func mayHave(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        let place = KeyFilter.place(ofHash: hashBytes(key.start, key.count)) & 63
        return place >= 56 || bits &>> place & 1 != 0
    }
}
