import Foundation

/// Codable types of many kinds, each as a client would write it.
enum CodableFamily {
    /// A scalar in every place where one is allowed.
    struct Everywhere<Value: Codable & Equatable & Sendable>: Codable, Equatable {
        var value: Value
        var maybe: Value?
        var list: [Value]
        var maybes: [Value?]?
        var byName: [String: Value]
        var deepList: [[String: [Value]]]?

        static func json(_ json: inout RandomJSON, _ literal: @escaping (inout RandomJSON) -> String) -> String {
            json.object([
                .required("value", literal), .optional("maybe", literal),
                .required("list") { $0.array(0...5, literal) },
                .optional("maybes") { $0.array(0...3) { $0.chance(3) ? "null" : literal(&$0) } },
                .required("byName") {
                    $0.dictionary(0...3) {
                        $0.name()
                    } value: {
                        literal(&$0)
                    }
                },
                .optional("deepList") {
                    $0.array(0...2) {
                        $0.dictionary(0...2) {
                            $0.name()
                        } value: {
                            $0.array(0...2, literal)
                        }
                    }
                },
            ])
        }
    }

    enum Size: String, Codable, CaseIterable { case small, medium, large = "larger than any" }

    enum Level: Int, Codable { case low = 1, high, negative = -7 }

    /// A key that is encoded as a key, unlike other keys that are not strings.
    enum Color: String, Codable, CodingKeyRepresentable { case red, green, blue = "b l u e" }

    struct Name: RawRepresentable, Codable, Hashable { var rawValue: String }

    /// A value that encodes itself as another type.
    struct Celsius: Codable, Equatable {
        var degrees: Double

        init(from decoder: any Decoder) throws {
            degrees = try decoder.singleValueContainer().decode(Double.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(degrees)
        }
    }

    /// Members of many kinds, with keys that strategies change.
    struct Record: CodableSample {
        var bool: Bool
        var anInt: Int?
        var small: Int8
        var unsignedShort: UInt16?
        var wideOne: UInt64?
        var double: Double
        var float: Float?
        var decimal: Decimal?
        var string: String
        var size: Size?
        var level: Level?
        var createdAt: Date?
        var homeURL: URL?
        var rawData: Data?
        var identifier: UUID?
        var twice: Int??

        private enum CodingKeys: String, CodingKey {
            case bool, anInt, small, unsignedShort, wideOne, double, float, decimal, string, size, level, createdAt
            case homeURL = "homeUrl"
            case rawData, identifier, twice
        }

        static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .required("bool") { $0.bool() }, .optional("anInt") { $0.integer(Int.min...Int.max) },
                .required("small") { $0.integer(-128...127) }, .optional("unsignedShort") { $0.integer(0...65535) },
                .optional("wideOne") { $0.literal(of: UInt64.self) }, .required("double") { $0.floatLiteral() },
                .optional("float") { $0.floatLiteral() }, .optional("decimal") { $0.floatLiteral() },
                .required("string") { $0.string() },
                .optional("size") { $0.one(of: [#""small""#, #""medi\u0075m""#]) },
                .optional("level") { $0.one(of: ["1", "2", "-7", "3"]) }, .optional("createdAt") { $0.dateLiteral() },
                .optional("homeUrl") { $0.urlLiteral() }, .optional("rawData") { $0.dataLiteral() },
                .optional("identifier") { $0.uuidLiteral() }, .optional("twice") { $0.integer(-5...5) },
            ])
        }
    }

    /// A set that is encoded in a fixed order, so that equal sets have equal texts.
    struct Members<Element: Codable & Hashable>: Codable, Equatable {
        var set: Set<Element>

        init(from decoder: any Decoder) throws { set = try Set(from: decoder) }

        func encode(to encoder: any Encoder) throws {
            try set.sorted { "\($0)" < "\($1)" }.encode(to: encoder)
        }
    }

    /// A dictionary whose keys are values, also encoded in a fixed order.
    struct Pairs: Codable, Equatable {
        var dictionary: [Size: Int]

        init(from decoder: any Decoder) throws { dictionary = try Dictionary(from: decoder) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for (key, value) in dictionary.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                try container.encode(key)
                try container.encode(value)
            }
        }
    }

    /// Dictionaries with keys of every kind, and sets.
    struct Keyed: CodableSample {
        var byName: [String: Int]
        var byNumber: [Int: String?]?
        var byColor: [Color: [Double]]?
        var bySize: Pairs?
        var byDate: [String: Date]?
        var deepNames: [String: [String: [Int: Bool?]]]?
        var names: Members<String>?
        var levels: Members<Level>?
        var data: [String: Data]?

        static func json(_ json: inout RandomJSON) -> String {
            let number: (inout RandomJSON) -> String = {
                $0.chance(6) ? $0.pick(["01", "x", "-0", "+1", ""]) : "\($0.count(-3...12))"
            }
            let color: (inout RandomJSON) -> String = { $0.pick(["red", "green", "b l u e", "red", "puce"]) }
            return json.object([
                .required("byName") {
                    $0.dictionary(0...4) {
                        $0.name()
                    } value: {
                        $0.integer(0...9)
                    }
                },
                .optional("byNumber") {
                    $0.dictionary(0...4, key: number) { $0.chance(4) ? "null" : $0.string(0...4) }
                },
                .optional("byColor") { $0.dictionary(0...3, key: color) { $0.array(0...2) { $0.double() } } },
                .optional("bySize") { json in
                    let pairs = json.chance(20) ? 1...1 : 0...2
                    return json.array(pairs) { json in "\"\(json.pick(Size.allCases).rawValue)\",\(json.count(0...9))" }
                },
                .optional("byDate") {
                    $0.dictionary(0...2) {
                        $0.name()
                    } value: {
                        $0.dateLiteral()
                    }
                },
                .optional("deepNames") {
                    $0.dictionary(0...2) {
                        $0.name()
                    } value: {
                        $0.dictionary(0...2) {
                            $0.name()
                        } value: {
                            $0.dictionary(0...2, key: number) { $0.chance(4) ? "null" : $0.bool() }
                        }
                    }
                },
                .optional("names") { $0.array(0...4) { $0.string(0...3) } },
                .optional("levels") { $0.array(0...3) { $0.one(of: ["1", "2"]) } },
                .optional("data") {
                    $0.dictionary(0...2) {
                        $0.name()
                    } value: {
                        $0.dataLiteral()
                    }
                },
            ])
        }
    }
}
