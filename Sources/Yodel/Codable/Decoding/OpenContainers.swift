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
        /// A bit for each key so far, at a position that depends on the key's bytes.
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

        /// Notes a key; returns whether it may have been noted before.
        ///
        /// The byte after the key must be readable.
        @inline(__always)
        mutating func noteKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
            let place = KeyFilter.place(start, count)
            let bit = (1 as UInt64) &<< UInt64(place & 63)
            let word = Int(place &>> 6)
            return withUnsafeMutablePointer(to: &met) { words in
                // SAFETY: a position has eight bits, so the word is one of the four.
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
    /// A bit for each of 56 positions; a key at one of the eight others is never ruled out.
    let bits: UInt64

    @inline(__always)
    init(bits: UInt64 = 0) { self.bits = bits & (UInt64.max &>> 8) }

    /// An eight-bit number that depends on the bytes of a key.
    ///
    /// The byte after the key must be readable.
    @inline(__always)
    static func place(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
        let last = count > 0 ? count &- 1 : 0
        let middle = count &>> 1
        let mixed =
            UInt32(start[0]) &* 0x9E37_79B1 &+ UInt32(start[last]) &* 0x85EB_CA77
            &+ UInt32(start[middle]) &* 0xC2B2_AE3D &+ UInt32(start[count &>> 2 &+ count &>> 1]) &* 0x27D4_EB2F
            &+ UInt32(truncatingIfNeeded: count) &* 0x1656_67B1
        return mixed &>> 24
    }

    /// Whether an object whose keys have been noted may have this key, which is not empty.
    @inline(__always)
    func mayHave(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        let place = UInt64(KeyFilter.place(key.start, key.count) & 63)
        return place >= 56 || bits &>> place & 1 != 0
    }
}
