import BenchmarkModels

/// Writes documents that mostly match a model: in random order, with random white space, escapes and unknown members,
/// and sometimes with a value left out, null or of the wrong type.
package struct RandomJSON {
    private var generator: SeededGenerator
    /// One value in so many is wrong; none with 0.
    private let faults: Int
    /// One required member in so many is absent; none with 0.
    private let absences: Int
    /// The spelling of keys and some literals.
    package var style = Style()

    package init(seed: UInt64, faults: Int = 60, absences: Int = 60) {
        generator = SeededGenerator(seed: seed)
        self.faults = faults
        self.absences = absences
    }

    package struct Member {
        package var key: String
        package var isOptional: Bool
        package var value: (inout RandomJSON) -> String

        package static func required(_ key: String, _ value: @escaping (inout RandomJSON) -> String) -> Member {
            Member(key: key, isOptional: false, value: value)
        }

        package static func optional(_ key: String, _ value: @escaping (inout RandomJSON) -> String) -> Member {
            Member(key: key, isOptional: true, value: value)
        }
    }

    /// True once in so many times.
    package mutating func chance(_ oneIn: Int) -> Bool {
        oneIn > 0 && Int.random(in: 0..<oneIn, using: &generator) == 0
    }

    package mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &generator)! }

    package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        elements.shuffled(using: &generator)
    }

    // MARK: - Containers

    package mutating func object(_ members: [Member]) -> String {
        if chance(faults) { return wrong() }
        var written: [String] = []
        for member in members.shuffled(using: &generator) {
            if chance(member.isOptional ? 4 : absences) { continue }
            let value = chance(member.isOptional ? 6 : faults) ? "null" : member.value(&self)
            written.append(pair(style.spelled(member.key), value))
        }
        while chance(4) {
            written.insert(pair("unknown \(count(0...99))", anything()), at: count(0...written.count))
        }
        return list("{", written, "}")
    }

    /// An object with dictionary keys.
    package mutating func dictionary(
        _ count: ClosedRange<Int>, key: (inout RandomJSON) -> String, value: (inout RandomJSON) -> String
    ) -> String {
        if chance(faults) { return wrong() }
        var keys: [String] = []
        for _ in 0..<self.count(count) {
            let key = key(&self)
            if !keys.contains(key) { keys.append(key) }
        }
        return list("{", keys.map { pair($0, value(&self)) }, "}")
    }

    package mutating func array(_ count: ClosedRange<Int>, _ element: (inout RandomJSON) -> String) -> String {
        if chance(faults) { return wrong() }
        return list("[", (0..<self.count(count)).map { _ in element(&self) }, "]")
    }

    private mutating func pair(_ key: String, _ value: String) -> String {
        quoted(key) + space() + ":" + space() + value
    }

    private mutating func list(_ open: String, _ elements: [String], _ close: String) -> String {
        open + elements.map { space() + $0 + space() }.joined(separator: ",") + close
    }

    package mutating func space() -> String {
        chance(3) ? pick([" ", "\n", "\r\n", "\t", "  ", " \n  "]) : ""
    }

    // MARK: - Scalars

    package mutating func bool() -> String { faulty(pick(["true", "false"])) }

    package mutating func integer(_ range: ClosedRange<Int>) -> String {
        let value =
            chance(5) ? pick([range.lowerBound, range.upperBound, 0]) : Int.random(in: range, using: &generator)
        return faulty(chance(8) && value.magnitude < 1_000_000 ? "\(value).0" : "\(value)")
    }

    /// With few enough digits for an unambiguous nearest value, and without `0e1`, which Foundation refuses.
    package mutating func double() -> String {
        let value = Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / pick([1, 10, 64, 1_000])
        return faulty(value.magnitude >= 1 && chance(4) ? "\(Int(value))e\(count(-5...5))" : "\(value)")
    }

    package mutating func string(_ range: ClosedRange<Int> = 0...20) -> String {
        let length = chance(20) ? 200 : count(range)
        let text = String((0..<length).map { _ in character() })
        return faulty(quoted(text))
    }

    package mutating func one(of values: [String]) -> String { faulty(pick(values)) }

    private mutating func character() -> Character {
        pick([
            "a", "b", "z", "0", " ", "/", "\"", "\\", "\n", "\t", "\u{1}", "é", "ß", "日", "😀", "e\u{301}", "\u{FFFF}",
        ])
    }

    /// A string literal, with its characters escaped where required and sometimes elsewhere.
    private mutating func quoted(_ text: String) -> String {
        var literal = "\""
        for unit in text.unicodeScalars {
            switch unit {
            case "\"", "\\": literal += "\\\(unit)"
            case "\n" where chance(2): literal += "\\n"
            case _ where unit.value < 0x20 || chance(12): literal += escaped(unit)
            default: literal.unicodeScalars.append(unit)
            }
        }
        return literal + "\""
    }

    private func escaped(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    // MARK: - Faults

    private mutating func faulty(_ literal: String) -> String { chance(faults) ? wrong() : literal }

    private mutating func wrong() -> String {
        pick([
            "null", "true", "-7", "1.5", "300", "1e30", #""wrong""#, #""""#, "[]", "[[7]]", "{}", #"{"a": {"b": 1}}"#,
        ])
    }

    private mutating func anything() -> String {
        pick(["null", "false", "12.5e1", #""text\n""#, "[1, [true, {}]]", #"{"k": {"k": [0]}}"#])
    }
}
