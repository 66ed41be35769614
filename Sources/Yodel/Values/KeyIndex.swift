/// Finds the position of a key among the members of an object.
///
/// Up to eight members are searched linearly, with an empty index. More have an open-addressing hash table of
/// positions. Every change updates it, and it is not built lazily, so that several threads can read an object without a
/// lock. The standard library seeds the hashes: an attacker cannot choose keys that collide.
///
///     members     a b c d e f g h i
///     slots       · f · · a h · i · · b · d c · · e g …     each slot: hash and position of a member
///
/// Keys are compared as in JSON, code point by code point: `é` as one code point and `é` as two are different keys,
/// although they are equal as a `String`, so that neither member is lost.
struct KeyIndex: Sendable {
    typealias Member = JSONObject.Element

    /// Eight bytes; comparing the hashes avoids most comparisons of keys that do not match.
    private struct Slot {
        var hash: UInt32 = 0
        /// The member's position plus one; zero for an empty slot. (Memory ends long before 2³² members.)
        var ordinal: UInt32 = 0
    }

    /// A power of two in number and at most three quarters full; empty while the object is small.
    private var slots: [Slot] = []

    private static var searchLimit: Int { 8 }

    /// The position of a key among the indexed members.
    func position(of key: String, in members: [Member]) -> Int? {
        guard !slots.isEmpty else { return Self.search(key, in: members[...]) }
        let ordinal = slots[slot(of: key, hash: Self.hash(key), in: members)].ordinal
        return ordinal == 0 ? nil : Int(ordinal) - 1
    }

    /// Adds the last of the members, whose key must be new.
    mutating func indexLast(of members: [Member]) {
        guard members.count <= slots.count / 4 * 3 else {
            if members.count > Self.searchLimit { rebuild(for: members) }
            return
        }
        insert(members.count - 1, of: members)
    }

    /// Rebuilds the index after members have changed their positions.
    mutating func rebuild(for members: [Member]) {
        slots = []
        guard members.count > Self.searchLimit else { return }
        makeSlots(for: members.count)
        for position in members.indices { insert(position, of: members) }
    }
}

extension KeyIndex {
    /// Indexes members; nil if two of them have the same key.
    init?(distinct members: [Member]) {
        if members.count <= Self.searchLimit {
            for position in members.indices.dropFirst()
            where Self.search(members[position].key, in: members[..<position]) != nil {
                return nil
            }
        } else {
            makeSlots(for: members.count)
            for position in members.indices {
                guard insert(position, of: members) else { return nil }
            }
        }
    }

    private mutating func makeSlots(for count: Int) {
        // The next power of two after 4/3 of the count.
        let logarithm = Int.bitWidth - (count + count / 3).leadingZeroBitCount
        slots = Array(repeating: Slot(), count: 1 << logarithm)
    }

    /// - Returns: Whether the key is new.
    @discardableResult
    private mutating func insert(_ position: Int, of members: [Member]) -> Bool {
        let key = members[position].key
        let hash = Self.hash(key)
        let slot = slot(of: key, hash: hash, in: members)
        guard slots[slot].ordinal == 0 else { return false }
        slots[slot] = Slot(hash: UInt32(truncatingIfNeeded: hash), ordinal: UInt32(position + 1))
        return true
    }

    /// The slot of a key, or the empty slot where it belongs.
    private func slot(of key: String, hash: Int, in members: [Member]) -> Int {
        let mask = slots.count - 1
        let tag = UInt32(truncatingIfNeeded: hash)
        var slot = hash & mask
        while slots[slot].ordinal != 0 {
            if slots[slot].hash == tag, Self.matches(members[Int(slots[slot].ordinal) - 1].key, key) { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private static func search(_ key: String, in members: ArraySlice<Member>) -> Int? {
        members.firstIndex { matches($0.key, key) }
    }

    /// Whether two keys are the same, code point by code point.
    static func matches(_ lhs: String, _ rhs: String) -> Bool {
        guard lhs.utf8.count == rhs.utf8.count else { return false }
        return withBytes(of: lhs) { left in withBytes(of: rhs) { right in left.elementsEqual(right) } }
    }

    /// A hash value of a key; different keys may share it only by chance.
    static func hash(_ key: String) -> Int {
        var hasher = Hasher()
        withBytes(of: key) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }
}
