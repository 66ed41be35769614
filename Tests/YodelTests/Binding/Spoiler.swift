import BenchmarkModels

/// Damages a valid document in every place: the result is cut off, of the wrong type, has duplicates, or is not JSON.
struct Spoiler {
    private let json: [UInt8]
    private var values: [Range<Int>] = []
    private var members: [Member] = []

    private struct Member {
        var key: Range<Int>
        var value: Range<Int>
    }

    init(_ text: String) {
        json = Array(text.utf8)
        var position = 0
        readValue(&position)
        if position != json.count { fatalError("Expected a document without white space: \(text)") }
    }

    /// Every prefix, including the empty one.
    var truncated: [[UInt8]] { json.indices.map { Array(json[..<$0]) } }

    /// With each byte replaced by one that JSON never has outside of strings.
    var garbled: [[UInt8]] {
        json.indices.map { index in
            var copy = json
            copy[index] = UInt8(ascii: "!")
            return copy
        }
    }

    /// With each value, including containers, replaced by one of another type.
    var mistyped: [[UInt8]] { values.flatMap(mistyped) }

    /// With each key replaced by an unknown one, and by one that some types refuse as a key.
    var renamed: [[UInt8]] { members.flatMap(renamed) }

    /// With each member of an object duplicated: with its own value, with null or with a wrong one.
    var repeated: [[UInt8]] { members.flatMap(repeated) }

    var everyWay: [[UInt8]] { truncated + garbled + mistyped + renamed + repeated }

    /// Damaged in several places, one after the other; often the result can still be decoded.
    static func random(_ text: String, using generator: inout SeededGenerator) -> [UInt8] {
        var json = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let spoiler = Spoiler(String(decoding: json, as: UTF8.self))
            let value = spoiler.values.randomElement(using: &generator)!
            let member = spoiler.members.randomElement(using: &generator)
            let documents =
                switch (Int.random(in: 0..<4, using: &generator), member) {
                case (0, _), (_, nil): spoiler.mistyped(value)
                case (1, let member?): spoiler.renamed(member)
                case (_, let member?): spoiler.repeated(member)
                }
            json = documents.randomElement(using: &generator)!
        }
        guard Int.random(in: 0..<6, using: &generator) == 0 else { return json }
        return Array(json.prefix(Int.random(in: 0...json.count, using: &generator)))
    }

    // MARK: - One place

    private func mistyped(_ value: Range<Int>) -> [[UInt8]] {
        let others = ["true", "7", #""x""#, "null", "[]", "{}", "[true]", #"{"x":true}"#, #"["a",["b",7]]"#]
        return others.map { replacing(value, with: Array($0.utf8)) }
    }

    private func renamed(_ member: Member) -> [[UInt8]] {
        [#""zz""#, #""bad""#].map { replacing(member.key, with: Array($0.utf8)) }
    }

    private func repeated(_ member: Member) -> [[UInt8]] {
        let key = Array(json[member.key]) + [UInt8(ascii: ":")]
        let value = Array(json[member.value])
        let sequences = [[value, value], [value, null], [null, value], [value, wrong], [value, null, value]]
        return sequences.map { values in
            let text = values.map { key + $0 }.joined(separator: [UInt8(ascii: ",")])
            return replacing(member.key.lowerBound..<member.value.upperBound, with: Array(text))
        }
    }

    private var null: [UInt8] { Array("null".utf8) }
    private var wrong: [UInt8] { Array(#"[[{"x":7}]]"#.utf8) }

    private func replacing(_ range: Range<Int>, with bytes: [UInt8]) -> [UInt8] {
        Array(json[..<range.lowerBound]) + bytes + Array(json[range.upperBound...])
    }

    // MARK: - Finding values and members

    private mutating func readValue(_ position: inout Int) {
        let start = position
        switch json[position] {
        case UInt8(ascii: "{"):
            readList(&position) { reader, position in
                let keyStart = position
                reader.readString(&position)
                let key = keyStart..<position
                position += 1
                let valueStart = position
                reader.readValue(&position)
                reader.members.append(Member(key: key, value: valueStart..<position))
            }
        case UInt8(ascii: "["): readList(&position) { reader, position in reader.readValue(&position) }
        case UInt8(ascii: "\""): readString(&position)
        default: while position < json.count, !",]}".utf8.contains(json[position]) { position += 1 }
        }
        values.append(start..<position)
    }

    private mutating func readList(_ position: inout Int, element: (inout Spoiler, inout Int) -> Void) {
        position += 1
        while !"]}".utf8.contains(json[position]) {
            element(&self, &position)
            if json[position] == UInt8(ascii: ",") { position += 1 }
        }
        position += 1
    }

    private func readString(_ position: inout Int) {
        position += 1
        while json[position] != UInt8(ascii: "\"") { position += json[position] == UInt8(ascii: "\\") ? 2 : 1 }
        position += 1
    }
}
