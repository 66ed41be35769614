/// The containers that are open while a tape is written, the innermost on top.
struct OpenContainers: ~Copyable {
    /// What is known of one of them.
    struct Container {
        /// Its entry.
        var index: Int
        /// Members or elements that are complete.
        var count = 0
        /// The opening quote of the key of the member that is not complete.
        var key: UnsafePointer<UInt8>?
        var isObject: Bool
        /// A bit for each key there has been, at a place that depends on its bytes.
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

        /// Notes a key; says whether it may have been noted before.
        ///
        /// The byte after the key can be read.
        @inline(__always)
        mutating func noteKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
            let place = KeyFilter.place(start, count)
            let bit = (1 as UInt64) &<< UInt64(place & 63)
            let word = Int(place &>> 6)
            return withUnsafeMutablePointer(to: &met) { words in
                // SAFETY: a place has eight bits, so that the word is one of the four.
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

    /// The innermost container; there has to be one.
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

/// Tells most of the keys that an object does not have, without a look at those it has.
struct KeyFilter {
    /// A bit for each of 56 places; a key of one of the eight others may always be there.
    let bits: UInt64

    @inline(__always)
    init(bits: UInt64 = 0) { self.bits = bits & (UInt64.max &>> 8) }

    /// A number of eight bits that depends on the bytes of a key.
    ///
    /// The byte after the key can be read.
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

    /// Whether an object that has been noted key by key may have this one, which has a first byte.
    @inline(__always)
    func mayHave(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        let place = UInt64(KeyFilter.place(key.start, key.count) & 63)
        return place >= 56 || bits &>> place & 1 != 0
    }
}
