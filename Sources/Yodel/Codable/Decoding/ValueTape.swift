/// A document as a flat list of its values, from which a `Decodable` type takes them in its own order.
///
/// Strings and numbers stay in the text. An entry has sixteen bytes:
///
///     {"id": 7, "tags": ["a", "b"]}
///
///     index  kind     offset  extent          detail
///     0      null     0                                    represents missing values
///     1      object   0       9 (end)         2 (members)
///     2      members  keys    1 (last)        0 (steps)    the keys, and the state of the search for them
///     3      key      2       2 (bytes)       its hash
///     4      number   7       1 (bytes)
///     5      key      11      4 (bytes)       its hash
///     6      array    18      9 (end)         2 (elements)
///     7      string   20      1 (bytes)
///     8      string   25      1 (bytes)
///
/// An entry has the kind of its value, the offset in the text where the value begins (for a string, after its quote),
/// and its length: in bytes, or for a container as the index of the entry after it. The members of an object begin two
/// entries after it, each a key and a value; the elements of an array one after it.
struct TapeEntry {
    /// The kind in four bits, flags in four, and the offset in the text in the rest.
    private var head: UInt64
    /// The length in bytes, or the index of the entry after a container; in `members`, the key that was found last, or
    /// the object if none has been found.
    var extent: UInt32
    /// The number of members or elements; of a key, the hash of its bytes in the text; in `members`, how many keys have
    /// been compared without a match.
    var detail: UInt32

    enum Kind: UInt8 {
        case null, `false`, `true`, number, string, object, array, key, members
    }

    struct Flags {
        /// A string or key has escapes.
        static let isEscaped: UInt64 = 1 << 4
        /// A string or key is ASCII; not set for one with escapes.
        static let isASCII: UInt64 = 1 << 5
        /// A key may be a duplicate in its object; an object may have duplicate keys.
        static let mayRepeat: UInt64 = 1 << 6
        /// An object has a key with escapes or beyond ASCII, which may equal a key with different bytes.
        static let hasRareKeys: UInt64 = 1 << 7
    }

    @inline(__always)
    init(_ kind: Kind, at offset: Int, extent: Int = 0, flags: UInt64 = 0) {
        head = UInt64(truncatingIfNeeded: offset) &<< 8 | flags | UInt64(kind.rawValue)
        self.extent = UInt32(truncatingIfNeeded: extent)
        detail = 0
    }

    @inline(__always)
    var kind: Kind {
        // SAFETY: only `init` writes the lower four bits, from a kind.
        assert(Kind(rawValue: UInt8(truncatingIfNeeded: head) & 0x0F) != nil)
        return unsafeBitCast(UInt8(truncatingIfNeeded: head) & 0x0F, to: Kind.self)
    }

    @inline(__always)
    var offset: Int { Int(truncatingIfNeeded: head &>> 8) }

    /// Creates the entry `members` of an object: a filter for its keys, and no key found yet.
    @inline(__always)
    init(membersOf object: Int, _ keys: KeyFilter = KeyFilter()) {
        head = keys.bits &<< 8 | UInt64(Kind.members.rawValue)
        extent = UInt32(truncatingIfNeeded: object)
        detail = 0
    }

    /// Of `members`: the filter for the object's keys.
    @inline(__always)
    var keys: KeyFilter { KeyFilter(bits: head &>> 8) }

    @inline(__always)
    func has(_ flag: UInt64) -> Bool { head & flag != 0 }

    @inline(__always)
    mutating func set(_ flags: UInt64) { head |= flags }

    @inline(__always)
    var isContainer: Bool { kind == .object || kind == .array }

    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: extent) }
}

/// The memory of a tape, which outlives the documents that are written to it.
typealias ValueTape = GrowingMemory<TapeEntry>

/// Memory for trivial values.
struct GrowingMemory<Entry: BitwiseCopyable>: ~Copyable {
    private(set) var entries: UnsafeMutablePointer<Entry>
    private(set) var capacity: Int

    init(capacity: Int = 256) {
        entries = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    /// Makes room for twice as many entries.
    @inline(never)
    mutating func grow(keeping count: Int) {
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
        // SAFETY: the first `count` entries are initialised and trivial, so nothing is left in the old block.
        larger.moveInitialize(from: entries, count: count)
        entries.deallocate()
        entries = larger
        capacity *= 2
    }

    deinit {
        entries.deallocate()
    }
}
