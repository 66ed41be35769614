import BenchmarkModels
import DifferentialKit
import Foundation
import Testing
import Yodel

@Suite("Generated values are written like Foundation's, and read back equal")
struct EncodingSmokeTests {
    @Test("Values of all kinds, with random options", arguments: 0..<12)
    func generated(seed: UInt64) throws {
        var generator = SeededGenerator(seed: 7_000 + seed)
        for round in 0..<7 {
            let value = Everything(using: &generator, depth: 3)
            var options = EncoderSettings()
            options.dates = [.deferredToDate, .secondsSince1970, .millisecondsSince1970].randomElement(
                using: &generator)!
            options.data = [.base64, .deferredToData].randomElement(using: &generator)!
            if round.isMultiple(of: 3) { options.keys = .convertToSnakeCase }
            expectAsFoundation(value, options)
            expectAsFoundation([value, value], options)

            options.keys = .useDefaultKeys
            options.dates = .deferredToDate
            options.data = .base64
            let encoder = options.yodel
            encoder.outputFormatting = [[], .sortedKeys, .prettyPrinted].randomElement(using: &generator)!
            #expect(
                try JSONDecoder().decode(Everything.self, from: encoder.encode(value)) == value,
                "seed \(seed), round \(round)")
        }
    }
}

private struct Everything: Codable, Equatable {
    var bool: Bool
    var int: Int
    var int8: Int8?
    var int128: Int128
    var unsigned: UInt64
    var double: Double
    var float: Float?
    var someText: String
    var otherText: String?
    var url: URL
    var date: Date
    var data: Data
    var decimal: Decimal
    var uuid: UUID?
    var numbers: [Double]
    var optionals: [Int?]
    var texts: [String]
    var tableOfTexts: [String: String]
    var tableByNumber: [Int: [Bool]]
    var matrix: [[Float]]
    var kind: Kind
    var kinds: [Kind]
    var choice: Choice
    var choices: [String: Choice]
    var inner: [Everything]
    var table: [String: Everything]
    var animal: AgedThing

    enum Kind: String, Codable, CaseIterable { case plain, withSlash = "with/slash", quoted = "\"" }

    indirect enum Choice: Codable, Equatable {
        case nothing
        case number(Int)
        case pair(left: String, right: Choice)
    }
}

private class NamedThing: Codable {
    var name: String

    init(name: String) {
        self.name = name
    }
}

private final class AgedThing: NamedThing, Equatable {
    var age: Int

    enum CodingKeys: CodingKey { case age }

    init(name: String, age: Int) {
        self.age = age
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        age = try container.decode(Int.self, forKey: .age)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(age, forKey: .age)
        try super.encode(to: container.superEncoder())
    }

    static func == (left: AgedThing, right: AgedThing) -> Bool { left.name == right.name && left.age == right.age }
}

extension Everything {
    init(using generator: inout SeededGenerator, depth: Int) {
        func number(_ limit: Int) -> Int { Int.random(in: 0...limit, using: &generator) }
        func list<Element>(_ make: () -> Element) -> [Element] { (0..<number(4)).map { _ in make() } }
        func text() -> String {
            let pieces = [
                "a", "b/c", "\"", "\\", "é", "e\u{301}", "日本", "👩‍👧", "\n", "\u{1}", "a longer piece of text", " ",
            ]
            return list { pieces[number(pieces.count - 1)] }.joined()
        }
        func double() -> Double {
            switch number(3) {
            case 0: Double(number(1_000))
            case 1: Double(number(1_000_000)) / 1_000
            case 2: Double.random(in: -1e20...1e20, using: &generator)
            default: Double(bitPattern: generator.next() & ~(1 << 62))
            }
        }
        func choice(_ depth: Int) -> Choice {
            switch number(depth > 0 ? 2 : 1) {
            case 0: .nothing
            case 1: .number(number(9))
            default: .pair(left: text(), right: choice(depth - 1))
            }
        }
        func table<Element>(_ make: () -> Element) -> [String: Element] {
            Dictionary(list { (text(), make()) }) { $1 }
        }
        bool = number(1) == 0
        int = Int(truncatingIfNeeded: generator.next())
        int8 = number(1) == 0 ? nil : Int8(truncatingIfNeeded: generator.next())
        int128 = Int128(generator.next()) * -Int128(number(1_000_000))
        unsigned = generator.next()
        self.double = double()
        float = number(1) == 0 ? nil : Float(number(100_000)) / 8
        someText = text()
        otherText = number(1) == 0 ? nil : text()
        url = URL(string: "https://example.com/\(number(99))?a=b/c")!
        date = Date(timeIntervalSinceReferenceDate: Double(number(1_000_000_000)) + Double(number(7)) / 8)
        data = Data(list { UInt8(number(255)) })
        decimal = Decimal(number(1_000_000)) / 1_000
        uuid = number(1) == 0 ? nil : UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        numbers = list { double() }
        optionals = list { number(1) == 0 ? nil : number(99) }
        texts = list { text() }
        tableOfTexts = table { text() }
        tableByNumber = Dictionary(list { (number(99), list { number(1) == 0 }) }) { $1 }
        matrix = list { list { Float(number(9)) / 4 } }
        kind = Kind.allCases[number(2)]
        kinds = list { Kind.allCases[number(2)] }
        self.choice = choice(2)
        choices = table { choice(1) }
        inner = depth > 0 && number(2) == 0 ? [Everything(using: &generator, depth: depth - 1)] : []
        self.table = depth > 0 && number(2) == 0 ? [text(): Everything(using: &generator, depth: depth - 1)] : [:]
        animal = AgedThing(name: text(), age: number(20))
    }
}
