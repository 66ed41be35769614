private import CYodelKernels

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// How the member with a key is found. As for Foundation, the first of several members with one key counts.
//
//     expected     the key after the last match: most documents have the order of their types
//     last         the last match again: a type that asks whether a member is there, or null, then asks for it
//     filter       rules out most keys that the object does not have
//     search       from the expected key on, and round: for few keys, or few that are out of order
//     table        when searching has taken longer than a table would, for keys that a strategy changes,
//                  and for keys that may be equal although their bytes differ

extension TapeDecoder {
    /// Values by the keys of an object, after the decoder's key strategy.
    typealias MemberIndex = [String: UInt32]

    /// The index of the value with a key in the decoder's object; nil if it has no such key.
    @inline(__always)
    func member(_ name: consuming String) -> Int? {
        if let table { return table[name].map { Int($0) } }
        return name.withUTF8 { name in
            let members = session.entries + (value &+ 1)
            let expected = session.next(Int(members.pointee.extent) &+ 1)
            if expected < members[-1].count, !session.entries[expected].has(TapeEntry.Flags.mayRepeat),
                isKey(expected, name)
            {
                members.pointee.extent = UInt32(truncatingIfNeeded: expected)
                return expected &+ 1
            }
            return memberOutOfOrder(name)
        }
    }

    @inline(__always)
    private func isKey(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let key = session.entries[index]
        // SAFETY: a key's bytes are in the text, and the counts are equal.
        return key.count == name.count && equalBytes(name.start, session.base + key.offset, name.count)
    }

    @inline(never)
    private func memberOutOfOrder(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        let object = session.entries[value]
        let members = session.entries[value + 1]
        let first = value + 2
        if object.count == first { return nil }
        let last = Int(members.extent)
        if last > value, isKey(last, name) { return last + 1 }
        // A table takes about as long as a hundred steps for each key. The bound of the count prevents an overflow.
        guard members.detail <= 64 + 64 * min(object.detail, 1 << 24) else { return memberByTable(name) }

        let expected = session.next(last + 1)
        let hash = hashBytes(name.start, name.count)
        guard
            members.keys.mayHave(hash: hash),
            var key = search(name, hash, expected..<object.count) ?? search(name, hash, first..<expected)
        else {
            // All of the object's bytes are ASCII, but a name that is not may still be an equal string.
            return yodel_is_ascii(name.start, name.count) ? nil : memberByTable(name)
        }
        if session.entries[key].has(TapeEntry.Flags.mayRepeat) {
            guard object.detail <= 128 else { return memberByTable(name) }
            key = search(name, hash, first..<key) ?? key
        }
        session.entries[value + 1].extent = UInt32(truncatingIfNeeded: key)
        return key + 1
    }

    /// The first key with that name, which has this hash, in a range of keys.
    private func search(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ range: Range<Int>) -> Int? {
        let entries = session.entries
        let hash = UInt32(truncatingIfNeeded: hash)
        var key = range.lowerBound
        var steps: UInt32 = 0
        defer { entries[value + 1].detail &+= steps }
        while key < range.upperBound {
            if entries[key].detail == hash, isKey(key, name) { return key }
            steps &+= 1
            key = session.next(key &+ 1)
        }
        return nil
    }

    // MARK: - Tables

    private func memberByTable(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        makeTable()
        return table![String(decoding: name, as: UTF8.self)].map { Int($0) }
    }

    /// Makes the table of the decoder's object if its keys must be strings to be compared.
    @inline(__always)
    func prepareMembers() {
        if !session.keepsKeys || session.entries[value].has(TapeEntry.Flags.hasRareKeys) { makeTable() }
    }

    @inline(never)
    private func makeTable() {
        guard table == nil else { return }
        var made: MemberIndex = [:]
        made.reserveCapacity(Int(session.entries[value].detail))
        let change = keyChange(in: codingPath)
        forEachKey { key in
            let name = change(session.countedString(session.entries[key]))
            // The first of several members with one key counts.
            if let first = made.updateValue(UInt32(truncatingIfNeeded: key + 1), forKey: name) { made[name] = first }
        }
        table = made
    }

    /// The function that the decoder's strategy applies to the keys of an object.
    ///
    /// - Parameter path: The path of the object, which only a custom strategy gets.
    func keyChange(in path: @autoclosure () -> [any CodingKey]) -> (String) -> String {
        switch session.options.keys {
        case .useDefaultKeys: return { $0 }
        case .convertFromSnakeCase:
            return { [session] key in
                // Keys may be equal although their bytes differ, but not if both are ASCII.
                guard key.utf8.allSatisfy({ $0 < 0x80 }) else { return SnakeCase.camelCase(of: key) }
                if let known = session.changedKeys[key] { return known }
                let changed = SnakeCase.camelCase(of: key)
                // The bound is for hostile documents, whose keys are all different.
                if session.changedKeys.count < 4096 { session.changedKeys[key] = changed }
                return changed
            }
        case .custom(let convert):
            let path = path()
            return { convert(path + [CodablePathKey(stringValue: $0)]).stringValue }
        @unknown default: return { $0 }
        }
    }

    /// The value with a key, for keys that no strategy changes, such as those of dictionaries.
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
        forEachKey { names.append(session.countedString(session.entries[$0])) }
        return names
    }
}
