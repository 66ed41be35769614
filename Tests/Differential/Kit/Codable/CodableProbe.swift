import BenchmarkModels
import Foundation

/// A type that calls its decoder and containers in an order drawn from a seed, and keeps the result of every call.
///
/// It compares calls that no written type makes: containers requested twice, read in turns, and used after errors.
struct CodableProbe: Codable, Equatable {
    static let seed = CodingUserInfoKey(rawValue: "seed")!

    let log: [String]

    init(from decoder: any Decoder) throws {
        var caller = ProbeCaller(seed: decoder.userInfo[Self.seed] as? UInt64 ?? 0)
        caller.visit(decoder)
        log = caller.log
    }
}

private struct ProbeCaller {
    private var generator: SeededGenerator
    /// The number of calls left.
    private var calls = 60
    private(set) var log: [String] = []

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func visit(_ decoder: any Decoder) {
        log.append("decoder at \(CodableFailure.path(decoder.codingPath))")
        for _ in 0..<count(1...3) where calls > 0 {
            switch count(0...3) {
            case 0:
                if let container = note("keyed", { try decoder.container(keyedBy: AnyKey.self) }, text: { _ in "" }) {
                    visit(container)
                }
            case 1:
                if var container = note("unkeyed", { try decoder.unkeyedContainer() }, text: { _ in "" }) {
                    visit(&container)
                }
            case 2:
                if let container = note("single", { try decoder.singleValueContainer() }, text: { _ in "" }) {
                    visit(container)
                }
            default: decode { try Self.text(of: $0.init(from: decoder)) }
            }
        }
    }

    private mutating func visit(_ container: KeyedDecodingContainer<AnyKey>) {
        let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
        log.append("keys \(CodableFailure.path(keys)) at \(CodableFailure.path(container.codingPath))")
        for _ in 0..<count(1...5) where calls > 0 {
            let key = keys.isEmpty || count(0...5) == 0 ? AnyKey("absent") : keys[count(0...keys.count - 1)]
            switch count(0...9) {
            case 0: note("contains") { container.contains(key) }
            case 1: note("nil") { try container.decodeNil(forKey: key) }
            case 2: decode { try Self.ifPresent($0, in: container, key) }
            case 3:
                let nested = note("nested keyed") {
                    try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
                } text: { _ in
                    ""
                }
                if let nested { visit(nested) }
            case 4:
                let nested = note("nested unkeyed") {
                    try container.nestedUnkeyedContainer(forKey: key)
                } text: { _ in
                    ""
                }
                if var nested { visit(&nested) }
            case 5:
                if let decoder = note("super", { try container.superDecoder(forKey: key) }, text: { _ in "" }) {
                    visit(decoder)
                }
            case 6:
                if let decoder = note("default super", { try container.superDecoder() }, text: { _ in "" }) {
                    visit(decoder)
                }
            default: decode { try Self.text(of: container.decode($0, forKey: key)) }
            }
        }
    }

    private mutating func visit(_ container: inout any UnkeyedDecodingContainer) {
        for _ in 0..<count(1...8) where calls > 0 {
            var state = "\(container.currentIndex) of \(container.count.map { "\($0)" } ?? "-")"
            state += " \(container.isAtEnd) at \(CodableFailure.path(container.codingPath))"
            log.append(state)
            switch count(0...8) {
            case 0: note("nil") { try container.decodeNil() }
            case 1: decode { try Self.ifPresent($0, in: &container) }
            case 2:
                let nested = note("nested keyed") {
                    try container.nestedContainer(keyedBy: AnyKey.self)
                } text: { _ in
                    ""
                }
                if let nested { visit(nested) }
            case 3:
                let nested = note("nested unkeyed") {
                    try container.nestedUnkeyedContainer()
                } text: { _ in
                    ""
                }
                if var nested { visit(&nested) }
            case 4:
                if let decoder = note("super", { try container.superDecoder() }, text: { _ in "" }) { visit(decoder) }
            default: decode { try Self.text(of: container.decode($0)) }
            }
        }
    }

    private mutating func visit(_ container: any SingleValueDecodingContainer) {
        log.append("at \(CodableFailure.path(container.codingPath))")
        for _ in 0..<count(1...4) where calls > 0 {
            if count(0...3) == 0 {
                note("nil") { container.decodeNil() }
            } else {
                decode { try Self.text(of: container.decode($0)) }
            }
        }
    }

    // MARK: - Calls

    private static func text(of value: Any) -> String {
        (value as? any Encodable).map { PlainText.of($0) } ?? "\(value)"
    }

    private static func ifPresent<Value: Decodable>(
        _ type: Value.Type, in container: KeyedDecodingContainer<AnyKey>, _ key: AnyKey
    ) throws -> String {
        try container.decodeIfPresent(type, forKey: key).map { text(of: $0) } ?? "nothing"
    }

    private static func ifPresent<Value: Decodable>(
        _ type: Value.Type, in container: inout any UnkeyedDecodingContainer
    ) throws -> String {
        try container.decodeIfPresent(type).map { text(of: $0) } ?? "nothing"
    }

    private static let types: [any (Decodable & SendableMetatype).Type] = [
        Int.self, Int8.self, UInt64.self, Int128.self, Double.self, Float.self, Bool.self, String.self, Date.self,
        Data.self, URL.self, Decimal.self, [Int].self, [String?].self, Int?.self, CodableFamily.Point.self,
        CodableFamily.Size.self, CodableFamily.Record.self, CodableFamily.Celsius.self,
    ]

    private mutating func decode(_ body: (any Decodable.Type) throws -> String) {
        let type = Self.types[count(0...Self.types.count - 1)]
        note("\(type)") { try body(type) }
    }

    @discardableResult
    private mutating func note<Value>(
        _ name: String, _ body: () throws -> Value, text: (Value) -> String = { "\($0)" }
    ) -> Value? {
        calls -= 1
        do {
            let value = try body()
            log.append("\(name): \(text(value))")
            return value
        } catch {
            log.append("\(name): \(CodableFailure(error).text)")
            return nil
        }
    }

    private mutating func count(_ range: ClosedRange<Int>) -> Int { generator.integer(in: range) }
}
