import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

/// The look-up of keys by a hash that is chosen for the table.
@Suite("The slots of keys")
struct KeySlotTests {
    /// Entries of these keys, linked; each is followed by the number of entries that share its slot and come after it.
    private static func link(_ keys: [String], in arena: TableArena) -> [(key: String, followers: Int)] {
        let entries = arena.allocate(KeyEntry.self, count: keys.count + 1)
        for (index, key) in keys.enumerated() {
            var entry = KeyEntry.end
            entry.length = key.utf8.count
            entry.bytes = UnsafePointer(arena.copy(Array(key.utf8) + [UInt8(ascii: "\"")]).baseAddress!)
            (entries + index).initialize(to: entry)
        }
        (entries + keys.count).initialize(to: .end)
        let slots = KeySlots(linking: entries, count: keys.count, in: arena)
        return keys.indices.map { index in
            let entry = UnsafePointer(entries + index)
            let first = slots.first(foldBytes(entry.pointee.bytes, entry.pointee.length))
            let chain = sequence(first: first) { $0.pointee.nextInSlot }
            #expect(chain.contains(entry), "\(keys[index]) is not in its slot")
            return (
                keys[index], sequence(first: entry) { $0.pointee.nextInSlot }.dropFirst().reduce(0) { n, _ in n + 1 }
            )
        }
    }

    @Test("Up to forty ordinary keys have a slot each", arguments: 0...40)
    func alone(_ count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let arena = TableArena()
        var keys = Set<String>()
        while keys.count < count {
            let length = Int.random(in: 1...24, using: &generator)
            keys.insert(
                String((0..<length).map { _ in "abcdefghijklmnopqrstuvwxyz_".randomElement(using: &generator)! }))
        }
        #expect(Self.link(keys.sorted(), in: arena).filter { $0.followers > 0 }.map(\.key) == [], "seed \(count)")
    }

    @Test("Hundreds of keys share slots, few with each other")
    func many() {
        let followers = Self.link((0..<800).map { "key number \($0)" }, in: TableArena()).map(\.followers)
        #expect(followers.max()! <= 8)
    }

    @Test("Keys that differ only where no number is made of them share one slot, in the order of the table")
    func inseparable() {
        let keys = (10..<60).map { "beginning \($0) of a text with the same middle and end" }
        let followers = Self.link(keys, in: TableArena()).map(\.followers)
        #expect(followers == Array((0..<50).reversed()))
    }
}

@Suite("Keys with equal hashes")
struct EqualKeyHashTests {
    private struct Colliding: Model, Equatable {
        var commonBegin_a_withCommonMiddleAndEnd: Int?
        var commonBegin_b_withCommonMiddleAndEnd: Int?
        var commonBegin_c_withCommonMiddleAndEnd: Int?
        var né: Int?
        var short: Int?
    }

    private static let keys = [
        "commonBegin_a_withCommonMiddleAndEnd", "commonBegin_b_withCommonMiddleAndEnd",
        "commonBegin_c_withCommonMiddleAndEnd", "né", "short",
    ]

    @Test("Each is found in any order, unescaped or escaped, beside unknown keys with the same hash")
    func found() throws {
        var generator = SeededGenerator(seed: 5)
        let unknown = [
            "commonBegin_d_withCommonMiddleAndEnd", "commonBegin_\u{e9}withCommonMiddleAndEnd", "shore", "nè",
        ]
        let numbers = (Self.keys.prefix(3) + unknown.prefix(2)).map { key in
            Array(key.utf8).withUnsafeBufferPointer { foldBytes($0.start, $0.count) }
        }
        #expect(Set(numbers).count == 1)
        for round in 0..<200 {
            let keys = (Self.keys + unknown).shuffled(using: &generator)
            let members = keys.map { key in
                let written =
                    Bool.random(using: &generator) ? key : key.utf16.map { String(format: "\\u%04x", $0) }.joined()
                return "\"\(written)\":\(Self.keys.firstIndex(of: key) ?? 99)"
            }
            let json = "[{\(members.joined(separator: ","))}]"
            #expect(
                try decodeEveryWay([Colliding].self, json) == [
                    Colliding(
                        commonBegin_a_withCommonMiddleAndEnd: 0, commonBegin_b_withCommonMiddleAndEnd: 1,
                        commonBegin_c_withCommonMiddleAndEnd: 2, né: 3, short: 4)
                ], "round \(round): \(json)")
        }
    }
}
