import Testing

@testable import Yodel

@Suite("JSONObject")
struct JSONObjectTests {
    /// Small objects are searched, larger ones indexed: both must behave the same.
    static let sizes = [0, 1, 2, 7, 8, 9, 10, 12, 13, 16, 24, 25, 100, 1000]

    private func members(_ count: Int) -> [JSONObject.Element] {
        (0..<count).map { (key: "key\($0)", value: JSONValue($0)) }
    }

    private func expectConsistent(_ object: JSONObject, sourceLocation: SourceLocation = #_sourceLocation) {
        for (position, member) in object.enumerated() {
            #expect(object[member.key] == member.value, sourceLocation: sourceLocation)
            #expect(object[position].key == member.key, sourceLocation: sourceLocation)
        }
        #expect(Set(object.keys).count == object.count, sourceLocation: sourceLocation)
        #expect(object["absent"] == nil, sourceLocation: sourceLocation)
    }

    @Test("keeps the order of its keys", arguments: sizes)
    func order(count: Int) {
        let object = JSONObject(decodedMembers: members(count))
        #expect(object.count == count)
        #expect(object.keys == members(count).map(\.key))
        #expect(object.values == members(count).map(\.value))
        expectConsistent(object)
    }

    @Test("grows one key at a time", arguments: sizes)
    func growth(count: Int) {
        var object = JSONObject()
        for (key, value) in members(count) {
            #expect(object[key] == nil)
            object[key] = value
        }
        #expect(object == JSONObject(decodedMembers: members(count)))
        expectConsistent(object)
    }

    @Test("of a duplicate key the last value wins, at the place of the first", arguments: sizes.dropFirst())
    func lastWins(count: Int) {
        let object = JSONObject(decodedMembers: members(count) + [(key: "key0", value: "again")])
        #expect(object.count == count)
        #expect(object.keys == members(count).map(\.key))
        #expect(object[0].value == "again")
        expectConsistent(object)
    }

    @Test("of a duplicate key the first value wins if the decoder says so", arguments: sizes.dropFirst())
    func firstWins(count: Int) {
        let object = JSONObject(decodedMembers: members(count) + [(key: "key0", value: "again")], keepingFirst: true)
        #expect(object == JSONObject(decodedMembers: members(count)))
        #expect(object.count == count)
    }

    @Test("the decoder gets the duplicate key", arguments: sizes)
    func repeatedKey(count: Int) {
        #expect(JSONObject.repeatedKey(in: members(count)) == nil)
        #expect(JSONObject.repeatedKey(in: members(count) + members(count + 1)) == (count == 0 ? nil : "key0"))
    }

    @Test("a literal and a sequence may repeat keys too")
    func repeatedKeys() {
        let literal: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(literal.description == #"{"a":3,"b":2}"#)
        let sequence = JSONObject(members: zip(["a", "b", "a"], [1, 2, 3] as [JSONValue]))
        #expect(sequence.description == #"{"a":3,"b":2}"#)
    }

    @Test("its members, sorted, make an object again")
    func sorting() {
        let object: JSONObject = ["b": 1, "a": 2]
        let sorted = JSONObject(members: object.sorted { $0.key < $1.key })
        #expect(sorted.keys == ["a", "b"])
        #expect(sorted == object)
    }

    @Test("a dictionary gives sorted keys")
    func fromDictionary() {
        let dictionary: [String: JSONValue] = ["b": 1, "c": 2, "a": 3, "é": 4, "B": 5]
        #expect(JSONObject(dictionary).keys == ["B", "a", "b", "c", "é"])
    }

    @Test(
        "keys that are only canonically equivalent are different keys",
        arguments: [("caf\u{E9}", "cafe\u{301}"), ("\u{212B}", "A\u{30A}")], [0, 20])
    func canonicalEquivalence(keys: (String, String), others: Int) {
        let (composed, decomposed) = keys
        let cafes: [JSONObject.Element] = [(key: composed, value: 1), (key: decomposed, value: 2)]
        let object = JSONObject(decodedMembers: cafes + members(others))
        #expect(object.count == 2 + others)
        #expect(object[composed] == 1)
        #expect(object[decomposed] == 2)
        #expect([composed: 1] as JSONObject != [decomposed: 1])
    }

    @Test("reserving capacity changes nothing else", arguments: sizes)
    func room(count: Int) {
        var object = JSONObject(decodedMembers: members(count))
        object.reserveCapacity(2_000)
        #expect(object == JSONObject(decodedMembers: members(count)))
        for (key, value) in members(1_000) { object[key] = value }
        #expect(object == JSONObject(decodedMembers: members(1_000)))
        expectConsistent(object)
    }

    @Test("assigning sets, replaces and removes", arguments: sizes)
    func assignment(count: Int) {
        var object = JSONObject(decodedMembers: members(count))
        object["new"] = 1
        #expect(object.last?.key == "new")
        object["new"] = "changed"
        #expect(object["new"] == "changed")
        #expect(object.count == count + 1)
        object["new"] = nil
        #expect(object["new"] == nil)
        #expect(object == JSONObject(decodedMembers: members(count)))
        object["absent"] = nil
        #expect(object.count == count)
        expectConsistent(object)
    }

    @Test("null is a value, nil means no value")
    func null() {
        var object: JSONObject = ["a": 1]
        object["a"] = .null
        #expect(object.count == 1)
        #expect(object["a"] == .some(.null))
        object["a"] = nil
        #expect(object.isEmpty)
    }

    @Test("updating and removing return the previous value", arguments: sizes)
    func updateAndRemove(count: Int) {
        var object = JSONObject(decodedMembers: members(count))
        #expect(object.updateValue(1, forKey: "x") == nil)
        #expect(object.updateValue(2, forKey: "x") == 1)
        #expect(object.removeValue(forKey: "x") == 2)
        #expect(object.removeValue(forKey: "x") == nil)
        for (key, value) in members(count) where count <= 100 {
            #expect(object.removeValue(forKey: key) == value)
            expectConsistent(object)
        }
        #expect(count > 100 || object.isEmpty)
    }

    @Test("a default value is used once and stored when changed", arguments: [1, 20])
    func defaultValue(count: Int) {
        var object = JSONObject(decodedMembers: members(count))
        #expect(object["list", default: []] == [])
        #expect(object["list"] == nil)
        object["list", default: []] = [1]
        object["list", default: []][0] = 2
        #expect(object["list"] == [2])
        expectConsistent(object)
    }

    @Test("changes do not affect a copy", arguments: [1, 20])
    func copies(count: Int) {
        var object = JSONObject(decodedMembers: members(count))
        let copy = object
        object["key0"] = "changed"
        object["new"] = 1
        #expect(copy == JSONObject(decodedMembers: members(count)))
        expectConsistent(object)
    }

    @Test("merging takes the new values and keeps the places")
    func merge() {
        var object: JSONObject = ["a": 1, "b": 2]
        object.merge(["c": 3, "a": 4])
        #expect(object.description == #"{"a":4,"b":2,"c":3}"#)
        object.merge(["a": 5, "d": 6]) { present, new in [present, new] }
        #expect(object.description == #"{"a":[4,5],"b":2,"c":3,"d":6}"#)
    }

    @Test("filtering leaves an object")
    func filter() {
        let even = JSONObject(decodedMembers: members(100)).filter { ($0.value.intValue ?? 1).isMultiple(of: 2) }
        #expect(even.count == 50)
        expectConsistent(even)
    }

    @Test("equality and hash do not depend on the order", arguments: sizes)
    func equality(count: Int) {
        let object = JSONObject(decodedMembers: members(count))
        let reversed = JSONObject(decodedMembers: members(count).reversed())
        #expect(object == reversed)
        #expect(object.hashValue == reversed.hashValue)
        var other = reversed
        other["key0"] = "other"
        #expect(object != other)
        #expect(object.hashValue != other.hashValue)
        var renamed = JSONObject(decodedMembers: Array(members(count).dropFirst()))
        renamed["renamed"] = 0
        #expect(count == 0 || object.count == renamed.count)
        #expect(object != renamed)
    }

    @Test("swapped values change the hash")
    func swappedValues() {
        let object: JSONObject = ["a": 1, "b": 2]
        let swapped: JSONObject = ["a": 2, "b": 1]
        #expect(object != swapped)
        #expect(object.hashValue != swapped.hashValue)
    }

    @Test("a hundred thousand keys do not take quadratic time")
    func manyKeys() {
        let growth = CostGrowth.measured(at: 100_000, document: members) { many in
            let decoded = JSONObject(decodedMembers: many + many)
            #expect(decoded.count == many.count)
            var grown = JSONObject()
            for (key, value) in many { grown[key] = value }
            #expect(grown == JSONObject(decodedMembers: many.reversed()))
            #expect(grown.hashValue == decoded.hashValue)
        }
        #expect(growth < CostGrowth.limit)
    }

    @Test("many tasks read a large object at once")
    func concurrentReads() async {
        let object = JSONObject(decodedMembers: members(1000))
        let found = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<1000).count { (number: Int) in object["key\(number)"] == JSONValue(number) } }
            }
            return await group.reduce(0, +)
        }
        #expect(found == 8000)
    }

    @Test("changing a nested value happens in place")
    func inPlace() {
        let growth = CostGrowth.measured(at: 16_000, document: { $0 }) { count in
            var object: JSONObject = ["list": .array(Array(repeating: 0, count: count))]
            for position in 0..<count { object["list"]?[position] = 1 }
            #expect(object["list"]?[count - 1] == 1)
        }
        // A copy of the list for every change would be quadratic.
        #expect(growth < CostGrowth.limit)
    }
}
