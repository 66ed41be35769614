import BenchmarkModels
import Foundation
import Yodel

/// Makes random values, with extreme ones far more often than by chance.
struct RandomValues {
    private var generator: SeededGenerator
    /// The current nesting depth.
    private var depth = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func chance(_ probability: Double) -> Bool { generator.chance(probability) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { generator.pick(elements) }

    mutating func index(below count: Int) -> Int { generator.integer(in: 0...(count - 1)) }

    mutating func integer<Integer: FixedWidthInteger>() -> Integer {
        if chance(0.2) { return pick([.min, .max, 0, 1, Integer.max - 1, Integer.min + 1]) }
        let bits = generator.integer(in: 0...(Integer.bitWidth - 1))
        let wide = UInt128(generator.next()) << 64 | UInt128(generator.next())
        return Integer(truncatingIfNeeded: wide) >> bits
    }

    mutating func double() -> Double {
        if chance(0.3) {
            return pick([0, -0.0, 1, -1.5, 0.1, .pi, 1e21, 1e-7, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
        }
        let value = Double(bitPattern: generator.next())
        return value.isFinite ? value : 0.5
    }

    mutating func float() -> Float {
        let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
        return value.isFinite ? value : 0.5
    }

    mutating func text() -> String {
        let pieces = [
            "", "a", "key", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "e\u{301}", "漢字", "😀", "👩‍👩‍👧",
            "\u{2028}",
            "\u{FFFF}", "a long run of plain text, longer than a block of the kernels is wide",
        ]
        return (0..<generator.integer(in: 0...4)).map { _ in pick(pieces) }.joined()
    }

    mutating func list<Element>(_ most: Int, _ make: (inout RandomValues) -> Element) -> [Element] {
        (0..<generator.integer(in: 0...most)).map { _ in make(&self) }
    }

    mutating func optional<Wrapped>(_ make: (inout RandomValues) -> Wrapped) -> Wrapped? {
        chance(0.4) ? nil : make(&self)
    }

    mutating func field<Value>(_ make: (inout RandomValues) -> Value) -> Field<Value> {
        chance(0.3) ? .absent : chance(0.4) ? .null : .value(make(&self))
    }

    /// Binary fractions of a second that need at most nine decimal digits: no strategy writes more.
    mutating func date() -> Date {
        let seconds = Double(generator.integer(in: -4_000_000_000...4_000_000_000))
        return Date(timeIntervalSinceReferenceDate: seconds + Double(generator.integer(in: 0...511)) / 512)
    }

    mutating func data() -> Data { Data(list(20) { $0.integer() }) }

    mutating func uuid() -> UUID {
        func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next()) }
        return UUID(
            uuid: (
                byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
                byte(), byte(), byte()
            ))
    }

    mutating func decimal() -> Decimal {
        let digits = Decimal(integer() as Int64)
        return digits * Decimal(sign: .plus, exponent: generator.integer(in: -20...20), significand: 1)
    }

    mutating func number() -> JSONNumber {
        JSONNumber(text: pick(["0", "-0", "1.50", "1e400", "-12.5E-3", "123456789012345678901234567890"]))!
    }

    mutating func value() -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        switch generator.integer(in: 0...(depth > 3 ? 3 : 5)) {
        case 0: return .null
        case 1: return .bool(chance(0.5))
        case 2: return .number(number())
        case 3: return .string(text())
        case 4: return .array(list(3) { $0.value() })
        default: return .object(object(prefix: ""))
        }
    }

    /// An object whose keys have a prefix that no model's key has.
    mutating func object(prefix: String) -> JSONObject {
        var object = JSONObject()
        for (key, value) in list(3, { ($0.text(), $0.value()) }) { object[prefix + key] = value }
        return object
    }

    mutating func nested<Value>(_ make: (inout RandomValues) -> Value) -> Value? {
        guard depth < 3, chance(0.3) else { return nil }
        depth += 1
        defer { depth -= 1 }
        return make(&self)
    }
}

extension EveryKind {
    init(_ random: inout RandomValues) {
        flag = random.chance(0.5)
        tiny = random.integer()
        short = random.integer()
        medium = random.integer()
        long = random.integer()
        huge = random.integer()
        unsignedTiny = random.integer()
        unsignedLong = random.integer()
        unsignedHuge = random.integer()
        double = random.double()
        float = random.float()
        decimal = random.decimal()
        text = random.text()
        slice = random.text()[...]
        character = random.pick(["x", "\"", "👩‍👩‍👧", "é"])
        date = random.date()
        data = random.data()
        url = URL(string: random.pick(["https://example.org/a?b=c#d", "mailto:a@b.c", "/relative"]))!
        uuid = random.uuid()
        number = random.number()
        level = random.pick(Level.allCases)
        grade = random.pick([.first, .second, .last])
        dynamic = random.value()
        maybe = random.optional { $0.integer() }
        maybeText = random.optional { $0.text() }
        twice = random.optional { $0.integer() as Int }
        list = random.list(4) { $0.double() }
        nested = random.list(3) { $0.list(3) { $0.optional { $0.text() } } }
        set = Set(random.list(4) { $0.integer() })
        byName = Dictionary(random.list(3) { ($0.text(), $0.integer()) }) { first, _ in first }
        byNumber = Dictionary(random.list(3) { ($0.integer(), $0.list(2) { $0.text() }) }) { first, _ in first }
        byLevel = Dictionary(random.list(2) { ($0.pick(Level.allCases), $0.chance(0.5)) }) { first, _ in first }
        patched = random.field { $0.text() }
        touched = random.field { $0.list(3) { $0.integer() } }
        next = random.nested { EveryKind(&$0) }
    }
}

extension Mapped {
    init(_ random: inout RandomValues) {
        title = random.text()
        author = random.optional { $0.text() }
        city = random.text()
        country = random.optional { $0.text() }
        first = random.optional { $0.integer() }
        third = random.optional { $0.integer() }
        taken = random.date()
        level = random.pick(Level.allCases)
        celsius = random.double()
        place = Coordinate(lat: random.double(), lon: random.double())
        corner = random.optional { Coordinate(lat: $0.double(), lon: $0.double()) }
        tags = random.list(3) { $0.text() }
        secret = 7
        payload = random.list(3) { $0.integer() }
        extras = random.object(prefix: "extra ")
    }
}

extension Varied {
    init(_ random: inout RandomValues) {
        func point(_ random: inout RandomValues) -> Coordinates { Coordinates(x: random.double(), y: random.double()) }
        func named(_ random: inout RandomValues) -> Named {
            Named(name: random.text(), alias: random.optional { $0.text() })
        }
        inside = random.chance(0.3) ? .nothing : random.chance(0.5) ? .point(point(&random)) : .name(named(&random))
        outside = random.list(3) { random in
            random.chance(0.3)
                ? .nothing : random.chance(0.5) ? .number(random.integer()) : .list(random.list(2, named))
        }
        let pairs = random.list(3) { random -> (String, Beside) in
            (random.text(), random.chance(0.5) ? .text(random.text()) : .point(point(&random)))
        }
        beside = Dictionary(pairs) { first, _ in first }
        any =
            random.chance(0.3)
            ? .number(random.integer()) : random.chance(0.5) ? .text(random.text()) : .point(point(&random))
    }
}
