#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// How the member with a key is found. The first of those with one key counts, as for Foundation.
//
//     expected     the key behind the one that was found last: the order of most documents is that of their types
//     search       from there on, and round: for few keys, or for the few that are out of order
//     table        for whoever has searched long enough that a table would have been cheaper, for keys that a strategy
//                  changes, and for those of which two may be equal and of different bytes

extension TapeDecoder {
    /// Values by the keys of an object, as the decoder's strategy has them.
    typealias MemberIndex = [String: UInt32]

    /// The index of the value with a key in the decoder's object; nil when there is none.
    @inline(__always)
    func member(_ name: String) -> Int? {
        let entries = session.entries
        let members = entries + (value &+ 1)
        let expected = Int(members.pointee.extent)
        if expected < members[-1].count, table == nil {
            let key = entries[expected]
            if name.utf8.count == key.count, !key.has(TapeEntry.Flags.mayRepeat) {
                // SAFETY: a key's bytes lie in the text; there are as many as the name has.
                let start = session.base + key.offset
                var name = name
                if name.withUTF8({ equalBytes($0.start, start, $0.count) }) {
                    members.pointee.extent = UInt32(truncatingIfNeeded: session.next(expected &+ 1))
                    return expected &+ 1
                }
            }
        }
        return memberSlow(name)
    }

    @inline(never)
    private func memberSlow(_ name: String) -> Int? {
        if let table { return table[name].map { Int($0) } }
        let object = session.entries[value]
        let members = session.entries[value + 1]
        let first = value + 2
        if object.count == first { return nil }
        guard members.detail <= 64 + 16 * min(object.detail, 1 << 24) else { return memberByTable(name) }

        let expected = min(Int(members.extent), object.count)
        guard var key = search(name, expected..<object.count) ?? search(name, first..<expected) else {
            // None of the object's bytes are beyond ASCII, but a name's may be and yet make an equal string.
            return name.utf8.allSatisfy { $0 < 0x80 } ? nil : memberByTable(name)
        }
        if session.entries[key].has(TapeEntry.Flags.mayRepeat) {
            guard object.detail <= 64 else { return memberByTable(name) }
            key = search(name, first..<key) ?? key
        }
        session.entries[value + 1].extent = UInt32(truncatingIfNeeded: session.next(key + 1))
        return key + 1
    }

    /// The first key of that name between two keys.
    private func search(_ name: String, _ range: Range<Int>) -> Int? {
        let entries = session.entries
        let base = session.base
        var name = name
        return name.withUTF8 { name in
            var key = range.lowerBound
            var steps: UInt32 = 0
            defer { entries[value + 1].detail &+= steps }
            while key < range.upperBound {
                let entry = entries[key]
                // SAFETY: as for the expected key.
                if entry.count == name.count, equalBytes(name.start, base + entry.offset, name.count) {
                    return key
                }
                steps &+= 1
                key = session.next(key &+ 1)
            }
            return nil
        }
    }

    // MARK: - Tables

    private func memberByTable(_ name: String) -> Int? {
        makeTable()
        return table![name].map { Int($0) }
    }

    /// Makes the table of the decoder's object, where its keys have to be strings before they can be compared.
    @inline(__always)
    func prepareMembers() {
        if !session.keepsKeys || session.entries[value].has(TapeEntry.Flags.hasRareKeys) { makeTable() }
    }

    @inline(never)
    private func makeTable() {
        guard table == nil else { return }
        var made: MemberIndex = [:]
        made.reserveCapacity(Int(session.entries[value].detail))
        let change = keyChange()
        forEachKey { key in
            let name = change(session.string(session.entries[key]))
            if made[name] == nil { made[name] = UInt32(truncatingIfNeeded: key + 1) }
        }
        table = made
    }

    /// What the decoder's strategy makes of keys.
    private func keyChange() -> (String) -> String {
        switch session.options.keys {
        case .useDefaultKeys: return { $0 }
        case .convertFromSnakeCase:
            return { [session] key in
                if let known = session.changedKeys[key] { return known }
                let changed = SnakeCase.camelCase(of: key)
                // Hostile keys are all different.
                if session.changedKeys.count < 4096 { session.changedKeys[key] = changed }
                return changed
            }
        case .custom(let convert):
            let path = codingPath
            return { convert(path + [CodablePathKey(stringValue: $0)]).stringValue }
        @unknown default: return { $0 }
        }
    }

    /// The value with a key that no strategy has changed, as those of dictionaries.
    func memberAsWritten(_ name: String) -> Int? {
        var found: Int?
        forEachKey { key in
            if found == nil, session.string(session.entries[key]) == name { found = key + 1 }
        }
        return found
    }

    private func forEachKey(_ body: (Int) -> Void) {
        var key = value + 2
        while key < session.entries[value].count {
            body(key)
            key = session.next(key + 1)
        }
    }

    /// The keys of the decoder's object, each once, in the order of the document.
    var memberNames: [String] {
        if table == nil, session.entries[value].has(TapeEntry.Flags.mayRepeat) { makeTable() }
        if let table { return table.sorted { $0.value < $1.value }.map(\.key) }
        var names: [String] = []
        names.reserveCapacity(Int(session.entries[value].detail))
        forEachKey { names.append(session.string(session.entries[$0])) }
        return names
    }
}
