/// The containers that are open while a tape is written, the innermost last.
struct OpenContainers: ~Copyable {
    struct Container {
        /// The index of its entry.
        var index: Int
        /// The number of complete members or elements.
        var count = 0
        var isObject: Bool
        /// A bit for each key so far, at a place that depends on the key's hash.
        private var met: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)

        init(index: Int, isObject: Bool) {
            self.index = index
            self.isObject = isObject
        }

        /// Notes the key with a hash; returns whether it may have been noted before.
        @inline(__always)
        mutating func noteKey(hash: UInt64) -> Bool {
            let place = KeyFilter.place(ofHash: hash)
            let bit = (1 as UInt64) &<< (place & 63)
            let word = Int(place &>> 6)
            return withUnsafeMutablePointer(to: &met) { words in
                // SAFETY: a place has nine bits, so the word is one of the eight.
                words.withMemoryRebound(to: UInt64.self, capacity: 8) { words in
                    let before = words[word]
                    words[word] = before | bit
                    return before & bit != 0
                }
            }
        }

        @inline(__always)
        var keys: KeyFilter {
            KeyFilter(places: met.0 | met.1 | met.2 | met.3 | met.4 | met.5 | met.6 | met.7)
        }
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
    /// A bit for each of 56 groups of places.
    let bits: UInt64

    @inline(__always)
    init(bits: UInt64 = 0) { self.bits = bits }

    /// - Parameter places: The eight words of a container's places in one. Its last eight bits share those of the first.
    @inline(__always)
    init(places: UInt64) { bits = places & (UInt64.max &>> 8) | places &>> 56 }

    /// The upper nine bits of a key's hash.
    @inline(__always)
    static func place(ofHash hash: UInt64) -> UInt64 { hash &>> 23 & 0x1FF }

    /// Whether an object whose keys have been noted may have the key with this hash.
    @inline(__always)
    func mayHave(hash: UInt64) -> Bool {
        let place = KeyFilter.place(ofHash: hash) & 63
        return bits &>> (place < 56 ? place : place &- 56) & 1 != 0
    }
}
